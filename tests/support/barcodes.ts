/** Reads barcodes in pictures and PDFs, as a scanner does. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { Bitmap, encodePng } from "#platform/drawing/bitmap.ts";

const require = createRequire(import.meta.url);

const ready = readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).then((wasm) =>
  prepareZXingModule({
    // From the package: the module's default is to load it from a server.
    overrides: {
      wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
    },
    fireImmediately: true,
  }),
);

export interface FoundBarcode {
  /** `Code128`, `QRCode`. */
  format: string;
  /** Identifier of the symbology: `]C1` is GS1-128. */
  symbology: string;
  /** Function 1 between elements is the group separator, U+001D. */
  text: string;
}

const OPTIONS: ReaderOptions = { tryHarder: true, textMode: "Plain", maxNumberOfSymbols: 20 };

/** From the top down. */
export async function readBarcodesOfPng(png: Uint8Array): Promise<FoundBarcode[]> {
  await ready;
  const barcodes = await readBarcodes(new Uint8Array(png), OPTIONS);
  return barcodes
    .toSorted((one, other) => one.position.topLeft.y - other.position.topLeft.y)
    .map(({ format, symbologyIdentifier, text }) => ({ format, symbology: symbologyIdentifier, text }));
}

/** Each page is rendered at a multiple of 72 dots per inch. */
export async function readBarcodesOfPdf(pdf: Uint8Array, scale = 5): Promise<FoundBarcode[][]> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(pdf));
    const pages: FoundBarcode[][] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale, render: "bitmap" });
      const bitmap = new Bitmap(width, height);
      for (let at = 0; at < width * height; at += 1)
        if ((data[at * 4] ?? 255) < 128) bitmap.set(at % width, Math.floor(at / width));
      pages.push(await readBarcodesOfPng(encodePng(bitmap, 8)));
    }
    document.destroy();
    return pages;
  } finally {
    library.destroy();
  }
}

/** The barcodes of a label in ZPL, decoded as the printer encodes them. */
export function readBarcodesOfZpl(zpl: string): FoundBarcode[] {
  return [...zpl.matchAll(/\^BCN[^^]*(\^FH)?\^FD([^^]*)\^FS/g)].map(([, hex, field = ""]) => {
    const field_value =
      hex === undefined
        ? field
        : field.replaceAll(/_([0-9A-F]{2})/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
    let text = "";
    let is_gs1 = false;
    let subset = "B";
    for (const [token] of field_value.matchAll(/>.|\d\d|./gs)) {
      if (token === ">;" || token === ">5") subset = "C";
      else if (token === ">:" || token === ">6") subset = "B";
      else if (token === ">8" && text === "") is_gs1 = true;
      else if (token === ">8") text += "\u001d";
      else if (token === ">0") text += ">";
      else if (token.startsWith(">")) throw new Error(`${token} is no command of subsets.`);
      else if (subset === "C" && !/^\d\d$/.test(token)) throw new Error(`${token} is no pair of digits.`);
      else text += token;
    }
    return { format: "Code128", symbology: is_gs1 ? "]C1" : "]C0", text };
  });
}
