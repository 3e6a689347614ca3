/** Draws a statement: A4 pages with a line per transaction. */
import type { Sheet, Template } from "#platform/drawing/template.ts";

const WIDTH_MM = 210;
const HEIGHT_MM = 297;
const MARGIN_MM = 18;
const LINE_MM = 6;
const FIRST_LINE_MM = 84;
const LATER_LINE_MM = 30;
const LAST_LINE_MM = 270;
const COLUMNS = { date: 18, details: 42, amount: 122, balance: 158 } as const;
const WIDTHS = { date: 23, details: 78, amount: 34, balance: 34 } as const;

export interface StatementLine {
  /** `YYYY-MM-DD`. */
  date: string;
  text: string;
  /** Null where it is hidden from the reader. */
  amount: string | null;
  balance: string | null;
}

export interface StatementContents {
  title: string;
  business: string;
  /** Label and value, each on a line of its own. */
  facts: readonly (readonly [string, string])[];
  headings: { date: string; details: string; amount: string; balance: string };
  opening: { label: string; amount: string | null };
  closing: { label: string; amount: string | null };
  lines: readonly StatementLine[];
  /** What stands in the place of no lines. */
  none: string;
}

const HIDDEN = "—";

export const template: Template<StatementContents> = {
  kind: "wallet_statement",
  revision: 1,
  url: import.meta.url,
  title: ({ title, facts }) => `${title} ${facts.map(([, value]) => value).join(" ")}`,
  async draw(sheet, contents) {
    let y = FIRST_LINE_MM;
    let page = await drawFirstPage(sheet, contents);
    const drawRow = async (
      row: { date: string; text: string; amount: string | null; balance: string | null },
      bold = false,
    ) => {
      if (y > LAST_LINE_MM) {
        page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
        await drawHeadings(page, contents, LATER_LINE_MM - 8);
        y = LATER_LINE_MM;
      }
      const style = { size: 9, bold };
      await page.text(row.date, COLUMNS.date, y, { ...style, width_mm: WIDTHS.date });
      await page.text(row.text, COLUMNS.details, y, { ...style, width_mm: WIDTHS.details });
      await page.text(row.amount ?? HIDDEN, COLUMNS.amount, y, {
        ...style,
        width_mm: WIDTHS.amount,
        right: true,
      });
      await page.text(row.balance ?? HIDDEN, COLUMNS.balance, y, {
        ...style,
        width_mm: WIDTHS.balance,
        right: true,
      });
      y += LINE_MM;
    };
    await drawRow(
      { date: "", text: contents.opening.label, amount: "", balance: contents.opening.amount },
      true,
    );
    for (const line of contents.lines) await drawRow(line);
    if (contents.lines.length === 0)
      await drawRow({ date: "", text: contents.none, amount: "", balance: "" });
    page.rule(MARGIN_MM, y - LINE_MM + 2, WIDTH_MM - 2 * MARGIN_MM);
    y += 1;
    await drawRow(
      { date: "", text: contents.closing.label, amount: "", balance: contents.closing.amount },
      true,
    );
  },
};

type Page = ReturnType<Sheet["addPage"]>;

async function drawFirstPage(sheet: Sheet, contents: StatementContents): Promise<Page> {
  const page = sheet.addPage(WIDTH_MM, HEIGHT_MM);
  const width_mm = WIDTH_MM - 2 * MARGIN_MM;
  await page.text(contents.business, MARGIN_MM, 24, { size: 11, width_mm });
  await page.text(contents.title, MARGIN_MM, 36, { size: 20, bold: true, width_mm });
  for (const [index, [label, value]] of contents.facts.entries()) {
    const y = 46 + index * 5.5;
    await page.text(label, MARGIN_MM, y, { size: 9, width_mm: 30 });
    await page.text(value, MARGIN_MM + 32, y, { size: 9, bold: true, width_mm: width_mm - 32 });
  }
  await drawHeadings(page, contents, FIRST_LINE_MM - 8);
  return page;
}

async function drawHeadings(page: Page, { headings }: StatementContents, y: number): Promise<void> {
  const style = { size: 8, bold: true };
  await page.text(headings.date, COLUMNS.date, y, { ...style, width_mm: WIDTHS.date });
  await page.text(headings.details, COLUMNS.details, y, { ...style, width_mm: WIDTHS.details });
  await page.text(headings.amount, COLUMNS.amount, y, { ...style, width_mm: WIDTHS.amount, right: true });
  await page.text(headings.balance, COLUMNS.balance, y, { ...style, width_mm: WIDTHS.balance, right: true });
  page.rule(MARGIN_MM, y + 2, WIDTH_MM - 2 * MARGIN_MM);
}
