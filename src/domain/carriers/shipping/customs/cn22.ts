/** Draws the customs declaration CN 22 of the Universal Postal Union: 74 x 105 mm, with more pages where its lines need them. */
import type { Sheet, Template } from "#platform/drawing/template.ts";
import type { CustomsContents } from "./contents.ts";
import { drawRow, formatCheckbox, wrap } from "./table.ts";

const WIDTH_MM = 74;
const HEIGHT_MM = 105;
const MARGIN_MM = 4;
const ROOM_MM = WIDTH_MM - 2 * MARGIN_MM;
const BESIDE_MARK_MM = 53;
/** Where the lines end, above the totals. */
const LAST_LINE_MM = 72;
const DESCRIPTION = { x_mm: MARGIN_MM, width_mm: 36 };
const WEIGHT = { x_mm: 41, width_mm: 13, right: true };
const VALUE = { x_mm: 55, width_mm: 15, right: true };
const ROW = { size: 6, step_mm: 2.6 };
const DECLARATION = [
  "I, the undersigned, whose name and address are given on the item,",
  "certify that the particulars given in this declaration are correct and",
  "that this item does not contain any dangerous article or articles",
  "prohibited by legislation or by postal or customs regulations.",
];

export const template: Template<CustomsContents> = {
  kind: "label_cn22",
  revision: 2,
  url: import.meta.url,
  mark: {
    right_mm: WIDTH_MM - MARGIN_MM,
    top_mm: 88,
    size_mm: 11.5,
    text: "below",
    text_width_mm: 40,
    text_size: 4,
  },
  title: ({ tracking_number }) => `CN 22 ${tracking_number}`,
  async draw(sheet, contents) {
    let page = await drawHead(sheet, contents);
    let y = 32.5;
    for (const line of contents.lines) {
      const described = wrap(
        `${line.quantity} x ${line.description} (HS ${line.hs_code}, ${line.origin_country})`,
        38,
      );
      if (y + described.length * ROW.step_mm > LAST_LINE_MM) {
        page = await drawHead(sheet, contents);
        y = 32.5;
      }
      y = await drawRow(
        page,
        y,
        [
          [DESCRIPTION, described],
          [WEIGHT, [line.weight]],
          [VALUE, [line.value]],
        ],
        ROW,
      );
      y += 0.8;
    }
    page.rule(MARGIN_MM, 73, ROOM_MM);
    await page.text("Total weight, value (6, 7)", MARGIN_MM, 76.5, { size: 6, width_mm: 36 });
    const bold = { size: 7, bold: true };
    await page.text(contents.net_weight, WEIGHT.x_mm, 76.5, { ...bold, width_mm: 13, right: true });
    await page.text(contents.value, VALUE.x_mm, 76.5, { ...bold, width_mm: 15, right: true });
    page.rule(MARGIN_MM, 78, ROOM_MM);
    await page.lines(DECLARATION, MARGIN_MM, 81, { size: 5, step_mm: 2.2, width_mm: ROOM_MM, lines_max: 4 });
    await page.text("Date and sender's signature (8) / Date et signature", MARGIN_MM, 92.5, {
      size: 5,
      width_mm: BESIDE_MARK_MM,
    });
    await page.text(`${contents.date}   ${contents.signer}`, MARGIN_MM, 97, {
      ...bold,
      width_mm: BESIDE_MARK_MM,
    });
    await page.text(contents.tracking_number, MARGIN_MM, 101.5, { size: 6, width_mm: 24 });
  },
};

async function drawHead(sheet: Sheet, { contents_type, contents_explanation }: CustomsContents) {
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  await page.text("CUSTOMS DECLARATION", MARGIN_MM, 7, { size: 8, bold: true, width_mm: 48 });
  await page.text("DÉCLARATION EN DOUANE", MARGIN_MM, 10.5, { size: 6, width_mm: 48 });
  await page.text("CN 22", 52, 8.5, { size: 13, bold: true, width_mm: 18, right: true });
  await page.text("May be opened officially / Peut être ouvert d'office", MARGIN_MM, 13.5, {
    size: 5,
    width_mm: ROOM_MM,
  });
  page.rule(MARGIN_MM, 14.8, ROOM_MM);
  const is = (type: CustomsContents["contents_type"]) => contents_type === type;
  const choices = [
    [formatCheckbox(is("gift"), "Gift / Cadeau"), formatCheckbox(is("documents"), "Documents")],
    [
      formatCheckbox(is("sample"), "Sample / Échantillon"),
      formatCheckbox(is("merchandise"), "Sale of goods / Vente"),
    ],
    [
      formatCheckbox(is("returned_goods"), "Returned goods / Retour"),
      formatCheckbox(is("other"), `Other / Autre ${contents_explanation}`),
    ],
  ];
  for (const [index, [left_text = "", right = ""]] of choices.entries()) {
    await page.text(left_text, MARGIN_MM, 18 + index * 3, { size: 6, width_mm: 32 });
    await page.text(right, 37, 18 + index * 3, { size: 6, width_mm: 33 });
  }
  page.rule(MARGIN_MM, 25.5, ROOM_MM);
  const head = { size: 5, bold: true };
  await page.text("Quantity, contents, HS, origin (1, 4, 5)", MARGIN_MM, 28.5, { ...head, width_mm: 36 });
  await page.text("Weight (2)", WEIGHT.x_mm, 28.5, { ...head, width_mm: 13, right: true });
  await page.text("Value (3)", VALUE.x_mm, 28.5, { ...head, width_mm: 15, right: true });
  page.rule(MARGIN_MM, 29.6, ROOM_MM);
  return page;
}
