/** All barcodes of a picture, first whole, then turned and stretched where that may find more. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { cutView, findBounds, type Point, type Raster, type Region, type View } from "./decode.ts";
import { measureSkew } from "./skew.ts";

const require = createRequire(import.meta.url);

let module: Promise<unknown> | undefined;

/** From the package: the default of the module is to load it from a server. */
function prepare(): Promise<unknown> {
  module ??= readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm")).then((wasm) =>
    prepareZXingModule({
      overrides: {
        wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer,
      },
      fireImmediately: true,
    }),
  );
  return module;
}

export interface FoundCode {
  /** `Code128`, `MaxiCode`. */
  format: string;
  /** With its symbology identifier: `]C1` is GS1-128. */
  text: string;
  is_linear: boolean;
  /** Of the raster. */
  corners: Point[];
  region: Region;
  /** Degrees, clockwise, by which the reading direction of the code is turned. */
  rotation: number;
}

const OPTIONS: ReaderOptions = {
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  textMode: "Plain",
  maxNumberOfSymbols: 24,
  formats: [
    "Code128",
    "Code39",
    "Code93",
    "ITF",
    "EAN13",
    "EAN8",
    "UPCA",
    "UPCE",
    "Codabar",
    "DataMatrix",
    "PDF417",
    "MaxiCode",
    "QRCode",
    "Aztec",
  ],
};
const LINEAR = /^(?:Code|ITF|EAN|UPC|Codabar|DataBar)/;
const QUIET_ZONE = 40;
/** Bars of a smaller picture may be thinner than a pixel. */
const SMALL = 1000;

async function readView(view: View): Promise<FoundCode[]> {
  await prepare();
  const pixels = new Uint8ClampedArray(view.width * view.height * 4);
  for (let at = 0; at < view.pixels.length; at += 1) {
    const level = view.pixels[at] ?? 255;
    pixels[at * 4] = level;
    pixels[at * 4 + 1] = level;
    pixels[at * 4 + 2] = level;
    pixels[at * 4 + 3] = 255;
  }
  const image = { data: pixels, width: view.width, height: view.height, colorSpace: "srgb" } as Parameters<
    typeof readBarcodes
  >[0];
  const codes = await readBarcodes(image, OPTIONS);
  return codes
    .filter(({ isValid, text }) => isValid && text !== "")
    .map(({ format, text, symbologyIdentifier, position }) => {
      const { topLeft, topRight, bottomRight, bottomLeft } = position;
      const corners = [topLeft, topRight, bottomRight, bottomLeft].map(view.toRaster);
      const [start, end] = corners as [Point, Point];
      return {
        format,
        text: `${symbologyIdentifier}${text}`,
        is_linear: LINEAR.test(format),
        corners,
        region: findBounds(corners),
        rotation: (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI,
      };
    });
}

function addNew(codes: FoundCode[], more: readonly FoundCode[]): void {
  for (const code of more) {
    const is_known = codes.some(
      (one) =>
        one.text === code.text &&
        Math.abs(centre(one.region).x - centre(code.region).x) < 60 &&
        Math.abs(centre(one.region).y - centre(code.region).y) < 60,
    );
    if (!is_known) codes.push(code);
  }
}

export const centre = ({ x, y, width, height }: Region): Point => ({ x: x + width / 2, y: y + height / 2 });

/** From the top down. */
export async function findCodes(raster: Raster): Promise<FoundCode[]> {
  const codes: FoundCode[] = [];
  const read = async (options: Parameters<typeof cutView>[1]) =>
    addNew(codes, await readView(await cutView(raster, { border: QUIET_ZONE, ...options })));
  const hasLinear = () => codes.some(({ is_linear }) => is_linear);
  await read({});
  if (!hasLinear()) {
    // Lines of a code that is on no axis are read when it is turned onto one.
    const rotation = -(await measureSkew(raster));
    if (rotation !== 0) await read({ rotation });
    if (!hasLinear()) await read({ rotation, is_stretched: true });
  }
  if (!hasLinear() && Math.max(raster.width, raster.height) < SMALL) await read({ zoom: 2 });
  return codes.sort((one, other) => one.region.y - other.region.y);
}
