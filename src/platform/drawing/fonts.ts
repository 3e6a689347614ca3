/**
 * The fonts of documents: Noto Sans, in the files that Fontsource packages for browsers, one per range of characters.
 *
 * A file is opened when a document first needs one of its characters, in one of two weights, and stays in memory: a
 * label in a Latin alphabet needs two, a Chinese address about ten.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Font } from "fontkit";

const require = createRequire(import.meta.url);

interface FontFile {
  path: string;
  /** First and last code points. */
  ranges: readonly (readonly [number, number])[];
}

/** One file in one weight, ready to be embedded. */
export interface Face {
  /** Unique among all faces. */
  key: string;
  font: Font;
}

/** Families of one alphabet each: their order does not matter. */
export const ALPHABETS = [
  "arabic",
  "hebrew",
  "armenian",
  "bengali",
  "ethiopic",
  "georgian",
  "gujarati",
  "kannada",
  "lao",
  "malayalam",
  "sinhala",
  "tamil",
  "telugu",
  "thai",
] as const;

/** `sc`, `jp` and `kr` differ in the forms of the same Chinese characters. */
const FAMILIES = ["sans", ...ALPHABETS, "sc", "jp", "kr"] as const;
/** Of these alphabets only the file of their own is used: those of symbols name characters that the font does not have. */
const OF_ONE_FILE: readonly string[] = ALPHABETS.filter((name) => name !== "arabic" && name !== "hebrew");

export type FamilyName = (typeof FAMILIES)[number];

const file_lists = new Map<FamilyName, FontFile[]>();

/** By the package's table of files: their characters by key, such as `latin` or `[4]`. Read when first asked for. */
function listFiles(family: FamilyName): FontFile[] {
  const listed_files = file_lists.get(family);
  if (listed_files !== undefined) return listed_files;
  const name = family === "sans" ? "noto-sans" : `noto-sans-${family}`;
  const table = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  const ranges_by_key = JSON.parse(readFileSync(table, "utf8")) as Record<string, string>;
  const files = Object.entries(ranges_by_key)
    .filter(([key]) => key === family || !OF_ONE_FILE.includes(family))
    .map(([key, ranges]) => ({
      path: path.join(path.dirname(table), `files/${name}-${key.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`),
      ranges: ranges.split(",").map(parseRange),
    }));
  file_lists.set(family, files);
  return files;
}

/** `U+0-FF`, `U+131`. */
function parseRange(text: string): [number, number] {
  const [first = "", last = first] = text.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Whether some font has all characters of a cluster, by the tables of the packages: no font is opened. */
export function isCovered(cluster: string): boolean {
  const codes = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  return FAMILIES.some((family) => listFiles(family).some(({ ranges }) => areCovered(codes, ranges)));
}

const areCovered = (codes: readonly number[], ranges: FontFile["ranges"]): boolean =>
  codes.every((code) => ranges.some(([first, last]) => code >= first && code <= last));

/** The first face, in the order of the families, that has all characters of a cluster. */
export async function findFace(
  families: readonly FamilyName[],
  cluster: string,
  bold: boolean,
): Promise<Face | undefined> {
  const codes = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  for (const file of families.flatMap(listFiles)) {
    if (!areCovered(codes, file.ranges)) continue;
    const face = await loadFace(file, bold);
    if (codes.every((code) => face.font.hasGlyphForCodePoint(code))) return face;
  }
  return undefined;
}

const faces = new Map<string, Promise<Face>>();

function loadFace(file: FontFile, bold: boolean): Promise<Face> {
  const key = `${file.path.slice(file.path.lastIndexOf("/") + 1)}/${bold ? "bold" : "regular"}`;
  let face = faces.get(key);
  if (face === undefined) {
    face = openFont(file, bold ? 700 : 400).then((font) => ({ key, font }));
    faces.set(key, face);
  }
  return face;
}

/** The variable font in one weight, because weights cannot be chosen when a font is embedded. */
async function openFont({ path: file, ranges }: FontFile, weight: number): Promise<Font> {
  // Only threads that draw open fonts; the others ask which characters there are.
  const [{ create }, { default: subsetFont }] = await Promise.all([import("fontkit"), import("subset-font")]);
  const characters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_each, index) => String.fromCodePoint(first + index)),
  );
  const bytes = await subsetFont(readFileSync(file), characters.join(""), {
    targetFormat: "sfnt",
    variationAxes: { wght: weight },
  });
  const font = create(bytes);
  if (!("layout" in font)) throw new Error(`${file} holds several fonts.`);
  return font;
}
