/**
 * Reads the labels of a page: codes first, then text, of each label on its own. A value says how certain it is, where it stands and
 * what it was read from; a value without these is not returned.
 */
import { readCode } from "#codes/read-code.ts";
import { centre, type FoundCode, findCodes } from "./codes.ts";
import { cutView, findBounds, type PageRaster, type Point, type Region, type View } from "./decode.ts";
import { findNumbers, parsePostalLine, readTextFields, type TextNumber } from "./fields.ts";
import { findLabelRegions } from "./find-labels.ts";
import { judgeNumber } from "./numbers.ts";
import type { Box, FieldName, Fields, ReadLabel, ReadPage, TrackingCandidate } from "./shapes.ts";
import { measureSkew } from "./skew.ts";
import { type Line, readText } from "./text.ts";

/** A code with a right check digit, or in an envelope that nobody else prints. */
const CODE = 0.98;
/** A code whose form has no check digit: the code itself has one. */
const CODE_WITHOUT_CHECK = 0.9;
/** A code that may be anything: an order, an article. */
const CODE_OF_NO_FORM = 0.6;
const CONFIRMED = 0.99;
/** Two readings that exclude each other: neither is certain, whatever their readers say. */
const CONFLICT = 0.5;

/** The shorter side of the text that is read, pixels: smaller is not legible, larger takes longer. */
const TEXT_SIDE_MIN = 700;
const TEXT_SIDE_MAX = 1100;

const BOX_MARGIN = 4;

export async function readPage(raster: PageRaster, page: number): Promise<ReadPage> {
  const codes = await findCodes(raster);
  const regions = await findLabelRegions(raster, codes);
  const labels: ReadLabel[] = [];
  for (const region of regions) {
    const own_codes = codes.filter((code) => isInside(region, code) || regions.length === 1);
    const label = await readLabel(raster, region, own_codes, page);
    if (label !== null) labels.push(label);
  }
  return { page, width: raster.page_width, height: raster.page_height, labels };
}

function isInside(region: Region, code: FoundCode): boolean {
  const { x, y } = centre(code.region);
  return x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height;
}

