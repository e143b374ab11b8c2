// Loads the page anew where a script of it was lost on the way: it would stay empty, or as it was.
(() => {
  const TRIES = "immolation-reloads";
  let lost = false;
  async function reload() {
    const tries = Number(sessionStorage[TRIES]) || 0;
    for (let reached = false; !reached; ) {
      // Longer each time: what a browser blocks does not come, however often it is asked for.
      await new Promise((wait) => setTimeout(wait, 1000 * 2 ** Math.min(tries, 5)));
      reached = await fetch("manifest.webmanifest", { cache: "no-store" }).then(({ status }) => status < 500, () => false);
    }
    sessionStorage[TRIES] = tries + 1;
    location.reload();
  }
  addEventListener("error", ({ target }) => {
    if (lost || !(target instanceof HTMLScriptElement)) return;
    lost = true;
    reload();
  }, true);
  addEventListener("load", () => { if (!lost) delete sessionStorage[TRIES]; });
})();
