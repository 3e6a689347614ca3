/** Draws packing instructions on A4: for each package its steps, six pictures on a page. */
import { fitInto } from "#isometric/isometric.ts";
import type { Page } from "#platform/drawing/page.ts";
import type { Template } from "#platform/drawing/template.ts";
import { drawStep } from "./picture.ts";
import type { PackageSteps, PackingStep } from "./steps.ts";

export interface SheetContents {
  business: string;
  title: string;
  /** Label, value. */
  facts: (readonly [string, string])[];
  words: { package: string; step: string; upright: Record<PackingStep["upright"], string> };
  /** Weight of each package as it is written. */
  weights: string[];
  packages: PackageSteps[];
}

const [WIDTH, HEIGHT, MARGIN] = [210, 297, 15];
const COLUMNS = 2;
const ROWS = 3;
const CELL = { width: (WIDTH - 2 * MARGIN) / COLUMNS, height: 78, picture: 58 };

export const template: Template<SheetContents> = {
  kind: "packing_instructions",
  revision: 1,
  url: import.meta.url,
  title: ({ title }) => title,
  async draw(sheet, contents) {
    for (const [index, one] of contents.packages.entries()) {
      const pages = Math.max(1, Math.ceil(one.steps.length / (COLUMNS * ROWS)));
      for (let number = 0; number < pages; number += 1) {
        const page = sheet.addPage(WIDTH, HEIGHT);
        await drawHead(page, contents, one, contents.weights[index] ?? "");
        const first = number * COLUMNS * ROWS;
        for (const [place, step] of one.steps.slice(first, first + COLUMNS * ROWS).entries())
          await drawCell(page, contents, one, step, {
            x: MARGIN + (place % COLUMNS) * CELL.width,
            y: 48 + Math.floor(place / COLUMNS) * CELL.height,
          });
      }
    }
  },
};

async function drawHead(
  page: Page,
  { business, title, facts, words, packages }: SheetContents,
  { package_no, packaging }: PackageSteps,
  weight: string,
): Promise<void> {
  const width_mm = WIDTH - 2 * MARGIN;
  await page.text(business, MARGIN, 18, { size: 9, width_mm });
  await page.text(title, MARGIN, 26, { size: 15, width_mm: 110, bold: true });
  await page.text(`${words.package} ${package_no} / ${packages.length}`, 130, 26, {
    size: 15,
    width_mm: 65,
    bold: true,
    right: true,
  });
  const sides = [packaging.inner_length_mm, packaging.inner_width_mm, packaging.inner_height_mm].join(" × ");
  await page.text(`${packaging.code} · ${packaging.name} · ${sides} mm · ${weight}`, MARGIN, 33, {
    size: 10,
    width_mm,
  });
  await page.text(facts.map(([label, value]) => `${label}: ${value}`).join("   "), MARGIN, 38, {
    size: 9,
    width_mm,
  });
  page.rule(MARGIN, 42, width_mm);
}

async function drawCell(
  page: Page,
  { words }: SheetContents,
  one: PackageSteps,
  { step, item, pieces, upright }: PackingStep,
  { x, y }: { x: number; y: number },
): Promise<void> {
  const width_mm = CELL.width - 6;
  await page.text(`${words.step} ${step}: ${pieces} × ${item.name}`, x, y + 5, {
    size: 10,
    width_mm,
    bold: true,
  });
  const sides = `${item.length_mm} × ${item.width_mm} × ${item.height_mm} mm`;
  await page.text(`${sides} · ${words.upright[upright]}`, x, y + 10, { size: 8.5, width_mm });
  const picture = drawStep(one, step);
  const place = fitInto(picture.bounds, { x, y: y + 13, width: width_mm, height: CELL.picture });
  page.polygons([{ points: picture.floor.map(place), shade: 0.04 }]);
  page.strokes(picture.back.map(([from, to]) => [place(from), place(to)]));
  for (const { points, lines, shade } of picture.faces) {
    page.polygons([{ points: points.map(place), shade }]);
    page.strokes(lines.map(([from, to]) => [place(from), place(to)]));
  }
  page.strokes(picture.front.map(([from, to]) => [place(from), place(to)]));
}
