/** Draws a loading sheet on A4: for each space a picture of the whole load, its figures, and the steps as a table. */
import {
  type Bounds,
  drawBlocks,
  drawOpenBox,
  findBounds,
  fitInto,
  ISOMETRIC,
} from "#isometric/isometric.ts";
import type { Page } from "#platform/drawing/page.ts";
import type { Template } from "#platform/drawing/template.ts";
import { findCorner, toBlocks } from "./blocks.ts";
import type { LoadingStep, SpaceSteps } from "./steps.ts";

export interface SheetContents {
  business: string;
  title: string;
  /** Label, value. */
  facts: (readonly [string, string])[];
  words: Record<"space" | "step" | "item" | "pieces" | "stop" | "place", string> & {
    upright: Record<LoadingStep["upright"], string>;
  };
  spaces: SpaceSteps[];
  /** Of each space: its figures as they are written. */
  figures: (readonly [string, string])[][];
}

const [WIDTH, HEIGHT, MARGIN] = [210, 297, 15];
const BODY = WIDTH - 2 * MARGIN;
const ROW = 5.6;
/** Width of the name of a figure. */
const LABEL = 54;
/** Above the mark of the document. */
const LAST_ROW = 276;
const COLUMNS = { step: 0, item: 13, pieces: 92, stop: 108, place: 122 };
const SHADES = { top: 0.04, x: 0.14, y: 0.26 } as const;

export const template: Template<SheetContents> = {
  kind: "loading_sheet",
  revision: 2,
  url: import.meta.url,
  title: ({ title }) => title,
  async draw(sheet, contents) {
    for (const [index, one] of contents.spaces.entries()) {
      let page = sheet.addPage(WIDTH, HEIGHT);
      await drawHead(page, contents, one);
      drawLoad(page, one, { x: MARGIN, y: 48, width: BODY, height: 82 });
      let y = await drawFigures(page, contents.figures[index] ?? [], 138);
      y = await drawTableHead(page, contents, y + 4);
      for (const step of one.steps) {
        if (y > LAST_ROW) {
          page = sheet.addPage(WIDTH, HEIGHT);
          await drawHead(page, contents, one);
          y = await drawTableHead(page, contents, 50);
        }
        await drawRow(page, contents, step, y);
        y += ROW;
      }
    }
  },
};

async function drawHead(
  page: Page,
  { business, title, facts, words, spaces }: SheetContents,
  { space_no, space }: SpaceSteps,
): Promise<void> {
  await page.text(business, MARGIN, 18, { size: 9, width_mm: BODY });
  await page.text(title, MARGIN, 26, { size: 15, width_mm: 120, bold: true });
  await page.text(`${words.space} ${space_no} / ${spaces.length}`, 140, 26, {
    size: 15,
    width_mm: 55,
    bold: true,
    right: true,
  });
  const sides = [space.length_mm, space.width_mm, space.height_mm].join(" × ");
  await page.text(`${space.code} · ${space.name} · ${sides} mm`, MARGIN, 33, { size: 10, width_mm: BODY });
  const line = facts.map(([label, value]) => `${label}: ${value}`).join("   ");
  await page.text(line, MARGIN, 38, { size: 9, width_mm: BODY });
  page.rule(MARGIN, 42, BODY);
}

function drawLoad(page: Page, { space, steps }: SpaceSteps, to: Bounds): void {
  const box = { x: 0, y: 0, z: 0, dx: space.length_mm, dy: space.width_mm, dz: space.height_mm };
  const { floor, back, front } = drawOpenBox(box, ISOMETRIC);
  const place = fitInto(findBounds(box, ISOMETRIC), to);
  page.polygons([{ points: floor.map(place), shade: 0.04 }]);
  page.strokes(back.map(([from, end]) => [place(from), place(end)]));
  const blocks = steps.flatMap(({ pieces }) => toBlocks(pieces));
  for (const { side, points, lines } of drawBlocks(blocks, ISOMETRIC)) {
    page.polygons([{ points: points.map(place), shade: SHADES[side] }]);
    page.strokes(
      [...points.map((point, n) => [point, points[(n + 1) % points.length]!] as const), ...lines].map(
        ([from, end]) => [place(from), place(end)],
      ),
    );
  }
  page.strokes(front.map(([from, end]) => [place(from), place(end)]));
}

async function drawFigures(page: Page, figures: (readonly [string, string])[], top: number): Promise<number> {
  for (const [n, [label, value]] of figures.entries()) {
    const x = MARGIN + (n % 2) * (BODY / 2);
    const y = top + Math.floor(n / 2) * ROW;
    await page.text(label, x, y, { size: 9, width_mm: LABEL - 2 });
    await page.text(value, x + LABEL, y, { size: 9, width_mm: BODY / 2 - LABEL - 2, bold: true });
  }
  return top + Math.ceil(figures.length / 2) * ROW;
}

async function drawTableHead(page: Page, { words }: SheetContents, y: number): Promise<number> {
  const style = { size: 8.5, bold: true };
  await page.text(words.step, MARGIN + COLUMNS.step, y, { ...style, width_mm: 12 });
  await page.text(words.item, MARGIN + COLUMNS.item, y, { ...style, width_mm: 75 });
  await page.text(words.pieces, MARGIN + COLUMNS.pieces, y, { ...style, width_mm: 14 });
  await page.text(words.stop, MARGIN + COLUMNS.stop, y, { ...style, width_mm: 12 });
  await page.text(words.place, MARGIN + COLUMNS.place, y, { ...style, width_mm: BODY - COLUMNS.place });
  page.rule(MARGIN, y + 1.8, BODY);
  return y + ROW + 1;
}

async function drawRow(
  page: Page,
  { words }: SheetContents,
  { step, item, pieces, upright }: LoadingStep,
  y: number,
): Promise<void> {
  const style = { size: 8.5 };
  const standing = words.upright[upright];
  const name = [item.name, item.code, standing].filter((part) => part !== "").join(" · ");
  const { x_mm, y_mm, z_mm } = findCorner(pieces);
  await page.text(String(step), MARGIN + COLUMNS.step, y, { ...style, width_mm: 12 });
  await page.text(name, MARGIN + COLUMNS.item, y, { ...style, width_mm: 77 });
  await page.text(String(pieces.length), MARGIN + COLUMNS.pieces, y, { ...style, width_mm: 14 });
  await page.text(item.stop_seq === undefined ? "–" : String(item.stop_seq), MARGIN + COLUMNS.stop, y, {
    ...style,
    width_mm: 12,
  });
  await page.text(`${x_mm}, ${y_mm}, ${z_mm}`, MARGIN + COLUMNS.place, y, {
    ...style,
    width_mm: BODY - COLUMNS.place,
  });
}
