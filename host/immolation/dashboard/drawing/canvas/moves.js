// Owns what happened between two pictures of the board: who moved where, what the fire took, and how both are marked.

const nameOf = (piece) => `${piece.owner}/${piece.kind}/${piece.label}`;
const tells = (piece) => piece.sensed || piece.owner; // one gem is like another: where it went nobody can say
const apart = (one, other) => Math.hypot((one % 10) - (other % 10), Math.floor(one / 10) - Math.floor(other / 10));

function places(pieces) {
  const found = new Map();
  for (const piece of pieces) {
    if (piece.at === null || !tells(piece)) continue;
    const name = nameOf(piece);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(piece);
  }
  return found;
}

// What stands elsewhere than before, each piece with the nearest of those that left, and the tiles that burned empty.
export function slidesBetween(before, now) {
  const was = places(before.pieces), moved = [];
  for (const [name, pieces] of places(now.pieces)) {
    const stayed = new Set(pieces.map((piece) => piece.at));
    const here = new Set((was.get(name) || []).map((piece) => piece.at));
    const left = [...here].filter((tile) => !stayed.has(tile));
    for (const piece of pieces.filter((one) => !here.has(one.at))) {
      if (!left.length) break;
      left.sort((one, other) => apart(one, piece.at) - apart(other, piece.at));
      moved.push({ name, piece, from: left.shift(), to: piece.at });
    }
  }
  const fire = new Set(now.layers.filter((layer) => layer.effect === "fire").flatMap((layer) => layer.tiles));
  const full = new Set(now.pieces.map((piece) => piece.at));
  const lost = before.pieces.filter((piece) => !tells(piece) && fire.has(piece.at) && !full.has(piece.at));
  return { moved, burned: [...new Set(lost.map((piece) => piece.at))] };
}

// The way of the last move: where it began, and dots to where it ended.
export function drawTrail(context, frame, from, to) {
  const [x0, y0] = frame.centre(from), [x1, y1] = frame.centre(to), r = frame.tile * 0.36;
  context.save();
  context.lineCap = "round";
  for (const [colour, width] of [["rgba(0,0,0,.6)", 0.075], ["rgba(255,236,205,.75)", 0.045]]) {
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, frame.tile * width);
    context.setLineDash([1, frame.tile * 0.14]);
    context.beginPath();
    context.arc(x0, y0, r, 0, 7);
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
  }
  context.restore();
}

// A cross of ash where something has just burned.
export function drawBurned(context, frame, tiles) {
  context.save();
  context.lineCap = "round";
  for (const tile of tiles) {
    const [x, y] = frame.centre(tile), r = frame.tile * 0.2;
    for (const [colour, width] of [["rgba(0,0,0,.75)", 0.1], ["#ffcf9e", 0.045]]) {
      context.strokeStyle = colour;
      context.lineWidth = Math.max(1.5, frame.tile * width);
      context.beginPath();
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x + r, y - r);
      context.lineTo(x - r, y + r);
      context.stroke();
    }
  }
  context.restore();
}
