/**
 * A page as commands of a label printer, in ZPL II at 203 dots per inch. Bars are drawn by the printer. Text in Latin
 * letters has its own font; other scripts, which few printers have, are sent as dots.
 *
 * Source: Zebra's Programming Guide for ZPL II, commands ^A, ^BC, ^BY, ^CI, ^FD, ^FH, ^FO, ^FT, ^GB, ^GF.
 */
import { Bitmap } from "./bitmap.ts";
import { buildOutline, fillOutline, measureRuns } from "./outline.ts";
import { type Box, type DrawnLine, type Line, Page, type Polygon, type Symbology } from "./page.ts";
import { DOTS_PER_MM, DOTS_PER_POINT, fitToDots } from "./raster-page.ts";
import { drawOutlined, drawSegment } from "./shapes.ts";
import type { Run } from "./typeset.ts";

/** Letters that the scalable font of every printer has. */
const PRINTER_LETTERS = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
/** The height of the printer's letters compared with the size in points of ours. */
const PRINTER_FONT_HEIGHT = 1.05;

const toDots = (mm: number) => Math.round(mm * DOTS_PER_MM);

export class ZplPage extends Page {
  readonly #commands: string[] = [];
  readonly #width: number;
  readonly #height: number;

  constructor(width_mm: number, height_mm: number, language: string) {
    super(language);
    this.#width = toDots(width_mm);
    this.#height = toDots(height_mm);
  }

  /** The whole label. */
  finish(): string {
    return [
      "^XA",
      "^CI28",
      `^PW${this.#width}`,
      `^LL${this.#height}`,
      "^LH0,0",
      ...this.#commands,
      "^XZ",
      "",
    ].join("\n");
  }

  protected override fitModule(module_mm: number): number {
    return fitToDots(module_mm);
  }

  protected override measure(runs: readonly Run[], points: number): number {
    return measureRuns(runs, points);
  }

  protected override drawLine(line: DrawnLine): void {
    const text = line.runs.map((run) => run.text).join("");
    if (PRINTER_LETTERS.test(text)) {
      const height = Math.round(line.points * DOTS_PER_POINT * PRINTER_FONT_HEIGHT);
      const at = `^FT${Math.round(line.start_x * DOTS_PER_POINT)},${Math.round(line.baseline * DOTS_PER_POINT)}`;
      this.#commands.push(`${at}^A0N,${height},${height}${buildField(text)}`);
    } else this.#drawDots(line);
  }

  protected override fill(boxes: readonly Box[]): void {
    for (const { x, y, width, height } of boxes) {
      const [wide, high] = [Math.max(1, toDots(width)), Math.max(1, toDots(height))];
      this.#commands.push(`^FO${toDots(x)},${toDots(y)}^GB${wide},${high},${Math.min(wide, high)}^FS`);
    }
  }

  override bars(
    text: string,
    x_mm: number,
    y_mm: number,
    width_mm: number,
    height_mm: number,
    symbology: Symbology = "code128",
  ): void {
    const modules = countModules(text, symbology);
    const module_mm = fitToDots(width_mm / modules);
    const left_mm = x_mm + (width_mm - modules * module_mm) / 2 + 10 * module_mm;
    const data = symbology === "gs1-128" ? encodeGs1(text) : `>:${text.replaceAll(">", ">0")}`;
    this.#commands.push(
      `^FO${toDots(left_mm)},${toDots(y_mm)}^BY${toDots(module_mm)}^BCN,${toDots(height_mm)},N,N,N${buildField(data)}`,
    );
  }

  override polygons(shapes: readonly Polygon[]): void {
    this.#drawShapes(
      shapes.flatMap(({ points }) => points),
      (bitmap, toDot) => {
        for (const { points, shade } of shapes) drawOutlined(bitmap, points.map(toDot), shade);
      },
    );
  }

  override strokes(lines: readonly Line[]): void {
    this.#drawShapes(lines.flat(), (bitmap, toDot) => {
      for (const [from, to] of lines) drawSegment(bitmap, toDot(from), toDot(to));
    });
  }

  /** As one picture of dots around all points. */
  #drawShapes(
    points: readonly (readonly [number, number])[],
    draw: (bitmap: Bitmap, toDot: (point: readonly [number, number]) => readonly [number, number]) => void,
  ): void {
    if (points.length === 0) return;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left_dots, top] = [toDots(Math.min(...xs)), toDots(Math.min(...ys))];
    const bitmap = new Bitmap(toDots(Math.max(...xs)) - left_dots + 2, toDots(Math.max(...ys)) - top + 2);
    draw(bitmap, ([x, y]) => [x * DOTS_PER_MM - left_dots, y * DOTS_PER_MM - top]);
    this.#drawBitmap(left_dots, top, bitmap);
  }

  #drawDots({ runs, start_x, baseline, points, width }: DrawnLine): void {
    const size = points * DOTS_PER_POINT;
    // Room for marks above and below the line.
    const [above, below] = [Math.ceil(size * 1.3), Math.ceil(size * 0.5)];
    const bitmap = new Bitmap(Math.ceil(width * DOTS_PER_POINT) + 4, above + below);
    fillOutline(buildOutline(runs, 2, above, size), (x, y) => bitmap.set(x, y));
    const at_x = Math.max(0, Math.round(start_x * DOTS_PER_POINT) - 2);
    const at_y = Math.max(0, Math.round(baseline * DOTS_PER_POINT) - above);
    this.#drawBitmap(at_x, at_y, bitmap);
  }

  #drawBitmap(at_x: number, at_y: number, { bytes, row_bytes }: Bitmap): void {
    const hex = Buffer.from(bytes).toString("hex").toUpperCase();
    this.#commands.push(`^FO${at_x},${at_y}^GFA,${bytes.length},${bytes.length},${row_bytes},${hex}^FS`);
  }
}

