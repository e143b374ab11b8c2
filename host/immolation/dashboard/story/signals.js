// Owns what one browser sounds, says, shakes and notifies, whether it keeps its screen awake, and what of it its player
// has switched off.
const KEPT = "immolation-signals";
const LOUDNESS = 0.16;

// Frequency in Hz, begin and length in seconds; a bell for me, a tap for a window, a low fall for a wound.
const TONES = {
  turn: [[587, 0, 0.16], [880, 0.15, 0.34]],
  window: [[740, 0, 0.14]],
  wound: [[196, 0, 0.26], [131, 0.18, 0.4]],
  moment: [[110, 0, 0.5], [165, 0.08, 0.42]],
  end: [[523, 0, 0.2], [659, 0.18, 0.2], [784, 0.36, 0.2], [1047, 0.54, 0.6]],
};
const SHAKES = { turn: [60, 60, 120], window: [50], wound: [180], moment: [30], end: [80, 60, 80, 60, 200] };

export default {
  template: `
    <div class="im-signals" ref="root">
      <button v-for="one in switches" :key="one.name" type="button" class="im-button im-signal" :data-signal="one.name"
              :aria-pressed="String(one.on)" :disabled="one.barred" :title="words[one.hint]" @click="one.press">
        {{ words[one.name] }}: {{ words[one.barred ? "barred" : one.on ? "on" : "off"] }}</button>
    </div>`,
  props: {
    cue: { type: Object, required: true },
    waiting: { type: Boolean, default: false },
    said: { type: Array, required: true },
    words: { type: Object, required: true },
  },
  data: () => ({
    kept: { sound: true, speech: false, notify: false, awake: true },
    permission: "",
    heard: 0, // number of the newest announcement
    canSpeak: "speechSynthesis" in window,
    canWake: "wakeLock" in navigator,
  }),

  computed: {
    notifies() {
      return this.kept.notify && this.permission === "granted";
    },

    switches() {
      const { kept, permission } = this, barred = permission === "denied", found = [];
      const kind = (name) => found.push({ name, on: kept[name], hint: `${name}_hint`, press: () => this.toggle(name) });
      kind("sound");
      if (this.canSpeak) kind("speech");
      if (this.canWake) kind("awake");
      if (permission) found.push({ name: "notify", on: this.notifies, barred, hint: barred ? "barred_hint" : "notify_hint", press: this.ask });
      return found;
    },
  },

  created() {
    try {
      Object.assign(this.kept, JSON.parse(localStorage.getItem(KEPT) || "{}"));
    } catch {
      // what cannot be read is as it was at first
    }
    if ("Notification" in window && window.isSecureContext) this.permission = Notification.permission;
    this.title = document.title;
  },

  mounted() {
    // A browser lets a page sound only after a touch, and so the first one opens it.
    this.touched = () => this.kept.sound && this.audio();
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, this.touched, { passive: true });
    this.retitle();
    document.addEventListener("visibilitychange", this.wake); // out of sight the browser lets the screen sleep
    this.wake();
    if (this.cue.kind) this.play(this.cue);
  },

  beforeUnmount() {
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, this.touched);
    document.removeEventListener("visibilitychange", this.wake);
    this.awake?.then((lock) => lock?.release());
  },

  watch: {
    cue(now, before) {
      if (now.id !== before.id) this.play(now);
    },
    waiting() {
      this.retitle();
      this.wake();
    },
    said(now) {
      for (const one of now.filter(({ id }) => id > this.heard)) {
        this.heard = one.id;
        if (this.kept.speech && this.canSpeak) this.speak(one);
      }
    },
  },

  methods: {
    keep() {
      try {
        localStorage.setItem(KEPT, JSON.stringify(this.kept));
      } catch {
        // a browser that keeps nothing begins anew next time
      }
    },

    toggle(what) {
      this.kept[what] = !this.kept[what];
      this.keep();
      if (what === "sound" && this.kept.sound) this.sound("window");
      if (what === "speech") this.kept.speech ? this.speak({ text: this.words.speaks, lang: document.documentElement.lang }) : speechSynthesis.cancel();
      if (what === "awake") this.wake();
    },

    async ask() {
      if (this.permission === "default") this.permission = await Notification.requestPermission();
      this.kept.notify = this.permission === "granted" && !this.kept.notify;
      this.keep();
    },

    retitle() {
      document.title = this.waiting ? `● ${this.words.turn} – ${this.title}` : this.title;
    },

    // Keep the screen awake while this player is waited for, and no longer.
    async wake() {
      const wanted = this.canWake && this.kept.awake && this.waiting && !document.hidden;
      if (!wanted) {
        const before = this.awake;
        this.awake = null;
        (await before)?.release();
      } else if (!this.awake || (await this.awake)?.released) {
        this.awake = navigator.wakeLock.request("screen").catch(() => null); // a device that saves its battery says no
      }
      const lock = await this.awake;
      if (this.$refs.root) this.$refs.root.dataset.awake = String(Boolean(lock));
    },

    play({ kind, text }) {
      this.$refs.root.dataset.cue = kind;
      if (this.kept.sound) this.sound(kind);
      if (this.kept.sound && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKES[kind] || []);
      if (document.hidden && this.notifies && text && ["turn", "window", "end"].includes(kind)) this.notify(text);
    },

    audio() {
      if (!this.context && window.AudioContext) this.context = new AudioContext();
      if (this.context?.state === "suspended") this.context.resume();
      return this.context;
    },

    sound(kind) {
      if (!navigator.userActivation?.hasBeenActive || !this.audio()) return;
      const { context } = this;
      for (const [pitch, begin, length] of TONES[kind] || []) {
        const at = context.currentTime + begin, tone = context.createOscillator(), loudness = context.createGain();
        tone.type = "triangle";
        tone.frequency.value = pitch;
        loudness.gain.setValueAtTime(0, at);
        loudness.gain.linearRampToValueAtTime(LOUDNESS, at + 0.015);
        loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
        tone.connect(loudness).connect(context.destination);
        tone.start(at);
        tone.stop(at + length + 0.05);
      }
    },

    speak({ text, lang }) {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = lang || "en";
      speechSynthesis.speak(words);
    },

    async notify(text) {
      const about = { body: text, tag: "immolation-turn" };
      const worker = await navigator.serviceWorker?.getRegistration();
      try {
        if (worker) await worker.showNotification("Immolation", about);
        else new Notification("Immolation", about).onclick = () => window.focus();
      } catch {
        this.permission = ""; // a browser that notifies through workers alone, and there is none
      }
    },
  },
};
