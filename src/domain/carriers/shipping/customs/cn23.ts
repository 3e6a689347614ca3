/** Draws the customs declaration CN 23 of the Universal Postal Union: 210 x 148 mm, with more pages where its lines need them. */
import type { Sheet, Template } from "#platform/drawing/template.ts";
import type { CustomsContents } from "./contents.ts";
import { drawRow, formatCheckbox, wrap } from "./table.ts";

const WIDTH_MM = 210;
const HEIGHT_MM = 148;
const MARGIN_MM = 8;
const ROOM_MM = WIDTH_MM - 2 * MARGIN_MM;
const FIRST_LINE_MM = 59;
/** Where the lines end, above the totals. */
const LAST_LINE_MM = 94;
const COLUMNS = {
  description: { x_mm: 8, width_mm: 76 },
  quantity: { x_mm: 85, width_mm: 14, right: true },
  weight: { x_mm: 101, width_mm: 22, right: true },
  value: { x_mm: 125, width_mm: 30, right: true },
  hs_code: { x_mm: 159, width_mm: 24 },
  origin: { x_mm: 185, width_mm: 17 },
} as const;
const ROW = { size: 8, step_mm: 3.4 };
const DECLARATION = [
  "I certify that the particulars given in this customs declaration are correct and that this item does not contain any dangerous",
  "article or articles prohibited by legislation or by postal or customs regulations.",
];

export const template: Template<CustomsContents> = {
  kind: "label_cn23",
  revision: 2,
  url: import.meta.url,
  mark: {
    right_mm: WIDTH_MM - MARGIN_MM,
    top_mm: 130,
    size_mm: 14,
    text: "left",
    text_width_mm: 70,
    text_size: 6.5,
  },
  title: ({ tracking_number }) => `CN 23 ${tracking_number}`,
  async draw(sheet, contents) {
    let page = await drawHead(sheet, contents);
    let y = FIRST_LINE_MM;
    for (const line of contents.lines) {
      const described = wrap(line.description, 52);
      if (y + described.length * ROW.step_mm > LAST_LINE_MM) {
        page = await drawHead(sheet, contents);
        y = FIRST_LINE_MM;
      }
      y = await drawRow(
        page,
        y,
        [
          [COLUMNS.description, described],
          [COLUMNS.quantity, [line.quantity]],
          [COLUMNS.weight, [line.weight]],
          [COLUMNS.value, [line.value]],
          [COLUMNS.hs_code, [line.hs_code]],
          [COLUMNS.origin, [line.origin_country]],
        ],
        ROW,
      );
    }
    await drawFoot(page, contents);
  },
};

type Page = ReturnType<Sheet["addPage"]>;

async function drawHead(sheet: Sheet, contents: CustomsContents): Promise<Page> {
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  const small = { size: 6.5 };
  await page.text("CUSTOMS DECLARATION / DÉCLARATION EN DOUANE", MARGIN_MM, 10, {
    size: 11,
    bold: true,
    width_mm: 110,
  });
  await page.text("May be opened officially / Peut être ouvert d'office", MARGIN_MM, 14, {
    ...small,
    width_mm: 110,
  });
  await page.text("CN 23", 172, 11, { size: 18, bold: true, width_mm: 30, right: true });
  page.bars(contents.tracking_number, 125, 14, 77, 11);
  await page.text(contents.tracking_number, 125, 29, { size: 8, bold: true, width_mm: 77, centred: true });
  const half_mm = 92;
  await page.text("From / De", MARGIN_MM, 19, { ...small, width_mm: half_mm });
  await page.lines(contents.from, MARGIN_MM, 23, {
    size: 8,
    step_mm: 3.6,
    width_mm: half_mm,
    lines_max: 6,
  });
  await page.text("To / À", 110, 33, { ...small, width_mm: half_mm });
  await page.lines(contents.to, 110, 36.5, { size: 8, step_mm: 3.4, width_mm: half_mm, lines_max: 5 });
  await page.text(`Sender's customs reference: ${contents.reference}`, MARGIN_MM, 47.5, {
    ...small,
    width_mm: half_mm,
  });
  page.rule(MARGIN_MM, 51, ROOM_MM);
  const headings = [
    [COLUMNS.description, ["Detailed description of contents (1)"]],
    [COLUMNS.quantity, ["Quantity (2)"]],
    [COLUMNS.weight, ["Net weight (3)"]],
    [COLUMNS.value, ["Value (5)"]],
    [COLUMNS.hs_code, ["HS tariff no. (7)"]],
    [COLUMNS.origin, ["Origin (8)"]],
  ] as const;
  await drawRow(page, 54, headings, { size: 6.5, step_mm: 3, bold: true });
  page.rule(MARGIN_MM, 55.2, ROOM_MM);
  return page;
}

async function drawFoot(page: Page, contents: CustomsContents): Promise<void> {
  page.rule(MARGIN_MM, 96, ROOM_MM);
  const bold = { size: 8, bold: true };
  await page.text("Total", MARGIN_MM, 100, { ...bold, width_mm: 40 });
  await page.text(contents.net_weight, COLUMNS.weight.x_mm, 100, { ...bold, width_mm: 22, right: true });
  await page.text(contents.value, COLUMNS.value.x_mm, 100, { ...bold, width_mm: 30, right: true });
  await page.text(`Total gross weight (4): ${contents.gross_weight}`, 159, 100, { size: 6.5, width_mm: 43 });
  page.rule(MARGIN_MM, 102, ROOM_MM);
  const is = (type: CustomsContents["contents_type"]) => contents.contents_type === type;
  await page.text("Category of item (10) / Catégorie de l'envoi", MARGIN_MM, 106, {
    size: 6.5,
    width_mm: 90,
  });
  const choices = [
    formatCheckbox(is("gift"), "Gift / Cadeau"),
    formatCheckbox(is("documents"), "Documents"),
    formatCheckbox(is("sample"), "Commercial sample / Échantillon commercial"),
    formatCheckbox(is("merchandise"), "Sale of goods / Vente de marchandises"),
    formatCheckbox(is("returned_goods"), "Returned goods / Retour de marchandise"),
    formatCheckbox(is("other"), `Other / Autre ${contents.contents_explanation}`),
  ];
  for (const [index, choice] of choices.entries())
    await page.text(choice, MARGIN_MM + (index % 2) * 62, 110.5 + Math.floor(index / 2) * 4, {
      size: 7,
      width_mm: 60,
    });
  await page.text("If undeliverable / En cas de non-livraison", 135, 106, { size: 6.5, width_mm: 67 });
  await page.text(
    formatCheckbox(contents.non_delivery === "return", "Return to sender / Renvoyer"),
    135,
    110.5,
    {
      size: 7,
      width_mm: 67,
    },
  );
  await page.text(
    formatCheckbox(contents.non_delivery === "abandon", "Treat as abandoned / Traiter comme abandonné"),
    135,
    114.5,
    { size: 7, width_mm: 67 },
  );
  page.rule(MARGIN_MM, 122, ROOM_MM);
  await page.lines(DECLARATION, MARGIN_MM, 126, { size: 6.5, step_mm: 3, width_mm: ROOM_MM, lines_max: 2 });
  await page.text("Date and sender's signature (15) / Date et signature de l'expéditeur", MARGIN_MM, 135, {
    size: 6.5,
    width_mm: 100,
  });
  await page.text(`${contents.date}   ${contents.signer}`, MARGIN_MM, 140.5, {
    size: 10,
    bold: true,
    width_mm: 105,
  });
}
