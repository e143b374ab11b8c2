// Plays games of Ascended Kings' arena track, bots against bots, some thousands a second: `make learn`.
//
// It knows what can happen among bots, who say nothing of mats and cards: no early returns, levels, supplies or cards.
// tests/bots/test_arena_games.py plays its games again by the rules engine, action by action, and compares the numbers
// of every choice with those that bots see. Rule ids stand where the engine's source has them.
//
//   arena_games learn POLICY VALUE GAMES SEED OUT FACTS   games of learners and other bots, as rows to learn from
//   arena_games compare POLICY GAMES SEED                 how often seats with the network win against greedy ones
//   arena_games room POLICY GAMES SEED IMAGINED           what a seat would win beyond that by following its choices
//                                                         in so many imagined games
//   arena_games trace POLICY SEATS SEED                   one game, a line an action; of learners also the numbers
//
// POLICY and VALUE are networks as scripts/learn_arena.py writes them.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

using Mask = unsigned __int128;  // a set of tiles: bit t stands for tile t

constexpr int SIDE = 10, COUNT = 100, SEATS = 4, FAR = 20, OFF = -1;
constexpr int IN_BOX = -1, ON_TILE = -2, GONE = -3;  // the Ascended Die, where no seat holds it
constexpr int LETHAL = 3;                            // wounds that kill at level 1
constexpr int TOP = 0, RIGHT = 1, BOTTOM = 2, LEFT = 3;
enum Icon { FIRE, YLEM, PYRE, PYRE2, YLEM_DIRE };
constexpr Icon FRONT[12] = {FIRE, YLEM, PYRE, FIRE, YLEM, PYRE, FIRE, YLEM, PYRE, FIRE, YLEM, PYRE};
constexpr Icon BACK[12] = {FIRE, YLEM, PYRE2, FIRE, YLEM_DIRE, PYRE, FIRE, YLEM, PYRE2, FIRE, YLEM_DIRE, PYRE};

Mask ADJACENT[COUNT], SURROUNDING[COUNT], ROW[SIDE], COLUMN[SIDE], WITHIN[COUNT][SIDE], EVERY;
int KING[COUNT][COUNT], STRAIGHT[COUNT][COUNT], OMEGA_TILE[COUNT];  // distances, and where a roll puts the stone

Mask bit(int tile) { return static_cast<Mask>(1) << tile; }
bool in(Mask mask, int tile) { return mask >> tile & 1; }
int lowest(Mask mask) {
    auto low = static_cast<uint64_t>(mask);
    return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<uint64_t>(mask >> 64));
}
int size(Mask mask) {
    return __builtin_popcountll(static_cast<uint64_t>(mask)) + __builtin_popcountll(static_cast<uint64_t>(mask >> 64));
}
bool from_start(int edge) { return edge == TOP || edge == LEFT; }
Mask line_mask(int edge, int line) { return edge == TOP || edge == BOTTOM ? ROW[line] : COLUMN[line]; }
int first_line(int edge) { return from_start(edge) ? 0 : SIDE - 1; }
int next_line(int edge, int line) { return line == OFF ? first_line(edge) : from_start(edge) ? line + 1 : line - 1; }

constexpr int OMEGA_KORU = 25, STONE_KORU = 15, MOST_EXTRA = 18;
int EXTRA[24];                 // what modest mats add to Koru, each as likely (`arena_mat`)
double BEATS[MOST_EXTRA + 3];  // how often another adds less than -1, 0, 1 ...; as much counts half

void make_tables() {
    int many = 0;
    for (int done : {0, 1, 1, 2, 2, 3})
        for (int ylem = 0; ylem < 4; ylem++) EXTRA[many++] = 5 * done + ylem;
    for (int more = -1; more <= MOST_EXTRA + 1; more++)
        for (int extra : EXTRA) BEATS[more + 1] += ((extra < more) + (extra <= more)) / 48.0;
    EVERY = bit(COUNT) - 1;
    for (int tile = 0; tile < COUNT; tile++) ROW[tile / SIDE] |= bit(tile), COLUMN[tile % SIDE] |= bit(tile);
    for (int one = 0; one < COUNT; one++) {
        int row = one / SIDE, column = one % SIDE;
        for (int other = 0; other < COUNT; other++) {
            int rows = abs(row - other / SIDE), columns = abs(column - other % SIDE);
            KING[one][other] = std::max(rows, columns);
            STRAIGHT[one][other] = rows * rows + columns * columns;
            if (rows + columns == 1) ADJACENT[one] |= bit(other);
            if (KING[one][other] == 1) SURROUNDING[one] |= bit(other);
            for (int away = KING[one][other]; away < SIDE; away++) WITHIN[one][away] |= bit(other);
        }
        int away[4] = {row, SIDE - 1 - column, SIDE - 1 - row, column};
        int least = *std::min_element(away, away + 4), to_row = row, to_column = column;
        for (int edge = 0; edge < 4; edge++)
            if (away[edge] == least) (edge % 2 ? to_column : to_row) = first_line(edge);
        OMEGA_TILE[one] = SIDE * to_row + to_column;
    }
}

Mask grow(Mask mask) {
    Mask wide = mask | (mask & ~COLUMN[SIDE - 1]) << 1 | (mask & ~COLUMN[0]) >> 1;
    return (wide | wide << SIDE | wide >> SIDE) & EVERY;
}

// King moves to the nearest tile of a mask.
int distance(Mask mask, int tile) {
    if (mask && tile != OFF)
        for (int away = 0; away < SIDE; away++)
            if (mask & WITHIN[tile][away]) return away;
    return FAR;
}

struct Random {  // splitmix64
    uint64_t state;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15ull + 0x1234567) {}
    uint64_t next() {
        uint64_t z = state += 0x9E3779B97F4A7C15ull;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
    double share() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    int below(int count) { return static_cast<int>((next() >> 32) * static_cast<uint64_t>(count) >> 32); }
};

// --- the game --------------------------------------------------------------------------------------------

enum Phase { BEGIN, ACTIVE, TURN_OVER, RETURNS, PLACING, OVER };
enum Kind { END_TURN, STEP, BRIDGE, PYROKINESIS, KILL, PLACE };
constexpr const char *TAGS[] = {"end-turn", "step", "bridge", "pyrokinesis", "kill", "place"};
struct Action {
    Kind kind;
    int what;  // a tile, an edge or a seat
};

bool tracing = false;
template <typename... Values>
void trace(const char *format, Values... values) {
    if (tracing) printf(format, values...);
}

struct Pile {
    uint8_t count[COUNT];
    Mask mask;
    void add(int tile, int more) {
        count[tile] = static_cast<uint8_t>(count[tile] + more);
        mask = count[tile] ? mask | bit(tile) : mask & ~bit(tile);
    }
    int take(int tile) {
        int found = count[tile];
        add(tile, -found);
        return found;
    }
};

struct Game {
    int seats, turn, start, last, placing, named;  // `named`: where the dice, out of the fire, put who is placing
    Phase phase, after_placing;
    int tile[SEATS], stones[SEATS], wounds[SEATS], dead[SEATS], fallen;  // `dead`: seats in the order of death
    bool revenant[SEATS], owed[SEATS], war;                              // `owed`: of the dead, by place
    int line[4], omega, round, dial, event, aside, die, die_tile, steps;
    Pile bloodstones, ylem, pyre, dire;
    Mask strip, behind, fire, safe, occupied;
    double won[SEATS];
};

int seat_after(const Game &g, int seat) { return (seat + 1) % g.seats; }
Mask warm(const Game &g) { return (grow(g.strip) & g.safe) | g.strip; }
Mask closed(const Game &g, int seat) { return g.omega != OFF && !g.stones[seat] ? bit(g.omega) : 0; }

void find_walls(Game &g) {
    g.strip = g.behind = 0;
    for (int edge = 0; edge < 4; edge++) {
        if (g.line[edge] == OFF) continue;
        g.strip |= line_mask(edge, g.line[edge]);
        for (int line = first_line(edge); line != g.line[edge]; line = next_line(edge, line))
            g.behind |= line_mask(edge, line);
    }
    g.fire = g.strip | g.behind;
    g.safe = EVERY & ~g.fire;
}

