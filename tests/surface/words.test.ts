/**
 * Every code that a page of the console may show has a word. The tables of the other languages have the same members
 * (`console/messages.test.ts`). What people or other systems choose has no word: `console/free-codes.test.ts`.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { SURFACES } from "#operation/records/audit-log.ts";
import { ACTOR_TYPES, LOCATION_KINDS, PROOF_TYPES, SOURCE_TYPES, SUBJECT_SCHEMES } from "#otep/event.ts";
import { loadSamples } from "#tests/support/samples.ts";
import { listSecretPaths } from "#tests/support/secret-paths.ts";
import { FEATURES, MODULES } from "#vocabulary/features.ts";
import { findRecordWords, type RecordWords } from "../../console/message-files.ts";

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, "../../console");

/** English texts of a folder of the console, at a path: `why.reports`. */
function readTable(folder: string, table: string): Readonly<Record<string, string>> {
  const messages = JSON.parse(readFileSync(path.join(CONSOLE_FOLDER, folder, "messages/en.json"), "utf8"));
  return table.split(".").reduce((above, key) => above[key], messages);
}

const registry = await loadRegistry();
const { worded_codes } = await loadSamples();
const kinds = [...registry.events.kinds.values()];
const families = (await findRecordWords()).filter(({ language }) => language === "en");

/** Codes that have a word in some family. */
const listWords = (section: keyof RecordWords) =>
  families.flatMap(({ content }) => Object.keys(content[section] ?? {})).sort();
/** Words of codes of a kind, by code. */
const readCodes = (kind: string) =>
  Object.fromEntries(
    families
      .flatMap(({ content }) => Object.entries(content.codes ?? {}))
      .flatMap(([key, word]) => (key.startsWith(`${kind}.`) ? [[key.slice(kind.length + 1), word]] : [])),
  );
const sortOnce = (codes: Iterable<string>) => [...new Set(codes)].sort();

test("the kinds of events of a family have words in its folder, and nothing else has", () => {
  const declared = Map.groupBy(registry.events.kinds.keys(), (kind) => {
    const family = registry.events.kinds.get(kind)?.family ?? "";
    const area = registry.families.get(family);
    // Events of `src/operation` belong to no family.
    return area === undefined ? "parts/words" : `${area}/${family}`;
  });
  assert(declared.size > 30);
  const sort = (entries: Iterable<[string, readonly string[]]>) =>
    Object.fromEntries([...entries].map(([family, codes]) => [family, sortOnce(codes)]).sort());
  assert.deepEqual(
    sort(
      families.flatMap(({ family, content }) =>
        content.events ? [[family, Object.keys(content.events)]] : [],
      ),
    ),
    sort(declared),
  );
});

for (const [section, codes] of [
  [
    "subjects",
    [
      ...kinds.flatMap(({ record_kinds }) => (record_kinds === "any" ? [] : record_kinds)),
      ...registry.record_kinds.keys(),
      ...[...registry.attention.values()].map(({ record_kind }) => record_kind),
    ],
  ],
  [
    // What a dry run does not know.
    "members",
    [...registry.operations.values()].flatMap(({ effect, unpredicted = [], output }) => [
      ...unpredicted,
      ...(effect === "read" ? [] : listSecretPaths(output as JsonSchema)),
    ]),
  ],
  ["features", [...FEATURES, ...MODULES]],
] as const satisfies [keyof RecordWords, readonly string[]][])
  test(`codes have words in some family, and no others: ${section}`, () => {
    assert.deepEqual(listWords(section), sortOnce(codes));
  });

assert(worded_codes.length > 15, "The test sees the codes of families.");
const of_families = worded_codes.map(({ family, words, codes }) => {
  const [where = "", table] = words.split("#");
  return [
    `${words} of ${family}`,
    codes,
    table === undefined ? readCodes(where) : readTable(where, table),
  ] as const;
});

// What the platform and the protocol fix; families declare theirs in their samples (`worded_codes`).
for (const [what, codes, table] of [
  ["surfaces", SURFACES, readCodes("surface")],
  ["schemes of the protocol", SUBJECT_SCHEMES, readTable("pages/integration/otep", "schemes")],
  ["places of the protocol", LOCATION_KINDS, readTable("parts/timeline", "places")],
  ["actors of the protocol", ACTOR_TYPES, readTable("parts/timeline", "actors")],
  ["proofs of the protocol", PROOF_TYPES, readTable("parts/timeline", "proofs")],
  ["sources of the protocol", SOURCE_TYPES, readTable("parts/timeline", "sources")],
  ...of_families,
] as const)
  test(`codes have words: ${what}`, () => {
    assert(codes.length > 0);
    assert.deepEqual(
      codes.filter((code) => !Object.hasOwn(table, code)),
      [],
    );
  });
