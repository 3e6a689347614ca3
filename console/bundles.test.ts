/**
 * What the first visit of a page loads, as the service sends it: brotli, with the styles and the scripts that the
 * page imports. A page that exceeds its budget should load something later, or not at all.
 */
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const DIST = path.join(import.meta.dirname, "dist");

interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
}

/** Files of the entries and of all that they import at once; of assets only workers, as images may come later. */
async function listFiles(bundle: string, entries: readonly string[]): Promise<Set<string>> {
  const manifest = JSON.parse(await readFile(path.join(DIST, `.vite/${bundle}.json`), "utf8")) as Record<
    string,
    Chunk
  >;
  const names = new Set(entries);
  const files = new Set<string>();
  // A set is iterated up to what is added meanwhile.
  for (const name of names) {
    const chunk = manifest[name];
    assert(chunk !== undefined, `${name} is not in the bundle ${bundle}: npm run build:console`);
    for (const one of chunk.imports ?? []) names.add(one);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const file of chunk.assets ?? []) if (file.includes("worker")) files.add(file);
  }
  return files;
}

async function measure(files: Set<string>): Promise<[string, number][]> {
  const sizes = await Promise.all(
    [...files].map(
      async (file): Promise<[string, number]> => [file, (await stat(path.join(DIST, `${file}.br`))).size],
    ),
  );
  return sizes.toSorted(([, one], [, other]) => other - one);
}

for (const { page, bundle, entries, budget } of [
  {
    page: "the tracking page",
    bundle: "tracking",
    entries: ["tracking.html", "pages/tracking/tracking/tracking.tsx"],
    budget: 120_000,
  },
  {
    page: "the screen of a kiosk",
    bundle: "kiosk",
    entries: ["kiosk.html"],
    budget: 100_000,
  },
  {
    page: "the list of orders",
    bundle: "console",
    entries: ["index.html", "pages/orders/orders/orders.tsx"],
    budget: 304_000,
  },
  {
    page: "the plan with its map",
    bundle: "console",
    entries: ["index.html", "pages/planning/planning/plan.tsx", "map/view.tsx"],
    budget: 700_000,
  },
])
  test(`${page} loads at most ${budget / 1000} kB`, async () => {
    const sizes = await measure(await listFiles(bundle, entries));
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const largest = sizes.slice(0, 8).map(([file, size]) => `${file} ${(size / 1000).toFixed(1)}`);
    assert(total <= budget, `${(total / 1000).toFixed(1)} kB, the largest of them:\n${largest.join("\n")}`);
  });

test("the tracking page has nothing of Mantine but the names of its components", async () => {
  const files = await listFiles("tracking", ["tracking.html", "pages/tracking/tracking/tracking.tsx"]);
  for (const file of files) {
    const text = await readFile(path.join(DIST, file), "utf8");
    assert.doesNotMatch(text, /MantineProvider|\bm_77c9d27d\b/, file);
  }
});

test("what every page loads calls few routes: a page brings those that it calls", async () => {
  const paths = new Set<string>();
  for (const file of await listFiles("console", ["index.html"])) {
    const text = await readFile(path.join(DIST, file), "utf8");
    for (const [, route = ""] of text.matchAll(/path:[`"'](\/api\/[^`"']+)/g)) paths.add(route);
  }
  assert(paths.size > 0 && paths.size < 60, `${paths.size} routes:\n${[...paths].join("\n")}`);
});
