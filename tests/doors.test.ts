/**
 * The doors between rooms. Each rule says why in one sentence; when one stops you, the code is usually in the
 * wrong room.
 */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { before, test } from "node:test";
import { init, parse } from "es-module-lexer";

const ROOT = path.resolve(import.meta.dirname, "..");

interface Import {
  from: string;
  to: string;
  /** Types only: erased before anything runs. */
  type_only: boolean;
}

let imports: Import[] = [];
let files: string[] = [];

const ALIASES: Record<string, string> = {
  "#vocabulary/": "src/vocabulary/",
  "#platform/": "src/platform/",
  "#operation/": "src/operation/",
  "#providers/": "src/providers/",
  "#domain/": "src/domain/",
  "#surfaces/": "src/surfaces/",
  "#otep/": "packages/otep/src/",
  "#solvers/": "packages/solvers/",
  "#tests/": "tests/",
};

/** The file an import names, relative to the root; packages and built-ins keep their names. */
function target(from: string, specifier: string): string {
  for (const [alias, folder] of Object.entries(ALIASES)) {
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length);
  }
  return specifier.startsWith(".") ? path.posix.join(path.posix.dirname(from), specifier) : specifier;
}

before(async () => {
  await init;
  for await (const file of glob("{src,packages,tests,scripts,bench,console}/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: (name) => name === "node_modules" || name === "dist",
  })) {
    files.push(file.split(path.sep).join("/"));
  }
  files = files.sort();
  for (const file of files) {
    if (file.endsWith(".tsx")) {
      imports.push(...importsByText(file, await readFile(path.join(ROOT, file), "utf8")));
      continue;
    }
    const source = await readFile(path.join(ROOT, file), "utf8");
    for (const found of parse(source, file)[0]) {
      const { specifier, typeOnly } = found as unknown as { specifier?: string | null; typeOnly?: boolean };
      // Null where the argument of import() is computed, as in the registry.
      if (typeof specifier === "string")
        imports.push({ from: file, to: target(file, specifier), type_only: typeOnly === true });
    }
  }
  imports = imports.filter(({ to }) => to !== "");
});

/** The lexer reads TypeScript but no JSX. */
function importsByText(file: string, source: string): Import[] {
  return [
    ...source.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gm),
  ].map((match) => ({
    from: file,
    to: target(file, match[2] ?? ""),
    type_only: match[1] !== undefined,
  }));
}

const isTest = (file: string) =>
  file.endsWith(".test.ts") || file.endsWith(".test.tsx") || file.startsWith("tests/");
const own = (to: string) => /^(src|packages|tests|scripts|bench|console)\//.test(to);
const family = (file: string) => /^src\/domain\/([^/]+)\//.exec(file)?.[1];

/** Every import that a rule forbids, as text. */
function broken(forbids: (one: Import) => boolean): string[] {
  return imports
    .filter((one) => !isTest(one.from) && forbids(one))
    .map(({ from, to }) => `${from} imports ${to}`);
}

function rule(name: string, why: string, forbids: (one: Import) => boolean): void {
  test(`${name}: ${why}`, () => assert.deepEqual(broken(forbids), []));
}

test("the rules see the code: files and imports were read", () => {
  assert(files.length > 60, `Only ${files.length} files were seen.`);
  assert(imports.length > 200, `Only ${imports.length} imports were seen.`);
});

rule(
  "vocabulary-is-a-leaf",
  "words that every room uses must not lead anywhere.",
  ({ from, to }) => from.startsWith("src/vocabulary/") && own(to) && !to.startsWith("src/vocabulary/"),
);
rule(
  "platform-knows-no-domain",
  "plumbing would serve any business.",
  ({ from, to }) => from.startsWith("src/platform/") && own(to) && !/^src\/(vocabulary|platform)\//.test(to),
);
rule(
  "operation-knows-no-domain",
  "the mechanism serves families it has never heard of.",
  ({ from, to, type_only }) =>
    from.startsWith("src/operation/") &&
    own(to) &&
    !/^src\/(vocabulary|platform|operation)\//.test(to) &&
    !(type_only && to.startsWith("src/providers/")),
);
rule(
  "providers-are-adapters",
  "a vendor's file answers its port and knows nothing of us.",
  ({ from, to }) =>
    from.startsWith("src/providers/") && own(to) && !/^src\/(vocabulary|platform|providers)\//.test(to),
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
rule(
  "families-meet-at-the-door",
  "a family's inside may change without asking the others.",
  ({ from, to }) => {
    const [mine, theirs] = [family(from), family(to)];
    return mine !== undefined && theirs !== undefined && mine !== theirs && !to.endsWith("/public.ts");
  },
);
rule(
  "rules-are-pure",
  "decisions are tested as tables, so they reach nothing.",
  ({ from, to, type_only }) =>
    /^src\/domain\/[^/]+\/rules\.ts$/.test(from) &&
    !type_only &&
    (to.startsWith("src/platform/") ||
      to.startsWith("src/providers/") ||
      to.startsWith("node:fs") ||
      to.startsWith("node:net") ||
      to === "pg"),
);
rule("packages-stand-alone", "they are of use without the service.", ({ from, to }) => {
  const home = /^packages\/(otep|solvers)\//.exec(from)?.[0];
  return home !== undefined && own(to) && !to.startsWith(home);
});
// The protocol is published for every client: its words and output formats are not asked of the service.
rule(
  "console-is-a-client",
  "it does nothing that another client could not do.",
  ({ from, to }) =>
    from.startsWith("console/") &&
    own(to) &&
    !to.startsWith("console/") &&
    !to.startsWith("packages/client/") &&
    !to.startsWith("packages/otep/"),
);
rule(
  "tests-stay-in-tests",
  "the product does not carry its tests.",
  ({ from, to }) =>
    /^(src|packages|console)\//.test(from) && (to.startsWith("tests/") || to.endsWith(".test.ts")),
);

test("no-cycles: two files that need each other are one file, or three.", () => {
  const edges = new Map<string, string[]>();
  for (const { from, to, type_only } of imports) {
    if (!type_only && own(to)) edges.set(from, [...(edges.get(from) ?? []), to]);
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

test("types are imported at the top: no import(…) inside a type, which the lexer cannot see.", async () => {
  const hidden: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".ts") && !name.endsWith(".gen.ts"))) {
    const source = await readFile(path.join(ROOT, file), "utf8");
    if (/:\s*import\(["']/.test(source) || /=\s*import\(["'][^)]*\)\./.test(source)) hidden.push(file);
  }
  assert.deepEqual(hidden, []);
});
