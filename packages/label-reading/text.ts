/**
 * Text of a picture by Tesseract, one worker at a time. Its language data come with a package and it learns nothing from one label
 * for the next.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import { encodePng, type Raster, type Region } from "./decode.ts";

const require = createRequire(import.meta.url);

export interface Word {
  text: string;
  /** From 0 to 1. */
  confidence: number;
  region: Region;
}

export interface Line {
  words: Word[];
  text: string;
  region: Region;
}

/** What a worker leaves behind is freed with it. */
const LABELS_MAX = 300;

let current: { worker: Promise<Worker>; labels: number } | undefined;

async function startWorker(): Promise<Worker> {
  const worker = await createWorker(
    "eng",
    OEM.LSTM_ONLY,
    {
      langPath: path.join(
        path.dirname(require.resolve("@tesseract.js-data/eng/package.json")),
        "4.0.0_best_int",
      ),
      cacheMethod: "none",
      gzip: true,
    },
    { load_system_dawg: "0", load_freq_dawg: "0" },
  );
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.AUTO,
    user_defined_dpi: "203",
    classify_enable_learning: "0",
  });
  return worker;
}

async function takeWorker(): Promise<Worker> {
  if (current !== undefined && current.labels >= LABELS_MAX) await stopTextReader();
  current ??= { worker: startWorker(), labels: 0 };
  current.labels += 1;
  return current.worker;
}

/** Ends the worker; the next text starts another. */
export async function stopTextReader(): Promise<void> {
  const ending = current;
  current = undefined;
  await (await ending?.worker)?.terminate();
}

/** Lines from the top down, of words from the left. */
export async function readText(raster: Raster): Promise<Line[]> {
  const worker = await takeWorker();
  const { data } = await worker.recognize(await encodePng(raster), {}, { blocks: true, text: false });
  const words = (data.blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) =>
      lines.flatMap((line) =>
        line.words.map(({ text, confidence, bbox }) => ({
          text: text.trim(),
          confidence: confidence / 100,
          region: { x: bbox.x0, y: bbox.y0, width: bbox.x1 - bbox.x0, height: bbox.y1 - bbox.y0 },
        })),
      ),
    ),
  );
  return joinLines(words.filter(({ text, confidence }) => text !== "" && confidence > 0.2));
}

/** Words of one height beside each other, with less between them than a wide gap. */
function joinLines(words: readonly Word[]): Line[] {
  const lines: Word[][] = [];
  for (const word of words.toSorted((one, other) => one.region.x - other.region.x)) {
    const line = lines.find((one) => {
      const last = one.at(-1) as Word;
      const height = Math.min(last.region.height, word.region.height);
      const overlap =
        Math.min(last.region.y + last.region.height, word.region.y + word.region.height) -
        Math.max(last.region.y, word.region.y);
      const gap = word.region.x - (last.region.x + last.region.width);
      return (
        overlap > height * 0.5 &&
        gap < Math.max(last.region.height, word.region.height) * 1.6 &&
        gap > -height
      );
    });
    if (line === undefined) lines.push([word]);
    else line.push(word);
  }
  return lines
    .map((line) => ({
      words: line,
      text: line.map(({ text }) => text).join(" "),
      region: around(line.map(({ region }) => region)),
    }))
    .sort((one, other) => one.region.y - other.region.y);
}

export function around(regions: readonly Region[]): Region {
  const x = Math.min(...regions.map((one) => one.x));
  const y = Math.min(...regions.map((one) => one.y));
  return {
    x,
    y,
    width: Math.max(...regions.map((one) => one.x + one.width)) - x,
    height: Math.max(...regions.map((one) => one.y + one.height)) - y,
  };
}
