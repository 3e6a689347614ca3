/** A page as dots, for PNG. Modules of codes have whole dots, so that no bar is wider than another by rounding. */
import { Bitmap } from "./bitmap.ts";
import { buildOutline, fillOutline, measureRuns } from "./outline.ts";
import { type Box, type DrawnLine, type Line, Page, POINTS_PER_MM, type Polygon } from "./page.ts";
import { drawOutlined, drawSegment } from "./shapes.ts";
import type { Run } from "./typeset.ts";

/** 203 dots per inch, the resolution of most label printers. */
export const DOTS_PER_MM = 8;
export const DOTS_PER_POINT = DOTS_PER_MM / POINTS_PER_MM;

/** The largest whole number of dots, at least one. */
export function fitToDots(module_mm: number): number {
  return Math.max(1, Math.floor(module_mm * DOTS_PER_MM + 1e-6)) / DOTS_PER_MM;
}

export class RasterPage extends Page {
  readonly bitmap: Bitmap;

  constructor(width_mm: number, height_mm: number, language: string) {
    super(language);
    this.bitmap = new Bitmap(Math.floor(width_mm * DOTS_PER_MM), Math.floor(height_mm * DOTS_PER_MM));
  }

  protected override fitModule(module_mm: number): number {
    return fitToDots(module_mm);
  }

  protected override measure(runs: readonly Run[], points: number): number {
    return measureRuns(runs, points);
  }

  protected override drawLine({ runs, start_x, baseline, points }: DrawnLine): void {
    const outline = buildOutline(
      runs,
      start_x * DOTS_PER_POINT,
      baseline * DOTS_PER_POINT,
      points * DOTS_PER_POINT,
    );
    fillOutline(outline, (x, y) => this.bitmap.set(x, y));
  }

  protected override fill(boxes: readonly Box[]): void {
    for (const box of boxes) {
      const [left_px, top] = [Math.round(box.x * DOTS_PER_MM), Math.round(box.y * DOTS_PER_MM)];
      const right = Math.max(left_px + 1, Math.round((box.x + box.width) * DOTS_PER_MM));
      const bottom = Math.max(top + 1, Math.round((box.y + box.height) * DOTS_PER_MM));
      for (let y = top; y < bottom; y += 1) for (let x = left_px; x < right; x += 1) this.bitmap.set(x, y);
    }
  }

  override polygons(shapes: readonly Polygon[]): void {
    for (const { points, shade } of shapes)
      drawOutlined(
        this.bitmap,
        points.map(([x, y]) => [x * DOTS_PER_MM, y * DOTS_PER_MM] as const),
        shade,
      );
  }

  override strokes(lines: readonly Line[]): void {
    for (const [[x0, y0], [x1, y1]] of lines)
      drawSegment(this.bitmap, [x0 * DOTS_PER_MM, y0 * DOTS_PER_MM], [x1 * DOTS_PER_MM, y1 * DOTS_PER_MM]);
  }
}
