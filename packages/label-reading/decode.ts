/** Pictures and pages of PDFs as grey pixels. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import sharp, { type Sharp } from "sharp";

// One label at a time: more threads would take the processor from requests.
sharp.concurrency(1);
sharp.cache(false);

/** Grey, a byte each, row by row. */
export interface Raster {
  width: number;
  height: number;
  pixels: Buffer;
}

/** `scale`: pixels of the raster for one of the page. */
export interface PageRaster extends Raster {
  page_width: number;
  page_height: number;
  scale: number;
}

/** The file is none that can be read: not what it says, damaged, or with a password. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

/** The picture, or a page, has more pixels than are unpacked. */
export class PictureTooLarge extends Error {
  override name = "PictureTooLarge";
}

/** A picture of a telephone has up to 50 million. */
const PIXELS_MAX = 64_000_000;
/** The longer side of what is read, pixels: smaller bars than those of one pixel are lost anyway. */
const SIDE_MAX = 2600;
/** Of PDFs: most labels are printed at 203. */
const DOTS_PER_INCH = 203;
const POINTS_PER_INCH = 72;

/** Turned as its camera was held, which its metadata say. */
export async function decodePicture(bytes: Uint8Array): Promise<PageRaster> {
  try {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error" }).autoOrient();
    const { autoOrient } = await sharp(bytes, { limitInputPixels: PIXELS_MAX }).metadata();
    const longest = Math.max(autoOrient.width, autoOrient.height);
    const scale = Math.min(1, SIDE_MAX / longest);
    const { data, info } = await picture
      .flatten({ background: "#fff" })
      .greyscale()
      .resize({ width: Math.max(1, Math.round(autoOrient.width * scale)) })
      // In little light paper is grey: what is brightest becomes white.
      .normalise({ lower: 1, upper: 99 })
      .toColourspace("b-w")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return {
      width: info.width,
      height: info.height,
      pixels: data,
      page_width: autoOrient.width,
      page_height: autoOrient.height,
      scale: info.width / autoOrient.width,
    };
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message)) throw new PictureTooLarge("Too many pixels.");
    throw new UnreadableFile("The picture cannot be decoded.", { cause: error });
  }
}

