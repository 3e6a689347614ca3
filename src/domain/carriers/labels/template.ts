/**
 * Draws the local label: one page of 100 x 150 mm per parcel, with a Code 128 of its label code and a QR code of its
 * tracking page.
 */
import type { Sheet, Template } from "#platform/drawing/template.ts";
import type { Place } from "#vocabulary/place.ts";

const WIDTH_MM = 100;
const HEIGHT_MM = 150;
const MARGIN_MM = 5;

export interface LabelContents {
  business: string;
  service: string;
  ref: string | null;
  /** `YYYY-MM-DD`. */
  scheduled_date: string;
  window: string | null;
  /** Route number and position of the stop on the route. */
  route_hint: string | null;
  from: Place | null;
  to: Place | null;
  instruction: string;
  /** Amount to collect, formatted with its currency. */
  cod: string | null;
  /** One page each. */
  parcels: { weight_g: number; label_code: string; tracking_url: string }[];
}

export const template: Template<LabelContents> = {
  kind: "order_label",
  revision: 2,
  url: import.meta.url,
  // Far from the codes that are scanned on the way.
  mark: {
    right_mm: WIDTH_MM - MARGIN_MM,
    top_mm: 36.8,
    size_mm: 12.5,
    text: "below",
    text_width_mm: 34,
    text_size: 4.5,
  },
  title: ({ parcels }) => `Label ${parcels[0]?.label_code ?? ""}`,
  async draw(sheet, contents) {
    for (const index of contents.parcels.keys()) await drawParcel(sheet, contents, index);
  },
};

async function drawParcel(sheet: Sheet, label: LabelContents, index: number): Promise<void> {
  const parcel = label.parcels[index];
  if (parcel === undefined) return;
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  const width_mm = WIDTH_MM - 2 * MARGIN_MM;
  const qr_mm = 28;
  const beside_qr = { width_mm: width_mm - qr_mm - 3 };
  await page.text(label.business, MARGIN_MM, 11, { size: 13, bold: true, ...beside_qr });
  await page.text(label.service.toUpperCase(), MARGIN_MM, 19, { size: 16, bold: true, ...beside_qr });
  const when = [label.scheduled_date, label.window].filter(Boolean).join("  ");
  await page.text(when, MARGIN_MM, 25.5, { size: 9, ...beside_qr });
  const part = `${index + 1} / ${label.parcels.length}`;
  await page.text(part, MARGIN_MM, 32, { size: 12, bold: true, width_mm: 25 });
  if (parcel.weight_g > 0) {
    const weight = `${(parcel.weight_g / 1000).toFixed(2)} kg`;
    await page.text(weight, MARGIN_MM + 26, 32, { size: 10, width_mm: 30 });
  }
  page.qr(parcel.tracking_url, WIDTH_MM - MARGIN_MM - qr_mm, 5, qr_mm);
  page.rule(MARGIN_MM, 36, width_mm);

  const beside_mark = { width_mm: width_mm - 36 };
  await page.text("From", MARGIN_MM, 40, { size: 7, ...beside_mark });
  await page.lines(listLines(label.from), MARGIN_MM, 44, {
    size: 8,
    step_mm: 3.6,
    lines_max: 3,
    ...beside_mark,
  });
  page.rule(MARGIN_MM, 53.5, width_mm);

  await page.text("To", MARGIN_MM, 57.5, { size: 7, width_mm });
  const [name = "", ...address] = listLines(label.to);
  await page.text(name, MARGIN_MM, 63.5, { size: 14, width_mm, bold: true });
  await page.lines(address, MARGIN_MM, 69.5, { size: 11, step_mm: 5, width_mm, lines_max: 4 });
  if (label.to?.phone) await page.text(label.to.phone, MARGIN_MM, 90, { size: 9, width_mm });
  await page.text(label.instruction, MARGIN_MM, 94.5, { size: 8, width_mm });
  page.rule(MARGIN_MM, 97.5, width_mm);

  const right = { width_mm: WIDTH_MM - 52 - MARGIN_MM, bold: true };
  await page.text(label.to?.postal_code ?? "", MARGIN_MM, 105, { size: 18, bold: true, width_mm: 45 });
  await page.text(label.route_hint ?? "", 52, 105, { size: 13, ...right });
  if (label.ref !== null) await page.text(`Ref ${label.ref}`, MARGIN_MM, 111, { size: 8, width_mm: 45 });
  if (label.cod !== null) await page.text(`Collect ${label.cod}`, 52, 111, { size: 9, ...right });

  page.bars(parcel.label_code, MARGIN_MM, 115, width_mm, 24);
  await page.text(parcel.label_code, MARGIN_MM, 144, { size: 12, bold: true, width_mm, centred: true });
}

function listLines(place: Place | null): string[] {
  if (place === null) return [];
  return [
    place.name,
    place.line1,
    place.line2,
    [place.postal_code, place.city].filter(Boolean).join(" "),
    [place.region, place.country].filter(Boolean).join(", "),
  ].filter((line): line is string => Boolean(line));
}
