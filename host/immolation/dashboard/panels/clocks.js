// Owns the digits of clocks between two messages of the table; it knows how long is left, never what time it is.
export default {
  template: `
    <div class="im-clocks" role="timer">
      <div v-for="clock in clocks" :key="clock.owner + clock.kind" class="im-clock"
           :class="{ running: clock.running, late: left(clock) < 10000 && clock.running, main: clock.main }"
           :style="{ '--seat': clock.colour }">
        <span class="im-clock-name">{{ clock.name }}</span>
        <span class="im-clock-digits">{{ digits(left(clock)) }}</span>
        <span class="im-clock-bar"><i :style="{ width: share(clock) + '%' }"></i></span>
      </div>
    </div>`,
  props: { clocks: { type: Array, required: true }, stamp: { type: Number, required: true } },
  data: () => ({ now: performance.now(), heard: performance.now() }),
  watch: {
    stamp() {
      this.heard = performance.now();
      this.tick();
    },
  },
  mounted() {
    this.tick();
  },
  beforeUnmount() {
    clearTimeout(this.timer);
  },
  methods: {
    // Show what is left, and again when the next second of a running clock is over.
    tick() {
      this.now = performance.now();
      clearTimeout(this.timer);
      const left = this.clocks.filter((clock) => clock.running).map(this.left).filter(Boolean);
      if (left.length) this.timer = setTimeout(this.tick, Math.min(...left.map((ms) => ms % 1000)) + 2);
    },

    left(clock) {
      return Math.max(0, clock.left - (clock.running ? this.now - this.heard : 0));
    },
    share(clock) {
      return clock.total > 0 ? Math.min(100, (100 * this.left(clock)) / clock.total) : 0;
    },
    digits(ms) {
      const seconds = Math.ceil(ms / 1000);
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    },
  },
};
