/** A template for tests: one line of 14 points for each line of text, bold. */
import type { Template } from "#platform/drawing/template.ts";

export const template: Template<{ lines: string[] }> = {
  kind: "letter",
  revision: 1,
  url: import.meta.url,
  title: () => "Letter",
  async draw(sheet, { lines }) {
    const page = sheet.addPage(210, 297);
    for (const [index, line] of lines.entries())
      await page.text(line, 20, 20 + index * 10, { size: 14, width_mm: 100, bold: true });
  },
};
