/** Draws a document with its template. The same drawing gives the same bytes. */
import { once } from "node:events";
import PDFDocument from "pdfkit";
import { Page } from "./page.ts";
import type { Drawing, Drawn, Template } from "./template.ts";

const POINTS_PER_MM = 72 / 25.4;

export async function draw({ template_url, contents, language, issued_at }: Drawing): Promise<Drawn> {
  const { template } = (await import(template_url)) as { template: Template<unknown> };
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
  const pages: Page[] = [];
  await template.draw(
    {
      language,
      addPage(width_mm, height_mm) {
        pdf.addPage({ size: [width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM], margin: 0 });
        const page = new Page(pdf, language);
        pages.push(page);
        return page;
      },
    },
    contents,
  );
  pdf.end();
  await ended;
  return {
    bytes: Buffer.concat(chunks),
    pages: pages.length,
    unprintable: pages.reduce((sum, page) => sum + page.unprintable, 0),
  };
}