/** The data of a field. Characters with a meaning of their own, and accents, are written in hexadecimal. */
function buildField(text: string): string {
  const escaped = [...Buffer.from(text, "utf8")]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      const is_plain = byte >= 0x20 && byte < 0x7f && letter !== "^" && letter !== "~" && letter !== "_";
      return is_plain ? letter : `_${byte.toString(16).padStart(2, "0").toUpperCase()}`;
    })
    .join("");
  return `${escaped.includes("_") ? "^FH" : ""}^FD${escaped}^FS`;
}

/** Identifiers whose length is fixed: no separator follows them. Of those that labels have. */
const FIXED_LENGTH = new Set(["00", "01", "02", "410", "413"]);

/** `(421)07670000000(403)E4` as the printer takes it: start, function 1, pairs of digits in subset C, others in subset B. */
function encodeGs1(text: string): string {
  const elements = [...text.matchAll(/\((\d+)\)([^(]*)/g)].map(([, identifier = "", value = ""]) => ({
    identifier,
    value,
  }));
  const joined = elements
    .map(({ identifier, value }, index) =>
      index === elements.length - 1 || FIXED_LENGTH.has(identifier)
        ? identifier + value
        : `${identifier}${value}\u001d`,
    )
    .join("");
  let encoded = "";
  let subset: "B" | "C" | null = null;
  for (let at = 0; at < joined.length; ) {
    const digits = /^\d+/.exec(joined.slice(at))?.[0].length ?? 0;
    if (joined[at] === "\u001d") {
      encoded += ">8";
      at += 1;
    } else if (digits >= 4 || (subset === "C" && digits >= 2)) {
      if (subset !== "C") encoded += subset === null ? ">;>8" : ">5";
      subset = "C";
      const pairs = digits - (digits % 2);
      encoded += joined.slice(at, at + pairs);
      at += pairs;
    } else {
      if (subset !== "B") encoded += subset === null ? ">:>8" : ">6";
      subset = "B";
      encoded += joined[at] === ">" ? ">0" : joined[at];
      at += 1;
    }
  }
  return encoded;
}

/** Modules of the symbol that the printer draws, with both quiet zones. */
function countModules(text: string, symbology: Symbology): number {
  if (symbology === "code128") return (text.length + 3) * 11 + 13 + 20 - 11;
  const data = encodeGs1(text);
  let [symbols, subset] = [0, ""];
  for (const [token] of data.matchAll(/>[:;568]|\d\d|[^>]/g)) {
    if (token === ">;" || token === ">5") subset = "C";
    if (token === ">:" || token === ">6") subset = "B";
    symbols += subset === "B" && /^\d\d$/.test(token) ? 2 : 1;
  }
  // The check symbol of eleven modules, the stop of thirteen, and the quiet zones.
  return symbols * 11 + 11 + 13 + 20;
}
