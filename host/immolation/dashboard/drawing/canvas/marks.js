// Owns the board's frame and the marks that guide hands: numbers, edges, legal targets, arrows, choices, the cursor.

// Where tiles are on a canvas `size` points wide and high.
export class Frame {
  constructor(size) {
    this.size = size;
    this.margin = Math.round(size * 0.042);
    this.side = size - 2 * this.margin;
    this.tile = this.side / 10;
  }
  corner(tile) {
    return [this.margin + (tile % 10) * this.tile, this.margin + Math.floor(tile / 10) * this.tile];
  }
  centre(tile) {
    const [x, y] = this.corner(tile);
    return [x + this.tile / 2, y + this.tile / 2];
  }
  // The tile under a point, or null beside the board.
  at(x, y) {
    const column = Math.floor((x - this.margin) / this.tile), row = Math.floor((y - this.margin) / this.tile);
    return column < 0 || column > 9 || row < 0 || row > 9 ? null : row * 10 + column;
  }
}

function edgeName(context, frame, text, x, y) {
  const r = frame.margin * 0.36;
  context.save();
  context.translate(x, y);
  context.beginPath();
  for (let at = 0; at < 6; at++) context.lineTo(Math.cos((at * Math.PI) / 3) * r * 1.25, Math.sin((at * Math.PI) / 3) * r * 1.05);
  context.closePath();
  context.fillStyle = "#3a1710";
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = "#c4512a";
  context.stroke();
  context.fillStyle = "#ffd9bd";
  context.font = `700 ${r * 1.25}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, 0, r * 0.08);
  context.restore();
}

// Everything that never moves: the stone rim, the walls between the lights, tile numbers. Drawn once a size.
export function drawSurround(context, frame, edges) {
  const { size, margin, side, tile } = frame;
  context.clearRect(0, 0, size, size);
  const rim = context.createLinearGradient(0, 0, size, size);
  rim.addColorStop(0, "#2b211d");
  rim.addColorStop(0.5, "#191210");
  rim.addColorStop(1, "#241a16");
  context.fillStyle = rim;
  context.beginPath();
  context.roundRect(0, 0, size, size, margin * 0.55);
  context.fill();
  context.globalCompositeOperation = "destination-out";
  context.fillRect(margin, margin, side, side);
  context.globalCompositeOperation = "source-over";
  context.strokeStyle = "rgba(255,190,140,.16)";
  context.lineWidth = 1;
  context.strokeRect(margin - 1.5, margin - 1.5, side + 3, side + 3);
  const wall = Math.max(1.4, tile * 0.05);
  context.strokeStyle = "rgba(8,5,4,.94)";
  context.lineWidth = wall;
  context.beginPath();
  for (let at = 0; at <= 10; at++) {
    context.moveTo(margin + at * tile, margin);
    context.lineTo(margin + at * tile, margin + side);
    context.moveTo(margin, margin + at * tile);
    context.lineTo(margin + side, margin + at * tile);
  }
  context.stroke();
  for (let at = 0; at < 100; at++) {
    const [x, y] = frame.corner(at);
    context.strokeStyle = "rgba(255,225,200,.05)";
    context.lineWidth = 1;
    context.beginPath();
    context.roundRect(x + wall, y + wall, tile - 2 * wall, tile - 2 * wall, tile * 0.08);
    context.stroke();
    context.font = `600 ${Math.max(8, tile * 0.17)}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "top";
    context.lineJoin = "round";
    context.lineWidth = Math.max(1.5, tile * 0.035);
    context.strokeStyle = "rgba(0,0,0,.55)";
    const text = String(at).padStart(2, "0");
    context.strokeText(text, x + tile * 0.09, y + tile * 0.09);
    context.fillStyle = "rgba(255,240,225,.72)";
    context.fillText(text, x + tile * 0.09, y + tile * 0.09);
  }
  const middle = size / 2, half = margin / 2;
  const places = { top: [middle, half], right: [size - half, middle], bottom: [middle, size - half], left: [half, middle] };
  for (const [edge, text] of Object.entries(edges || {})) if (places[edge]) edgeName(context, frame, text, ...places[edge]);
}

function outline(context, frame, tile, inset) {
  const [x, y] = frame.corner(tile);
  const gap = frame.tile * inset;
  context.beginPath();
  context.roundRect(x + gap, y + gap, frame.tile - 2 * gap, frame.tile - 2 * gap, frame.tile * 0.14);
}

function arrow(context, from, to, width, run) {
  const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
  if (length < 1) return;
  const ux = dx / length, uy = dy / length, head = width * 3.4;
  const end = [to[0] - ux * head * 0.55, to[1] - uy * head * 0.55];
  for (const [colour, extra] of [["rgba(0,0,0,.8)", width * 0.7], ["#7fe3ff", 0]]) {
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = width + extra;
    context.lineCap = "round";
    context.setLineDash(extra ? [] : [width * 2.6, width * 2.2]);
    context.lineDashOffset = -run * width * 9;
    context.beginPath();
    context.moveTo(from[0] + ux * width * 4, from[1] + uy * width * 4);
    context.lineTo(end[0] - ux * head * 0.7, end[1] - uy * head * 0.7);
    context.stroke();
    context.setLineDash([]);
    const wide = (head + extra) * 0.62;
    context.beginPath();
    context.moveTo(to[0] - ux * head * 0.1 + ux * extra * 0.6, to[1] - uy * head * 0.1 + uy * extra * 0.6);
    context.lineTo(to[0] - ux * head - uy * wide, to[1] - uy * head + ux * wide);
    context.lineTo(to[0] - ux * head + uy * wide, to[1] - uy * head - ux * wide);
    context.closePath();
    context.fill();
  }
}

