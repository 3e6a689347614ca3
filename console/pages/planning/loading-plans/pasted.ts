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

const toNumber = (cell: string | undefined): number | null => {
  const digits = (cell ?? "").replaceAll(/[\s.,'’]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : null;
};

/** Lines of name, pieces, three sides, weight and stop; separated by tabs or semicolons. Lines without numbers are headings. */
export function readPasted(pasted: string): PastedItem[] {
  return pasted.split(/\r?\n/).flatMap((line) => {
    const [name = "", ...cells] = line.split(/\t|;/).map((cell) => cell.trim());
    const [quantity, length_mm, width_mm, height_mm] = cells.slice(0, 4).map(toNumber);
    if (name === "" || !quantity || !length_mm || !width_mm || !height_mm) return [];
    return [
      {
        name,
        quantity,
        length_mm,
        width_mm,
        height_mm,
        weight_g: toNumber(cells[4]) ?? "",
        stop_seq: toNumber(cells[5]) ?? "",
      },
    ];
  });
}
