// Owns dice while they tumble and after they have landed; which faces they show was decided before they moved.
const TUMBLE_MS = 900; // long enough to be seen falling, short enough that nobody waits for it
const FACE_MS = 80;
const SHOWN_MS = 4500; // then they are picked up; what they showed is in the log

const MARKS = { power: "✸", class: "◈", basic: "•", burns: "✸", cold: "•", top: "▲", right: "▶", bottom: "▼", left: "◀" };
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

export default {
  template: `
    <div class="im-throw" role="status" :aria-label="label">
      <div v-for="roll in shown" :key="roll.n" class="im-roll" :class="{ landed: !falling(roll) }">
        <div class="im-roll-dice">
          <span v-for="(die, at) in roll.dice" :key="at" class="im-die" :class="die.shape" :data-face="die.face"
                role="img" :aria-label="die.said" :style="{ '--turn': turn(at) }">
            <template v-if="die.shape === 'd6' && pips(face(roll, die, at)).length">
              <i v-for="pip in pips(face(roll, die, at))" class="im-pip" :style="place(pip)"></i>
            </template>
            <b v-else>{{ marks[face(roll, die, at)] || face(roll, die, at) }}</b>
          </span>
        </div>
        <div class="im-roll-said">{{ falling(roll) ? "" : roll.said }}</div>
      </div>
    </div>`,
  props: { rolls: { type: Array, required: true }, tumble: { type: Boolean, default: true }, label: { type: String, required: true } },
  data: () => ({ now: 0, began: {}, marks: MARKS }),

  mounted() {
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  },
  beforeUnmount() {
    clearInterval(this.timer);
  },

  watch: {
    rolls(rolls) {
      this.now = performance.now();
      const still = !this.tumble || this.calm.matches || document.hidden;
      this.began = Object.fromEntries(rolls.map(({ n }) => [n, this.began[n] ?? (still ? this.now - TUMBLE_MS : this.now)]));
      clearInterval(this.timer);
      this.timer = setInterval(this.tick, FACE_MS);
    },
  },

  computed: {
    shown() {
      return this.rolls.filter(({ n }) => n in this.began && this.now - this.began[n] < TUMBLE_MS + SHOWN_MS);
    },
  },

  methods: {
    tick() {
      this.now = performance.now();
      if (!this.shown.length) clearInterval(this.timer);
    },
    falling(roll) {
      return this.now - this.began[roll.n] < TUMBLE_MS;
    },
    face(roll, die, at) {
      if (!this.falling(roll) || !die.faces.length) return die.face;
      return die.faces[(Math.floor(this.now / FACE_MS) * 7 + at * 3 + roll.n) % die.faces.length];
    },
    pips: (face) => PIPS[face] || [],
    place: (pip) => ({ gridColumn: ((pip - 1) % 3) + 1, gridRow: Math.floor((pip - 1) / 3) + 1 }),
    turn: (at) => `${(at % 2 ? -1 : 1) * (520 + at * 40)}deg`,
  },
};