async function readLabel(
  raster: PageRaster,
  region: Region,
  codes: readonly FoundCode[],
  page: number,
): Promise<ReadLabel | null> {
  const toBox = (part: Region): Box => {
    // Some room around letters, within the page.
    const x = Math.max(0, Math.round(part.x / raster.scale) - BOX_MARGIN);
    const y = Math.max(0, Math.round(part.y / raster.scale) - BOX_MARGIN);
    const x_end = Math.min(raster.page_width, Math.round((part.x + part.width) / raster.scale) + BOX_MARGIN);
    const y_end = Math.min(
      raster.page_height,
      Math.round((part.y + part.height) / raster.scale) + BOX_MARGIN,
    );
    return { page, x, y, width: Math.max(1, x_end - x), height: Math.max(1, y_end - y) };
  };
  const { lines, numbers, toRegion } = await readUpright(raster, region, codes);
  const candidates = [
    ...listCodeNumbers(codes, toBox),
    ...numbers.map(({ region: part, has_heading: _heading, ...number }) => ({
      ...number,
      box: toBox(toRegion(part)),
      source: "text" as const,
    })),
  ];
  const { tracking_candidates, chosen, has_conflict } = chooseNumber(candidates, numbers);
  const fields: Fields = {};
  if (chosen !== null) {
    const { value, confidence, box, source, carrier } = chosen;
    fields.tracking_number = { value, confidence, box, source };
    if (carrier !== null) fields.carrier = { value: carrier, confidence, box, source };
  }
  for (const [name, { value, confidence, region: part }] of Object.entries(readTextFields(lines)))
    fields[name as FieldName] = {
      value,
      confidence: round(confidence),
      box: toBox(toRegion(part)),
      source: "text",
    };
  if (Object.keys(fields).length === 0 && tracking_candidates.length === 0) return null;
  return {
    box: toBox(region),
    fields,
    tracking_candidates,
    conflicts: has_conflict ? ["tracking_number"] : [],
  };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Numbers of codes, the most certain first. */
function listCodeNumbers(codes: readonly FoundCode[], toBox: (part: Region) => Box): TrackingCandidate[] {
  const candidates = new Map<string, TrackingCandidate>();
  for (const code of codes) {
    const read = readCode(code.text);
    const text = read.text.toUpperCase();
    if (!/^[0-9A-Z-]{8,40}$/.test(text) || read.kind === "gtin") continue;
    const is_number = read.kind === "carrier_number" || read.kind === "sscc" || read.kind === "shipment";
    const { number, carrier, check } = judgeNumber(text, read.carrier);
    const confidence =
      check === "invalid" ? 0.2 : check === "valid" ? CODE : is_number ? CODE_WITHOUT_CHECK : CODE_OF_NO_FORM;
    // A number of UPS without its shipper is a part of another code.
    const known_candidate = candidates.get(number);
    if (known_candidate === undefined || known_candidate.confidence < confidence)
      candidates.set(number, {
        value: number,
        carrier,
        check,
        confidence,
        box: toBox(code.region),
        source: "barcode",
      });
  }
  return [...candidates.values()].sort((one, other) => other.confidence - one.confidence);
}

interface ChosenNumber {
  tracking_candidates: TrackingCandidate[];
  chosen: TrackingCandidate | null;
  has_conflict: boolean;
}

/** Which of several readings the number is. One whose check digit is wrong is never it. Pure. */
export function chooseNumber(
  candidates: readonly TrackingCandidate[],
  numbers: readonly Pick<TextNumber, "value" | "has_heading" | "check" | "confidence">[],
): ChosenNumber {
  const merged = new Map<string, TrackingCandidate>();
  for (const candidate of candidates) {
    const known_candidate = merged.get(candidate.value);
    if (known_candidate === undefined) merged.set(candidate.value, { ...candidate });
    else if (candidate.source !== known_candidate.source && known_candidate.check !== "invalid") {
      // Two readers say the same.
      known_candidate.confidence = CONFIRMED;
      known_candidate.carrier ??= candidate.carrier;
    }
  }
  const all = [...merged.values()]
    .map((one) => ({ ...one, confidence: round(one.confidence) }))
    .sort((one, other) => other.confidence - one.confidence);
  const possible = all.filter(({ check }) => check !== "invalid");
  const [first] = possible;
  if (first === undefined) return { tracking_candidates: all, chosen: null, has_conflict: all.length > 1 };
  const others = possible.slice(1).filter((one) => !isSameParcel(first, one));
  const strong = others.some(({ check, source, confidence }) =>
    source === "barcode" ? check === "valid" || confidence >= CODE_WITHOUT_CHECK : false,
  );
  // What is headed as the tracking number says another one than the code.
  const headed = numbers.filter(
    (one) =>
      one.has_heading &&
      one.value !== first.value &&
      !first.value.includes(one.value) &&
      !one.value.includes(first.value),
  );
  const is_contradicted =
    first.source === "barcode" &&
    first.confidence < CONFIRMED &&
    headed.some(
      ({ check, confidence }) =>
        check === "valid" || (check === "none" && confidence > 0.5) || check === "invalid",
    );
  // A code that is damaged, or not of this label, beside another number: a person looks.
  const has_wrong_code = all.some(({ source, check }) => source === "barcode" && check === "invalid");
  const has_conflict = strong || is_contradicted || has_wrong_code;
  const chosen_number = has_conflict ? { ...first, confidence: Math.min(first.confidence, CONFLICT) } : first;
  const tracking_candidates = has_conflict
    ? all.map((one) => ({ ...one, confidence: Math.min(one.confidence, CONFLICT) }))
    : all;
  return { tracking_candidates, chosen: chosen_number, has_conflict };
}

/** Numbers of one parcel in several systems: a transport unit beside a carrier's number, a longer form of the same. */
function isSameParcel(one: TrackingCandidate, other: TrackingCandidate): boolean {
  if (one.value.includes(other.value) || other.value.includes(one.value)) return true;
  const forms = [one, other].map(({ value }) => (/^\d{18}$/.test(value) ? "sscc" : value.slice(0, 2)));
  return forms.includes("sscc") && forms[0] !== forms[1];
}

/** Lines and numbers stand in the view that was read. */
interface UprightText {
  lines: Line[];
  numbers: TextNumber[];
  /** Leads a part of the view back to the raster. */
  toRegion: (part: Region) => Region;
}

/** Text of a label as it is meant to be read: codes say how it is turned, else the text does. */
async function readUpright(
  raster: PageRaster,
  region: Region,
  codes: readonly FoundCode[],
): Promise<UprightText> {
  const longest = codes
    .filter(({ is_linear }) => is_linear)
    .sort((one, other) => measure(other) - measure(one))[0];
  const lead = longest ?? codes[0];
  // Readers follow one line through a code, which says on which side its beginning is, and not how much it is turned.
  const side = lead === undefined ? 0 : -lead.rotation;
  const first = side - (await measureSkew(raster, region, side));
  let best = await readTurned(raster, region, codes, first);
  for (const turn of [90, -90, 180]) {
    if (best.score >= LEGIBLE && (lead !== undefined || best.is_understood)) break;
    const next = await readTurned(raster, region, codes, first + turn);
    const is_better =
      next.is_understood === best.is_understood ? next.score > best.score : next.is_understood;
    if (is_better) best = next;
  }
  return best;
}

const measure = ({ corners }: FoundCode) => {
  const [start, end] = corners as [Point, Point];
  return Math.hypot(end.x - start.x, end.y - start.y);
};

/** Letters in words that were read well: a label has more, a picture that lies on its side fewer. */
const LEGIBLE = 40;

async function readTurned(
  raster: PageRaster,
  region: Region,
  codes: readonly FoundCode[],
  rotation: number,
): Promise<UprightText & { score: number; is_understood: boolean }> {
  const side = Math.min(region.width, region.height);
  const zoom = side < TEXT_SIDE_MIN ? Math.min(2, TEXT_SIDE_MIN / side) : Math.min(1, TEXT_SIDE_MAX / side);
  const rotated = Math.abs(rotation) < 0.3 ? 0 : rotation;
  const view = await cutView(raster, { region, rotation: rotated, zoom });
  coverCodes(view, codes);
  const lines = await readText(view);
  const numbers = findNumbers(lines);
  const score = lines
    .flatMap(({ words }) => words)
    .filter(({ confidence, text }) => confidence > 0.7 && /[\p{L}\d]{2}/u.test(text))
    .reduce((sum, { text }) => sum + text.length, 0);
  const toRegion = (part: Region): Region =>
    findBounds(
      [
        [part.x, part.y],
        [part.x + part.width, part.y],
        [part.x + part.width, part.y + part.height],
        [part.x, part.y + part.height],
      ].map(([x = 0, y = 0]) => view.toRaster({ x, y })),
    );
  // Text that lies on its side is read as words too, and makes no sense.
  const is_understood =
    numbers.some(({ check }) => check === "valid") ||
    lines.some(({ text }) => parsePostalLine(text) !== undefined);
  return { score, is_understood, lines, numbers, toRegion };
}

/** The level below which this share of the pixels is. */
function findLevel(pixels: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const level of pixels) counts[level] = (counts[level] ?? 0) + 1;
  let below = 0;
  for (let level = 0; level < 256; level += 1) {
    below += counts[level] ?? 0;
    if (below >= pixels.length * share) return level;
  }
  return 255;
}

