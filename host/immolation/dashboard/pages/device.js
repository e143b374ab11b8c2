// What this device remembers: light or dark, the size of words, whether hints are offered, whether keys are shortcuts; and those keys.
(() => {
  const KEPT = "immolation-device", root = document.documentElement;
  const kept = { theme: "dark", text: "100", hints: "off", keys: "on", guide: "on" };
  try { Object.assign(kept, JSON.parse(localStorage.getItem(KEPT))); } catch { /* nothing is kept here */ }
  const day = matchMedia("(prefers-color-scheme: light)");

  // What stands already is not written again: the browser would style the whole page anew.
  function set(element, name, value) {
    if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
  }

  function apply() {
    const light = kept.theme === "light" || (kept.theme === "auto" && day.matches), size = `${Number(kept.text) || 100}%`;
    set(root, "lang", root.dataset.language || root.lang); // Quasar would set its own
    set(root, "data-guide", kept.guide);
    set(root, "data-hints", kept.hints);
    set(root, "data-theme", light ? "light" : "dark");
    if (root.style.fontSize !== size) root.style.fontSize = size;
    set(document.querySelector("meta[name=theme-color]"), "content", light ? "#fdf9f3" : "#0c0807");
    if (window.Quasar && Quasar.Dark.isActive === light) Quasar.Dark.set(!light);
    for (const one of document.querySelectorAll("[data-set]")) {
      const [name, value] = one.dataset.set.split("=");
      set(one, "aria-pressed", String(kept[name] === value));
    }
  }

  apply();
  day.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(apply).observe(document.body, { childList: true, subtree: true }));

  document.addEventListener("click", (event) => {
    const chosen = event.target.closest("[data-set]");
    if (!chosen) return;
    const [name, value] = chosen.dataset.set.split("=");
    kept[name] = value;
    try { localStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* until the page is closed */ }
    apply();
  });

  const seen = (one) => one.offsetParent !== null && !one.disabled;

  document.addEventListener("keydown", (event) => {
    if (kept.keys !== "on" || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, textarea, select, [role=listbox], [role=slider]") || document.querySelector(".q-dialog")) return;
    if (/[0-9]/.test(event.key) && event.target.closest(".im-board")) return; // there digits are the board's buttons
    const choices = [...document.querySelectorAll(".im-decisions .im-button:not(.im-link, .im-why)")].filter(seen);
    const meant = /^[1-9]$/.test(event.key)
      ? choices[Number(event.key) - 1]
      : [...document.querySelectorAll("[aria-keyshortcuts]")].find((one) => one.getAttribute("aria-keyshortcuts") === event.key);
    if (!meant || meant.disabled || meant.classList.contains("hidden")) return;
    event.preventDefault();
    meant.click();
  });
})();
