/** A page of a PDF. Bars and modules of codes are vectors, so that a thermal printer of any resolution prints them sharply. */
import { type Box, type DrawnLine, type Line, Page, POINTS_PER_MM, type Polygon } from "./page.ts";
import type { Run } from "./typeset.ts";

const OUTLINE_POINTS = 0.35;

export class PdfPage extends Page {
  readonly #pdf: PDFKit.PDFDocument;

  constructor(pdf: PDFKit.PDFDocument, language: string) {
    super(language);
    this.#pdf = pdf;
  }

  protected override drawLine({ runs, start_x, baseline, points }: DrawnLine): void {
    let at = start_x;
    for (const run of runs) {
      this.#choose(run);
      this.#pdf.fontSize(points).text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += this.measure([run], points);
    }
  }

  protected override measure(runs: readonly Run[], points: number): number {
    let width = 0;
    for (const run of runs) {
      this.#choose(run);
      width += this.#pdf.fontSize(points).widthOfString(run.text);
    }
    return width;
  }

  protected override fill(boxes: readonly Box[]): void {
    for (const { x, y, width, height } of boxes)
      this.#pdf.rect(x * POINTS_PER_MM, y * POINTS_PER_MM, width * POINTS_PER_MM, height * POINTS_PER_MM);
    this.#pdf.fill();
  }

  override polygons(shapes: readonly Polygon[]): void {
    for (const { points, shade } of shapes) {
      const grey = Math.round(255 * (1 - shade));
      this.#pdf
        .polygon(...points.map(([x, y]) => [x * POINTS_PER_MM, y * POINTS_PER_MM]))
        .lineWidth(OUTLINE_POINTS)
        .fillAndStroke([grey, grey, grey], "black");
    }
    this.#pdf.fillColor("black");
  }

  override strokes(lines: readonly Line[]): void {
    for (const [[x0, y0], [x1, y1]] of lines)
      this.#pdf.moveTo(x0 * POINTS_PER_MM, y0 * POINTS_PER_MM).lineTo(x1 * POINTS_PER_MM, y1 * POINTS_PER_MM);
    if (lines.length > 0) this.#pdf.lineWidth(OUTLINE_POINTS).stroke("black");
  }

  #choose({ face }: Run): void {
    this.#pdf.registerFont(face.key, face.font as unknown as string);
    this.#pdf.font(face.key);
  }
}