void push_back(Game &g, int edge) {  // AK-ABIL-08
    g.line[edge] += from_start(edge) ? -1 : 1;
    find_walls(g);
}

// AK-PROX-01 to AK-PROX-04.
int proximity(const Game &g, int tile) {
    if (in(g.safe, tile)) return tile;
    int row = tile / SIDE, column = tile % SIDE;
    int first_row = g.line[TOP] + 1, last_row = (g.line[BOTTOM] == OFF ? SIDE : g.line[BOTTOM]) - 1;
    int first_column = g.line[LEFT] + 1, last_column = (g.line[RIGHT] == OFF ? SIDE : g.line[RIGHT]) - 1;
    int rows = row < first_row ? first_row - row : std::min(0, last_row - row);
    int columns = column < first_column ? first_column - column : std::min(0, last_column - column);
    if (!rows || !columns) return SIDE * (row + rows) + column + columns;
    int depth = std::max(abs(rows), abs(columns));
    row += rows > 0 ? depth : -depth;
    column += columns > 0 ? depth : -depth;
    if (first_row <= row && row <= last_row && first_column <= column && column <= last_column)
        return SIDE * row + column;
    int best = OFF;
    for (Mask safe = g.safe; safe; safe &= safe - 1) {
        int other = lowest(safe);
        bool nearer = best == OFF || KING[tile][other] < KING[tile][best] ||
                      (KING[tile][other] == KING[tile][best] && STRAIGHT[tile][other] < STRAIGHT[tile][best]);
        if (nearer) best = other;
    }
    return best;
}

int occupant(const Game &g, int tile) {
    for (int seat = 0; seat < g.seats; seat++)
        if (g.tile[seat] == tile) return seat;
    return OFF;
}

void claim(Game &g, int seat) {  // AK-GEM-05, AK-GEM-07
    int tile = g.tile[seat];
    g.stones[seat] += g.bloodstones.take(tile);
    if (g.die == ON_TILE && g.die_tile == tile) g.die = seat, g.die_tile = OFF;
}

// AK-DEATH-01 to AK-DEATH-06, in one moment.
void kill(Game &g, const std::vector<int> &seats) {
    std::vector<int> bodies;
    for (int seat : seats) {
        int promised = 0;
        for (int place = 0; place < g.fallen; place++) promised += g.owed[place];
        g.owed[g.fallen] = g.aside > promised;
        g.dead[g.fallen++] = seat;
        bodies.push_back(g.tile[seat]);
        g.occupied &= ~bit(g.tile[seat]);
        g.tile[seat] = OFF;
        g.wounds[seat] = 0;
    }
    for (size_t place = 0; place < seats.size(); place++) {
        int seat = seats[place], there = proximity(g, bodies[place]);
        if (!g.stones[seat] && g.die != seat) continue;
        g.bloodstones.add(there, g.stones[seat]);
        g.stones[seat] = 0;
        if (g.die == seat) g.die = ON_TILE, g.die_tile = there;
        int heir = occupant(g, there);
        if (heir != OFF) claim(g, heir);
    }
    for (int seat : seats)
        if (seat == g.turn && g.phase == ACTIVE) g.phase = TURN_OVER;  // AK-ACTIVE-08
}

struct Wounds {
    int of[SEATS] = {};
};

// AK-WOUND-02, AK-WOUND-05: bots die where the tally says so.
void deal(Game &g, const Wounds &wounds) {
    std::vector<int> died;
    for (int place = 0; place < g.seats; place++) {
        int seat = (g.start + place) % g.seats;
        g.wounds[seat] += wounds.of[seat];
        if (wounds.of[seat] && g.wounds[seat] >= LETHAL) died.push_back(seat);
    }
    if (!died.empty()) kill(g, died);
}

void deal_to(Game &g, int seat, int count) {
    Wounds wounds;
    wounds.of[seat] = count;
    if (count) deal(g, wounds);
}

int koru(const Game &g, int seat, int stones, bool stands) {  // what everybody sees
    return STONE_KORU * stones + 10 * (stands && !g.revenant[seat]);
}

int seen_koru(const Game &g, int seat, int taker) {
    return koru(g, seat, g.stones[seat], g.tile[seat] != OFF) + OMEGA_KORU * (seat == taker);
}

// What each seat wins on average over the mats that `finish` draws: it tells more of a game than one drawing.
void expect(Game &g, int taker) {
    constexpr int MOST = 160;
    double exactly[SEATS][MOST] = {}, below[SEATS][MOST + 1] = {};
    for (int seat = 0; seat < g.seats; seat++) {
        for (int extra : EXTRA) exactly[seat][seen_koru(g, seat, taker) + extra] += 1.0 / 24;
        for (int koru = 0; koru < MOST; koru++) below[seat][koru + 1] = below[seat][koru] + exactly[seat][koru];
    }
    for (int seat = 0; seat < g.seats; seat++)
        for (int koru = 0; koru < MOST; koru++) {
            if (!exactly[seat][koru]) continue;
            double tied[SEATS] = {exactly[seat][koru]};  // by how many others have as much, all else less
            for (int other = 0; other < g.seats; other++)
                if (other != seat)
                    for (int many = SEATS - 1; many >= 0; many--)
                        tied[many] =
                            tied[many] * below[other][koru] + (many ? tied[many - 1] * exactly[other][koru] : 0);
            for (int many = 0; many < SEATS; many++) g.won[seat] += tied[many] / (1 + many);
        }
}

// AK-SCORE-01 to AK-SCORE-05 with the modest mats of bots (`arena_mat`).
void finish(Game &g, int taker, Random &dice) {
    g.phase = OVER;
    std::fill(g.won, g.won + SEATS, 0.0);
    if (taker != OFF && g.stones[taker] == 4) {  // AK-WAR-11
        g.won[taker] = 1;
        return;
    }
    constexpr int TRANSMUTATIONS[6] = {0, 1, 1, 2, 2, 3};
    int koru[SEATS] = {}, hand[SEATS] = {}, most = 0, best = -1, winners = 0;
    if (!tracing) return expect(g, taker);
    for (int seat = 0; seat < g.seats; seat++) {
        int done = TRANSMUTATIONS[dice.below(6)], ylem = dice.below(4);
        trace("score p%d %d %d\n", seat + 1, done, ylem);
        koru[seat] = seen_koru(g, seat, taker) + 5 * done + ylem;
        most = std::max(most, koru[seat]);
    }
    if (std::count(std::begin(koru), std::end(koru), most) > 1)
        for (int seat = 0; seat < g.seats; seat++)
            if (koru[seat] == most) {
                int three, two, one;
                do three = dice.below(6), two = dice.below(6), one = dice.below(6);
                while (three + two + one > 5);
                trace("cards p%d %d %d %d\n", seat + 1, three, two, one);
                hand[seat] = 3 * three + 2 * two + one;
            }
    for (int seat = 0; seat < g.seats; seat++)
        if (koru[seat] == most) best = std::max(best, hand[seat]);
    for (int seat = 0; seat < g.seats; seat++) winners += koru[seat] == most && hand[seat] == best;
    for (int seat = 0; seat < g.seats; seat++)
        if (koru[seat] == most && hand[seat] == best) g.won[seat] = 1.0 / winners;
}

// Puts a miniature on a tile with all it takes there; returns Dire gems whose wounds are still to be dealt.
int move(Game &g, int seat, int tile, Random &dice) {
    if (g.tile[seat] != OFF) g.occupied &= ~bit(g.tile[seat]);
    g.tile[seat] = tile;
    g.occupied |= bit(tile);
    claim(g, seat);
    if (tile == g.omega) {
        finish(g, seat, dice);
        return 0;
    }
    g.ylem.take(tile);
    g.pyre.take(tile);
    return g.dire.take(tile);
}

int percentile(Random &dice) {
    int value = dice.below(COUNT);
    trace("roll-percentile chance %d\n", value);
    return value;
}

void spawn(Game &g, int ylem, int pyre, int dire, Random &dice) {  // AK-PROX-02, AK-PROX-05
    int tile = proximity(g, percentile(dice)), seat = occupant(g, tile);
    if (seat != OFF) return deal_to(g, seat, dire);
    g.ylem.add(tile, ylem);
    g.pyre.add(tile, pyre);
    g.dire.add(tile, dire);
}

