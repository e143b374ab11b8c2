// Listens for one sentence where the browser recognises speech, and gives it to the page. Not there in other browsers.
export default {
  template: `
    <button v-if="can" type="button" class="im-button im-action im-quiet im-short" :aria-pressed="String(on)"
            :title="words.hint" @click="toggle">{{ on ? words.on : words.off }}</button>`,
  props: { words: { type: Object, required: true } },
  data: () => ({ can: "SpeechRecognition" in window || "webkitSpeechRecognition" in window, on: false }),

  unmounted() {
    this.ear?.abort();
  },

  methods: {
    toggle() {
      if (this.on) {
        this.ear.stop();
        return;
      }
      const ear = (this.ear = new (window.SpeechRecognition || window.webkitSpeechRecognition)());
      ear.lang = "en"; // the grammar of the table is English
      ear.onresult = (event) => this.$emit("heard", event.results[0][0].transcript);
      ear.onerror = (event) => this.$emit("failed", event.error);
      ear.onend = () => (this.on = false);
      try {
        ear.start();
        this.on = true;
      } catch {
        this.$emit("failed", "busy");
      }
    },
  },
};
