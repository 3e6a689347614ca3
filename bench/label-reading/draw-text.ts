/** Text as outlines, so that a drawn label looks the same on every machine, whatever fonts it has. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);

const LETTERS = Array.from({ length: 0x17f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).join("");

async function loadFont(weight: number): Promise<Font> {
  const parts = await Promise.all(
    ["latin"].map((part) =>
      readFile(require.resolve(`@fontsource-variable/noto-sans/files/noto-sans-${part}-wght-normal.woff2`)),
    ),
  );
  const truetype = await subsetFont(parts[0] as Buffer, LETTERS, {
    targetFormat: "truetype",
    variationAxes: { wght: weight },
  });
  return create(truetype) as Font;
}

export interface LabelFonts {
  regular: Font;
  bold: Font;
}

export async function loadLabelFonts(): Promise<LabelFonts> {
  const [regular, bold] = await Promise.all([loadFont(400), loadFont(700)]);
  return { regular, bold };
}

const toEntities = (text: string) => text.replace(/[&<>]/g, (one) => `&#${one.codePointAt(0)};`);

/** A line as a group of paths; `x` and `y` are the start of its baseline, `size` its height, all in pixels. */
export function drawText(font: Font, text: string, x: number, y: number, size: number): string {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  let at = 0;
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${at.toFixed(1)} 0)" d="${glyph.path.toSVG()}"/>`;
    at += positions[index]?.xAdvance ?? 0;
    return path;
  });
  return `<g data-text="${toEntities(text).replaceAll('"', "")}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join("")}</g>`;
}

export function measureText(font: Font, text: string, size: number): number {
  return (font.layout(text).advanceWidth * size) / font.unitsPerEm;
}
