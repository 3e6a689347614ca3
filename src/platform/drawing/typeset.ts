/**
 * Splits a line of text into runs that one font can draw, in the order in which they are drawn from the left.
 *
 * Text of several scripts is ordered by the Unicode Bidirectional Algorithm (UAX 9). Fonts join Arabic letters and
 * place marks, within a run. Clusters that no font has are replaced by `?` and counted.
 */
import bidi_module from "bidi-js";
import { ALPHABETS, type Face, type FamilyName, findFace, isCovered } from "./fonts.ts";

export interface Run {
  text: string;
  face: Face;
}

export interface Typeset {
  runs: Run[];
  /** Clusters of characters that no font has. */
  lost: number;
}

// The package is CommonJS: what Node imports as its default is the factory, though its types describe a module.
const bidi = (bidi_module as unknown as typeof bidi_module.default)();
const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });

/** One line: no control characters, and spaces for line ends. */
export function toLine(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ");
}

export function splitClusters(line: string): string[] {
  return [...clusters.segment(line)].map(({ segment }) => segment);
}

/** Chinese characters have other forms in Japan and Korea: by language, else by the letters beside them. */
function chooseFamilies(line: string, language: string): FamilyName[] {
  const [code = ""] = language.toLowerCase().split("-");
  const first: FamilyName =
    code === "ja" || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(line)
      ? "jp"
      : code === "ko" || /\p{Script=Hangul}/u.test(line)
        ? "kr"
        : "sc";
  const cjk: FamilyName[] = ["sc", "jp", "kr"];
  return ["sans", ...ALPHABETS, first, ...cjk.filter((name) => name !== first)];
}

/** The characters of a text that no font has, each once: they would be drawn as `?`, or without their marks. */
export function findUnprintable(text: string): string[] {
  return [...new Set(splitClusters(toLine(text)))].filter((cluster) => {
    const drawn = cluster.replaceAll(INVISIBLE, "");
    return drawn !== "" && !isCovered(cluster) && !isCovered(drawn);
  });
}

interface Piece extends Run {
  level: number;
}

export async function typeset(line: string, options: { bold: boolean; language: string }): Promise<Typeset> {
  const families = chooseFamilies(line, options.language);
  const { levels } = bidi.getEmbeddingLevels(line);
  const pieces: Piece[] = [];
  let lost = 0;
  let at = 0;
  for (const cluster of splitClusters(line)) {
    const level = levels[at] ?? 0;
    at += cluster.length;
    const { text, face, is_lost } = await fitCluster(cluster, families, options.bold);
    if (is_lost) lost += 1;
    if (face === undefined || text === "") continue;
    const last = pieces.at(-1);
    if (last !== undefined && last.level === level && last.face.key === face.key) last.text += text;
    else pieces.push({ text, face, level });
  }
  for (const piece of pieces)
    if (!canShape(piece)) {
      const letters = splitClusters(piece.text).length;
      lost += letters;
      const face = await findFace(["sans"], "?", options.bold);
      if (face !== undefined) Object.assign(piece, { face, text: "?".repeat(letters) });
    }
  return { runs: orderVisually(pieces).map(orient), lost };
}

/** Rules of some fonts for joining letters are not understood for every word: the document is made nevertheless. */
function canShape({ face, text }: Run): boolean {
  try {
    face.font.layout(text);
    return true;
  } catch {
    return false;
  }
}

/** Characters that are not drawn: joiners, marks of direction, selectors of variants. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

async function fitCluster(
  cluster: string,
  families: readonly FamilyName[],
  bold: boolean,
): Promise<{ text: string; face: Face | undefined; is_lost: boolean }> {
  const cluster_face = await findFace(families, cluster, bold);
  // A joiner matters within a cluster of Indic letters, and is drawn by nothing when it stands alone.
  const drawn = cluster.replaceAll(INVISIBLE, "");
  if (drawn === "") return { text: "", face: undefined, is_lost: false };
  if (cluster_face !== undefined) return { text: cluster, face: cluster_face, is_lost: false };
  if (drawn !== cluster) {
    const face = await findFace(families, drawn, bold);
    if (face !== undefined) return { text: drawn, face, is_lost: false };
  }
  // The letter without marks that no font has beside it is better than none.
  const bare = drawn.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const face = bare === "" ? undefined : await findFace(families, bare, bold);
  if (face !== undefined) return { text: bare, face, is_lost: true };
  return { text: "?", face: await findFace(["sans"], "?", bold), is_lost: true };
}

/** Rule L2 of UAX 9: runs of each level, from the highest, are reversed. */
function orderVisually(pieces: Piece[]): Piece[] {
  const ordered = [...pieces];
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/**
 * A font draws Arabic and Hebrew letters from the right by itself, and everything else from the left: text whose order
 * differs is reversed, with brackets mirrored.
 */
function orient({ text, face, level }: Piece): Run {
  const is_from_right = level % 2 === 1;
  const font_draws_from_right = face.font.layout(text).direction === "rtl";
  if (is_from_right === font_draws_from_right) return { text, face };
  const reversed = splitClusters(text).reverse();
  return {
    text: reversed
      .map((cluster) => (is_from_right ? (bidi.getMirroredCharacter(cluster) ?? cluster) : cluster))
      .join(""),
    face,
  };
}
