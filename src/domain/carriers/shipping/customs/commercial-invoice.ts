/** Draws the commercial invoice of a shipment across a border: A4, with more pages where its lines need them. */
import type { Sheet, Template } from "#platform/drawing/template.ts";
import type { CustomsContents } from "./contents.ts";
import { drawRow, wrap } from "./table.ts";

const WIDTH_MM = 210;
const HEIGHT_MM = 297;
const MARGIN_MM = 18;
const ROOM_MM = WIDTH_MM - 2 * MARGIN_MM;
const FIRST_LINE_MM = 102;
const LATER_LINE_MM = 34;
/** Where the lines end, above the totals. */
const LAST_LINE_MM = 236;
const COLUMNS = {
  quantity: { x_mm: 18, width_mm: 14, right: true },
  description: { x_mm: 36, width_mm: 58 },
  hs_code: { x_mm: 96, width_mm: 22 },
  origin: { x_mm: 119, width_mm: 14 },
  weight: { x_mm: 132, width_mm: 19, right: true },
  unit_value: { x_mm: 152, width_mm: 19, right: true },
  value: { x_mm: 172, width_mm: 20, right: true },
} as const;
const ROW = { size: 8.5, step_mm: 4 };
const REASONS: Record<CustomsContents["contents_type"], string> = {
  merchandise: "Sale of goods",
  gift: "Gift",
  documents: "Documents",
  sample: "Commercial sample",
  returned_goods: "Returned goods",
  other: "Other",
};

export const template: Template<CustomsContents> = {
  kind: "label_commercial_invoice",
  revision: 1,
  url: import.meta.url,
  title: ({ tracking_number }) => `Commercial invoice ${tracking_number}`,
  async draw(sheet, contents) {
    let page = await drawHead(sheet, contents);
    let y = FIRST_LINE_MM;
    for (const line of contents.lines) {
      const described = wrap(line.description, 36);
      if (y + described.length * ROW.step_mm > LAST_LINE_MM) {
        page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
        await drawHeadings(page, LATER_LINE_MM - 8);
        y = LATER_LINE_MM;
      }
      y = await drawRow(
        page,
        y,
        [
          [COLUMNS.quantity, [line.quantity]],
          [COLUMNS.description, described],
          [COLUMNS.hs_code, [line.hs_code]],
          [COLUMNS.origin, [line.origin_country]],
          [COLUMNS.weight, [line.weight]],
          [COLUMNS.unit_value, [line.unit_value]],
          [COLUMNS.value, [line.value]],
        ],
        ROW,
      );
      y += 1.5;
    }
    page.rule(MARGIN_MM, y - 2, ROOM_MM);
    await drawRow(
      page,
      y + 3,
      [
        [COLUMNS.description, ["Total"]],
        [COLUMNS.weight, [contents.net_weight]],
        [COLUMNS.value, [contents.value]],
      ],
      { ...ROW, bold: true },
    );
    const style = { size: 8.5, width_mm: ROOM_MM };
    await page.text(
      "I declare that the information on this invoice is true and correct.",
      MARGIN_MM,
      258,
      style,
    );
    await page.text("Date and signature of the exporter", MARGIN_MM, 268, { ...style, size: 7 });
    await page.text(`${contents.date}   ${contents.signer}`, MARGIN_MM, 275, {
      ...style,
      size: 11,
      bold: true,
    });
    page.rule(MARGIN_MM, 277, 80);
  },
};

type Page = ReturnType<Sheet["addPage"]>;

async function drawHead(sheet: Sheet, contents: CustomsContents): Promise<Page> {
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  await page.text("Commercial invoice", MARGIN_MM, 26, { size: 20, bold: true, width_mm: ROOM_MM });
  const half_mm = 82;
  const parties = [
    ["Exporter", contents.from, MARGIN_MM],
    ["Consignee", contents.to, 108],
  ] as const;
  for (const [label, lines, x_mm] of parties) {
    await page.text(label, x_mm, 36, { size: 8, width_mm: half_mm });
    await page.lines(lines, x_mm, 41, { size: 9, step_mm: 4.2, width_mm: half_mm, lines_max: 6 });
  }
  const reason = [REASONS[contents.contents_type], contents.contents_explanation].filter(Boolean).join(": ");
  const facts = [
    ["Invoice", contents.reference],
    ["Date", contents.date],
    ["Reason for export", reason],
    ["Currency", contents.currency],
    ["Carrier", `${contents.carrier}, ${contents.service}`],
    ["Tracking number", contents.tracking_number],
    ["Packages", String(contents.package_count)],
    ["Gross weight", contents.gross_weight],
  ] as const;
  for (const [index, [label, value]] of facts.entries()) {
    const x_mm = index % 2 === 0 ? MARGIN_MM : 108;
    const y_mm = 70 + Math.floor(index / 2) * 5.5;
    await page.text(label, x_mm, y_mm, { size: 8.5, width_mm: 30 });
    await page.text(value, x_mm + 31, y_mm, { size: 8.5, bold: true, width_mm: half_mm - 31 });
  }
  await drawHeadings(page, FIRST_LINE_MM - 7);
  return page;
}

async function drawHeadings(page: Page, y_mm: number): Promise<void> {
  await drawRow(
    page,
    y_mm,
    [
      [COLUMNS.quantity, ["Quantity"]],
      [COLUMNS.description, ["Description"]],
      [COLUMNS.hs_code, ["HS code"]],
      [COLUMNS.origin, ["Origin"]],
      [COLUMNS.weight, ["Net weight"]],
      [COLUMNS.unit_value, ["Unit value"]],
      [COLUMNS.value, ["Value"]],
    ],
    { size: 7.5, step_mm: 4, bold: true },
  );
  page.rule(MARGIN_MM, y_mm + 2, ROOM_MM);
}
