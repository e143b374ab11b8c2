// Owns the glow of 100 tiles: it plays the named effects of a scene, or takes the colours a board really shows.
import { noise } from "./noise.js";

const TILES = 100;
const CELLS = 12; // points of light drawn across a tile; enough for flames, few enough for an old phone
const SIDE = 10 * CELLS;
const EYE = 0.42; // bytes sent to LEDs are linear light; the eye and the screen want their power of about 1/2.2

const clamp = (value) => (value < 0 ? 0 : value > 1 ? 1 : value);

// Each effect: (light, seconds, tile, layer, index in layer) -> how strong 0..1, and it may bend the colour in `light`.
const EFFECTS = {
  solid: () => 1,
  fire(light, t, tile) {
    const x = (tile % 10) * 17, y = Math.floor(tile / 10) * 13;
    const slow = noise(x + t * 9, y + t * 15), quick = noise(x * 3 + 40 - t * 34, y * 3 + t * 46);
    const heat = clamp(0.02 + 1.25 * slow * 0.72 + 0.62 * (quick - 0.3));
    const white = Math.max(0, heat - 0.62) * 1.1;
    light[0] = clamp(light[0] * (0.34 + 0.9 * heat) + white * 0.5);
    light[1] = clamp(light[1] * (0.12 + 1.15 * heat * heat) + white * 0.45);
    light[2] = clamp(light[2] * 0.5 * heat + white * 0.22);
    return 1;
  },
  ember(light, t, tile) {
    const glow = noise((tile % 10) * 23 + t * 3, Math.floor(tile / 10) * 19 + t * 4);
    return 0.1 + 0.5 * glow * glow;
  },
  gem(light, t, tile) {
    const spark = Math.max(0, noise(tile * 31 + t * 26, tile * 7) - 0.72) * 2.4;
    light[0] = clamp(light[0] + spark * 0.6);
    light[1] = clamp(light[1] + spark * 0.6);
    light[2] = clamp(light[2] + spark * 0.6);
    return 0.52 + 0.2 * Math.sin(t * 1.7 + tile * 2.4) + spark;
  },
  pulse: (light, t) => 0.34 + 0.6 * (0.5 - 0.5 * Math.cos(t * 3.4)),
  blink: (light, t) => (t % 0.8 < 0.45 ? 1 : 0.06),
  target: (light, t, tile) => 0.42 + 0.16 * Math.sin(t * 4.4 - ((tile % 10) + Math.floor(tile / 10)) * 0.6),
  path(light, t, tile, layer) {
    const way = layer.way && layer.way.length ? layer.way : layer.tiles;
    const at = way.indexOf(tile);
    if (at < 0) return 0.2;
    const head = (t * 6) % (way.length + 3);
    const behind = head - at;
    return behind < 0 ? 0.14 : Math.max(0.14, 1 - behind * 0.3);
  },
  clock(light, t, tile, layer, index, age) {
    if (!layer.clock || layer.clock[1] <= 0) return 0.5;
    const left = Math.max(0, layer.clock[0] - age * 1000) / layer.clock[1];
    return clamp(left * layer.tiles.length - index) * 0.8;
  },
};

export class LightField {
  static FRESH = 2; // seconds for which what a board has shown counts as what it shows

  constructor() {
    this.canvas = document.createElement("canvas");
    this.canvas.width = this.canvas.height = SIDE;
    this.context = this.canvas.getContext("2d");
    this.image = this.context.createImageData(SIDE, SIDE);
    this.small = document.createElement("canvas");
    this.small.width = this.small.height = 10;
    this.smallContext = this.small.getContext("2d");
    this.smallImage = this.smallContext.createImageData(10, 10);
    this.colours = new Float32Array(TILES * 3);
    this.flames = new Uint8Array(TILES);
    this.layers = [];
    this.since = 0;
    this.pixels = null;
    this.pixelsAt = -1e9;
    this.gain = 1;
    this.lookedAt = -1e9;
    this.grain = this.#grain();
    this.profile = this.#profile();
  }

