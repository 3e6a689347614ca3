/**
 * The fonts of documents: Noto Sans, in the files that Fontsource packages for browsers, one per range of characters.
 *
 * A file is opened when a document first needs one of its characters, in one of two weights, and stays in memory: a
 * label in a Latin alphabet needs two, a Chinese address about ten.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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

/** `sc`, `jp` and `kr` differ in the forms of the same Chinese characters. */
const FAMILIES = {
  sans: listFiles("noto-sans", require.resolve("@fontsource-variable/noto-sans/unicode.json")),
  arabic: listFiles(
    "noto-sans-arabic",
    require.resolve("@fontsource-variable/noto-sans-arabic/unicode.json"),
  ),
  hebrew: listFiles(
    "noto-sans-hebrew",
    require.resolve("@fontsource-variable/noto-sans-hebrew/unicode.json"),
  ),
  armenian: listFiles(
    "noto-sans-armenian",
    require.resolve("@fontsource-variable/noto-sans-armenian/unicode.json"),
    "armenian",
  ),
  bengali: listFiles(
    "noto-sans-bengali",
    require.resolve("@fontsource-variable/noto-sans-bengali/unicode.json"),
    "bengali",
  ),
  ethiopic: listFiles(
    "noto-sans-ethiopic",
    require.resolve("@fontsource-variable/noto-sans-ethiopic/unicode.json"),
    "ethiopic",
  ),
  georgian: listFiles(
    "noto-sans-georgian",
    require.resolve("@fontsource-variable/noto-sans-georgian/unicode.json"),
    "georgian",
  ),
  gujarati: listFiles(
    "noto-sans-gujarati",
    require.resolve("@fontsource-variable/noto-sans-gujarati/unicode.json"),
    "gujarati",
  ),
  kannada: listFiles(
    "noto-sans-kannada",
    require.resolve("@fontsource-variable/noto-sans-kannada/unicode.json"),
    "kannada",
  ),
  lao: listFiles("noto-sans-lao", require.resolve("@fontsource-variable/noto-sans-lao/unicode.json"), "lao"),
  malayalam: listFiles(
    "noto-sans-malayalam",
    require.resolve("@fontsource-variable/noto-sans-malayalam/unicode.json"),
    "malayalam",
  ),
  sinhala: listFiles(
    "noto-sans-sinhala",
    require.resolve("@fontsource-variable/noto-sans-sinhala/unicode.json"),
    "sinhala",
  ),
  tamil: listFiles(
    "noto-sans-tamil",
    require.resolve("@fontsource-variable/noto-sans-tamil/unicode.json"),
    "tamil",
  ),
  telugu: listFiles(
    "noto-sans-telugu",
    require.resolve("@fontsource-variable/noto-sans-telugu/unicode.json"),
    "telugu",
  ),
  thai: listFiles(
    "noto-sans-thai",
    require.resolve("@fontsource-variable/noto-sans-thai/unicode.json"),
    "thai",
  ),
  sc: listFiles("noto-sans-sc", require.resolve("@fontsource-variable/noto-sans-sc/unicode.json")),
  jp: listFiles("noto-sans-jp", require.resolve("@fontsource-variable/noto-sans-jp/unicode.json")),
  kr: listFiles("noto-sans-kr", require.resolve("@fontsource-variable/noto-sans-kr/unicode.json")),
} satisfies Record<string, FontFile[]>;

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
] as const satisfies readonly (keyof typeof FAMILIES)[];

export type FamilyName = keyof typeof FAMILIES;

/**
 * `table` is the path of the package's table of files: their characters by key, such as `latin` or `[4]`. Of families of one
 * alphabet `only` its own file is used: those of symbols name characters that the font does not have.
 */
function listFiles(name: string, table: string, only?: string): FontFile[] {
  const folder = table.slice(0, -"unicode.json".length);
  const files = Object.entries(JSON.parse(readFileSync(table, "utf8")) as Record<string, string>);
  return files
    .filter(([key]) => only === undefined || key === only)
    .map(([key, ranges]) => ({
      path: `${folder}files/${name}-${key.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`,
      ranges: ranges.split(",").map(parseRange),
    }));
}

/** `U+0-FF`, `U+131`. */
function parseRange(text: string): [number, number] {
  const [first = "", last = first] = text.trim().slice(2).split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

const CODE_RANGES = Object.values(FAMILIES).flatMap((files) => files.map(({ ranges }) => ranges));

/** Whether some font has all characters of a cluster, by the tables of the packages: no font is opened. */
export function isCovered(cluster: string): boolean {
  const codes = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  return CODE_RANGES.some((ranges) =>
    codes.every((code) => ranges.some(([first, last]) => code >= first && code <= last)),
  );
}

/** The first face, in the order of the families, that has all characters of a cluster. */
export async function findFace(
  families: readonly FamilyName[],
  cluster: string,
  bold: boolean,
): Promise<Face | undefined> {
  const codes = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  for (const file of families.flatMap((name) => FAMILIES[name])) {
    if (!codes.every((code) => file.ranges.some(([first, last]) => code >= first && code <= last))) continue;
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
async function openFont({ path, ranges }: FontFile, weight: number): Promise<Font> {
  // Only threads that draw open fonts; the others ask which characters there are.
  const [{ create }, { default: subsetFont }] = await Promise.all([import("fontkit"), import("subset-font")]);
  const characters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_each, index) => String.fromCodePoint(first + index)),
  );
  const bytes = await subsetFont(readFileSync(path), characters.join(""), {
    targetFormat: "sfnt",
    variationAxes: { wght: weight },
  });
  const font = create(bytes);
  if (!("layout" in font)) throw new Error(`${path} holds several fonts.`);
  return font;
}
