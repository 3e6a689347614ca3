/** Parts that the drawings of customs documents share. */
import type { Sheet } from "#platform/drawing/template.ts";

type Page = ReturnType<Sheet["addPage"]>;

interface Column {
  x_mm: number;
  width_mm: number;
  right?: boolean;
}

const isWide = (letter: string) => (letter.codePointAt(0) ?? 0) >= 0x1100;

/** Breaks a text into lines of at most `width_max` characters; Chinese, Japanese and Korean ones count as two. */
export function wrap(text: string, width_max: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  const endLine = () => {
    if (line.trim() !== "") lines.push(line.trim());
    [line, width] = ["", 0];
  };
  for (const word of text.split(/(?<=\s)/)) {
    const size = [...word].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0);
    if (width + size > width_max && size <= width_max) endLine();
    for (const letter of word) {
      const step = isWide(letter) ? 2 : 1;
      if (width + step > width_max) endLine();
      line += letter;
      width += step;
    }
  }
  endLine();
  return lines.length === 0 ? [""] : lines;
}

/** Draws a row of cells with their lines; returns the `y_mm` at which the next row begins. */
export async function drawRow(
  page: Page,
  y_mm: number,
  cells: readonly (readonly [Column, readonly string[]])[],
  { size, step_mm, bold = false }: { size: number; step_mm: number; bold?: boolean },
): Promise<number> {
  for (const [{ x_mm, width_mm, right = false }, lines] of cells)
    for (const [index, line] of lines.entries())
      await page.text(line, x_mm, y_mm + index * step_mm, { size, bold, width_mm, right });
  return y_mm + Math.max(...cells.map(([, lines]) => lines.length)) * step_mm;
}

/** A checkbox with its label, as text; crossed where it is chosen. */
export const formatCheckbox = (is_chosen: boolean, label: string) => `${is_chosen ? "[X]" : "[  ]"} ${label}`;