  #grain() {
    const grain = new Float32Array(SIDE * SIDE);
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) grain[y * SIDE + x] = 0.7 + 0.6 * noise(x * 5 + y, y * 7 + 31);
    return grain;
  }

  #profile() {
    // A diffuser evens the light out but cannot quite reach the corners of its box.
    const profile = new Float32Array(CELLS * CELLS);
    for (let y = 0; y < CELLS; y++)
      for (let x = 0; x < CELLS; x++) {
        const dx = (x + 0.5) / CELLS - 0.5, dy = (y + 0.5) / CELLS - 0.5;
        profile[y * CELLS + x] = 1.05 - 1.5 * (dx * dx + dy * dy);
      }
    return profile;
  }

  setScene(layers, seconds) {
    this.layers = [...layers].sort((one, other) => one.priority - other.priority);
    this.since = seconds;
    this.flames.fill(0);
    for (const layer of this.layers)
      for (const tile of layer.tiles) this.flames[tile] = layer.effect === "fire" ? 1 : layer.opacity > 200 ? 0 : this.flames[tile];
  }

  setPixels(bytes, seconds) {
    this.pixels = bytes;
    this.pixelsAt = seconds;
  }

  // Whether what glows now comes from a board rather than from this page's own play of the scene.
  real(seconds) {
    return this.pixels !== null && seconds - this.pixelsAt < LightField.FRESH;
  }

  // Whether something in the scene counts down, so that the picture changes where all motion is off, too.
  counts() {
    return this.layers.some((layer) => layer.effect === "clock");
  }

  #play(seconds, age) {
    const { colours } = this;
    colours.fill(0);
    const light = [0, 0, 0];
    for (const layer of this.layers) {
      const play = EFFECTS[layer.effect] || EFFECTS.solid;
      const t = (seconds * layer.speed) / 100;
      const red = (layer.colour >> 16) / 255, green = ((layer.colour >> 8) & 255) / 255, blue = (layer.colour & 255) / 255;
      layer.tiles.forEach((tile, index) => {
        light[0] = red; light[1] = green; light[2] = blue;
        const strength = play(light, t, tile, layer, index, age);
        const cover = layer.opacity / 255;
        for (let part = 0; part < 3; part++) {
          const at = tile * 3 + part;
          colours[at] = colours[at] * (1 - cover) + light[part] * strength * cover;
        }
      });
    }
  }

  #look(seconds) {
    // As an eye does: get used to a dim board, slowly.
    let brightest = 0.02;
    for (let at = 0; at < 300; at++) {
      const value = Math.pow(this.pixels[at] / 255, EYE);
      this.colours[at] = value;
      if (value > brightest) brightest = value;
    }
    const wanted = Math.min(2, Math.max(1, 0.95 / brightest));
    const away = seconds - this.lookedAt > 1; // just opened, or back from another window
    this.lookedAt = seconds;
    this.gain += (wanted - this.gain) * (away ? 1 : 0.02);
    for (let at = 0; at < 300; at++) this.colours[at] = Math.min(1, this.colours[at] * this.gain);
  }

  // Draw the glow over the square (x, y, side) of `context`. `seconds` move the scene's flames, and stand still where
  // motion is unwelcome; `now` moves what a board shows, and clocks.
  draw(context, x, y, side, seconds, now) {
    const real = this.real(now);
    if (real) this.#look(now);
    else this.#play(seconds, now - this.since);
    this.#paint(real ? now : seconds);
    context.imageSmoothingEnabled = true;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.canvas, x, y, side, side);
  }

  // The light that spills over the walls between tiles.
  drawBloom(context, x, y, side, strength) {
    context.save();
    context.globalCompositeOperation = "lighter";
    context.globalAlpha = strength;
    context.drawImage(this.small, x, y, side, side);
    context.restore();
  }

  #paint(seconds) {
    const data = this.image.data, small = this.smallImage.data, { colours, profile, grain, flames } = this;
    for (let tile = 0; tile < TILES; tile++) {
      const red = colours[tile * 3], green = colours[tile * 3 + 1], blue = colours[tile * 3 + 2];
      const left = (tile % 10) * CELLS, top = Math.floor(tile / 10) * CELLS;
      const burning = flames[tile] === 1;
      for (let cy = 0; cy < CELLS; cy++) {
        for (let cx = 0; cx < CELLS; cx++) {
          const px = left + cx, py = top + cy, at = py * SIDE + px;
          let r = red, g = green, b = blue;
          if (burning) {
            // Two sheets of noise rise at different speeds and bend each other: tongues, with dark between them.
            const bend = noise(px * 2.4 + seconds * 5, py * 2.1 + seconds * 13) - 0.5;
            const lick = noise(px * 4.2 + bend * 34, py * 2.3 + bend * 14 + seconds * 38);
            const body = noise(px * 1.5 - seconds * 4 + bend * 12, py * 1.1 + seconds * 19);
            const heat = clamp((lick * 0.78 + body * 0.62 - 0.42) * 2.1);
            const force = 0.16 + 1.3 * heat;
            const white = Math.max(0, heat - 0.58) * red;
            g = Math.min(g, r * 0.72);
            r = r * (0.3 + force) + white * 0.7;
            g = (g * 0.8 + 0.1 * red) * force * (0.18 + 1.15 * heat) + white * 0.8;
            b = b * force * heat * 0.7 + white * 0.3;
          }
          const fall = profile[cy * CELLS + cx], stone = grain[at];
          const lit = 255 * fall;
          const o = at * 4;
          data[o] = 25 * stone + r * lit;
          data[o + 1] = 20 * stone + g * lit;
          data[o + 2] = 18 * stone + b * lit;
          data[o + 3] = 255;
        }
      }
      small[tile * 4] = red * 255;
      small[tile * 4 + 1] = green * 255;
      small[tile * 4 + 2] = blue * 255;
      small[tile * 4 + 3] = 255;
    }
    this.context.putImageData(this.image, 0, 0);
    this.smallContext.putImageData(this.smallImage, 0, 0);
  }
}
