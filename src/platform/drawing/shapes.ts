/** Polygons and lines as black and white dots: shades of grey are patterns of dots. */
import type { Bitmap } from "./bitmap.ts";

type Dot = readonly [x: number, y: number];

/** Thresholds of an ordered dither, 4 by 4. Source: B. E. Bayer, 1973. */
const DITHER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Points in dots; `shade` from 0 (white) to 1 (black). Covers what was drawn before. */
function fillPolygon(bitmap: Bitmap, points: readonly Dot[], shade: number): void {
  const ys = points.map(([, y]) => y);
  const bottom = Math.min(bitmap.height - 1, Math.floor(Math.max(...ys)));
  for (let y = Math.max(0, Math.ceil(Math.min(...ys))); y <= bottom; y += 1) {
    const crossings: number[] = [];
    for (const [index, [x0, y0]] of points.entries()) {
      const [x1, y1] = points[(index + 1) % points.length] as Dot;
      if (y0 <= y !== y1 <= y) crossings.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
    }
    crossings.sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2)
      for (let x = Math.ceil(crossings[pair] as number); x <= (crossings[pair + 1] as number); x += 1) {
        const threshold = ((DITHER[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16;
        if (shade > threshold) bitmap.set(x, y);
        else bitmap.clear(x, y);
      }
  }
}

/** One dot wide. */
export function drawSegment(bitmap: Bitmap, [x0, y0]: Dot, [x1, y1]: Dot): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
  for (let step = 0; step <= steps; step += 1)
    bitmap.set(Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps));
}

export function drawOutlined(bitmap: Bitmap, points: readonly Dot[], shade: number): void {
  fillPolygon(bitmap, points, shade);
  for (const [index, point] of points.entries())
    drawSegment(bitmap, point, points[(index + 1) % points.length] as Dot);
}
