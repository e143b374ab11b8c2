// Owns how things on tiles look: gems, stones, dice, markers and miniatures, drawn from shapes alone.

const hex = (colour) => "#" + (colour & 0xffffff).toString(16).padStart(6, "0");

function mix(colour, other, share) {
  const part = (shift) => {
    const one = (colour >> shift) & 255, two = (other >> shift) & 255;
    return Math.round(one + (two - one) * share) << shift;
  };
  return part(16) | part(8) | part(0);
}

const light = (colour, share) => hex(mix(colour, 0xffffff, share));
const dark = (colour, share) => hex(mix(colour, 0x000000, share));
const luma = (colour) => (((colour >> 16) & 255) * 0.3 + ((colour >> 8) & 255) * 0.59 + (colour & 255) * 0.11) / 255;

function polygon(context, points) {
  context.beginPath();
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

const ring = (x, y, r, count, turn = 0, squash = 1) =>
  Array.from({ length: count }, (_, at) => {
    const angle = turn + (at * Math.PI * 2) / count;
    return [x + Math.cos(angle) * r, y + Math.sin(angle) * r * squash];
  });

function shadow(context, r) {
  context.shadowColor = "rgba(0,0,0,.75)";
  context.shadowBlur = r * 0.5;
  context.shadowOffsetY = r * 0.18;
}

function facets(context, x, y, r, sides, turn, colour, squash = 1) {
  const outer = ring(x, y, r, sides, turn, squash), inner = ring(x, y - r * 0.06, r * 0.52, sides, turn, squash);
  context.save();
  shadow(context, r);
  polygon(context, outer);
  context.fillStyle = hex(colour);
  context.fill();
  context.restore();
  for (let at = 0; at < sides; at++) {
    const next = (at + 1) % sides;
    const middle = (outer[at][1] + outer[next][1]) / 2 - y;
    polygon(context, [outer[at], outer[next], inner[next], inner[at]]);
    context.fillStyle = middle < 0 ? light(colour, 0.14 + (-middle / r) * 0.42) : dark(colour, 0.1 + (middle / r) * 0.45);
    context.fill();
  }
  polygon(context, inner);
  context.fillStyle = light(colour, 0.3);
  context.fill();
  polygon(context, outer);
  context.strokeStyle = luma(colour) < 0.25 ? light(colour, 0.45) : dark(colour, 0.55);
  context.lineWidth = Math.max(1, r * 0.09);
  context.stroke();
  context.fillStyle = "rgba(255,255,255,.75)";
  context.beginPath();
  context.ellipse(x - r * 0.26, y - r * 0.36, r * 0.16, r * 0.09, -0.6, 0, 7);
  context.fill();
}

function badge(context, x, y, r, text) {
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = "#0d0908";
  context.fill();
  context.lineWidth = Math.max(1, r * 0.14);
  context.strokeStyle = "#f3e7d8";
  context.stroke();
  context.fillStyle = "#fff6ea";
  context.font = `700 ${r * 1.35}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + r * 0.08);
}

const DRAW = {
  gem: (context, x, y, r, piece) => facets(context, x, y, r * 0.86, 6, Math.PI / 6, piece.colour),
  bloodstone(context, x, y, r) {
    const glow = context.createRadialGradient(x, y, r * 0.2, x, y, r * 1.35);
    glow.addColorStop(0, "rgba(255,40,30,.55)");
    glow.addColorStop(1, "rgba(255,40,30,0)");
    context.fillStyle = glow;
    context.fillRect(x - r * 1.4, y - r * 1.4, r * 2.8, r * 2.8);
    const colour = 0xb3121a;
    const points = [[0, -1], [0.62, -0.42], [0.7, 0.28], [0, 1], [-0.7, 0.28], [-0.62, -0.42]].map(([px, py]) => [x + px * r, y + py * r]);
    context.save();
    shadow(context, r);
    polygon(context, points);
    context.fillStyle = hex(colour);
    context.fill();
    context.restore();
    points.forEach((point, at) => {
      polygon(context, [point, points[(at + 1) % 6], [x, y - r * 0.1]]);
      context.fillStyle = [light(colour, 0.3), light(colour, 0.05), dark(colour, 0.45), dark(colour, 0.3), light(colour, 0.12), light(colour, 0.5)][at];
      context.fill();
    });
    polygon(context, points);
    context.lineWidth = Math.max(1, r * 0.09);
    context.strokeStyle = "#ffb9a8";
    context.stroke();
  },
  omega(context, x, y, r) {
    const glow = context.createRadialGradient(x, y, r * 0.2, x, y, r * 1.6);
    glow.addColorStop(0, "rgba(255,226,150,.9)");
    glow.addColorStop(1, "rgba(255,200,90,0)");
    context.fillStyle = glow;
    context.fillRect(x - r * 1.6, y - r * 1.6, r * 3.2, r * 3.2);
    facets(context, x, y, r, 8, Math.PI / 8, 0xf2c14e);
    context.fillStyle = "#2a1705";
    context.font = `700 ${r * 1.15}px Georgia, "Times New Roman", serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText("Ω", x, y + r * 0.04);
  },
  die(context, x, y, r, piece) {
    facets(context, x, y, r * 0.92, 6, 0, piece.colour || 0xe9dfd2);
    context.fillStyle = "#1b1210";
    context.font = `700 ${r * 0.8}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText("A", x, y + r * 0.04);
  },
  marker(context, x, y, r, piece) {
    context.beginPath();
    context.arc(x, y, r * 0.6, 0, 7);
    context.fillStyle = hex(piece.colour);
    context.fill();
    context.lineWidth = r * 0.16;
    context.strokeStyle = "rgba(0,0,0,.6)";
    context.stroke();
  },
};

function kindOf(piece) {
  const kind = piece.kind.toLowerCase();
  if (DRAW[kind]) return kind;
  if (kind.includes("omega")) return "omega";
  if (kind.includes("bloodstone")) return "bloodstone";
  if (kind.includes("die")) return "die";
  return kind.includes("gem") || kind.includes("stone") ? "gem" : "marker";
}

function crown(context, x, y, w, colour) {
  const h = w * 0.52;
  polygon(context, [[-0.5, 0.5], [-0.62, -0.35], [-0.24, 0.06], [0, -0.62], [0.24, 0.06], [0.62, -0.35], [0.5, 0.5]].map(([px, py]) => [x + px * w, y + py * h]));
  const gold = context.createLinearGradient(0, y - h, 0, y + h);
  gold.addColorStop(0, "#fff0b8");
  gold.addColorStop(1, "#c98d21");
  context.fillStyle = gold;
  context.fill();
  context.lineWidth = Math.max(1, w * 0.06);
  context.strokeStyle = "#3b2405";
  context.stroke();
  for (const [px, py] of [[-0.6, -0.36], [0, -0.62], [0.6, -0.36]]) {
    context.beginPath();
    context.arc(x + px * w, y + py * h, w * 0.09, 0, 7);
    context.fillStyle = light(colour, 0.5);
    context.fill();
    context.stroke();
  }
}

function flames(context, x, y, r, colour) {
  context.save();
  const fire = context.createLinearGradient(0, y - r * 1.7, 0, y - r * 0.8);
  fire.addColorStop(0, "#ffcf6b");
  fire.addColorStop(0.5, "#ff6a1e");
  fire.addColorStop(1, hex(mix(colour, 0x8a1a08, 0.6)));
  context.fillStyle = fire;
  context.strokeStyle = "#120b0a";
  context.lineWidth = Math.max(1, r * 0.06);
  for (const [turn, size] of [[-0.66, 0.35], [0.66, 0.35], [-0.33, 0.62], [0.36, 0.8], [0, 1]]) {
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    context.beginPath();
    context.moveTo(-0.3 * r, -r * 0.8);
    context.quadraticCurveTo(-0.36 * r, -r * (1.05 + size * 0.16), 0.07 * r, -r * (1.0 + size * 0.72));
    context.quadraticCurveTo(0.04 * r, -r * (1.0 + size * 0.3), 0.3 * r, -r * 0.8);
    context.closePath();
    context.fill();
    context.stroke();
    context.restore();
  }
  context.restore();
}

// A miniature seen from above: a base in its colour, its initial, a king's crown or a revenant's flames.
export function drawMiniature(context, x, y, r, piece, { lifted = false, ghost = false, mine = false } = {}) {
  context.save();
  if (ghost) context.globalAlpha = 0.4;
  const revenant = piece.kind === "revenant";
  context.save();
  context.shadowColor = "rgba(0,0,0,.9)";
  context.shadowBlur = r * (lifted ? 1.1 : 0.5);
  context.shadowOffsetY = r * (lifted ? 0.6 : 0.2);
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = "#0d0908";
  context.fill();
  context.restore();
  if (revenant) flames(context, x, y, r, piece.colour);
  const rim = context.createLinearGradient(x, y - r, x, y + r);
  rim.addColorStop(0, revenant ? "#6d6460" : "#ffe9b5");
  rim.addColorStop(0.5, revenant ? "#2c2624" : "#a87722");
  rim.addColorStop(1, revenant ? "#4b4340" : "#e8bb5e");
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = rim;
  context.fill();
  const face = context.createRadialGradient(x - r * 0.3, y - r * 0.42, r * 0.1, x, y, r * 0.88);
  face.addColorStop(0, light(piece.colour, revenant ? 0.06 : 0.42));
  face.addColorStop(0.55, revenant ? dark(piece.colour, 0.42) : hex(piece.colour));
  face.addColorStop(1, dark(piece.colour, revenant ? 0.78 : 0.5));
  context.beginPath();
  context.arc(x, y, r * 0.84, 0, 7);
  context.fillStyle = face;
  context.fill();
  context.lineWidth = Math.max(1, r * 0.05);
  context.strokeStyle = "rgba(0,0,0,.55)";
  context.stroke();
  const bright = !revenant && luma(piece.colour) > 0.55;
  context.font = `700 ${r * 1.05}px Georgia, "Times New Roman", serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = r * 0.16;
  context.lineJoin = "round";
  context.strokeStyle = bright ? "rgba(255,255,255,.55)" : "rgba(0,0,0,.65)";
  const called = (piece.label || "?").replace(/^the /i, "");
  const initial = /^\S+ (\d{1,2})$/.exec(called)?.[1] ?? called.charAt(0).toUpperCase(); // "Player 3" is 3
  context.strokeText(initial, x, y + r * 0.1);
  context.fillStyle = bright ? "#1c1310" : "#fffaf2";
  context.fillText(initial, x, y + r * 0.1);
  if (piece.kind === "king") crown(context, x, y - r * 0.94, r * 0.78, piece.colour);
  const stones = piece.stones || 0;
  for (let at = 0; at < stones; at++) {
    const angle = Math.PI / 2 + (at - (stones - 1) / 2) * 0.5;
    context.beginPath();
    context.arc(x + Math.cos(angle) * r * 0.92, y + Math.sin(angle) * r * 0.92, r * 0.16, 0, 7);
    context.fillStyle = "#e0202a";
    context.fill();
    context.lineWidth = Math.max(1, r * 0.05);
    context.strokeStyle = "#ffd8cf";
    context.stroke();
  }
  if (mine) {
    context.beginPath();
    context.arc(x, y, r * 1.1, 0, 7);
    context.lineWidth = Math.max(1.5, r * 0.09);
    context.strokeStyle = "rgba(255,246,230,.9)";
    context.stroke();
  }
  context.restore();
}

// Draw something that is not a miniature in a circle of radius r.
export function drawPiece(context, x, y, r, piece) {
  DRAW[kindOf(piece)](context, x, y, r, piece);
  if (piece.count > 1) badge(context, x + r * 0.78, y + r * 0.7, Math.max(7, r * 0.46), String(piece.count));
}

// Where `count` things lie on one tile: centre and radius as shares of the tile. Under a miniature they make room.
export function spread(count, covered) {
  if (covered) return Array.from({ length: count }, (_, at) => [0.2 + (at * 0.6) / Math.max(1, count - 1 || 1), 0.84, 0.15]);
  if (count === 1) return [[0.5, 0.53, 0.27]];
  if (count === 2) return [[0.3, 0.42, 0.2], [0.7, 0.64, 0.2]];
  const places = [[0.28, 0.36, 0.18], [0.72, 0.36, 0.18], [0.28, 0.74, 0.18], [0.72, 0.74, 0.18], [0.5, 0.55, 0.16]];
  return Array.from({ length: count }, (_, at) => places[at % 5]);
}