/** Calls `use` with one document, and frees it. */
async function withDocument<T>(
  bytes: Uint8Array,
  use: (document: Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>) => Promise<T> | T,
): Promise<T> {
  const library = await PDFiumLibrary.init();
  try {
    let document: Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>;
    try {
      document = await library.loadDocument(bytes);
    } catch (error) {
      throw new UnreadableFile("The PDF cannot be opened.", { cause: error });
    }
    try {
      return await use(document);
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

export const countPdfPages = (bytes: Uint8Array): Promise<number> =>
  withDocument(bytes, (document) => document.getPageCount());

/** `page`: from 1 on. Boxes are in pixels at 203 dots per inch. */
export function decodePdfPage(bytes: Uint8Array, page: number): Promise<PageRaster> {
  return withDocument(bytes, async (document) => {
    const pdf_page = document.getPage(page - 1);
    const { originalWidth, originalHeight } = pdf_page.getOriginalSize();
    const dots = DOTS_PER_INCH / POINTS_PER_INCH;
    const scale = Math.min(1, SIDE_MAX / (Math.max(originalWidth, originalHeight) * dots));
    if (!Number.isFinite(scale) || scale <= 0) throw new UnreadableFile("The page has no size.");
    const { data, width, height } = await pdf_page.render({ scale: dots * scale, render: "bitmap" });
    const pixels = await sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
      .flatten({ background: "#fff" })
      .greyscale()
      .toColourspace("b-w")
      .raw()
      .toBuffer();
    return {
      width,
      height,
      pixels,
      page_width: Math.round(width / scale),
      page_height: Math.round(height / scale),
      scale,
    };
  });
}

/** What people see of a page, for a screen. */
export async function drawPage(raster: Raster): Promise<Buffer> {
  return sharp(raster.pixels, { raw: { width: raster.width, height: raster.height, channels: 1 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

export interface Point {
  x: number;
  y: number;
}

/** A part of a raster, turned; `toRaster` leads its points back. */
export interface View extends Raster {
  toRaster: (point: Point) => Point;
}

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ViewOptions {
  region?: Region;
  /** Degrees, clockwise, by which the content is turned. */
  rotation?: number;
  /** Pixels of the view for one of the raster. */
  zoom?: number;
  /** Stretches the grey levels, locally: for glare and little light. */
  is_stretched?: boolean;
  /** White around it, pixels: readers of codes want a quiet zone. */
  border?: number;
}

export async function cutView(
  raster: Raster,
  { region, rotation = 0, zoom = 1, is_stretched = false, border = 0 }: ViewOptions,
): Promise<View> {
  const part = clip(raster, region ?? { x: 0, y: 0, width: raster.width, height: raster.height });
  let image = sharp(raster.pixels, {
    raw: { width: raster.width, height: raster.height, channels: 1 },
  }).extract({ left: part.x, top: part.y, width: part.width, height: part.height });
  if (zoom !== 1)
    image = fromRaw(
      await toRaw(image.resize({ width: Math.max(1, Math.round(part.width * zoom)), kernel: "cubic" })),
    );
  let turned = await toRaw(image);
  const untilted = { width: turned.width, height: turned.height };
  if (rotation !== 0) turned = await toRaw(fromRaw(turned).rotate(rotation, { background: "#fff" }));
  if (is_stretched) turned = stretchLocally(turned);
  const content = { width: turned.width, height: turned.height };
  if (border > 0)
    turned = await toRaw(
      fromRaw(turned).extend({
        top: border,
        bottom: border,
        left: border,
        right: border,
        background: "#fff",
      }),
    );
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const scale_x = untilted.width / part.width;
  const scale_y = untilted.height / part.height;
  return {
    ...turned,
    toRaster({ x, y }) {
      const dx = x - border - content.width / 2;
      const dy = y - border - content.height / 2;
      return {
        x: part.x + (dx * cos + dy * sin + untilted.width / 2) / scale_x,
        y: part.y + (-dx * sin + dy * cos + untilted.height / 2) / scale_y,
      };
    },
  };
}

/** Pixels on each side whose mean is compared with: more than a letter or bar, less than a reflection. */
const LOCAL_REACH = 30;
const LOCAL_GAIN = 2.5;

/** How much brighter or darker than its neighbourhood each pixel is. Cost: a few sums a pixel, whatever the reach is. */
function stretchLocally({ width, height, pixels }: Raster): Raster {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += pixels[y * width + x] ?? 0;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  const at = (x: number, y: number) => sums[y * (width + 1) + x] ?? 0;
  const stretched = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    const [y0, y1] = [Math.max(0, y - LOCAL_REACH), Math.min(height, y + LOCAL_REACH + 1)];
    for (let x = 0; x < width; x += 1) {
      const [x0, x1] = [Math.max(0, x - LOCAL_REACH), Math.min(width, x + LOCAL_REACH + 1)];
      const mean = (at(x1, y1) - at(x0, y1) - at(x1, y0) + at(x0, y0)) / ((x1 - x0) * (y1 - y0));
      const level = 150 + ((pixels[y * width + x] ?? 0) - mean) * LOCAL_GAIN;
      stretched[y * width + x] = Math.max(0, Math.min(255, Math.round(level)));
    }
  }
  return { width, height, pixels: stretched };
}

function clip({ width, height }: Raster, region: Region): Region {
  const x = Math.max(0, Math.min(width - 1, Math.floor(region.x)));
  const y = Math.max(0, Math.min(height - 1, Math.floor(region.y)));
  return {
    x,
    y,
    width: Math.max(1, Math.min(width - x, Math.ceil(region.x + region.width) - x)),
    height: Math.max(1, Math.min(height - y, Math.ceil(region.y + region.height) - y)),
  };
}

const fromRaw = ({ pixels, width, height }: Raster) => sharp(pixels, { raw: { width, height, channels: 1 } });

async function toRaw(image: Sharp): Promise<Raster> {
  const { data, info } = await image
    .toColourspace("b-w")
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** For the reader of text, which wants a file. */
export const encodePng = (raster: Raster): Promise<Buffer> =>
  fromRaw(raster).png({ compressionLevel: 1 }).toBuffer();

/** The box around points, in a raster. */
export function findBounds(points: readonly Point[]): Region {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
