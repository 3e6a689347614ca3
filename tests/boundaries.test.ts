/**
 * Which folder may import which. Each rule says why in one sentence; when one stops you, the code is usually in
 * the wrong folder.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { OPERATIONS } from "../packages/client/operations.gen.ts";
import { READS } from "../packages/client/reads.gen.ts";
import { type Import, readImportGraph } from "../scripts/test/import-graph.ts";
import { AREAS } from "./support/areas.ts";
import { findForeignReads, findOwners, findWriters, readSources } from "./support/table-writers.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

const { files, imports } = await readImportGraph(ROOT);

const isTest = (file: string) =>
  file.endsWith(".test.ts") || file.endsWith(".test.tsx") || file.startsWith("tests/");
/** What a family tells the tests of every operation. The rules of its folder apply to it as well. */
const isSamples = (file: string) => /^src\/domain\/[^/]+\/[^/]+\/(samples|races)\.ts$/.test(file);
const isOwnFile = (to: string) => /^(src|packages|tests|scripts|bench|console)\//.test(to);
const family = (file: string) => /^src\/domain\/([^/]+\/[^/]+)\//.exec(file)?.[1];

const area = (file: string) => family(file)?.split("/")[0];

/** Every import that a rule forbids, as text. */
function broken(forbids: (one: Import) => boolean): string[] {
  return imports
    .filter((one) => !isTest(one.from) && forbids(one))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function rule(name: string, why: string, forbids: (one: Import) => boolean): void {
  test(`${name}: ${why}`, () => assert.deepEqual(broken(forbids), []));
}

test("files and imports were read, so that the rules are not checked against nothing", () => {
  assert(files.length > 60, `Only ${files.length} files were seen.`);
  assert(imports.length > 200, `Only ${imports.length} imports were seen.`);
});

rule(
  "vocabulary-is-a-leaf",
  "words that every room uses must not lead anywhere.",
  ({ from, to }) => from.startsWith("src/vocabulary/") && isOwnFile(to) && !to.startsWith("src/vocabulary/"),
);
rule(
  "platform-knows-no-domain",
  "plumbing would serve any business.",
  // Files that strangers upload are read by the package that reads tables.
  ({ from, to }) =>
    from.startsWith("src/platform/") &&
    isOwnFile(to) &&
    !/^(src\/(vocabulary|platform)|packages\/spreadsheet)\//.test(to),
);
rule(
  "operation-knows-no-domain",
  "operation knows no family: families are found by folder.",
  ({ from, to, type_only }) =>
    from.startsWith("src/operation/") &&
    isOwnFile(to) &&
    !/^(src\/(vocabulary|platform|operation)|packages\/(language|locker-protocol))\//.test(to) &&
    !(type_only && to.startsWith("src/providers/")),
);
rule(
  "providers-are-adapters",
  "a vendor's file answers its port and knows nothing of us.",
  ({ from, to }) =>
    from.startsWith("src/providers/") && isOwnFile(to) && !/^src\/(vocabulary|platform|providers)\//.test(to),
);
rule(
  "surfaces-know-no-family",
  "a surface reads the registry, or it would have to grow with every family.",
  ({ from, to }) => from.startsWith("src/surfaces/") && to.startsWith("src/domain/"),
);
rule(
  "domain-knows-no-surface",
  "what a family does must not depend on how it was reached.",
  ({ from, to }) => from.startsWith("src/domain/") && to.startsWith("src/surfaces/"),
);
rule("families-meet-in-public", "a family's inside may change without asking the others.", ({ from, to }) => {
  const [mine, theirs] = [family(from), family(to)];
  if (mine === undefined || theirs === undefined || mine === theirs || to.endsWith("/public.ts"))
    return false;
  // Samples create records as callers do: through operations, whose names and inputs are public anyway.
  return !(isSamples(from) && (to.includes("/operations/") || isSamples(to)));
});
rule("areas-are-layers", "a change of an area concerns those above it alone.", ({ from, to }) => {
  const [mine, theirs] = [area(from), area(to)];
  return (
    mine !== undefined && theirs !== undefined && mine !== theirs && AREAS[mine]?.includes(theirs) !== true
  );
});

test("areas-are-layers: the table of areas has no circle, and names each area that there is", () => {
  const below = (name: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(name), [...trail, name].join(" -> "));
    for (const next of AREAS[name] ?? []) below(next, [...trail, name]);
  };
  for (const name of Object.keys(AREAS)) below(name, []);
  const areas_in_use = new Set(files.flatMap((file) => area(file) ?? []));
  assert.deepEqual([...areas_in_use].sort(), Object.keys(AREAS).sort());
});

