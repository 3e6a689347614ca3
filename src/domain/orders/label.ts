/**
 * The local label: one page of 100 x 150 mm a parcel, Code 128 of its label code and a QR code of its tracking
 * page. Bars are drawn as vectors, so that a thermal printer of any resolution prints them sharp.
 */
import bwip from "bwip-js/node";
import {
  fill,
  PDFDocument,
  type PDFFont,
  type PDFOperator,
  type PDFPage,
  rectangle,
  rgb,
  StandardFonts,
  setFillingGrayscaleColor,
} from "pdf-lib";
import type { Place } from "#vocabulary/place.ts";
import { printable } from "./label-text.ts";

const POINTS_A_MM = 72 / 25.4;
const WIDTH_MM = 100;
const HEIGHT_MM = 150;
const MARGIN_MM = 5;

export interface Label {
  business: string;
  service: string;
  ref: string | null;
  /** `YYYY-MM-DD`. */
  scheduled_date: string;
  window: string | null;
  /** Where it goes next: route number and place in its sequence. */
  route_hint: string | null;
  from: Place | null;
  to: Place | null;
  instruction: string;
  /** Amount to collect, already written with its currency. */
  cod: string | null;
  weight_g: number;
  part: { seq: number; of: number };
  label_code: string;
  tracking_number: string;
  tracking_url: string;
}

export interface LabelFile {
  bytes: Uint8Array;
  /** Characters that the label's font cannot show. */
  lost: number;
}

/** Widths of the bars and spaces of a Code 128, in modules, a bar first. */
export function barsOf(text: string): number[] {
  const [symbol] = bwip.raw("code128", text, "") as unknown as { sbs: number[] }[];
  if (symbol === undefined) throw new Error(`${text} has no Code 128.`);
  return [...symbol.sbs];
}

/** Dark modules of a QR code, row by row from the top, `size` to a row. */
export function qrOf(text: string): { size: number; dark: boolean[] } {
  const [symbol] = bwip.raw("qrcode", text, "eclevel=M") as unknown as { pixs: number[]; pixx: number }[];
  if (symbol === undefined) throw new Error("The address has no QR code.");
  return { size: symbol.pixx, dark: [...symbol.pixs].map((pixel) => pixel === 1) };
}

export async function drawLabels(labels: readonly Label[]): Promise<LabelFile> {
  const pdf = await PDFDocument.create();
  const [regular, bold] = await Promise.all([
    pdf.embedFont(StandardFonts.Helvetica),
    pdf.embedFont(StandardFonts.HelveticaBold),
  ]);
  let lost = 0;
  for (const label of labels) {
    const page = pdf.addPage([WIDTH_MM * POINTS_A_MM, HEIGHT_MM * POINTS_A_MM]);
    const pen = new Pen(page, regular, bold);
    drawLabel(pen, label);
    lost += pen.lost;
  }
  pdf.setTitle(`Label ${labels[0]?.label_code ?? ""}`);
  pdf.setCreator("Packhorse");
  return { bytes: await pdf.save(), lost };
}

function drawLabel(pen: Pen, label: Label): void {
  const inner = WIDTH_MM - 2 * MARGIN_MM;
  const qr_mm = 28;
  pen.text(label.business, MARGIN_MM, 11, { size: 13, bold: true, width: inner - qr_mm - 3 });
  pen.text(label.service.toUpperCase(), MARGIN_MM, 19, { size: 16, bold: true, width: inner - qr_mm - 3 });
  pen.text([label.scheduled_date, label.window].filter(Boolean).join("  "), MARGIN_MM, 25.5, {
    size: 9,
    width: inner - qr_mm - 3,
  });
  pen.text(`${label.part.seq} / ${label.part.of}`, MARGIN_MM, 32, { size: 12, bold: true, width: 25 });
  if (label.weight_g > 0)
    pen.text(`${(label.weight_g / 1000).toFixed(2)} kg`, MARGIN_MM + 26, 32, { size: 10, width: 30 });
  pen.qr(label.tracking_url, WIDTH_MM - MARGIN_MM - qr_mm, 5, qr_mm);
  pen.rule(36);

  pen.text("From", MARGIN_MM, 40, { size: 7, width: inner });
  pen.lines(placeLines(label.from), MARGIN_MM, 44, { size: 8, step: 3.6, width: inner, most: 3 });
  pen.rule(53.5);

  pen.text("To", MARGIN_MM, 57.5, { size: 7, width: inner });
  const to = placeLines(label.to);
  pen.lines(to.slice(0, 1), MARGIN_MM, 63.5, { size: 14, step: 6, width: inner, most: 1, bold: true });
  pen.lines(to.slice(1), MARGIN_MM, 69.5, { size: 11, step: 5, width: inner, most: 4 });
  if (label.to?.phone) pen.text(label.to.phone, MARGIN_MM, 90, { size: 9, width: inner });
  if (label.instruction !== "") pen.text(label.instruction, MARGIN_MM, 94.5, { size: 8, width: inner });
  pen.rule(97.5);

  pen.text(label.to?.postal_code ?? "", MARGIN_MM, 105, { size: 18, bold: true, width: 45 });
  if (label.route_hint !== null)
    pen.text(label.route_hint, 52, 105, { size: 13, bold: true, width: WIDTH_MM - 52 - MARGIN_MM });
  if (label.ref !== null) pen.text(`Ref ${label.ref}`, MARGIN_MM, 111, { size: 8, width: 45 });
  if (label.cod !== null)
    pen.text(`Collect ${label.cod}`, 52, 111, { size: 9, bold: true, width: WIDTH_MM - 52 - MARGIN_MM });

  // Ten modules of white on either side, as the symbology asks.
  pen.bars(label.label_code, MARGIN_MM, 115, inner, 24);
  pen.text(label.label_code, MARGIN_MM, 144, { size: 12, bold: true, width: inner, centred: true });
}

