/** Draws a manifest of the house carrier: what is handed over at one place on one day. A4. */
import type { Page } from "#platform/drawing/page.ts";
import type { Sheet, Template } from "#platform/drawing/template.ts";
import type { Place } from "#vocabulary/place.ts";

const WIDTH_MM = 210;
const HEIGHT_MM = 297;
const MARGIN_MM = 15;
const INNER_MM = WIDTH_MM - 2 * MARGIN_MM;
const LAST_LINE_MM = 280;

export interface HouseManifestContents {
  shipper: string;
  number: string;
  date: string;
  from: Place;
  weight_g: number;
  lines: readonly { sscc: string; reference: string; service: string; to: string; weight_g: number }[];
}

const COLUMNS = [
  ["SSCC", 15, 40],
  ["Reference", 57, 38],
  ["Service", 97, 22],
  ["To", 121, 52],
  ["kg", 175, 20],
] as const;

export const template: Template<HouseManifestContents> = {
  kind: "house_manifest",
  revision: 1,
  url: import.meta.url,
  title: ({ number }) => `Manifest ${number}`,
  async draw(sheet, contents) {
    let page = await drawHead(sheet, contents);
    let y = 72;
    for (const { sscc, reference, service, to, weight_g } of contents.lines) {
      if (y > LAST_LINE_MM) {
        page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
        await drawHeadings(page, 20);
        y = 26;
      }
      await drawRow(page, y, [sscc, reference, service, to, (weight_g / 1000).toFixed(2)]);
      y += 5;
    }
  },
};

async function drawHead(sheet: Sheet, contents: HouseManifestContents): Promise<Page> {
  const { shipper, number, date, from, lines, weight_g } = contents;
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  await page.text(shipper, MARGIN_MM, 20, { size: 11, width_mm: 90 });
  await page.text(`Manifest ${number}`, MARGIN_MM, 30, { size: 18, bold: true, width_mm: 100 });
  const address = [from.name, from.line1, from.postal_code, from.city, from.country]
    .filter(Boolean)
    .join(", ");
  await page.text(`${date}   ${address}`, MARGIN_MM, 38, { size: 9, width_mm: INNER_MM });
  const total = `${lines.length} packages, ${(weight_g / 1000).toFixed(2)} kg`;
  await page.text(total, MARGIN_MM, 44, { size: 9, bold: true, width_mm: INNER_MM });
  page.bars(number, 125, 14, 70, 14);
  await page.text("Received: date, time, signature", MARGIN_MM, 56, { size: 8, width_mm: 60 });
  page.rule(70, 56, INNER_MM - 55);
  await drawHeadings(page, 65);
  return page;
}

async function drawHeadings(page: Page, y: number): Promise<void> {
  for (const [name, x, width_mm] of COLUMNS) await page.text(name, x, y, { size: 8, bold: true, width_mm });
  page.rule(MARGIN_MM, y + 2, INNER_MM);
}

async function drawRow(page: Page, y: number, cells: readonly string[]): Promise<void> {
  for (const [index, [, x, width_mm]] of COLUMNS.entries())
    await page.text(cells[index] ?? "", x, y, { size: 8, width_mm: width_mm - 2 });
}