// In the lower left corner of a tile: "!" where its sensor cannot be believed, a slash where it is switched off.
function sensorMark(context, frame, tile, off) {
  const [left, top] = frame.corner(tile), r = Math.max(5, frame.tile * 0.13);
  const x = left + frame.tile * 0.19, y = top + frame.tile * 0.81;
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = off ? "#1c1512" : "#c22f2f";
  context.fill();
  context.lineWidth = Math.max(1.2, r * 0.2);
  context.strokeStyle = "#fff3e6";
  context.stroke();
  context.beginPath();
  if (off) {
    context.moveTo(x - r * 0.7, y + r * 0.7);
    context.lineTo(x + r * 0.7, y - r * 0.7);
    context.stroke();
    return;
  }
  context.fillStyle = "#fff3e6";
  context.font = `800 ${r * 1.5}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText("!", x, y + r * 0.06);
}

// While the sensors are tested: a tick on each tile that has answered, the others under a veil.
function testMarks(context, frame, answered) {
  const side = frame.tile;
  for (let tile = 0; tile < 100; tile++) {
    const [x, y] = frame.corner(tile);
    if (!answered.includes(tile)) {
      outline(context, frame, tile, 0.03);
      context.fillStyle = "rgba(10,6,5,.62)";
      context.fill();
      continue;
    }
    context.lineJoin = context.lineCap = "round";
    for (const [colour, width] of [["rgba(0,0,0,.75)", 0.15], ["#5be39a", 0.085]]) {
      context.beginPath();
      context.moveTo(x + side * 0.3, y + side * 0.54);
      context.lineTo(x + side * 0.45, y + side * 0.68);
      context.lineTo(x + side * 0.72, y + side * 0.36);
      context.strokeStyle = colour;
      context.lineWidth = side * width;
      context.stroke();
    }
  }
}

// The marks of one moment. `model`: targets, choices, pairs; `hand`: held tile, hovered tile, pressed tile, cursor.
export function drawMarks(context, frame, model, hand, seconds) {
  const beat = 0.5 + 0.5 * Math.sin(seconds * 3.4);
  context.save();
  if (model.tested) testMarks(context, frame, model.tested);
  for (const tile of model.faulty) sensorMark(context, frame, tile, false);
  for (const tile of model.off) sensorMark(context, frame, tile, true);
  for (const tile of model.targets || []) {
    outline(context, frame, tile, 0.09);
    context.lineWidth = Math.max(2, frame.tile * 0.045);
    context.strokeStyle = "rgba(0,0,0,.6)";
    context.stroke();
    context.lineWidth = Math.max(1.4, frame.tile * 0.03);
    context.strokeStyle = `rgba(176,255,214,${0.55 + 0.4 * beat})`;
    context.stroke();
    if (hand.hover === tile) {
      context.fillStyle = "rgba(176,255,214,.22)";
      context.fill();
    }
  }
  if (hand.pressed !== null) {
    outline(context, frame, hand.pressed, 0.05);
    context.fillStyle = "rgba(255,246,230,.4)";
    context.fill();
  }
  (model.choices || []).forEach((choice, at) => {
    if (choice.tile === null || choice.tile === undefined) return;
    outline(context, frame, choice.tile, 0.05);
    context.lineWidth = Math.max(3, frame.tile * 0.07);
    context.strokeStyle = `rgba(255,214,92,${0.6 + 0.4 * beat})`;
    context.stroke();
    const [x, y] = frame.corner(choice.tile);
    const r = frame.tile * 0.17;
    context.beginPath();
    context.arc(x + frame.tile * 0.8, y + frame.tile * 0.2, r, 0, 7);
    context.fillStyle = "#ffd65c";
    context.fill();
    context.fillStyle = "#221505";
    context.font = `800 ${r * 1.4}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String.fromCharCode(65 + at), x + frame.tile * 0.8, y + frame.tile * 0.2 + 1);
  });
  const pair = (model.pairs || [])[0];
  if (pair) {
    const [from, to] = pair;
    for (const tile of [from, to]) {
      if (tile === null || tile === undefined) continue;
      outline(context, frame, tile, 0.04);
      context.lineWidth = Math.max(3, frame.tile * 0.06);
      context.strokeStyle = `rgba(127,227,255,${0.65 + 0.35 * beat})`;
      context.stroke();
    }
    if (from !== null && to !== null) arrow(context, frame.centre(from), frame.centre(to), Math.max(3, frame.tile * 0.075), seconds);
    else if (to !== null) arrow(context, [frame.centre(to)[0], frame.size], frame.centre(to), Math.max(3, frame.tile * 0.075), seconds);
    else if (from !== null) arrow(context, frame.centre(from), [frame.centre(from)[0], frame.size], Math.max(3, frame.tile * 0.075), seconds);
  }
  if (hand.held !== null && hand.hover !== null && hand.hover !== hand.held) {
    outline(context, frame, hand.hover, 0.04);
    context.lineWidth = Math.max(2, frame.tile * 0.05);
    context.strokeStyle = "rgba(255,246,230,.9)";
    context.stroke();
  }
  if (hand.cursor !== null) {
    outline(context, frame, hand.cursor, 0.02);
    context.lineWidth = Math.max(3, frame.tile * 0.06);
    context.strokeStyle = "#ffffff";
    context.setLineDash([frame.tile * 0.14, frame.tile * 0.08]);
    context.stroke();
    context.setLineDash([]);
  }
  context.restore();
}