/** Bars are no letters: whitens them, so that no time is spent on reading them. */
function coverCodes(view: View, codes: readonly FoundCode[]): void {
  if (codes.length === 0) return;
  // The corners of a code in the view, by the inverse of a map that turns and scales alone.
  const origin = view.toRaster({ x: 0, y: 0 });
  const right = view.toRaster({ x: 1, y: 0 });
  const down = view.toRaster({ x: 0, y: 1 });
  const [ax, ay, bx, by] = [right.x - origin.x, right.y - origin.y, down.x - origin.x, down.y - origin.y];
  const area = ax * by - ay * bx;
  // As bright as the paper: pure white would make the rest dark.
  const paper = findLevel(view.pixels, 0.75);
  for (const { corners } of codes) {
    const points = corners.map(({ x, y }) => {
      const [dx, dy] = [x - origin.x, y - origin.y];
      return { x: (dx * by - dy * bx) / area, y: (dy * ax - dx * ay) / area };
    });
    const { x, y, width, height } = findBounds(points);
    const [begin, end] = [Math.max(0, Math.floor(x)), Math.min(view.width, Math.ceil(x + width))];
    for (let row = Math.max(0, Math.floor(y)); row < Math.min(view.height, Math.ceil(y + height)); row += 1)
      if (end > begin) view.pixels.fill(paper, row * view.width + begin, row * view.width + end);
  }
}
