// Loads the page anew where a script of its own was lost on the way: it would stay empty, or as it was.
(() => {
  const TRIES = "immolation-reloads";
  const SETTLED_MS = 10_000;
  let lost = false;
  let leaving = false;
  async function reload() {
    const tries = Number(sessionStorage[TRIES]) || 0;
    for (let reached = false; !reached; ) {
      // Longer after each reload that did not help: what a browser blocks does not come, however often it is asked for.
      await new Promise((wait) => setTimeout(wait, 1000 * 2 ** Math.min(tries, 5)));
      const asked = fetch("manifest.webmanifest", { cache: "no-store", signal: AbortSignal.timeout(10_000) });
      reached = await asked.then(({ status }) => status < 500, () => false);
    }
    if (leaving) return;
    sessionStorage[TRIES] = tries + 1;
    location.reload();
  }
  addEventListener("beforeunload", () => (leaving = true));
  addEventListener("error", ({ target }) => {
    if (lost || !(target instanceof HTMLScriptElement)) return;
    if (target.src && new URL(target.src).origin !== location.origin) return; // of a browser's extension
    lost = true;
    reload();
  }, true);
  addEventListener("load", () => setTimeout(() => lost || delete sessionStorage[TRIES], SETTLED_MS));
})();