function placeLines(place: Place | null): string[] {
  if (place === null) return [];
  return [
    place.name,
    place.line1,
    place.line2,
    [place.postal_code, place.city].filter(Boolean).join(" "),
    [place.region, place.country].filter(Boolean).join(", "),
  ].filter((line): line is string => Boolean(line));
}

interface TextStyle {
  size: number;
  width: number;
  bold?: boolean;
  centred?: boolean;
}

/** Draws in millimetres from the top left corner; PDF counts points from the bottom left. */
class Pen {
  lost = 0;
  private readonly page: PDFPage;
  private readonly regular: PDFFont;
  private readonly bold: PDFFont;

  constructor(page: PDFPage, regular: PDFFont, bold: PDFFont) {
    this.page = page;
    this.regular = regular;
    this.bold = bold;
  }

  /** One line, made smaller and at last cut so that it fits its width. */
  text(
    words: string,
    x_mm: number,
    y_mm: number,
    { size, width, bold = false, centred = false }: TextStyle,
  ): void {
    const font = bold ? this.bold : this.regular;
    const { text, lost } = printable(words);
    this.lost += lost;
    const room = width * POINTS_A_MM;
    let shown = text;
    let points = size;
    const natural = font.widthOfTextAtSize(shown, points);
    if (natural > room) points = Math.max(size * 0.7, (size * room) / natural);
    while (shown.length > 1 && font.widthOfTextAtSize(shown, points) > room) shown = `${shown.slice(0, -2)}…`;
    const left = centred
      ? x_mm * POINTS_A_MM + (room - font.widthOfTextAtSize(shown, points)) / 2
      : x_mm * POINTS_A_MM;
    this.page.drawText(shown, {
      x: left,
      y: (HEIGHT_MM - y_mm) * POINTS_A_MM,
      size: points,
      font,
      color: rgb(0, 0, 0),
    });
  }

  lines(
    lines: readonly string[],
    x_mm: number,
    y_mm: number,
    style: TextStyle & { step: number; most: number },
  ): void {
    // What does not fit goes on the last line with the rest.
    const shown =
      lines.length > style.most
        ? [...lines.slice(0, style.most - 1), lines.slice(style.most - 1).join(", ")]
        : lines;
    for (const [index, line] of shown.entries()) this.text(line, x_mm, y_mm + index * style.step, style);
  }

  rule(y_mm: number): void {
    this.fill([{ x: MARGIN_MM, y: y_mm, width: WIDTH_MM - 2 * MARGIN_MM, height: 0.3 }]);
  }

  bars(text: string, x_mm: number, y_mm: number, width_mm: number, height_mm: number): void {
    const widths = barsOf(text);
    const modules = widths.reduce((sum, width) => sum + width, 0) + 20;
    const module_mm = width_mm / modules;
    let at = 10;
    const boxes = widths.flatMap((width, index) => {
      const box = { x: x_mm + at * module_mm, y: y_mm, width: width * module_mm, height: height_mm };
      at += width;
      return index % 2 === 0 ? [box] : [];
    });
    this.fill(boxes);
  }

  qr(text: string, x_mm: number, y_mm: number, size_mm: number): void {
    const { size, dark } = qrOf(text);
    // Four modules of white around.
    const module_mm = size_mm / (size + 8);
    this.fill(
      dark.flatMap((is_dark, index) =>
        is_dark
          ? [
              {
                x: x_mm + ((index % size) + 4) * module_mm,
                y: y_mm + (Math.floor(index / size) + 4) * module_mm,
                width: module_mm,
                height: module_mm,
              },
            ]
          : [],
      ),
    );
  }

  private fill(boxes: readonly { x: number; y: number; width: number; height: number }[]): void {
    const operators: PDFOperator[] = [setFillingGrayscaleColor(0)];
    for (const { x, y, width, height } of boxes) {
      operators.push(
        rectangle(
          x * POINTS_A_MM,
          (HEIGHT_MM - y - height) * POINTS_A_MM,
          width * POINTS_A_MM,
          height * POINTS_A_MM,
        ),
      );
    }
    operators.push(fill());
    this.page.pushOperators(...operators);
  }
}