Game new_game(int seats, Random &dice) {
    constexpr int TILES[3][SEATS] = {{14, 85}, {14, 48, 85}, {14, 48, 85, 51}}, ROUNDS[3] = {20, 15, 10};
    Game g = {};
    g.seats = seats;
    g.dial = ROUNDS[seats - 2];
    g.round = 1;
    g.aside = 4 - seats;
    g.die = IN_BOX;
    g.last = g.die_tile = g.omega = OFF;
    std::fill(g.line, g.line + 4, OFF);
    std::fill(g.tile, g.tile + SEATS, OFF);
    for (int seat = 0; seat < seats; seat++) {
        g.tile[seat] = TILES[seats - 2][seat];
        g.stones[seat] = 1;
        g.occupied |= bit(g.tile[seat]);
    }
    find_walls(g);
    g.event = 3 * dice.below(4);
    trace("turn-event-dial chance %d\n", g.event);
    int tile;
    do tile = percentile(dice);
    while (in(g.occupied, tile));
    g.ylem.add(tile, 1);
    g.phase = BEGIN;
    return g;
}

void start_war(Game &g, Random &dice) {  // AK-WAR-04 to AK-WAR-08
    g.war = true;
    std::fill(g.line, g.line + 4, OFF);
    find_walls(g);
    int tile;
    do tile = OMEGA_TILE[percentile(dice)];
    while (in(g.occupied, tile));
    g.omega = tile;
    g.turn = seat_after(g, g.last);
    g.phase = BEGIN;
}

bool united(const Game &g) { return std::count(g.stones, g.stones + g.seats, 4) > 0; }

bool deadlocked(const Game &g, int edge) {  // AK-FIRE-08 to AK-FIRE-13
    int line = next_line(edge, g.line[edge]), other = g.line[(edge + 2) % 4];
    if (line < 0 || line >= SIDE) return true;
    if (other == OFF && from_start(edge)) other = SIDE;
    return abs(other - line) - 1 < 3 || (g.bloodstones.mask & line_mask(edge, line));
}

void end_round(Game &g, Random &dice) {  // AK-ROUND-02
    g.turn = OFF;
    if (--g.dial == 0) return start_war(g, dice);
    g.phase = RETURNS;
    int roll = 1 + dice.below(4), edge = roll - 1;
    trace("roll-immolation chance %d\n", roll);
    Wounds blast, burnt, singed;
    bool advanced = false;
    if (!deadlocked(g, edge)) {
        advanced = g.line[edge] != OFF;
        g.line[edge] = next_line(edge, g.line[edge]);
        find_walls(g);
        Mask there = line_mask(edge, g.line[edge]);
        if (g.die == ON_TILE && in(there, g.die_tile)) g.die = GONE, g.die_tile = OFF;
        for (Mask burning = (g.ylem.mask | g.pyre.mask | g.dire.mask) & there; burning; burning &= burning - 1) {
            int tile = lowest(burning), exploding = g.pyre.take(tile);
            g.ylem.take(tile);
            g.dire.take(tile);
            for (int seat = 0; seat < g.seats; seat++)
                if (g.tile[seat] != OFF && in(SURROUNDING[tile], g.tile[seat])) blast.of[seat] += exploding;
        }
    }
    deal(g, blast);
    if (advanced) {  // AK-FIRE-05
        Mask before = line_mask(edge, from_start(edge) ? g.line[edge] - 1 : g.line[edge] + 1);
        std::vector<int> overrun;
        for (int place = 0; place < g.seats; place++) {
            int seat = (g.start + place) % g.seats;
            if (g.tile[seat] != OFF && in(before, g.tile[seat])) overrun.push_back(seat);
        }
        kill(g, overrun);
    }
    for (int seat = 0; seat < g.seats; seat++)
        if (g.tile[seat] != OFF && in(g.strip, g.tile[seat])) burnt.of[seat] = 1;
    deal(g, burnt);
    g.event = (g.event + roll) % 12;
    Icon icon = (g.dial > SIDE ? FRONT : BACK)[g.event];
    if (icon != FIRE) {
        return spawn(g, icon == YLEM || icon == YLEM_DIRE, icon == PYRE ? 1 : 2 * (icon == PYRE2), icon == YLEM_DIRE,
                     dice);
    }
    for (int seat = 0; seat < g.seats; seat++)
        if (g.tile[seat] != OFF && (ADJACENT[g.tile[seat]] | bit(g.tile[seat])) & g.strip) singed.of[seat] = 1;
    deal(g, singed);
}

void begin_return(Game &g, int place, Random &dice) {  // AK-REV-05, AK-REV-08, AK-REV-11
    g.placing = g.dead[place];
    g.revenant[g.placing] = true;
    g.named = proximity(g, percentile(dice));
    if (g.owed[place]) g.owed[place] = false, g.aside--, g.stones[g.placing]++;
    g.after_placing = g.phase;
    g.phase = PLACING;
}

// Where who is placing may return (AK-PROX-07 to AK-PROX-09).
Mask places(const Game &g) {
    Mask shut = g.occupied | closed(g, g.placing), open = g.safe & ~shut;
    Mask near = SURROUNDING[g.named] | bit(g.named), found = near & open;
    for (Mask taken = found ? 0 : near & g.occupied; taken; taken &= taken - 1)
        found |= SURROUNDING[lowest(taken)] & open;
    if (!found) found = WITHIN[g.named][std::min(SIDE - 1, distance(open, g.named))] & open;
    return found ? found : EVERY & ~shut;
}

void begin_turn(Game &g, Random &dice) {
    constexpr double ACTIVE_SHARE = 0.65;
    int seat = g.turn;
    g.steps = 0;
    if (g.die >= 0) {
        bool absorbed = g.wounds[g.die] >= 2;
        trace("%s p%d 0\n", absorbed ? "absorb" : "keep-die", g.die + 1);
        if (absorbed) g.wounds[g.die] = 0, g.die = GONE;
    }
    Mask here = bit(g.tile[seat]);
    bool urgent = g.war || here & (g.fire | warm(g)) || distance(g.bloodstones.mask & ~here, g.tile[seat]) <= 6;
    bool active = urgent || dice.share() < ACTIVE_SHARE;
    trace("choose-state p%d %d\n", seat + 1, active);
    g.phase = active ? ACTIVE : TURN_OVER;
    if (!active) trace("end-turn p%d 0\n", seat + 1);
    if (active && !g.war) spawn(g, 1, 0, 0, dice);
}

// Plays on until a seat must choose or the game is over.
void go_on(Game &g, Random &dice) {
    while (g.phase == BEGIN || g.phase == TURN_OVER || g.phase == RETURNS) {
        if (g.phase == BEGIN) {
            begin_turn(g, dice);
        } else if (g.fallen) {
            int next = 0;
            if (g.phase == RETURNS) {  // AK-FIRE-20: in player order
                auto order = [&](int place) { return (g.dead[place] - g.start + g.seats) % g.seats; };
                for (int place = 1; place < g.fallen; place++)
                    if (order(place) < order(next)) next = place;
            }
            begin_return(g, next, dice);
        } else if (g.phase == RETURNS) {
            if (g.seats > 2) g.start = seat_after(g, g.start);
            if (united(g)) {
                start_war(g, dice);
            } else {
                g.round++;
                g.turn = g.start;
                g.phase = BEGIN;
            }
        } else {
            g.last = g.turn;
            int next = seat_after(g, g.turn);
            if (!g.war && united(g)) {
                start_war(g, dice);
            } else if (!g.war && next == g.start) {
                end_round(g, dice);
            } else if (g.war && next == g.start && ++g.round > 60) {  // AK-WAR-14
                finish(g, OFF, dice);
            } else {
                g.turn = next;
                g.phase = BEGIN;
            }
        }
    }
}

Mask steps_from(const Game &g, int seat) {  // AK-MOVE-02 to AK-MOVE-10
    int here = g.tile[seat];
    Mask free = SURROUNDING[here] & ~g.occupied & ~closed(g, seat), safe = free & g.safe, along = 0;
    if (!in(g.fire, here) || (g.revenant[seat] ? safe : safe & ADJACENT[here])) return safe;
    for (int edge = 0; edge < 4; edge++)
        if (g.line[edge] != OFF && in(line_mask(edge, g.line[edge]), here)) along |= line_mask(edge, g.line[edge]);
    return safe | (free & along & ~g.behind & ADJACENT[here]);
}

