// A press is seen at once, however long the host takes: the button stays pressed until the page changes.
(() => {
  const RUNS_BY_ITSELF = ".im-clock, .im-clock-phone, .im-signals, .im-term-card, .im-board";
  let pressed = null, touched = false;

  function release() {
    pressed?.removeAttribute("data-pressed");
    pressed = null;
    if (touched) dispatchEvent(new Event("im-answered"));
    touched = false;
  }

  addEventListener("im-touched", () => { touched = true; }); // a tile of the board, which shows it by itself

  // Before any other listener, and in the same task as the click: the next frame that is painted has it.
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button.im-button:not([disabled])");
    if (!button) return;
    release();
    pressed = button;
    button.setAttribute("data-pressed", "");
  }, { capture: true });

  const answers = (change) => {
    const where = change.target.nodeType === Node.ELEMENT_NODE ? change.target : change.target.parentElement;
    return change.attributeName !== "data-pressed" && !where?.closest(RUNS_BY_ITSELF);
  };

  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver((changes) => { if ((pressed || touched) && changes.some(answers)) release(); })
      .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }));
})();
