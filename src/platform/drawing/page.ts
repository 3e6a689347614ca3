/**
 * One page of a document. Positions are in millimetres from the top left corner; those of text are of its baseline.
 *
 * How a page becomes bytes is left to its kinds: vectors in a PDF, dots in a picture, commands of a label printer.
 */
import bwip from "bwip-js/node";
import { type Run, splitClusters, toLine, typeset } from "./typeset.ts";

export const POINTS_PER_MM = 72 / 25.4;

export interface TextStyle {
  /** Points. */
  size: number;
  /** Longer text is scaled down to 70 % and then truncated. */
  width_mm: number;
  bold?: boolean;
  centred?: boolean;
  /** Ends at the right of the width. */
  right?: boolean;
}

/** One line as it is drawn: its left end and its baseline in points. */
export interface DrawnLine {
  runs: readonly Run[];
  start_x: number;
  baseline: number;
  /** Size of the letters, points. */
  points: number;
  width: number;
  bold: boolean;
}

/** Millimetres. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A plane shape in millimetres, filled from 0 (white) to 1 (black). */
export interface Polygon {
  points: readonly (readonly [x: number, y: number])[];
  shade: number;
}

/** A thin line in millimetres. */
export type Line = readonly [from: readonly [x: number, y: number], to: readonly [x: number, y: number]];

/** `gs1-128`: application identifiers in brackets, `(00)395212340000000018`; their check digits and lengths are verified. */
export type Symbology = "code128" | "gs1-128";

/** A Code 128 with ten modules of quiet zone on either side, as the symbology requires. */
const QUIET_MODULES = 10;

/** Widths of the bars and spaces of a Code 128, in modules, a bar first. */
function encodeBars(text: string, symbology: Symbology): number[] {
  const [symbol] = bwip.raw(symbology, text, "") as unknown as { sbs: number[] }[];
  if (symbol === undefined) throw new Error(`${text} has no Code 128.`);
  return [...symbol.sbs];
}

/** Modules of a QR code, row by row from the top, `size` per row; true is dark. */
export function encodeQr(text: string): { size: number; dark: boolean[] } {
  const [symbol] = bwip.raw("qrcode", text, "eclevel=M") as unknown as { pixs: number[]; pixx: number }[];
  if (symbol === undefined) throw new Error(`${text} has no QR code.`);
  return { size: symbol.pixx, dark: [...symbol.pixs].map((pixel) => pixel === 1) };
}

export abstract class Page {
  /** Characters that no font has. */
  unprintable = 0;
  protected readonly language: string;

  constructor(language: string) {
    this.language = language;
  }

  /** Width of the runs in points. */
  protected abstract measure(runs: readonly Run[], points: number): number;
  protected abstract drawLine(line: DrawnLine): void;
  protected abstract fill(boxes: readonly Box[]): void;

  /** Each polygon with its outline, the first at the back. */
  abstract polygons(shapes: readonly Polygon[]): void;
  abstract strokes(lines: readonly Line[]): void;

  /** The width that a module of a code can have where it should have this one: a printer has whole dots. */
  protected fitModule(module_mm: number): number {
    return module_mm;
  }

  /** Draws one line. */
  async text(words: string, x_mm: number, y_mm: number, style: TextStyle): Promise<void> {
    const { size, width_mm, bold = false, centred = false, right = false } = style;
    const room = width_mm * POINTS_PER_MM;
    const line = toLine(words);
    const typeset_line = await typeset(line, { bold, language: this.language });
    this.unprintable += typeset_line.lost;
    let runs = typeset_line.runs;
    let width = this.measure(runs, size);
    const points = width > room ? Math.max(size * 0.7, (size * room) / width) : size;
    width = (width * points) / size;
    // Rounding may leave a line that was scaled to the room a little wider than it.
    if (width > room * 1.001) {
      runs = await this.#truncate(line, room, points, bold);
      width = this.measure(runs, points);
    }
    const start_x = x_mm * POINTS_PER_MM + (right ? room - width : centred ? (room - width) / 2 : 0);
    if (runs.length > 0)
      this.drawLine({ runs, start_x, baseline: y_mm * POINTS_PER_MM, points, width, bold });
  }

  /** Draws lines below each other; those beyond the maximum are joined on the last one. */
  async lines(
    lines: readonly string[],
    x_mm: number,
    y_mm: number,
    style: TextStyle & { step_mm: number; lines_max: number },
  ): Promise<void> {
    const visible_lines =
      lines.length > style.lines_max
        ? [...lines.slice(0, style.lines_max - 1), lines.slice(style.lines_max - 1).join(", ")]
        : lines;
    for (const [index, line] of visible_lines.entries())
      await this.text(line, x_mm, y_mm + index * style.step_mm, style);
  }

  rule(x_mm: number, y_mm: number, width_mm: number): void {
    this.fill([{ x: x_mm, y: y_mm, width: width_mm, height: 0.3 }]);
  }

  /** A Code 128 with its quiet zones, in the middle of the width. */
  bars(
    text: string,
    x_mm: number,
    y_mm: number,
    width_mm: number,
    height_mm: number,
    symbology: Symbology = "code128",
  ): void {
    const widths = encodeBars(text, symbology);
    const modules = widths.reduce((sum, width) => sum + width, 0) + 2 * QUIET_MODULES;
    const module_mm = this.fitModule(width_mm / modules);
    const left_mm = x_mm + (width_mm - modules * module_mm) / 2;
    let at = QUIET_MODULES;
    this.fill(
      widths.flatMap((width, index) => {
        const box = { x: left_mm + at * module_mm, y: y_mm, width: width * module_mm, height: height_mm };
        at += width;
        return index % 2 === 0 ? [box] : [];
      }),
    );
  }

  /** A QR code with its quiet zone of four modules on each side. */
  qr(text: string, x_mm: number, y_mm: number, size_mm: number): void {
    const { size, dark } = encodeQr(text);
    const module_mm = this.fitModule(size_mm / (size + 8));
    const rest_mm = (size_mm - (size + 8) * module_mm) / 2;
    this.fill(
      dark.flatMap((is_dark, index) =>
        is_dark
          ? [
              {
                x: x_mm + rest_mm + ((index % size) + 4) * module_mm,
                y: y_mm + rest_mm + (Math.floor(index / size) + 4) * module_mm,
                width: module_mm,
                height: module_mm,
              },
            ]
          : [],
      ),
    );
  }

  /** The longest beginning that fits, with an ellipsis. */
  async #truncate(line: string, room: number, points: number, bold: boolean): Promise<Run[]> {
    const clusters = splitClusters(line);
    const fit = (count: number) =>
      typeset(`${clusters.slice(0, count).join("")}…`, { bold, language: this.language });
    let [least, most] = [0, clusters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (this.measure((await fit(middle)).runs, points) <= room) least = middle;
      else most = middle - 1;
    }
    return (await fit(least)).runs;
  }
}