int decider(const Game &g) { return g.phase == PLACING ? g.placing : g.turn; }

void apply(Game &g, Action action, Random &dice) {
    int seat = decider(g);
    trace("%s p%d %d\n", TAGS[action.kind], seat + 1, action.what);
    int dire = 0;
    if (action.kind == END_TURN) {
        g.phase = TURN_OVER;
    } else if (action.kind == KILL) {
        kill(g, {action.what});
    } else if (action.kind == PYROKINESIS) {
        push_back(g, action.what);
    } else if (action.kind == PLACE) {
        int left = 0;
        for (int place = 0; place < g.fallen; place++)
            if (g.dead[place] != seat) g.dead[left] = g.dead[place], g.owed[left++] = g.owed[place];
        g.fallen = left;
        g.phase = g.after_placing;
        dire = move(g, seat, action.what, dice);
        int king = OFF, kings = 0;  // AK-LAST-01
        for (int other = 0; other < g.seats; other++)
            if (!g.revenant[other]) king = other, kings++;
        if (g.die == IN_BOX && kings == 1 && g.tile[king] != OFF) g.die = king;
    } else {
        bool burns = in(action.kind == STEP ? g.fire : g.strip, action.what);
        g.steps += action.kind == STEP;
        dire = move(g, seat, action.what, dice) + burns;
    }
    if (g.phase != OVER) deal_to(g, seat, dire);
}

// --- the bots --------------------------------------------------------------------------------------------

constexpr int FEWEST = 2, MOST_STEPS = 5;  // steps a turn, each number as likely
constexpr double STRIKE = 0.03, STRIKE_IN_WAR = 0.1;

// What a modest mat allows this time; the end of the turn comes first (`arena_mat`).
std::vector<Action> affordable(const Game &g, Random &rng) {
    std::vector<Action> found = {{END_TURN, 0}};
    int seat = g.turn, here = g.tile[seat];
    for (int other = 0; other < g.seats; other++)
        if (g.tile[other] != OFF && in(SURROUNDING[here], g.tile[other]))
            if (rng.share() < (g.war ? STRIKE_IN_WAR : STRIKE) * (1 + g.stones[other] / 2.0))
                found.push_back({KILL, other});
    if (in(g.fire | warm(g), here) && rng.share() < 0.15)
        for (int edge = 0; edge < 4; edge++)
            if (g.line[edge] != OFF && g.line[edge] != first_line(edge) &&
                (ADJACENT[here] | bit(here)) & line_mask(edge, g.line[edge]))
                found.push_back({PYROKINESIS, edge});
    if (rng.share() < 0.12)
        for (Mask ends = g.ylem.mask & ~g.occupied & ~g.behind & ~closed(g, seat); ends; ends &= ends - 1)
            found.push_back({BRIDGE, lowest(ends)});
    bool tired = g.steps >= MOST_STEPS || (g.steps >= FEWEST && rng.share() < 1.0 / (MOST_STEPS + 1 - g.steps));
    if (in(g.fire, here) || !tired)
        for (Mask next = steps_from(g, seat); next; next &= next - 1) found.push_back({STEP, lowest(next)});
    return found;
}

struct Weights {  // `ArenaWeights`
    double bloodstone = 40, die = 20, ylem = 12, core = 4, prey = 6, prey_in_war = 60, omega = 100, strip = -60,
           behind = -200, dire = -25, flame = -6, edge = -2, hunt = 0, harry = 0, guard = 0, exposed = 0;
    bool counts = false;
};
const Weights ARENA;
const Weights HUNTER = {72, 20, 12, 4, 6, 120, 160, -60, -200, -25, -12, -6, 80, 60, 8, -100, true};

struct Seen {  // `ArenaFeatures`
    const Game &g;
    int seat, tile;
    Mask warm_tiles, rim = 0, bloodstones, ylem, core, dire, die, omega, prey = 0;
    Seen(const Game &game, int who) : g(game), seat(who), tile(game.tile[who]), warm_tiles(warm(game)) {
        Mask elsewhere = tile == OFF ? EVERY : EVERY & ~bit(tile);
        for (int side = 0; side < 4; side++) {
            int line = next_line(side, g.line[side]);
            if (0 <= line && line < SIDE) rim |= line_mask(side, line) & g.safe;
        }
        bloodstones = g.bloodstones.mask & elsewhere;
        ylem = g.ylem.mask & elsewhere;
        core = g.pyre.mask & elsewhere;
        dire = g.dire.mask & elsewhere;
        die = g.die == ON_TILE ? bit(g.die_tile) & elsewhere : 0;
        omega = g.omega == OFF ? 0 : bit(g.omega);
        for (int other = 0; other < g.seats; other++)
            if (other != seat && g.tile[other] != OFF && g.stones[other]) prey |= bit(g.tile[other]);
    }
    bool in_reach(int from) const { return (SURROUNDING[from] & prey) != 0; }
};

double danger(const Seen &seen, int tile, const Weights &w) {
    const Game &g = seen.g;
    return w.behind * in(g.behind, tile) + w.strip * in(g.strip, tile) + w.dire * in(seen.dire, tile) +
           w.flame * in(seen.warm_tiles, tile) + w.edge * in(seen.rim, tile);
}

double worth(const Seen &seen, int tile, const Weights &w) {
    const Game &g = seen.g;
    int carries = g.stones[seen.seat], most = 0;
    double value = danger(seen, tile, w);
    for (int other = 0; other < g.seats; other++) {
        if (other == seen.seat) continue;
        most = std::max(most, g.stones[other]);
        if (g.tile[other] == OFF) continue;
        int away = KING[tile][g.tile[other]];
        value += w.hunt * g.stones[other] / (1 + away);
        if (away == 1) value += g.steps < FEWEST ? w.harry * g.stones[other] : w.exposed * carries;
    }
    if (g.war && carries && !(w.counts && OMEGA_KORU + STONE_KORU * carries <= STONE_KORU * most))
        return value - w.omega * distance(seen.omega, tile);
    if (g.war && !carries) value -= w.guard * distance(seen.omega, tile);
    auto draw = [&](double weight, Mask mask) { value += mask ? weight / (1 + distance(mask, tile)) : 0; };
    draw(w.bloodstone, seen.bloodstones);
    draw(w.die, seen.die);
    draw(w.ylem, seen.ylem);
    draw(w.core, seen.core);
    draw(g.war ? w.prey_in_war : w.prey, seen.prey);
    return value;
}

// The place in `actions` of what the bot `arena` would do.
size_t weighed(const Seen &seen, const std::vector<Action> &actions, Random &rng, const Weights &w) {
    const Game &g = seen.g;
    std::vector<size_t> kills, away, steps;
    size_t bridge = 0;
    double here = worth(seen, seen.tile, w), far = -1e9, best = -1e9, around = -1e9;
    for (size_t place = 0; place < actions.size(); place++) {
        auto [kind, what] = actions[place];
        if (kind == KILL) kills.push_back(place);
        if (kind == PYROKINESIS) away.push_back(place);
        if (kind == BRIDGE && worth(seen, what, w) > far) far = worth(seen, what, w), bridge = place;
        if (kind != STEP) continue;
        steps.push_back(place);
        best = std::max(best, worth(seen, what, w));
        if (seen.in_reach(what)) around = std::max(around, worth(seen, what, w));
    }
    auto stones = [&](size_t one, size_t other) { return g.stones[actions[one].what] < g.stones[actions[other].what]; };
    if (!kills.empty()) return *std::max_element(kills.begin(), kills.end(), stones);
    if (!away.empty()) return away[static_cast<size_t>(rng.below(static_cast<int>(away.size())))];
    if (far > here) return bridge;
    if (steps.empty()) return 0;
    bool harries = w.harry > 0 && !(g.war && g.stones[seen.seat]) && seen.in_reach(seen.tile) && around > -1e9;
    if (!harries && best <= here) {
        bool idle = !g.war && !g.steps && best > here - 6;
        if (!idle || rng.share() >= 0.6) return 0;
    }
    std::vector<size_t> equal;
    for (size_t place : steps)
        if (worth(seen, actions[place].what, w) == (harries ? around : best))
            if (!harries || seen.in_reach(actions[place].what)) equal.push_back(place);
    return equal[static_cast<size_t>(rng.below(static_cast<int>(equal.size())))];
}

