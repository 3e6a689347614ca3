/** Reads PDF files: the operators of a page, and its text as its fonts map it back to Unicode. */
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";

export interface PdfPage {
  /** Points. */
  width: number;
  height: number;
  /** Operators. */
  content: string;
  /** One line for each change of font, joined where they follow each other on one line. */
  text: string;
  /** Glyphs shown that a font does not have. */
  missing_glyphs: number;
  /** Names of the fonts, without the prefix of their subset. */
  fonts: string[];
}

export async function readPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const pdf = await PDFDocument.load(bytes);
  return pdf.getPages().map((page) => {
    const content = readContent(pdf, page);
    const fonts = readFonts(pdf, page);
    return {
      width: page.getWidth(),
      height: page.getHeight(),
      content,
      ...readText(content, fonts),
      fonts: [...fonts.values()].map(({ name }) => name),
    };
  });
}

function readStream(pdf: PDFDocument, stream: unknown): string {
  const pdf_object = stream instanceof PDFRef ? pdf.context.lookup(stream) : stream;
  return pdf_object instanceof PDFRawStream
    ? Buffer.from(decodePDFRawStream(pdf_object).decode()).toString("latin1")
    : "";
}

function readContent(pdf: PDFDocument, page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((stream) => readStream(pdf, stream)).join("\n");
}

interface PdfFont {
  name: string;
  /** Text of each glyph. */
  unicode: string[];
}

function readFonts(pdf: PDFDocument, page: PDFPage): Map<string, PdfFont> {
  const dictionary = page.node.Resources()?.lookup(PDFName.of("Font"), PDFDict);
  return new Map(
    dictionary?.entries().map(([key, value]) => {
      const font = pdf.context.lookup(value, PDFDict);
      const map = readStream(pdf, font.get(PDFName.of("ToUnicode")));
      const unicode = [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = ""]) =>
          Buffer.from(hex.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
        ),
      );
      const name = String(font.get(PDFName.of("BaseFont"))).replace(/^\/[A-Z]+\+/, "");
      return [key.asString().slice(1), { name, unicode }] as const;
    }),
  );
}

function readText(content: string, fonts: Map<string, PdfFont>): { text: string; missing_glyphs: number } {
  let text = "";
  let missing_glyphs = 0;
  let font: PdfFont | undefined;
  let y = "";
  const operators = /\/(\w+) [\d.]+ Tf|1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\[([^\]]*)\] TJ/g;
  for (const [, name, line, shown_text] of content.matchAll(operators)) {
    if (name !== undefined) font = fonts.get(name);
    if (line !== undefined && line !== y) {
      y = line;
      text += "\n";
    }
    for (const [, hex = ""] of (shown_text ?? "").matchAll(/<([0-9a-f]*)>/gi)) {
      for (const glyph of hex.match(/.{4}/g) ?? []) {
        if (glyph === "0000") missing_glyphs += 1;
        text += font?.unicode[Number.parseInt(glyph, 16)] ?? "\uFFFD";
      }
    }
  }
  return { text, missing_glyphs };
}
