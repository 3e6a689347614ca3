/** Draws a document with its template. The same drawing gives the same bytes. */
import { once } from "node:events";
import PDFDocument from "pdfkit";
import { encodePng } from "./bitmap.ts";
import { type Page, POINTS_PER_MM } from "./page.ts";
import { PdfPage } from "./pdf-page.ts";
import { DOTS_PER_MM, RasterPage } from "./raster-page.ts";
import type { Drawing, Drawn, Template } from "./template.ts";
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
  { contents, language, issued_at }: Drawing,
): Promise<Drawn> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    // None of the standard fonts is used.
    font: null as unknown as string,
    lang: language,
    displayTitle: true,
    info: { Title: template.title(contents), Creator: "Packhorse", CreationDate: new Date(issued_at) },
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
  pdf.end();
  await ended;
  return summarize(Buffer.concat(chunks), pages);
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
