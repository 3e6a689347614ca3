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
  /** Title of the file, from its contents. */
  title(contents: Contents): string;
  draw(sheet: Sheet, contents: Contents): Promise<void>;
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
}

export interface Drawn {
  bytes: Uint8Array;
  pages: number;
  /** Characters that no font has. */
  unprintable: number;
}