std::vector<Action> placings(const Game &g) {
    std::vector<Action> found;
    for (Mask mask = places(g); mask; mask &= mask - 1) found.push_back({PLACE, lowest(mask)});
    return found;
}

size_t weighed_place(const Seen &seen, const std::vector<Action> &actions, const Weights &w) {
    size_t best = 0;
    for (size_t place = 1; place < actions.size(); place++)
        if (worth(seen, actions[place].what, w) > worth(seen, actions[best].what, w)) best = place;
    return best;
}

double mat(const Game &g, int seat) {
    return 30 * g.stones[seat] + 6 * (g.die == seat) - 4 * g.wounds[seat] - 25 * (g.tile[seat] == OFF);
}

// How well a seat stands (`evaluation.arena_value`).
double lead(const Game &g, int seat) {
    if (g.phase == OVER && g.stones[seat] == 4) return 900;
    Seen seen(g, seat);
    double own = mat(g, seat), best = -1e9;
    if (seen.tile != OFF && g.war && g.stones[seat])
        own += -4 * distance(seen.omega, seen.tile) + 0.35 * danger(seen, seen.tile, ARENA);
    else if (seen.tile != OFF)
        own += 0.35 * worth(seen, seen.tile, ARENA);
    for (int other = 0; other < g.seats; other++)
        if (other != seat) best = std::max(best, mat(g, other));
    return own - best;
}

// What `greedy` does: the action after which it stands best, the first of them, which ends the turn, counting 0.
size_t greedy(const Game &g, const std::vector<Action> &actions, Random &rng) {
    bool told = tracing;
    tracing = false;
    int seat = decider(g), equal = 1;
    bool placing = g.phase == PLACING;
    double best = placing ? -1e9 : 0, now = placing ? 0 : lead(g, seat);
    size_t found = 0;
    for (size_t place = !placing; place < actions.size(); place++) {
        Game after = g;
        Random dice(1);
        apply(after, actions[place], dice);
        double value = lead(after, seat) - now;
        if (value > best)
            best = value, found = place, equal = 1;
        else if (value == best && (placing || found) && rng.below(++equal) == 0)
            found = place;
    }
    tracing = told;
    return found;
}

// --- what a learner sees of a choice: `arena_network.NAMES` --------------------------------------------------

constexpr int NAMES = 121, AHEAD = 3;
using Facts = float[NAMES];

float off_centre(int tile) {
    int row = abs(2 * (tile / SIDE) - SIDE + 1), column = abs(2 * (tile % SIDE) - SIDE + 1);
    return static_cast<float>(std::max(row, column)) / 2;
}

float near(float away) { return 1 / (1 + away); }

// Counts the lines from a tile to each Fire Wall, or to beyond the edge where none burns; the nearest first.
struct Lines {
    int away[4];
    Lines(const Game &g, int tile) {
        for (int edge = 0; edge < 4; edge++) {
            int place = edge == TOP || edge == BOTTOM ? tile / SIDE : tile % SIDE, line = g.line[edge];
            away[edge] = from_start(edge) ? place - line : (line == OFF ? SIDE : line) - place;
        }
        std::sort(away, away + 4);
    }
};

// Where a greedy miniature would stand after `AHEAD` steps.
int heading(const Game &g, int seat) {
    int tile = g.tile[seat];
    if (tile == OFF) return OFF;
    Seen seen(g, seat);
    double best = worth(seen, tile, ARENA);
    for (int step = 0; step < AHEAD; step++) {
        int next = tile;
        for (Mask free = SURROUNDING[tile] & g.safe & ~g.occupied & ~closed(g, seat); free; free &= free - 1) {
            double value = worth(seen, lowest(free), ARENA);
            if (value > best) best = value, next = lowest(free);
        }
        if (next == tile) break;
        tile = next;
    }
    return tile;
}

struct Outlook {  // what is the same for all choices of a decision
    Seen seen;
    int heads[SEATS];
    double here;  // what the tile of the seat weighs
    Outlook(const Game &g, int seat) : seen(g, seat), here(seen.tile == OFF ? -50 : worth(seen, seen.tile, HUNTER)) {
        for (int other = 0; other < g.seats; other++) heads[other] = other == seat ? OFF : heading(g, other);
    }
    Outlook(const Game &pushed, const Outlook &before) : seen(pushed, before.seen.seat), here(before.here) {
        std::copy(before.heads, before.heads + SEATS, heads);
    }
};

// How often so much Koru wins against others, with what modest mats add to each; as much counts half.
double wins(int own, const int *others, int count) {
    double found = 0;
    for (int extra : EXTRA) {
        double beaten = 1;
        for (int place = 0; place < count; place++)
            beaten *= BEATS[std::clamp(own + extra - others[place], -1, MOST_EXTRA + 1) + 1];
        found += beaten;
    }
    return found / 24;
}

// How often a modest mat allows so many steps in a turn.
double reached(int away) {
    int found = 0;
    for (int steps = FEWEST; steps <= MOST_STEPS; steps++) found += steps >= away;
    return found / (MOST_STEPS - FEWEST + 1.0);
}

// How likely who comes from so far kills a carrier of so many in its turn.
double strikes(const Game &g, int away, int stones) {
    double spared = 0, one = 1 - (g.war ? STRIKE_IN_WAR : STRIKE) * (1 + stones / 2.0), all = 1;
    for (int beside = 1; beside <= MOST_STEPS + 1; beside++) {
        all *= one;
        int steps = beside - 1 + std::max(0, away - 1);
        if (FEWEST <= steps && steps <= MOST_STEPS) spared += all;
    }
    int comes = std::max(0, away - 1), never = std::clamp(comes - FEWEST, 0, MOST_STEPS - FEWEST + 1);
    return 1 - (spared + never) / (MOST_STEPS - FEWEST + 1);
}

