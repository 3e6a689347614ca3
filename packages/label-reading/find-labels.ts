/** Which parts of a picture are labels: bright paper on something darker, or groups on a white page with room between them. */
import type { FoundCode } from "./codes.ts";
import { centre } from "./codes.ts";
import { cutView, type Raster, type Region } from "./decode.ts";

/** The longer side of the picture in which paper is looked for, pixels. */
const SIDE = 320;
/** Of the picture. */
const LABEL_AREA_MIN = 0.04;
const LABELS_MAX = 6;

export async function findLabelRegions(raster: Raster, codes: readonly FoundCode[]): Promise<Region[]> {
  const whole_picture = { x: 0, y: 0, width: raster.width, height: raster.height };
  const papers = await findPapers(raster);
  const has_several = papers.length > 1;
  const regions = (has_several ? papers : [papers[0] ?? whole_picture]).slice(0, LABELS_MAX);
  // A code that is on no paper means that the paper was not recognized.
  const is_covered = codes.every(({ region }) => regions.some((one) => contains(one, centre(region))));
  const label_regions = is_covered ? regions : [whole_picture];
  return label_regions.flatMap((region) => splitAtGutter(region, codes));
}

const contains = (region: Region, { x, y }: { x: number; y: number }) =>
  x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height;

/** Bright parts, the largest first. */
async function findPapers(raster: Raster): Promise<Region[]> {
  const zoom = Math.min(1, SIDE / Math.max(raster.width, raster.height));
  const { width, height, pixels } = await cutView(raster, { zoom });
  const limit = findThreshold(pixels);
  // Print is thinner than this; paper closes over it.
  const reach = 3;
  const closed = erode(dilate(pixels, width, height, limit, reach), width, height, reach);
  const visited_pixels = new Uint8Array(width * height);
  const paper_regions: Region[] = [];
  for (let start = 0; start < closed.length; start += 1) {
    if (closed[start] !== 1 || visited_pixels[start] === 1) continue;
    const stack = [start];
    visited_pixels[start] = 1;
    let [x_min, x_max, y_min, y_max, area] = [width, 0, height, 0, 0];
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      area += 1;
      x_min = Math.min(x_min, x);
      x_max = Math.max(x_max, x);
      y_min = Math.min(y_min, y);
      y_max = Math.max(y_max, y);
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width])
        if (next >= 0 && next < closed.length && closed[next] === 1 && visited_pixels[next] === 0) {
          visited_pixels[next] = 1;
          stack.push(next);
        }
    }
    if (area < LABEL_AREA_MIN * width * height) continue;
    const edge = 2;
    paper_regions.push({
      x: (x_min - edge) / zoom,
      y: (y_min - edge) / zoom,
      width: (x_max - x_min + 1 + 2 * edge) / zoom,
      height: (y_max - y_min + 1 + 2 * edge) / zoom,
    });
  }
  return paper_regions.sort((one, other) => other.width * other.height - one.width * one.height);
}

/** Otsu: the level that separates dark from bright best. */
function findThreshold(pixels: Uint8Array): number {
  const counts = new Float64Array(256);
  for (const level of pixels) counts[level] = (counts[level] ?? 0) + 1;
  const total = pixels.length;
  let sum = 0;
  for (let level = 0; level < 256; level += 1) sum += level * (counts[level] ?? 0);
  let [below, below_sum, best, limit] = [0, 0, -1, 127];
  for (let level = 0; level < 256; level += 1) {
    below += counts[level] ?? 0;
    if (below === 0 || below === total) continue;
    below_sum += level * (counts[level] ?? 0);
    const difference = below_sum / below - (sum - below_sum) / (total - below);
    const spread = below * (total - below) * difference * difference;
    if (spread > best) [best, limit] = [spread, level];
  }
  return limit;
}

function dilate(pixels: Uint8Array, width: number, height: number, limit: number, reach: number): Uint8Array {
  const bright = Uint8Array.from(pixels, (level) => (level > limit ? 1 : 0));
  return spread(bright, width, height, reach, 1);
}

const erode = (mask: Uint8Array, width: number, height: number, reach: number) =>
  spread(mask, width, height, reach + 1, 0);

/** Every pixel within `reach` of one with `value` gets it too: first along rows, then along columns. */
function spread(mask: Uint8Array, width: number, height: number, reach: number, value: 0 | 1): Uint8Array {
  const along = (from: Uint8Array, step: number, count: number, lines: number, line_step: number) => {
    const to = Uint8Array.from(from);
    for (let line = 0; line < lines; line += 1)
      for (let at = 0; at < count; at += 1) {
        if (from[line * line_step + at * step] !== value) continue;
        for (let near = Math.max(0, at - reach); near <= Math.min(count - 1, at + reach); near += 1)
          to[line * line_step + near * step] = value;
      }
    return to;
  };
  return along(along(mask, 1, width, height, width), width, height, width, 1);
}

/** Labels on one sheet: where two groups of codes stand apart, between them. Each side must have a line code of its own. */
function splitAtGutter(region: Region, codes: readonly FoundCode[]): Region[] {
  const mine = codes.filter((code) => code.is_linear && contains(region, centre(code.region)));
  if (new Set(mine.map(({ text }) => text)).size < 2) return [region];
  const is_wide = region.width > region.height;
  const start = (code: FoundCode) => (is_wide ? code.region.x : code.region.y);
  const end = (code: FoundCode) => start(code) + (is_wide ? code.region.width : code.region.height);
  if (!is_wide) return [region];
  const sorted = mine.toSorted((one, other) => start(one) - start(other));
  let reached = -Infinity;
  for (const code of sorted) {
    const gap = start(code) - reached;
    // Labels are higher than they are wide, so two beside each other make a wide sheet.
    if (reached > 0 && gap > region.width * 0.05) {
      const cut = reached + gap / 2;
      const first = { ...region, width: cut - region.x };
      const rest = { ...region, x: cut, width: region.x + region.width - cut };
      if (first.width > region.width * 0.3 && rest.width > region.width * 0.3)
        return [first, ...splitAtGutter(rest, codes)];
    }
    reached = Math.max(reached, end(code));
  }
  return [region];
}
