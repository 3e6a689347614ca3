/** Glyphs as dots: outlines are flattened to line segments and filled by the non-zero winding rule. */
import type { Run } from "./typeset.ts";

interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A dot is dark when half of its samples are inside; each dot has this many in each direction. */
const SAMPLES = 4;
/** Straight pieces of a curve; letters of a label are a few dozen dots high. */
const CURVE_PIECES = 8;

/** Width of the runs, in units of `size`. */
export function measureRuns(runs: readonly Run[], size: number): number {
  return runs.reduce(
    (sum, { text, face: { font } }) => sum + (font.layout(text).advanceWidth * size) / font.unitsPerEm,
    0,
  );
}

interface PathCommand {
  command: string;
  args: number[];
}

/** The outlines of runs that begin at a point on their baseline; `size` is the height of an em, all in dots. */
export function buildOutline(
  runs: readonly Run[],
  start_x: number,
  baseline: number,
  size: number,
): Segment[] {
  const segments: Segment[] = [];
  let pen = start_x;
  for (const { text, face } of runs) {
    const { font } = face;
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text);
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index];
      if (position === undefined) continue;
      const origin_x = pen + position.xOffset * scale;
      const origin_y = baseline - position.yOffset * scale;
      const { commands } = glyph.path as unknown as { commands: PathCommand[] };
      addGlyph(segments, commands, (x, y) => [origin_x + x * scale, origin_y - y * scale]);
      pen += position.xAdvance * scale;
    }
  }
  return segments;
}

type Place = (x: number, y: number) => [number, number];

function addGlyph(segments: Segment[], commands: readonly PathCommand[], place: Place): void {
  let [x, y] = [0, 0];
  let [start_x, start_y] = [0, 0];
  const lineTo = (to_x: number, to_y: number) => {
    segments.push({ x0: x, y0: y, x1: to_x, y1: to_y });
    [x, y] = [to_x, to_y];
  };
  for (const { command, args } of commands) {
    const points: [number, number][] = [];
    for (let at = 0; at + 1 < args.length; at += 2) points.push(place(args[at] ?? 0, args[at + 1] ?? 0));
    const last = points.at(-1);
    if (command === "closePath") {
      lineTo(start_x, start_y);
    } else if (last === undefined) {
    } else if (command === "moveTo") {
      [x, y] = last;
      [start_x, start_y] = last;
    } else if (command === "lineTo") {
      lineTo(...last);
    } else {
      const curve: [number, number][] = [[x, y], ...points];
      for (let piece = 1; piece <= CURVE_PIECES; piece += 1)
        lineTo(...findOnCurve(curve, piece / CURVE_PIECES));
    }
  }
}

/** De Casteljau: quadratic and cubic curves alike. */
function findOnCurve(points: readonly [number, number][], share: number): [number, number] {
  let level = points;
  while (level.length > 1) {
    level = level.slice(1).map(([x, y], index): [number, number] => {
      const [from_x, from_y] = level[index] as [number, number];
      return [from_x + (x - from_x) * share, from_y + (y - from_y) * share];
    });
  }
  return level[0] as [number, number];
}

/** Calls `dot` for each dark dot. */
export function fillOutline(segments: readonly Segment[], dot: (x: number, y: number) => void): void {
  const rows = new Map<number, Map<number, number>>();
  const top = Math.floor(segments.reduce((least, { y0, y1 }) => Math.min(least, y0, y1), Infinity));
  const bottom = Math.ceil(segments.reduce((most, { y0, y1 }) => Math.max(most, y0, y1), -Infinity));
  for (let sample = top * SAMPLES; sample < bottom * SAMPLES; sample += 1) {
    const y = (sample + 0.5) / SAMPLES;
    const crossings: { x: number; winding: number }[] = [];
    for (const { x0, y0, x1, y1 } of segments) {
      if (y0 <= y === y1 <= y) continue;
      crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), winding: y1 > y0 ? 1 : -1 });
    }
    crossings.sort((one, other) => one.x - other.x);
    const row_y = Math.floor(sample / SAMPLES);
    const row = rows.get(row_y) ?? new Map<number, number>();
    rows.set(row_y, row);
    let winding = 0;
    for (const [index, crossing] of crossings.entries()) {
      winding += crossing.winding;
      const next = crossings[index + 1];
      if (winding === 0 || next === undefined) continue;
      const first = Math.ceil(crossing.x * SAMPLES - 0.5);
      const last = Math.ceil(next.x * SAMPLES - 0.5) - 1;
      for (let at = first; at <= last; at += 1) {
        const x = Math.floor(at / SAMPLES);
        row.set(x, (row.get(x) ?? 0) + 1);
      }
    }
  }
  for (const [y, row] of rows) for (const [x, inside] of row) if (inside * 2 >= SAMPLES * SAMPLES) dot(x, y);
}
