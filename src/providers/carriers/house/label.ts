/**
 * Draws a label of the house carrier: 4 x 6 inch, with the SSCC and the routing as GS1-128.
 *
 * Source: GS1 Logistic Label Guideline: the SSCC stands at the bottom, at least 32 mm high, with its digits below.
 */
import type { Page } from "#platform/drawing/page.ts";
import type { Template } from "#platform/drawing/template.ts";
import type { Place } from "#vocabulary/place.ts";

const WIDTH_MM = 101.6;
const HEIGHT_MM = 152.4;
const MARGIN_MM = 5;
const INNER_MM = WIDTH_MM - 2 * MARGIN_MM;

export interface HouseLabelContents {
  shipper: string;
  service: string;
  /** `YYYY-MM-DD`. */
  ship_date: string;
  from: Place;
  to: Place;
  reference: string;
  sort_code: string;
  /** With application identifiers: `(421)07670000000(403)E3`. */
  routing: string;
  /** Such as `RETURN`, `SIGNATURE`, `CUSTOMS`. */
  marks: readonly string[];
  /** One page each. */
  packages: readonly { sscc: string; sscc_text: string; weight_g: number; part: string; reference: string }[];
}

export const template: Template<HouseLabelContents> = {
  kind: "house_label",
  revision: 1,
  url: import.meta.url,
  title: ({ packages }) => `Label ${packages[0]?.sscc ?? ""}`,
  async draw(sheet, contents) {
    for (const one of contents.packages) await drawPackage(sheet.addPage(WIDTH_MM, HEIGHT_MM), contents, one);
  },
};

async function drawPackage(
  page: Page,
  label: HouseLabelContents,
  one: HouseLabelContents["packages"][number],
): Promise<void> {
  const half = INNER_MM * 0.62;
  const right = { width_mm: INNER_MM - half, right: true } as const;
  await page.text(label.shipper, MARGIN_MM, 10, { size: 11, bold: true, width_mm: half });
  await page.text(label.service.toUpperCase(), MARGIN_MM, 18, { size: 15, bold: true, width_mm: half });
  await page.text(label.sort_code, MARGIN_MM + half, 17, { size: 30, bold: true, ...right });
  await page.text(label.marks.join("  "), MARGIN_MM, 23.5, { size: 9, bold: true, width_mm: half });
  await page.text(`${label.ship_date}   ${one.part}`, MARGIN_MM + half, 23.5, { size: 9, ...right });
  page.rule(MARGIN_MM, 26, INNER_MM);

  await page.text("From", MARGIN_MM, 29.5, { size: 6.5, width_mm: 20 });
  await page.lines(listLines(label.from), MARGIN_MM, 33, {
    size: 7.5,
    step_mm: 3.3,
    width_mm: half,
    lines_max: 4,
  });
  await page.text(`${(one.weight_g / 1000).toFixed(2)} kg`, MARGIN_MM + half, 33, {
    size: 10,
    bold: true,
    ...right,
  });
  await page.text(label.reference, MARGIN_MM + half, 37.5, { size: 7.5, ...right });
  await page.text(one.reference, MARGIN_MM + half, 41, { size: 7.5, ...right });
  page.rule(MARGIN_MM, 45.5, INNER_MM);

  await page.text("To", MARGIN_MM, 49, { size: 6.5, width_mm: 20 });
  const [name = "", ...address] = listLines(label.to);
  await page.text(name, MARGIN_MM, 54.5, { size: 14, bold: true, width_mm: INNER_MM });
  await page.lines(address, MARGIN_MM, 60.5, { size: 11, step_mm: 4.9, width_mm: INNER_MM, lines_max: 4 });
  await page.text(label.to.phone ?? "", MARGIN_MM, 80, { size: 9, width_mm: INNER_MM });
  page.rule(MARGIN_MM, 82.5, INNER_MM);

  page.bars(label.routing, MARGIN_MM, 84.5, INNER_MM, 15, "gs1-128");
  await page.text(label.routing, MARGIN_MM, 103, { size: 8, width_mm: INNER_MM, centred: true });
  page.rule(MARGIN_MM, 105, INNER_MM);

  page.bars(`(00)${one.sscc}`, MARGIN_MM, 107, INNER_MM, 35, "gs1-128");
  await page.text(`(00) ${one.sscc_text}`, MARGIN_MM, 147, {
    size: 12,
    bold: true,
    width_mm: INNER_MM,
    centred: true,
  });
}

function listLines(place: Place): string[] {
  return [
    place.name,
    place.line1,
    place.line2,
    [place.postal_code, place.city].filter(Boolean).join(" "),
    [place.region, place.country].filter(Boolean).join(", "),
  ].filter((line): line is string => Boolean(line));
}