// Tells of one choice; where it pushes a wall back, `outlook` is the one after that.
void tell_of(const Outlook &outlook, Action action, bool weighs_most, Facts facts) {
    const Seen &seen = outlook.seen;
    const Game &g = seen.g;
    int seat = seen.seat, killed = action.kind == KILL ? action.what : OFF, at = 0;
    bool moves = action.kind == STEP || action.kind == BRIDGE || action.kind == PLACE;
    int tile = moves ? action.what : seen.tile;
    Mask here = bit(tile), lying = seen.bloodstones & ~here;
    int stones = g.stones[seat] + (in(seen.bloodstones, tile) ? g.bloodstones.count[tile] : 0);
    int dropped = killed == OFF ? 0 : g.stones[killed], where = killed == OFF ? OFF : g.tile[killed];
    if (dropped) lying |= bit(where);
    auto add = [&](double number) { facts[at++] = static_cast<float>(number); };
    int flames = 0;
    for (int roll = 1; roll <= 4 && !g.war; roll++)
        flames += (g.dial - 1 > SIDE ? FRONT : BACK)[(g.event + roll) % 12] == FIRE;
    add(g.seats);
    add(g.war);
    add(g.war ? -1 : g.dial > SIDE ? g.dial + 1 : g.dial);
    add(g.aside);
    add(g.fallen + (killed != OFF));
    add((g.start - seat - 1 + g.seats) % g.seats);
    add(flames);
    add(stones);
    add(g.revenant[seat]);
    add(g.wounds[seat]);
    add(g.die == seat || in(seen.die, tile));
    add(action.kind == PLACE ? 0 : g.steps + (action.kind == STEP));
    add(action.kind == END_TURN || action.kind == PLACE);
    int beside = at++;
    facts[beside] = 0;
    add(in(g.fire, tile));
    add(in(seen.warm_tiles, tile));
    add(in(seen.rim, tile));
    add(in(seen.dire, tile));
    add(off_centre(tile));
    float to_omega = static_cast<float>(distance(seen.omega, tile));
    add(to_omega);
    for (int away : Lines(g, tile).away) add(away);
    add(near(to_omega));
    float nears[15];
    int count = 0, total = 0, most = 0, best = -99, own = koru(g, seat, stones, true), ahead = 0, prey_beside = 0;
    int within[SIDE] = {}, theirs[SEATS - 1];
    float prey_near = 0, around = 0, first = FAR;
    Mask others = 0;
    for (int other = 0; other < g.seats; other++)
        if (other != seat && other != killed && g.tile[other] != OFF) others |= bit(g.tile[other]);
    for (int rival = 0; rival < SEATS - 1; rival++) {
        int other = (seat + 1 + rival) % g.seats;
        float away = FAR, way = FAR, to_stone = FAR;
        int line = FAR, crowd = 0;
        if (rival >= g.seats - 1) {
            for (int number : {-1, 0, 0, 0, FAR, FAR, FAR, FAR, 0}) add(number);
        } else {
            bool alive = other != killed;
            int there = alive ? g.tile[other] : OFF, carries = alive ? g.stones[other] : 0;
            if (there != OFF) {
                away = static_cast<float>(KING[tile][there]);
                way = g.omega == OFF ? off_centre(there) : static_cast<float>(KING[there][g.omega]);
                to_stone = static_cast<float>(distance(lying, there));
                line = Lines(g, there).away[0];
                crowd = size(SURROUNDING[there] & others);
                prey_near += static_cast<float>(carries) * near(away);
                around += near(away);
                if (carries) first = std::min(first, way);
                for (int reach = static_cast<int>(away); reach < SIDE; reach++) within[reach]++;
            }
            add(carries);
            add(g.revenant[other]);
            add(alive ? g.wounds[other] : 0);
            add(alive && g.die == other);
            add(away);
            add(way);
            add(to_stone);
            add(line);
            add(crowd);
            total += carries;
            most = std::max(most, carries);
            theirs[rival] = koru(g, other, carries, there != OFF);
            best = std::max(best, theirs[rival]);
            ahead += theirs[rival] > own;
            facts[beside] += away == 1;
            prey_beside += carries * (away == 1);
        }
        for (float number : {away, way, to_stone}) nears[count++] = near(number);
    }
    add(total);
    add(most);
    add(own - best);
    add(ahead);
    add(prey_beside);
    add(prey_near);
    add(stones * facts[beside]);
    add(static_cast<float>(stones) * around);
    add(g.war ? first - to_omega : 0);
    add(size(SURROUNDING[tile] & g.safe & ~others));
    for (int reach : {2, 3, 5}) add(within[reach]);
    struct Stones {
        int to, rival_to;
        float off;
        int count;
        bool operator<(const Stones &other) const {
            return std::tie(to, rival_to, off, count) < std::tie(other.to, other.rival_to, other.off, other.count);
        }
    };
    std::vector<Stones> piles;
    int all = 0;
    for (Mask mask = lying; mask; mask &= mask - 1) {
        int there = lowest(mask), rival_to = FAR;
        for (int other = 0; other < g.seats; other++)
            if (other != seat && other != killed && g.tile[other] != OFF)
                rival_to = std::min(rival_to, KING[g.tile[other]][there]);
        piles.push_back(
            {KING[tile][there], rival_to, off_centre(there), g.bloodstones.count[there] + (there == where) * dropped});
        all += piles.back().count;
    }
    std::sort(piles.begin(), piles.end());
    piles.resize(std::max<size_t>(piles.size(), 3), {FAR, FAR, SIDE - 1, 0});
    for (size_t place = 0; place < 3; place++) {
        const Stones &pile = piles[place];
        add(pile.to);
        add(pile.rival_to);
        add(pile.off);
        add(pile.count);
        nears[count++] = near(static_cast<float>(pile.to));
        nears[count++] = near(static_cast<float>(pile.rival_to));
    }
    float ylem = static_cast<float>(distance(seen.ylem & ~here, tile)),
          die = static_cast<float>(distance(seen.die & ~here, tile));
    add(all);
    add(ylem);
    add(distance(seen.core & ~here, tile));
    add(die);
    add(distance(seen.dire & ~here, tile));
    for (float number : nears) add(number);
    add(near(ylem));
    add(near(die));
    for (int rival = 0; rival < SEATS - 1; rival++) {
        int other = (seat + 1 + rival) % g.seats, there = rival < g.seats - 1 ? outlook.heads[other] : OFF;
        add(there == OFF || other == killed ? FAR : KING[tile][there]);
    }
    double by_it = wins(own + OMEGA_KORU, theirs, g.seats - 1), theirs_wins[SEATS - 1] = {};
    add(by_it);
    for (int rival = 0; rival < SEATS - 1; rival++) {
        if (rival < g.seats - 1) {
            theirs[rival] += OMEGA_KORU;
            theirs_wins[rival] = wins(own, theirs, g.seats - 1);
            theirs[rival] -= OMEGA_KORU;
        }
        add(theirs_wins[rival]);
    }
    bool ends = stones && in(seen.omega, tile);
    add(ends);
    add(ends * by_it);
    add(stones ? reached(distance(seen.omega, tile)) : 0);
    double kept = 1, spared = 1;
    for (int rival = 0; rival < SEATS - 1; rival++) {
        int other = (seat + 1 + rival) % g.seats;
        bool stands = rival < g.seats - 1 && other != killed && g.tile[other] != OFF;
        double takes = stands && g.stones[other] ? reached(distance(seen.omega, g.tile[other])) : 0;
        add(takes);
        kept *= 1 - takes * (1 - theirs_wins[rival]);
        if (stands) spared *= 1 - strikes(g, KING[g.tile[other]][tile], stones);
    }
    add(1 - kept);
    add(1 - spared);
    add((1 - spared) * stones);
    add(action.kind == PYROKINESIS);
    add(action.kind == KILL);
    add(action.kind == BRIDGE);
    add(action.kind == PLACE);
    add(weighs_most);
    bool stays = action.kind == END_TURN || action.kind == KILL;
    add(stays ? 0 : std::clamp((worth(seen, tile, HUNTER) - outlook.here) / 100, -3.0, 3.0));
}

void tell(const Outlook &outlook, Action action, bool weighs_most, Facts facts) {
    if (action.kind != PYROKINESIS) return tell_of(outlook, action, weighs_most, facts);
    Game pushed = outlook.seen.g;
    push_back(pushed, action.what);
    tell_of(Outlook(pushed, outlook), action, weighs_most, facts);
}

struct Network {
    static constexpr int MOST = 256;  // units of a layer
    static bool bad(int units) { return units < 32 || units > MOST || units % 32; }
    static constexpr size_t LANES = 16;  // the units of each layer are a multiple of 32
    typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
    static const Lanes &lanes(const float *from) { return *reinterpret_cast<const Lanes *>(from); }
    static Lanes &lanes(float *to) { return *reinterpret_cast<Lanes *>(to); }
    size_t units = 0, deep = 0;
    std::vector<float> hidden, bias, second, second_bias, out, direct;  // `hidden` and `second`: by input, then by unit
    explicit Network(const char *path) {
        FILE *file = fopen(path, "rb");
        int32_t head[3];
        if (!file || fread(head, 4, 3, file) != 3 || head[0] != NAMES || bad(head[1]) || bad(head[2])) {
            fprintf(stderr, "%s is not a network of %d numbers, with layers of 32, 64 ... %d units.\n", path, NAMES,
                    MOST);
            exit(1);
        }
        units = static_cast<size_t>(head[1]), deep = static_cast<size_t>(head[2]);
        hidden.resize(units * NAMES), bias.resize(units), second.resize(units * deep), second_bias.resize(deep);
        out.resize(deep), direct.resize(NAMES + 1);
        for (auto *part : {&hidden, &bias, &second, &second_bias, &out, &direct})
            if (fread(part->data(), 4, part->size(), file) != part->size()) {
                fprintf(stderr, "%s is cut short.\n", path);
                exit(1);
            }
        fclose(file);
    }
    float value(const Facts facts) const {
        float found;
        values<1>(facts, &found);
        return found;
    }
    // What it says of so many rows of facts.
    void values(const float *facts, size_t many, float *found) const {
        constexpr size_t TOGETHER = 4;  // whose weights are read once
        size_t row = 0;
        for (; row + TOGETHER <= many; row += TOGETHER) values<TOGETHER>(facts + row * NAMES, found + row);
        for (; row < many; row++) values<1>(facts + row * NAMES, found + row);
    }
    template <size_t ROWS>
    void values(const float *facts, float *found) const {
        float first[ROWS * MOST], last[ROWS * MOST];
        pass<ROWS>(facts, NAMES, hidden, bias, first);
        pass<ROWS>(first, units, second, second_bias, last);
        for (size_t row = 0; row < ROWS; row++) {
            float total = direct[NAMES];
            for (size_t name = 0; name < NAMES; name++) total += facts[row * NAMES + name] * direct[name];
            for (size_t unit = 0; unit < deep; unit++) total += last[row * deep + unit] * out[unit];
            found[row] = total;
        }
    }
    // One layer, two times `LANES` units at a time, which the processor holds in its registers.
    template <size_t ROWS>
    static void pass(const float *from, size_t many, const std::vector<float> &weights, const std::vector<float> &bias,
                     float *to) {
        for (size_t start = 0; start < bias.size(); start += 2 * LANES) {
            Lanes low[ROWS], high[ROWS];
            for (size_t row = 0; row < ROWS; row++)
                low[row] = lanes(&bias[start]), high[row] = lanes(&bias[start + LANES]);
            const float *weight = &weights[start];
            for (size_t place = 0; place < many; place++, weight += bias.size())
                for (size_t row = 0; row < ROWS; row++) {
                    low[row] += from[row * many + place] * lanes(weight);
                    high[row] += from[row * many + place] * lanes(weight + LANES);
                }
            for (size_t row = 0; row < ROWS; row++) {
                float *there = to + row * bias.size() + start;
                lanes(there) = low[row] > 0 ? low[row] : low[row] - low[row];
                lanes(there + LANES) = high[row] > 0 ? high[row] : high[row] - high[row];
            }
        }
    }
};

