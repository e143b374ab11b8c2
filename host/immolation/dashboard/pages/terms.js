// Explains the words of the game where they stand: underlined, and told under a mouse that rests, at a tap, or one after
// the other by the button that only the keyboard finds.
(() => {
  const WHERE = ".im-waits, .im-decision-prompt, .im-log-text, .im-card-text, .im-rule-text, .im-lesson-words, .im-group-title";
  const marks = window.Highlight && CSS.highlights ? new Highlight() : null;
  if (marks) CSS.highlights.set("im-term", marks);
  const said = Object.assign(document.createElement("div"), { className: "im-said" });
  said.setAttribute("role", "status");
  let source = "", terms = {}, pattern = null, card = null, waiting = 0, walked = "";

  function read() {
    const said = document.querySelector(".im-terms")?.dataset.terms || "{}";
    if (said === source) return;
    source = said;
    terms = JSON.parse(said);
    const names = Object.keys(terms).sort((one, other) => other.length - one.length);
    const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    pattern = names.length ? new RegExp(`\\b(${escaped.join("|")})\\b`, "g") : null;
  }

  function ranges(element) {
    const found = [], walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); pattern && node; node = walk.nextNode()) {
      for (const hit of node.data.matchAll(pattern)) {
        const range = new Range();
        range.setStart(node, hit.index);
        range.setEnd(node, hit.index + hit[0].length);
        found.push(range);
      }
    }
    return found;
  }

  function mark() {
    waiting = 0;
    read();
    marks?.clear();
    if (marks) for (const element of document.querySelectorAll(WHERE)) for (const range of ranges(element)) marks.add(range);
  }

  function at(event) {
    const element = event.target.closest?.(WHERE);
    if (!element || !pattern) return null;
    return ranges(element).find((range) => [...range.getClientRects()].some((place) =>
      event.clientX >= place.left - 2 && event.clientX <= place.right + 2 && event.clientY >= place.top - 4 && event.clientY <= place.bottom + 4));
  }

  // The first place of each word that can be seen, or scrolled to.
  function words() {
    const found = new Map();
    for (const element of document.querySelectorAll(WHERE)) {
      if (!element.checkVisibility()) continue;
      for (const range of ranges(element)) if (!found.has(range.toString())) found.set(range.toString(), range);
    }
    return found;
  }

  function walk() {
    const found = words(), names = [...found.keys()];
    walked = names[(names.indexOf(walked) + 1) % names.length] || "";
    if (!walked) return tell(null);
    found.get(walked).startContainer.parentElement.scrollIntoView({ block: "nearest" });
    tell(found.get(walked));
  }

  function tell(range) {
    card?.remove();
    card = null;
    said.textContent = "";
    if (!range) return;
    const name = range.toString(), place = range.getBoundingClientRect();
    card = document.createElement("div");
    card.className = "im-term-card";
    said.textContent = `${name}: ${terms[name]}.`;
    card.append(Object.assign(document.createElement("b"), { textContent: name }), `: ${terms[name]}.`);
    document.body.append(card);
    card.style.left = `${Math.max(8, Math.min(place.left, innerWidth - card.offsetWidth - 8))}px`;
    const under = place.bottom + 6;
    card.style.top = `${under + card.offsetHeight > innerHeight ? place.top - card.offsetHeight - 6 : under}px`;
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.append(said);
    const reads = ({ target }) => !target.closest?.(".im-clocks"); // which change every second, and explain nothing
    new MutationObserver((changes) => { if (changes.some(reads)) waiting ||= setTimeout(mark, 150); }).observe(document.body, {
      childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["data-terms"],
    });
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    const range = at(event);
    if (range || card) tell(range);
  });
  document.addEventListener("click", (event) => (event.target.closest?.(".im-next-word") ? walk() : (walked = "", tell(at(event)))));
  document.addEventListener("keydown", (event) => event.key === "Escape" && tell(null));
  document.addEventListener("scroll", () => card && tell(walked ? words().get(walked) : null), true);
})();
