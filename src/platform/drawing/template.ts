/**
 * A template draws the contents of one kind of document.
 *
 * It is the export `template` of a module, which worker threads import by its URL: contents travel there as plain data.
 */
import type { Page } from "./page.ts";

export interface Template<Contents = never> {
  /** Kind of the document, unique: `order_label`. */
  kind: string;
  /** Incremented when the same contents are drawn differently: documents are then issued again. */
  revision: number;
  /** `import.meta.url` of the module that exports it as `template`. */
  url: string;
  /** Where the mark of a document stands on each page; by default at the foot of an A4 page. */
  mark?: MarkPlace;
  /** Title of the file, from its contents. */
  title(contents: Contents): string;
  draw(sheet: Sheet, contents: Contents): Promise<void>;
}

/** A QR code with two lines of text: to its left, or below it. Both end at the right of it. Millimetres. */
export interface MarkPlace {
  /** The top right corner of the QR code. */
  right_mm: number;
  top_mm: number;
  size_mm: number;
  text: "left" | "below";
  text_width_mm: number;
  /** Points. */
  text_size: number;
}

/** What is printed on each page of a document, for who wants to check it. */
export interface Mark {
  /** Where it is checked, as a sentence. */
  text: string;
  code: string;
  /** Of the QR code. */
  url: string;
}

/** Where a template draws: it adds pages one after the other. */
export interface Sheet {
  /** BCP 47. Chinese characters are drawn in the forms of this language. */
  language: string;
  addPage(width_mm: number, height_mm: number): Page;
}

/** `png`: one page in black and white; `zpl`: commands of a label printer. Both have 203 dots per inch. */
type DrawingFormat = "pdf" | "png" | "zpl";

/** What a worker thread draws. */
export interface Drawing {
  template_url: string;
  /** PDF when absent. */
  format?: DrawingFormat;
  contents: unknown;
  language: string;
  /** ISO 8601. The file contains it, so that the same drawing gives the same bytes. */
  issued_at: string;
  /** Of a PDF. */
  keywords?: string;
  mark?: Mark;
}

export interface Drawn {
  bytes: Uint8Array;
  pages: number;
  /** Characters that no font has. */
  unprintable: number;
}