struct Choices {  // what a learner compares, and which of it its weights would take
    std::vector<Action> actions;
    size_t weighs_most = 0;
};

Choices choices(const Game &g, Random &rng) {
    Seen seen(g, decider(g));
    Choices found;
    if (g.phase == PLACING) {
        found.actions = placings(g);
        found.weighs_most = weighed_place(seen, found.actions, HUNTER);
        return found;
    }
    std::vector<Action> allowed = affordable(g, rng);
    found.weighs_most = allowed.size() == 1 ? 0 : weighed(seen, allowed, rng, HUNTER);
    found.actions = std::move(allowed);
    return found;
}

// How much the network likes each choice; `facts` takes what it is told of them.
std::vector<float> liked(const Game &g, const Choices &found, const Network &policy, std::vector<float> &facts) {
    size_t count = found.actions.size();
    Outlook outlook(g, decider(g));
    std::vector<float> likes(count);
    facts.resize(count * NAMES);
    for (size_t place = 0; place < count; place++)
        tell(outlook, found.actions[place], place == found.weighs_most, &facts[place * NAMES]);
    policy.values(facts.data(), count, likes.data());
    return likes;
}

enum Bot { LEARNER, GREEDY, HARD };  // what holds a seat; `HARD` plays by the weights of that level

void play(Game &g, Bot bot, Random &rng) {
    if (bot == HARD) {
        Choices found = choices(g, rng);
        return apply(g, found.actions[found.weighs_most], rng);
    }
    std::vector<Action> actions = g.phase == PLACING ? placings(g) : affordable(g, rng);
    apply(g, actions[actions.size() == 1 ? 0 : greedy(g, actions, rng)], rng);
}

// Plays to the end; `decide` applies what a learner does.
template <typename Decide>
void play_on(Game &g, const std::vector<Bot> &bots, Random &rng, Decide decide) {
    for (go_on(g, rng); g.phase != OVER; go_on(g, rng)) {
        auto seat = static_cast<size_t>(decider(g));
        if (bots[seat] == LEARNER)
            decide(seat);
        else
            play(g, bots[seat], rng);
    }
}

// --- learning --------------------------------------------------------------------------------------------

constexpr double RARELY = 0.04;      // how open a decision counts at least that has only one likely choice
constexpr double MIXED = 0.25;       // share of games against whatever comes; in the others every second seat is greedy
constexpr float TRACE_DECAY = 0.8f;  // lambda of generalized advantage estimation (Schulman and others 2016)

struct Row {  // one decision of a learner, which stands for `weight` like it; its facts go into the other file
    float choices, chosen, log_chance, weight, advantage, came_to;
};

struct Moment {
    Row row;
    float value;
    std::vector<float> facts;  // empty where the row is not kept
};

// Plays one game; returns the moments of each seat that learns.
std::vector<std::vector<Moment>> learn(Game &g, const std::vector<Bot> &bots, const Network &policy,
                                       const Network &values, Random &rng) {
    std::vector<std::vector<Moment>> told(static_cast<size_t>(g.seats));
    play_on(g, bots, rng, [&](size_t seat) {
        Choices found = choices(g, rng);
        size_t count = found.actions.size(), chosen = 0;
        if (count > 1) {
            std::vector<float> facts, likes = liked(g, found, policy, facts);
            float most = *std::max_element(likes.begin(), likes.end()), total = 0;
            for (float like : likes) total += std::exp(like - most);
            double drawn = rng.share() * total;
            for (; chosen < count - 1; chosen++)
                if ((drawn -= std::exp(likes[chosen] - most)) < 0) break;
            float log_chance = likes[chosen] - most - std::log(total), value = values.value(facts.data());
            double kept = std::min(1.0, RARELY + 1 - 1 / static_cast<double>(total));
            if (rng.share() >= kept) facts.clear();
            auto weight = static_cast<float>(1 / kept);
            Row row = {static_cast<float>(count), static_cast<float>(chosen), log_chance, weight, 0, 0};
            told[seat].push_back({row, value, std::move(facts)});
        }
        apply(g, found.actions[chosen], rng);
    });
    for (size_t seat = 0; seat < told.size(); seat++) {
        float after = static_cast<float>(g.won[seat]), advantage = 0;
        for (size_t place = told[seat].size(); place-- > 0;) {
            Moment &moment = told[seat][place];
            advantage = after - moment.value + TRACE_DECAY * advantage;
            moment.row.advantage = advantage;
            moment.row.came_to = moment.value + advantage;
            after = moment.value;
        }
    }
    return told;
}

// Runs games 0 to `games` - 1 on two processor cores.
template <typename Play>
void in_parallel(long games, Play play) {
    auto part = [&](long first) {
        for (long nth = first; nth < games; nth += 2) play(nth);
    };
    std::thread other(part, 1);
    part(0);
    other.join();
}

Random seeded(uint64_t seed, long nth) { return Random((seed * 1000003 + static_cast<uint64_t>(nth)) * 2654435761ull); }

int learn_all(const Network &policy, const Network &values, long games, uint64_t seed, const char *rows_path,
              const char *facts_path) {
    FILE *out = fopen(rows_path, "wb"), *told_facts = fopen(facts_path, "wb");
    if (!out || !told_facts) {
        fprintf(stderr, "%s cannot be written.\n", out ? facts_path : rows_path);
        return 1;
    }
    std::mutex writing;
    double over[SEATS + 1] = {}, counted[SEATS + 1] = {};
    in_parallel(games, [&](long nth) {
        Random rng = seeded(seed, nth);
        Game g = new_game(2 + static_cast<int>(nth / 2 % 3), rng);
        auto seats = static_cast<size_t>(g.seats);
        std::vector<Bot> bots(seats, GREEDY);
        bool mixed = rng.share() < MIXED;
        for (size_t seat = 0; seat < seats; seat++) {
            if (mixed) bots[seat] = rng.share() < 0.4 ? LEARNER : rng.share() < 0.8 ? GREEDY : HARD;
            if (!mixed && (seat + static_cast<size_t>(nth / 6)) % 2) bots[seat] = LEARNER;
        }
        if (mixed) bots[static_cast<size_t>(rng.below(g.seats))] = LEARNER;
        auto told = learn(g, bots, policy, values, rng);
        auto many = std::count(bots.begin(), bots.end(), LEARNER);
        std::lock_guard<std::mutex> lock(writing);
        counted[seats] += many < g.seats;
        for (size_t seat = 0; seat < seats; seat++) {
            over[seats] += bots[seat] == LEARNER ? g.won[seat] - 1.0 / g.seats : 0;
            for (const Moment &moment : told[seat])
                if (!moment.facts.empty()) {
                    fwrite(&moment.row, sizeof moment.row, 1, out);
                    fwrite(moment.facts.data(), sizeof(float), moment.facts.size(), told_facts);
                }
        }
    });
    fclose(out);
    fclose(told_facts);
    for (int seats = 2; seats <= SEATS; seats++) printf("%+.4f ", over[seats] / counted[seats]);
    printf("\n");
    return 0;
}