rule(
  "rules-are-pure",
  "decisions are tested as tables, so they reach nothing.",
  ({ from, to, type_only }) =>
    /^src\/domain\/[^/]+\/[^/]+\/rules\.ts$/.test(from) &&
    !type_only &&
    (to.startsWith("src/platform/") ||
      to.startsWith("src/providers/") ||
      to.startsWith("node:fs") ||
      to.startsWith("node:net") ||
      to === "pg"),
);
rule("packages-stand-alone", "they are of use without the service.", ({ from, to }) => {
  const home =
    /^packages\/(codes|isometric|label-reading|language|locker-protocol|otep|signed-pdf|solvers|spreadsheet|transparency-log)\//.exec(
      from,
    )?.[0];
  // What a code on a label means is the same as for a scanner.
  const may_read_codes = home === "packages/label-reading/" && to.startsWith("packages/codes/");
  return home !== undefined && isOwnFile(to) && !to.startsWith(home) && !may_read_codes;
});
// The protocol is published for every client: clients read its vocabulary and output formats without calling
// the service. How cuboids are drawn is the same in a page and on paper, and a code is
// read without a connection as with one. A document is checked in a page, which sends its hash and not its file. The screen of a kiosk is a client of its firmware. Both choose the same language for a reader.
rule(
  "console-is-a-client",
  "it does nothing that another client could not do.",
  ({ from, to }) =>
    from.startsWith("console/") &&
    isOwnFile(to) &&
    !to.startsWith("console/") &&
    !to.startsWith("packages/client/") &&
    !to.startsWith("packages/codes/") &&
    !to.startsWith("packages/isometric/") &&
    !to.startsWith("packages/language/") &&
    !to.startsWith("packages/locker-protocol/") &&
    !to.startsWith("packages/otep/") &&
    !to.startsWith("packages/signed-pdf/") &&
    !to.startsWith("packages/spreadsheet/"),
);
rule(
  "console-parts-know-no-page",
  "a page is found by its manifest, and what pages share serves any of them.",
  ({ from, to }) => /^console\/(api|map|parts|shell)\//.test(from) && to.startsWith("console/pages/"),
);
test("console-api-knows-no-family: it calls no operation but those of the session; the others stand in `queries.ts` of their family", async () => {
  const calls: string[] = [];
  for (const file of files.filter((name) => name.startsWith("console/api/") && !isTest(name))) {
    const source = await readFile(path.join(ROOT, file), "utf8");
    for (const [, name] of source.matchAll(/\b\w*client\.(\w+)\(\{?/gi))
      if (Object.hasOwn(READS, name ?? "") || Object.hasOwn(OPERATIONS, name ?? "")) calls.push(name ?? "");
  }
  assert.deepEqual(calls, ["userMe", "userLogin", "userLogout"]);
});
rule(
  "tests-stay-in-tests",
  "the product does not carry its tests.",
  ({ from, to }) =>
    /^(src|packages|console)\//.test(from) &&
    !isSamples(from) &&
    (to.startsWith("tests/") || to.endsWith(".test.ts") || isSamples(to)),
);

test("no-cycles: two files that need each other are one file, or three.", () => {
  const edges = new Map<string, string[]>();
  for (const { from, to, type_only } of imports) {
    if (!type_only && isOwnFile(to)) edges.set(from, [...(edges.get(from) ?? []), to]);
  }
  const state = new Map<string, "open" | "done">();
  const cycles: string[] = [];
  const visit = (file: string, trail: string[]) => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      return;
    }
    state.set(file, "open");
    for (const next of edges.get(file) ?? []) visit(next, [...trail, file]);
    state.set(file, "done");
  };
  for (const file of edges.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test("rows-are-records: a row is the columns of the schema, narrowed by its record, and no second list of them.", async () => {
  const lists: string[] = [];
  for (const file of files.filter((name) => name.startsWith("src/domain/") && name.endsWith(".ts"))) {
    const source = await readFile(path.join(ROOT, file), "utf8");
    if (file.endsWith("/tables.ts") || source.includes("interface Tables {")) lists.push(file);
  }
  assert.deepEqual(lists, []);
});

test("types are imported at the top: no import(…) inside a type, which the lexer cannot see.", async () => {
  const hidden: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"))) {
    const source = await readFile(path.join(ROOT, file), "utf8");
    if (/:\s*import\(["']/.test(source) || /=\s*import\(["'][^)]*\)\./.test(source)) hidden.push(file);
  }
  assert.deepEqual(hidden, []);
});

/** What a family needs of an area above comes from below, by a topic, or as a column of its own. */
test("areas-are-layers for SQL: a family reads tables of its own area and of those below", async () => {
  const sources = await readSources();
  const owners = findOwners(findWriters(sources));
  const above = [...findForeignReads(sources, owners)].flatMap(([folder, tables]) =>
    [...tables].flatMap((table) => {
      const [mine, theirs] = [area(`${folder}/`), area(`${owners.get(table)}/`)];
      if (mine === undefined || theirs === undefined || mine === theirs || AREAS[mine]?.includes(theirs))
        return [];
      return [`${folder} reads ${table}`];
    }),
  );
  assert.deepEqual(above.sort(), []);
});

/** A family needs another if it imports it or reads its tables. Of two, one publishes a topic to which the other subscribes. */
test("families need each other in one direction", async () => {
  const needs = new Map<string, Set<string>>();
  const add = (from: string | undefined, to: string | undefined) => {
    if (from === undefined || to === undefined || from === to) return;
    needs.set(from, (needs.get(from) ?? new Set()).add(to));
  };
  for (const { from, to } of imports)
    if (!isTest(from) && !isSamples(from) && !isSamples(to)) add(family(from), family(to));
  const sources = await readSources();
  const owners = findOwners(findWriters(sources));
  for (const [folder, tables] of findForeignReads(sources, owners))
    for (const table of tables) add(family(`${folder}/`), family(`${owners.get(table)}/`));
  const pairs = [...needs].flatMap(([one, others]) =>
    [...others]
      .filter((other) => one < other && needs.get(other)?.has(one))
      .map((other) => `${one} and ${other}`),
  );
  assert.deepEqual(pairs.sort(), []);
});

test("a file of operations is named after the operation that it exports", async () => {
  const wrong: string[] = [];
  for (const file of files.filter((name) => /^src\/domain\/[^/]+\/[^/]+\/operations\//.test(name))) {
    if (isTest(file)) continue;
    const text = await readFile(path.join(ROOT, file), "utf8");
    const name = /^export const (\w+) = define(?:Operation|List)\(/m.exec(text)?.[1];
    const expected = name?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (expected !== undefined && path.basename(file, ".ts") !== expected)
      wrong.push(`${file} exports ${name}`);
  }
  assert.deepEqual(wrong, []);
});
