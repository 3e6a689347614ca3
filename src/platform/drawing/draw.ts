/** Draws a document with its template. The same drawing gives the same bytes. */
import { once } from "node:events";
import PDFDocument from "pdfkit";
import { encodePng } from "./bitmap.ts";
import { type Page, POINTS_PER_MM } from "./page.ts";
import { PdfPage } from "./pdf-page.ts";
import { DOTS_PER_MM, RasterPage } from "./raster-page.ts";
import type { Drawing, Drawn, Mark, MarkPlace, Template } from "./template.ts";
import { ZplPage } from "./zpl-page.ts";

export async function draw(drawing: Drawing): Promise<Drawn> {
  const { template } = (await import(drawing.template_url)) as { template: Template<unknown> };
  const { format = "pdf" } = drawing;
  if (format === "pdf") return drawPdf(template, drawing);
  if (format === "png")
    return drawPages(
      template,
      drawing,
      (width, height, language) => new RasterPage(width, height, language),
      ([page, ...more]) => {
        if (page === undefined || more.length > 0) throw new Error("A picture has one page.");
        return encodePng(page.bitmap, DOTS_PER_MM);
      },
    );
  return drawPages(
    template,
    drawing,
    (width, height, language) => new ZplPage(width, height, language),
    (pages) => Buffer.from(pages.map((page) => page.finish()).join(""), "utf8"),
  );
}

async function drawPdf(
  template: Template<unknown>,
  { contents, language, issued_at, keywords, mark }: Drawing,
): Promise<Drawn> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    // The mark is drawn on each page when all are drawn.
    bufferPages: true,
    // None of the standard fonts is used.
    font: null as unknown as string,
    lang: language,
    displayTitle: true,
    info: {
      Title: template.title(contents),
      Creator: "Packhorse",
      CreationDate: new Date(issued_at),
      ...(keywords === undefined ? {} : { Keywords: keywords }),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = once(pdf, "end");
  const pages: PdfPage[] = [];
  await template.draw(
    {
      language,
      addPage(width_mm, height_mm) {
        pdf.addPage({ size: [width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM], margin: 0 });
        const page = new PdfPage(pdf, language);
        pages.push(page);
        return page;
      },
    },
    contents,
  );
  if (mark !== undefined)
    for (const [index, page] of pages.entries()) {
      pdf.switchToPage(index);
      await drawMark(page, mark, template.mark ?? A4_FOOT);
    }
  pdf.end();
  await ended;
  return summarize(Buffer.concat(chunks), pages);
}

/** Below what templates draw on A4. */
const A4_FOOT: MarkPlace = {
  right_mm: 195,
  top_mm: 279,
  size_mm: 14,
  text: "left",
  text_width_mm: 90,
  text_size: 7,
};
const QR_QUIET_SHARE = 0.1;
const MM_PER_POINT = 1 / POINTS_PER_MM;

async function drawMark(page: Page, { text, code, url }: Mark, place: MarkPlace): Promise<void> {
  const { right_mm, top_mm, size_mm, text_width_mm, text_size } = place;
  const step_mm = text_size * MM_PER_POINT * 1.35;
  page.qr(url, right_mm - size_mm, top_mm, size_mm);
  const is_left = place.text === "left";
  const end_mm = is_left ? right_mm - size_mm : right_mm;
  const first_mm = is_left
    ? top_mm + size_mm / 2 - step_mm * 0.25
    : top_mm + size_mm * (1 - QR_QUIET_SHARE) + step_mm;
  const style = { size: text_size, width_mm: text_width_mm, right: true };
  await page.text(text, end_mm - text_width_mm, first_mm, style);
  await page.text(code, end_mm - text_width_mm, first_mm + step_mm, { ...style, bold: true });
}

async function drawPages<P extends Page>(
  template: Template<unknown>,
  { contents, language }: Drawing,
  createPage: (width_mm: number, height_mm: number, language: string) => P,
  encode: (pages: readonly P[]) => Buffer,
): Promise<Drawn> {
  const pages: P[] = [];
  await template.draw(
    {
      language,
      addPage(width_mm, height_mm) {
        const page = createPage(width_mm, height_mm, language);
        pages.push(page);
        return page;
      },
    },
    contents,
  );
  return summarize(encode(pages), pages);
}

const summarize = (bytes: Buffer, pages: readonly Page[]): Drawn => ({
  bytes,
  pages: pages.length,
  unprintable: pages.reduce((sum, page) => sum + page.unprintable, 0),
});