size_t preferred(const Game &g, const Choices &found, const Network &policy) {
    if (found.actions.size() == 1) return 0;
    std::vector<float> facts, likes = liked(g, found, policy, facts);
    return static_cast<size_t>(std::max_element(likes.begin(), likes.end()) - likes.begin());
}

// Plays to the end; learners do what the network prefers.
void play_on(Game &g, const std::vector<Bot> &bots, const Network &policy, Random &rng) {
    play_on(g, bots, rng, [&](size_t) {
        Choices found = choices(g, rng);
        apply(g, found.actions[preferred(g, found, policy)], rng);
    });
}

struct Mean {
    double total = 0, squares = 0, count = 0;
    void add(double value) { total += value, squares += value * value, count++; }
    double mean() const { return total / count; }
    double variance() const { return (squares / count - mean() * mean()) / count; }
};

struct Followed {  // the choices of one decision, each followed to the end of the game
    const Game &g;
    const std::vector<Action> &actions;
    const std::vector<Bot> &bots;
    const Network &policy;
    Random &rng;
    Mean follow(size_t place, long games, Mean found = {}) const {
        for (long nth = 0; nth < games; nth++) {
            Game after = g;
            apply(after, actions[place], rng);
            play_on(after, bots, policy, rng);
            found.add(after.won[decider(g)]);
        }
        return found;
    }
    // What wins most in `games`; `first`, unless another one is better by two standard errors. What falls behind by
    // three is followed no longer, but for `first`.
    size_t best(size_t first, long games) const {
        size_t best = first;
        std::vector<Mean> means(actions.size());
        std::vector<size_t> left(actions.size());
        for (size_t place = 0; place < left.size(); place++) left[place] = place;
        auto ahead = [&](size_t one, size_t other) {
            return (means[one].mean() - means[other].mean()) /
                   std::sqrt(means[one].variance() + means[other].variance() + 1e-9);
        };
        long together = std::clamp(games / 32, 1L, 64L);
        while (games > 0 && left.size() > 1) {
            for (size_t place : left) means[place] = follow(place, together, means[place]), games -= together;
            for (size_t place : left)
                if (means[place].mean() > means[best].mean()) best = place;
            left.erase(std::remove_if(left.begin(), left.end(),
                                      [&](size_t place) { return place != first && ahead(best, place) > 3; }),
                       left.end());
        }
        return best != first && ahead(best, first) > 2 ? best : first;
    }
};

// How often seats with the network win against greedy ones.
int compare(const Network &policy, long games, uint64_t seed) {
    for (int seats = 2; seats <= SEATS; seats++)
        for (bool alone : {false, true}) {
            if (alone && seats == 2) continue;
            std::mutex adding;
            Mean won;
            in_parallel(games, [&](long nth) {
                Random rng = seeded(seed, nth);
                Game g = new_game(seats, rng);
                std::vector<Bot> bots(static_cast<size_t>(seats), GREEDY);
                for (int seat = 0; seat < seats; seat++)
                    if (alone ? seat == nth / 2 % seats : (seat + nth / 2) % 2 == 0)
                        bots[static_cast<size_t>(seat)] = LEARNER;
                play_on(g, bots, policy, rng);
                double sum = 0;
                for (int seat = 0; seat < seats; seat++)
                    sum += (bots[static_cast<size_t>(seat)] == LEARNER) * g.won[seat];
                std::lock_guard<std::mutex> lock(adding);
                won.add(sum);
            });
            printf("%d seats, %s: %.4f of %ld games, standard error %.4f\n", seats,
                   alone ? "alone among greedy" : "half of them", won.mean(), games, std::sqrt(won.variance()));
            fflush(stdout);
        }
    return 0;
}

// What a seat with the network, alone among greedy ones, would win beyond that if it followed its choices in `imagined`
// games: in one decision of `ONE_OF` it is followed what they would have it do, and how much better that is, by others.
int room(const Network &policy, long games, uint64_t seed, long imagined) {
    constexpr int ONE_OF = 8;
    for (int seats = 2; seats <= SEATS; seats++) {
        std::mutex adding;
        Mean more;
        long followed = 0, other = 0;
        in_parallel(games, [&](long nth) {
            Random rng = seeded(seed, nth);
            Game g = new_game(seats, rng);
            auto seat = static_cast<size_t>(nth / 2 % seats);
            std::vector<Bot> bots(static_cast<size_t>(seats), GREEDY);
            bots[seat] = LEARNER;
            double gained = 0;
            long looked = 0, changed = 0;
            play_on(g, bots, rng, [&](size_t) {
                Choices found = choices(g, rng);
                size_t first = preferred(g, found, policy);
                if (found.actions.size() > 1 && rng.below(ONE_OF) == 0) {
                    Followed choice = {g, found.actions, bots, policy, rng};
                    size_t best = choice.best(first, imagined);
                    looked++;
                    if (best != first) {
                        changed++;
                        gained += choice.follow(best, imagined / 2).mean() - choice.follow(first, imagined / 2).mean();
                    }
                }
                apply(g, found.actions[first], rng);
            });
            std::lock_guard<std::mutex> lock(adding);
            more.add(ONE_OF * gained), followed += looked, other += changed;
        });
        printf(
            "%d seats: %ld decisions followed, another choice in %ld, which wins %+.4f of a game, standard error "
            "%.4f\n",
            seats, followed, other, more.mean(), std::sqrt(more.variance()));
        fflush(stdout);
    }
    return 0;
}

int tell_game(const Network &policy, int seats, uint64_t seed) {
    tracing = true;
    Random rng(seed);
    Game g = new_game(seats, rng);
    std::vector<Bot> bots(static_cast<size_t>(seats), GREEDY);
    for (auto seat = static_cast<size_t>(seed % 2); seat < bots.size(); seat += 2) bots[seat] = LEARNER;
    play_on(g, bots, rng, [&](size_t) {
        Choices found = choices(g, rng);
        Outlook outlook(g, decider(g));
        Facts facts;
        for (size_t place = 0; place < found.actions.size() && found.actions.size() > 1; place++) {
            tell(outlook, found.actions[place], place == found.weighs_most, facts);
            printf("facts p%d %s %d %d", decider(g) + 1, TAGS[found.actions[place].kind], found.actions[place].what,
                   place == found.weighs_most);
            for (float number : facts) printf(" %.6g", static_cast<double>(number));
            printf(" %.6g\n", static_cast<double>(policy.value(facts)));
        }
        apply(g, found.actions[static_cast<size_t>(rng.below(static_cast<int>(found.actions.size())))], rng);
    });
    for (int seat = 0; seat < seats; seat++) printf("won p%d %.4f\n", seat + 1, g.won[seat]);
    return 0;
}

int main(int count, char **given) {
    make_tables();
    std::string what = count > 2 ? given[1] : "";
    if (what == "learn" && count == 8)
        return learn_all(Network(given[2]), Network(given[3]), atol(given[4]), strtoull(given[5], nullptr, 10),
                         given[6], given[7]);
    if (what == "compare" && count == 5)
        return compare(Network(given[2]), atol(given[3]), strtoull(given[4], nullptr, 10));
    if (what == "room" && count == 6)
        return room(Network(given[2]), atol(given[3]), strtoull(given[4], nullptr, 10), atol(given[5]));
    if (what == "trace" && count == 5)
        return tell_game(Network(given[2]), atoi(given[3]), strtoull(given[4], nullptr, 10));
    fprintf(stderr,
            "arena_games learn|compare|room|trace NETWORK ...; the head of arena_games.cpp says what each needs.\n");
    return 2;
}
