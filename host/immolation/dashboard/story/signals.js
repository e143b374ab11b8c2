// Owns what one browser sounds, says, shakes and notifies, and what of it its player has switched off.
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
      <button type="button" class="im-button im-signal" :aria-pressed="String(kept.sound)" @click="toggle('sound')"
              title="A tone when it is your turn, for a window, a wound, a wall and the end">Sound: {{ kept.sound ? "on" : "off" }}</button>
      <button v-if="canSpeak" type="button" class="im-button im-signal" :aria-pressed="String(kept.speech)" @click="toggle('speech')"
              title="Says aloud whose turn it is, so that nobody has to look here">Speech: {{ kept.speech ? "on" : "off" }}</button>
      <button v-if="permission !== ''" type="button" class="im-button im-signal" :aria-pressed="String(notifies)" @click="ask"
              :disabled="permission === 'denied'"
              :title="permission === 'denied' ? 'Your browser was told not to notify for this page; allow it in its settings' : 'Tells you when it is your turn while this page is out of sight'">
        Notify me: {{ permission === "denied" ? "not allowed" : notifies ? "on" : "off" }}</button>
    </div>`,
  props: { cue: { type: Object, required: true }, waiting: { type: Boolean, default: false }, said: { type: Object, required: true } },
  data: () => ({ kept: { sound: true, speech: false, notify: false }, permission: "", canSpeak: "speechSynthesis" in window }),

  computed: {
    notifies() {
      return this.kept.notify && this.permission === "granted";
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
    if (this.cue.kind) this.play(this.cue);
  },

  beforeUnmount() {
    for (const kind of ["pointerdown", "keydown"]) document.removeEventListener(kind, this.touched);
  },

  watch: {
    cue(now, before) {
      if (now.id !== before.id) this.play(now);
    },
    waiting() {
      this.retitle();
    },
    said(now, before) {
      if (now.id !== before.id && this.kept.speech) this.speak(now);
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
      if (what === "speech") this.kept.speech ? this.speak({ text: "Speech is on.", lang: "en" }) : speechSynthesis.cancel();
    },

    async ask() {
      if (this.permission === "default") this.permission = await Notification.requestPermission();
      this.kept.notify = this.permission === "granted" && !this.kept.notify;
      this.keep();
    },

    retitle() {
      document.title = this.waiting ? `● Your turn – ${this.title}` : this.title;
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
