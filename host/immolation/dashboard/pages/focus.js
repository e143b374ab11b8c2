// A panel that is built again loses the keyboard's place in it; this gives it back.
(() => {
  let panel = null, label = "", place = 0;
  document.addEventListener("focusin", (event) => {
    panel = event.target.closest(".im-panel");
    if (!panel) return;
    label = event.target.textContent;
    place = [...panel.querySelectorAll("button")].indexOf(event.target);
  });
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(() => {
      if (!panel || !panel.isConnected || document.activeElement !== document.body) return;
      const buttons = [...panel.querySelectorAll("button:not([disabled])")];
      const next = buttons.find((one) => one.textContent === label) || buttons[Math.min(place, buttons.length - 1)];
      if (next) next.focus({ preventScroll: true });
    }).observe(document.body, { childList: true, subtree: true }));
  // A tap elsewhere is a decision to leave.
  document.addEventListener("pointerdown", (event) => { if (!event.target.closest(".im-panel")) panel = null; });
})();
