// Owns the drawn board in one browser: its canvases, and the fingers, mouse and keys on it. Knows tiles, not rules.
import { LightField, Frame, drawBurned, drawMarks, drawMiniature, drawPiece, drawSurround, drawTrail, slidesBetween, spread } from "immolation-drawing";

const PAUSE_MS = 20; // after a picture; with the wait for the screen 30 a second: fire looks alive and a phone stays cool
const CALM_MS = 200; // the same where motion is unwelcome, and only for what has changed
const SILENT_MS = 1000 * LightField.FRESH + 100; // after a board's last picture: then the page plays the scene itself
const DRAG_POINTS = 7; // a finger that moves less than this has tapped
const PENDING_MS = 2500; // how long a dropped miniature is drawn where it was dropped before the sensors have told

const KEYS = { ArrowUp: -10, ArrowDown: 10, ArrowLeft: -1, ArrowRight: 1 };

export default {
  template: `
    <div class="im-board" ref="root" role="application" tabindex="0" :aria-label="model.summary"
         @keydown="key" @focus="focusBoard" @blur="hand.cursor = null">
      <canvas ref="glow" aria-hidden="true"></canvas>
      <canvas ref="top" aria-hidden="true"></canvas>
      <div class="im-said" aria-live="polite">{{ said }}</div>
    </div>`,
  props: { model: { type: Object, required: true }, words: { type: Object, required: true } },
  emits: ["hand"],
  data: () => ({ said: "" }),

  created() {
    this.hand = { held: null, hover: null, cursor: null, pressed: null };
    this.press = null;
    this.pointer = null;
    this.pending = null;
    this.frames = 0;
    this.slides = new Map(); // name@tile of what is on its way there
    this.trail = null; // the way of the miniature that moved last: [from, to]
    this.burned = []; // tiles on which the fire has just taken something
  },

  mounted() {
    this.field = new LightField();
    this.surround = document.createElement("canvas");
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    this.field.setScene(this.model.layers, 0);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.$refs.root);
    const top = this.$refs.top;
    top.addEventListener("pointerdown", this.down);
    top.addEventListener("pointermove", this.move);
    top.addEventListener("pointerup", this.up);
    top.addEventListener("pointercancel", this.cancel);
    top.addEventListener("pointerleave", () => (this.hand.hover = null));
    // A finger on something that can be moved moves that, not the page.
    top.addEventListener("touchstart", (event) => this.touches(event) && event.preventDefault(), { passive: false });
    this.resize();
    this.alive = true;
    this.calm.addEventListener("change", this.wake);
    this.wake();
    this.connectLights();
  },

  beforeUnmount() {
    this.alive = false;
    this.watcher.disconnect();
    this.calm.removeEventListener("change", this.wake);
    for (const timer of [this.next, this.silence, this.retry]) clearTimeout(timer);
    this.socket?.close();
  },

  watch: {
    model(now, before) {
      if (now.past !== before.past) this.trail = null, this.burned = [];
      else this.follow(now, before);
      if (now.past) this.field.pixels = null; // what the board shows is of now
      if (JSON.stringify(now.layers) !== JSON.stringify(before.layers)) this.field.setScene(now.layers, this.seconds());
      if (JSON.stringify(now.edges) !== JSON.stringify(before.edges)) this.resize();
      if (this.pending && now.pieces.some((piece) => piece.sensed && piece.at === this.pending.to && !piece.ghost)) this.pending = null;
      if (this.hand.held !== null && !this.miniature(this.hand.held)) this.hand.held = null;
      this.hand.pressed = null; // the host has answered
      const { cursor } = this.hand; // who listens hears what changes under the cursor
      if (cursor !== null && this.said === this.describe(cursor, before)) this.said = this.describe(cursor, now);
      this.wake();
    },
  },

  methods: {
    seconds: () => performance.now() / 1000,

    // --- the lights of a virtual board: on credit, over a socket that forgets what was missed -----------------
    connectLights() {
      if (!this.alive) return;
      if (!window.clientId) return void (this.retry = setTimeout(this.connectLights, 50)); // not shaken hands yet
      const at = new URL("lights", document.baseURI);
      at.protocol = at.protocol.replace("http", "ws");
      at.searchParams.set("client", window.clientId);
      const socket = (this.socket = new WebSocket(at));
      socket.binaryType = "arraybuffer";
      socket.onmessage = (event) => {
        this.waiting = new Uint8Array(event.data);
        this.owing = (this.owing || 0) + 1;
        this.next ??= setTimeout(this.wake, CALM_MS);
        clearTimeout(this.silence);
        this.silence = setTimeout(this.wake, SILENT_MS);
      };
      socket.onclose = () => {
        this.owing = 0;
        if (this.alive) this.retry = setTimeout(this.connectLights, 1500);
      };
    },

    takeFrame() {
      if (!this.waiting) return;
      if (!this.model.past) this.field.setPixels(this.waiting, this.seconds());
      this.waiting = null;
      // Acknowledged when drawn, so a browser that draws slowly is sent less.
      for (; this.owing > 0; this.owing--) {
        this.frames += 1;
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send("1");
      }
      this.$refs.root.dataset.frames = this.frames;
    },

    // --- what moved: it slides there, and its way stays marked ------------------------------------------------
    follow(now, before) {
      const { moved, burned } = slidesBetween(before, now);
      if (!moved.length && !burned.length) return;
      const minis = moved.filter(({ piece }) => piece.sensed);
      this.trail = minis.length === 1 ? [minis[0].from, minis[0].to] : null;
      this.burned = burned;
      const began = performance.now(), ms = Math.min(600, Math.max(180, now.pace * 0.6)), slides = new Map();
      for (const { name, piece, from, to } of moved) {
        const carried = this.pending?.to === to && piece.sensed; // by this hand, which needs no telling
        const start = this.slides.has(`${name}@${from}`) ? this.whereNow(`${name}@${from}`) : this.frame?.corner(from);
        if (!this.calm.matches && !carried && start) slides.set(`${name}@${to}`, { start, to, began, ms });
      }
      for (const [key, slide] of this.slides) if (now.pieces.some((piece) => `${piece.owner}/${piece.kind}/${piece.label}@${piece.at}` === key)) slides.set(key, slide);
      this.slides = slides;
      Object.assign(this.$refs.root.dataset, { moved: moved.map(({ from, to }) => `${from}>${to}`).join(" "), slid: Number(this.$refs.root.dataset.slid || 0) + slides.size, burned: burned.join(" ") });
    },

    // The corner of a tile's square at which something on its way is at this moment.
    whereNow(key) {
      const { start, to, began, ms } = this.slides.get(key), end = this.frame.corner(to);
      const left = (1 - Math.min(1, (performance.now() - began) / ms)) ** 3; // fast at first, then it settles
      if (!left) this.slides.delete(key);
      return end.map((value, axis) => value + (start[axis] - value) * left);
    },

    cornerOf(piece, tile) {
      const key = `${piece.owner}/${piece.kind}/${piece.label}@${tile}`;
      return this.slides.has(key) ? this.whereNow(key) : this.frame.corner(tile);
    },

    // --- drawing -----------------------------------------------------------------------------------------------
    resize() {
      const width = this.$refs.root.clientWidth;
      if (!width) return;
      const scale = Math.min(2, window.devicePixelRatio || 1);
      for (const canvas of [this.$refs.glow, this.$refs.top, this.surround]) {
        canvas.width = canvas.height = Math.round(width * scale);
        canvas.getContext("2d").setTransform(scale, 0, 0, scale, 0, 0);
      }
      this.frame = new Frame(width);
      drawSurround(this.surround.getContext("2d"), this.frame, this.model.edges);
      this.wake();
    },

    // Draw in the screen's next frame; until it is asked again, or the pause is over, nothing runs here.
    wake() {
      this.asked ||= requestAnimationFrame(this.tick);
    },

    tick(now) {
      this.asked = null;
      if (!this.alive || !this.frame) return;
      clearTimeout(this.next);
      const calm = this.calm.matches;
      this.next = calm && !this.field.counts() ? null : setTimeout(this.wake, calm ? CALM_MS : PAUSE_MS);
      this.takeFrame();
      this.draw(calm ? 2.1 : now / 1000, now / 1000);
    },

    draw(seconds, realSeconds) {
      const { frame } = this;
      const glow = this.$refs.glow.getContext("2d");
      glow.clearRect(0, 0, frame.size, frame.size);
      this.field.draw(glow, frame.margin, frame.margin, frame.side, seconds, realSeconds);
      glow.drawImage(this.surround, 0, 0, frame.size, frame.size);
      this.field.drawBloom(glow, frame.margin, frame.margin, frame.side, 0.16);
      const top = this.$refs.top.getContext("2d");
      top.clearRect(0, 0, frame.size, frame.size);
      drawBurned(top, frame, this.burned);
      if (this.trail) drawTrail(top, frame, ...this.trail);
      this.drawPieces(top);
      drawMarks(top, frame, this.model, this.hand, seconds);
      this.drawHeld(top);
      this.$refs.root.dataset.lights = this.field.real(realSeconds) ? "pixels" : "scene";
    },

    places() {
      const tiles = new Map();
      for (const piece of this.model.pieces) {
        if (piece.at === null) continue;
        const at = piece.sensed && this.pending && this.pending.from === piece.at && performance.now() < this.pending.until ? this.pending.to : piece.at;
        if (at === null) continue;
        if (!tiles.has(at)) tiles.set(at, { minis: [], things: [] });
        tiles.get(at)[piece.sensed ? "minis" : "things"].push(piece);
      }
      return tiles;
    },

    drawPieces(context) {
      const { frame, model } = this;
      for (const [tile, { minis, things }] of this.places()) {
        if (!minis.length) this.drawThings(context, tile, things, false);
        for (const piece of minis) {
          const [left, top] = this.cornerOf(piece, tile);
          const held = this.hand.held === piece.at;
          if (held && this.press?.dragging) {
            drawMiniature(context, left + frame.tile / 2, top + frame.tile / 2, frame.tile * 0.34, piece, { ghost: true });
            continue;
          }
          const lift = held ? -frame.tile * 0.09 : 0;
          const look = { ghost: piece.ghost && !held, lifted: held, mine: model.mine.includes(piece.owner) };
          drawMiniature(context, left + frame.tile / 2, top + frame.tile * 0.55 + lift, frame.tile * (held ? 0.36 : 0.33), piece, look);
        }
        if (minis.length) this.drawThings(context, tile, things, true);
      }
    },

    drawThings(context, tile, things, covered) {
      const side = this.frame.tile;
      spread(things.length, covered).forEach(([x, y, r], at) => {
        const [left, top] = this.cornerOf(things[at], tile);
        drawPiece(context, left + x * side, top + y * side, r * side, things[at]);
      });
    },

    drawHeld(context) {
      if (!this.press?.dragging || !this.pointer) return;
      const piece = this.miniature(this.press.tile);
      if (piece) drawMiniature(context, this.pointer[0], this.pointer[1] - this.frame.tile * 0.3, this.frame.tile * 0.4, piece, { lifted: true });
    },

    // --- hands -------------------------------------------------------------------------------------------------
    miniature(tile) {
      return this.model.pieces.find((piece) => piece.sensed && piece.at === tile) || null;
    },

    draggable(tile) {
      const piece = this.miniature(tile);
      return piece && piece.movable && !piece.ghost ? piece : null;
    },

    touchable(tile) {
      return this.model.targets.includes(tile) || this.model.choices.some((choice) => choice.tile === tile);
    },

    point(event) {
      const box = this.$refs.top.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    },

    touches(event) {
      const tile = event.touches.length === 1 ? this.frame.at(...this.point(event.touches[0])) : null;
      return tile !== null && (this.hand.held !== null || this.draggable(tile) || this.touchable(tile));
    },

    down(event) {
      if (event.button > 0) return;
      const at = this.point(event), tile = this.frame.at(...at);
      this.hand.cursor = null;
      this.press = { tile, at, dragging: false, can: tile !== null && this.hand.held === null && this.draggable(tile) !== null };
      this.pointer = at;
      this.$refs.top.setPointerCapture(event.pointerId);
    },

    move(event) {
      const at = this.point(event);
      this.hand.hover = this.frame.at(...at);
      this.wake();
      const { press } = this;
      const tile = this.hand.hover;
      this.$refs.top.style.cursor = press?.dragging ? "grabbing" : tile !== null && this.draggable(tile) ? "grab" : tile !== null && this.touchable(tile) ? "pointer" : "default";
      if (!press) return;
      this.pointer = at;
      if (press.can && !press.dragging && Math.hypot(at[0] - press.at[0], at[1] - press.at[1]) > DRAG_POINTS) {
        press.dragging = true;
        this.lift(press.tile);
      }
    },

    up(event) {
      const { press } = this;
      this.press = null;
      this.wake();
      if (!press) return;
      const tile = this.frame.at(...this.point(event));
      if (press.dragging) this.drop(tile);
      else if (tile !== null && tile === press.tile) this.tap(tile);
      else if (this.hand.held !== null) this.drop(this.hand.held);
    },

    cancel() {
      const { press } = this;
      this.press = null;
      if (press?.dragging) this.drop(press.tile);
    },

    tap(tile) {
      if (this.hand.held !== null) this.drop(tile);
      else if (!this.touchable(tile) && this.draggable(tile)) this.lift(tile);
      else this.touch(tile);
    },

    touch(tile) {
      this.hand.pressed = tile; // seen in the next frame, whatever the host does
      this.wake();
      dispatchEvent(new Event("im-touched"));
      addEventListener("im-answered", () => { this.hand.pressed = null; this.wake(); }, { once: true });
      this.$emit("hand", { kind: "tap", tile });
    },

    lift(tile) {
      this.hand.held = tile;
      this.said = this.fill("lifted", { label: this.draggable(tile).label, tile });
      this.$emit("hand", { kind: "lift", tile });
    },

    drop(tile) {
      const from = this.hand.held;
      this.hand.held = null;
      if (from === null) return;
      this.pending = { from, to: tile, until: performance.now() + PENDING_MS };
      setTimeout(this.wake, PENDING_MS);
      this.$emit("hand", { kind: "drop", tile, from });
    },

    // --- keys --------------------------------------------------------------------------------------------------
    focusBoard() {
      if (this.$refs.root.matches(":focus-visible") && this.hand.cursor === null) this.go(this.model.home ?? 44);
    },

    key(event) {
      if (event.key in KEYS) {
        event.preventDefault();
        const step = KEYS[event.key], from = this.hand.cursor ?? this.model.home ?? 44, to = from + step;
        const wraps = Math.abs(step) === 1 && Math.floor(to / 10) !== Math.floor(from / 10);
        if (to >= 0 && to < 100 && !wraps) this.go(to);
      } else if ((event.key === "Enter" || event.key === " ") && this.hand.cursor !== null) {
        event.preventDefault();
        this.tap(this.hand.cursor);
      } else if (event.key === "Escape" && this.hand.held !== null) {
        this.drop(this.hand.held);
      } else if (/^[0-6]$/.test(event.key) && !event.repeat) {
        document.querySelector(`[data-button="${event.key}"]`)?.click();
      }
      this.wake();
    },

    go(tile) {
      this.hand.cursor = tile;
      this.hand.hover = tile;
      this.said = this.describe(tile, this.model);
    },

    describe(tile, model) {
      const here = model.pieces.filter((piece) => piece.at === tile).map((piece) => piece.label);
      if (model.targets.includes(tile)) here.push(this.words.choosable);
      for (const kind of ["faulty", "off"]) if (model[kind].includes(tile)) here.push(this.words[kind]);
      if (model.tested) here.push(this.words[model.tested.includes(tile) ? "answered" : "silent"]);
      return this.fill("tile", { tile: String(tile).padStart(2, "0"), here: here.join(", ") || this.words.empty });
    },

    fill(name, values) {
      return this.words[name].replace(/\{(\w+)\}/g, (_, hole) => values[hole]);
    },
  },
};
