// Owns the drawing of the board: lights under a diffuser, things on tiles, marks for hands. Knows no rule and no server.
export { LightField } from "./lights.js";
export { drawPiece, drawMiniature, spread } from "./pieces.js";
export { Frame, drawSurround, drawMarks } from "./marks.js";
export { drawBurned, drawTrail, slidesBetween } from "./moves.js";
