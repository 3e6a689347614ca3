/**
 * How much of a label is read right: labels of eight layouts, drawn from a seed, photographed as people do it. `--labels 2000` says how
 * many, `--seed` from where on, `--minutes` when it ends at the latest, `--write` stores the table.
 */
import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { decodePicture } from "#label-reading/decode.ts";
import { readPage } from "#label-reading/read-labels.ts";
import { stopTextReader } from "#label-reading/text.ts";
import { loadLabelFonts } from "./label-reading/draw-text.ts";
import { drawLabel, LAYOUTS, type Random, seededRandom } from "./label-reading/layouts.ts";
import { type Distortion, photographLabels } from "./label-reading/photograph.ts";

const CONFIRMED_FROM = 0.9;

/** What happens to labels, each as often as the others. */
const CONDITIONS: Record<string, (random: Random) => Distortion> = {
  scanned: () => ({}),
  tilted: (random) => ({ rotation: (random() - 0.5) * 24, noise: 3 }),
  sideways: (random) => ({ rotation: 90 * (1 + Math.floor(random() * 3)) + (random() - 0.5) * 6, noise: 3 }),
  "turned by any angle": (random) => ({ rotation: random() * 360, noise: 3 }),
  blurred: (random) => ({ rotation: (random() - 0.5) * 8, blur: 0.6 + random() * 0.9, noise: 3 }),
  "low light": (random) => ({ rotation: (random() - 0.5) * 8, light: 0.25 + random() * 0.25, noise: 6 }),
  glare: (random) => ({ rotation: (random() - 0.5) * 8, has_glare: true, noise: 3 }),
  folded: (random) => ({ rotation: (random() - 0.5) * 8, has_fold: true, noise: 3 }),
  small: (random) => ({ rotation: (random() - 0.5) * 8, scale: 0.7, noise: 3 }),
};

interface Tally {
  all: number;
  right: number;
  missing: number;
  wrong: number;
  /** Wrong, and certain enough that nobody would have looked. */
  wrong_certain: number;
}
const emptyTally = (): Tally => ({ all: 0, right: 0, missing: 0, wrong: 0, wrong_certain: 0 });

export async function benchLabelReading(): Promise<boolean> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      labels: { type: "string", default: "200" },
      seed: { type: "string", default: "1" },
      write: { type: "boolean" },
      minutes: { type: "string", default: "600" },
    },
  });
  const first_seed = Number(values.seed);
  const ends_at = performance.now() + Number(values.minutes) * 60_000;
  let labels = Number(values.labels);
  const fonts = await loadLabelFonts();
  const tallies = new Map<string, Tally>();
  const add = (name: string, read: { value: string; confidence: number } | undefined, right: string) => {
    const tally = tallies.get(name) ?? emptyTally();
    tallies.set(name, tally);
    tally.all += 1;
    if (read === undefined) tally.missing += 1;
    else if (read.value === right) tally.right += 1;
    else {
      tally.wrong += 1;
      if (read.confidence >= CONFIRMED_FROM) {
        tally.wrong_certain += 1;
        console.log(`  wrong and certain: ${name}: ${read.value} (${read.confidence}) instead of ${right}`);
      }
    }
  };
  const conditions = Object.entries(CONDITIONS);
  const times_ms: number[] = [];
  let [rejected, wrong_checks, memory] = [0, 0, 0];
  for (let at = 0; at < labels; at += 1) {
    const random = seededRandom(first_seed + at);
    const layout = LAYOUTS[at % LAYOUTS.length] as (typeof LAYOUTS)[number];
    const [condition, distort] = conditions[
      Math.floor(at / LAYOUTS.length) % conditions.length
    ] as (typeof conditions)[0];
    const has_codes = random() < 0.75;
    const has_wrong_check = has_codes && random() < 0.05;
    const label = drawLabel(fonts, layout, random, { has_codes, has_wrong_check });
    const picture = await photographLabels([label], random, distort(random));
    const start = performance.now();
    const { labels: read_labels } = await readPage(await decodePicture(picture), 1);
    times_ms.push(performance.now() - start);
    if (performance.now() > ends_at) labels = at + 1;
    memory = Math.max(memory, process.memoryUsage.rss());
    const fields = read_labels[0]?.fields ?? {};
    const { tracking_number, has_valid_check, fields: truth } = label.truth;
    if (!has_valid_check) {
      wrong_checks += 1;
      if ((fields.tracking_number?.confidence ?? 0) < CONFIRMED_FROM) rejected += 1;
      continue;
    }
    const source = has_codes ? "code" : "text alone";
    add(`number by ${source}`, fields.tracking_number, tracking_number);
    add(`number by ${source}: ${condition}`, fields.tracking_number, tracking_number);
    add(`number by ${source}: ${layout}`, fields.tracking_number, tracking_number);
    for (const [name, value] of Object.entries(truth)) add(name, fields[name as keyof typeof fields], value);
    if (at % 100 === 99) console.log(`  ${at + 1} labels`);
  }
  await stopTextReader();
  times_ms.sort((one, other) => one - other);
  const percentile = (share: number) =>
    ((times_ms[Math.floor(times_ms.length * share)] ?? 0) / 1000).toFixed(2);
  const percent = (count: number, all: number) => `${((100 * count) / all).toFixed(1)} %`;
  const rows = [...tallies].map(
    ([name, { all, right, missing, wrong, wrong_certain }]) =>
      `| ${name} | ${all} | ${percent(right, all)} | ${percent(missing, all)} | ${percent(wrong, all)} | ${wrong_certain} |`,
  );
  const text = `# Label reading

${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model.trim() ?? "unknown processor"}, Node ${process.version}: ${labels} labels of eight layouts in nine conditions, seeds ${first_seed} to
${first_seed + labels - 1}; every fourth without codes. Right: as it is printed. Certain: at least ${CONFIRMED_FROM}, so that nobody would look.

A label takes ${percentile(0.5)} s at the median and ${percentile(0.95)} s at the 95th percentile, drawing not counted; the process, which also draws, has at most
${Math.round(memory / 1e6)} MB. Of ${wrong_checks} numbers with a wrong check digit ${rejected} were not taken.

| Value | Labels | Right | Not read | Wrong | Wrong and certain |
|---|---|---|---|---|---|
${rows.join("\n")}

To repeat it: \`npm run bench label-reading -- --labels ${labels} --seed ${first_seed} --write\`.
`;
  console.log(text);
  if (values.write === true)
    await writeFile(path.join(import.meta.dirname, "results/label-reading.md"), text);
  return true;
}
