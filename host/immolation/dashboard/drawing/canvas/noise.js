// Owns one small texture of smooth noise that repeats without a seam; fire and embers are cut from it.
export const PERIOD = 128; // texels; a power of two, so that wrapping is a mask
const MASK = PERIOD - 1;

function lattice(cells, seed) {
  // A fixed little generator: every browser draws the same fire.
  let state = seed >>> 0;
  const values = new Float32Array(cells * cells);
  for (let at = 0; at < values.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    values[at] = state / 4294967296;
  }
  return values;
}

function octave(into, cells, weight, seed) {
  const values = lattice(cells, seed);
  const step = cells / PERIOD;
  for (let y = 0; y < PERIOD; y++) {
    const fy = y * step, y0 = Math.floor(fy), ty = fy - y0, sy = ty * ty * (3 - 2 * ty);
    for (let x = 0; x < PERIOD; x++) {
      const fx = x * step, x0 = Math.floor(fx), tx = fx - x0, sx = tx * tx * (3 - 2 * tx);
      const x1 = (x0 + 1) % cells, y1 = (y0 + 1) % cells;
      const top = values[y0 * cells + x0] * (1 - sx) + values[y0 * cells + x1] * sx;
      const low = values[y1 * cells + x0] * (1 - sx) + values[y1 * cells + x1] * sx;
      into[y * PERIOD + x] += weight * (top * (1 - sy) + low * sy);
    }
  }
}

export const NOISE = new Float32Array(PERIOD * PERIOD);
octave(NOISE, 8, 0.5, 7);
octave(NOISE, 16, 0.3, 11);
octave(NOISE, 32, 0.2, 23);

// 0 to 1, mostly between 0.2 and 0.8.
export function noise(x, y) {
  return NOISE[((y | 0) & MASK) * PERIOD + ((x | 0) & MASK)];
}
