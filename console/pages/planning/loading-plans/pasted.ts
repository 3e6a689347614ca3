/** Items from a pasted table. Pure. */
export interface PastedItem {
  name: string;
  quantity: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  weight_g: number | "";
  stop_seq: number | "";
}

/** A line that is no item: `cell` is what cannot be read, null when cells are missing. */
export interface PastedFault {
  line: number;
  cell: string | null;
}

/** Pieces, mm, g and stops are whole numbers from 1: `1.200`, `1,200` and `1 200` are thousands, `12.5` is none. */
function toInteger(cell: string): number {
  const digits = cell.replaceAll(/[\s'’]/g, "");
  const integer_text = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
    ? Number(digits.replaceAll(/[.,]/g, ""))
    : Number(/^(\d+)(?:[.,]0{1,2})?$/.exec(digits)?.[1]);
  return integer_text > 0 && Number.isSafeInteger(integer_text) ? integer_text : Number.NaN;
}

/** A cell as spreadsheets copy it: in quotes when it has a separator or a quote. */
const toCell = (cell: string) =>
  cell.trim().replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"'));

/**
 * Lines of name, pieces, three sides, weight and stop; separated by tabs or semicolons. A first line without digits has
 * the headings. Of the rest each line is an item or a fault.
 */
export function readPasted(pasted: string): { items: PastedItem[]; faults: PastedFault[] } {
  const items: PastedItem[] = [];
  const faults: PastedFault[] = [];
  for (const [index, text] of pasted.split(/\r?\n/).entries()) {
    if (text.trim() === "" || (index === 0 && !/\d/.test(text))) continue;
    const line = index + 1;
    const [name = "", ...cells] = text.split(/\t|;/).map(toCell);
    const numbers = Array.from({ length: 6 }, (_, at) => (cells[at] ? toInteger(cells[at]) : null));
    const [quantity, length_mm, width_mm, height_mm, weight_g, stop_seq] = numbers;
    const wrong = numbers.findIndex(Number.isNaN);
    if (wrong >= 0) faults.push({ line, cell: cells[wrong] ?? null });
    else if (name === "" || !quantity || !length_mm || !width_mm || !height_mm)
      faults.push({ line, cell: null });
    else
      items.push({
        name,
        quantity,
        length_mm,
        width_mm,
        height_mm,
        weight_g: weight_g ?? "",
        stop_seq: stop_seq ?? "",
      });
  }
  return { items, faults };
}
