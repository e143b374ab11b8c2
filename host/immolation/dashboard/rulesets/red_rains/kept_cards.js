// What one browser keeps of its player's own cards, from game to game: the deck as it was typed, favourites, the last ten.
const KEPT = "immolation-cards";
const LAST = 10;

export default {
  template: `
    <div v-if="shown.length || offered" class="im-buttons im-kept-cards">
      <button v-if="offered" type="button" class="im-button im-action" @click="$emit('deck', kept.deck)">{{ words.deck }}</button>
      <span v-for="one in shown" :key="one.name" class="im-kept-card">
        <button type="button" class="im-button im-tell" @click="choose(one)">{{ one.name }} {{ one.attack }}/{{ one.life }}</button>
        <button type="button" class="im-button im-tell" :aria-pressed="String(one.starred)" :title="words.star"
                :aria-label="words.star + ': ' + one.name" @click="star(one)">{{ one.starred ? "★" : "☆" }}</button>
      </span>
    </div>`,
  props: {
    decked: { type: Boolean, default: false },
    known: { type: Array, default: () => [] },
    words: { type: Object, required: true },
  },
  data: () => ({ kept: { deck: "", favourites: [], last: [] } }),

  computed: {
    offered() {
      return !this.decked && this.kept.deck !== "";
    },
    shown() {
      const starred = this.kept.favourites.map((one) => ({ ...one, starred: true }));
      const names = new Set([...this.known, ...starred.map((one) => one.name)]);
      return [...starred, ...this.kept.last.filter((one) => !names.has(one.name))];
    },
  },

  mounted() {
    try {
      Object.assign(this.kept, JSON.parse(localStorage.getItem(KEPT)));
    } catch {
      /* nothing is kept here */
    }
  },

  methods: {
    keep(more) {
      Object.assign(this.kept, more);
      try {
        localStorage.setItem(KEPT, JSON.stringify(this.kept));
      } catch {
        /* until the page is closed */
      }
    },
    typed(deck) {
      this.keep({ deck });
    },
    deck() {
      return this.kept.deck;
    },
    entered(card) {
      if (card.name) this.keep({ last: [card, ...this.kept.last.filter((one) => one.name !== card.name)].slice(0, LAST) });
    },
    choose({ starred, ...card }) {
      this.entered(card);
      this.$emit("enter", card);
    },
    star({ starred, ...card }) {
      const others = this.kept.favourites.filter((one) => one.name !== card.name);
      this.keep({ favourites: starred ? others : [...others, card] });
    },
  },
};
