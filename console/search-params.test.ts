/** What is typed into an address is read by the page's own schema, or left out and said; nothing of it breaks a page. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";
import { findManifests } from "./find-manifests.ts";
import type { Page } from "./manifest.ts";
import { readLabelSearch } from "./pages/carriers/shipping/label-search.ts";
import { readExceptionFilters } from "./pages/insight/dispatch/filters.ts";
import { readOrderFilters } from "./pages/orders/orders/order-filters.ts";
import {
  code,
  day,
  defineSearch,
  flag,
  id,
  ids,
  integer,
  json,
  ownAddress,
  page,
  parseSearchValue,
  sort,
  text,
} from "./parts/search-params.ts";

const manifests = await findManifests();
const pages = manifests.flatMap(({ manifest }) =>
  [manifest.pages, manifest.public_pages].flatMap((listed) => Object.entries(listed) as [string, Page][]),
);
const readers = pages.flatMap(([address, one]) =>
  "redirect" in one || one.search === undefined ? [] : [{ address, search: one.search }],
);

/** As the router parses a query: of one text by JSON where it is some, of several of one name an array. */
function parse(value: string): unknown {
  try {
    return parseSearchValue(value);
  } catch {
    return value;
  }
}

const HOSTILE: readonly unknown[] = [
  ...["READY", "x", "constructor", "__proto__", "toString", "hasOwnProperty", "-", "--", "*", "1,2,x"],
  ...["0", "-1", "1.5", "1e5", "1e400", "-0", "NaN", "Infinity", "99999999999999999999", "9007199254740993"],
  ...[
    "\u0000",
    "a\u0000b",
    "\ufffd",
    '"\\ud800"',
    "\u202eabc",
    "x".repeat(5000),
    " ",
    "",
    "null",
    "undefined",
  ],
  ...["2026-02-30", "2026-13-01", "0000-00-00", "9999-12-31", "26-11-20", "2026-11-20T10:00"],
  ...[
    "[]",
    "[[]]",
    "{}",
    '{"a":1}',
    '["HOLD",["x"]]',
    '{"toString":1}',
    "true",
    "false",
    "[null]",
    '{"__proto__":1}',
  ],
  ...["//evil.example", "/\\evil.example", "javascript:alert(1)", "<script>", "' or 1=1 --", "%", "%zz"],
]
  .map(parse)
  .concat([["x", "y"], [1, "x", null], Number.NaN, Number.MAX_VALUE, 2 ** 53, undefined, null]);

test("every page that reads a query does so by schema", async () => {
  assert(readers.length > 30, `Only ${readers.length} pages with a query were found.`);
  for (const { address, search } of readers) assert(search.params.length > 0, address);
  const unread = new Set<string>();
  for await (const file of glob("pages/**/*.tsx", { cwd: import.meta.dirname })) {
    const source = await readFile(`${import.meta.dirname}/${file}`, "utf8");
    if (/\.search\[|location\.search/.test(source)) unread.add(file);
  }
  // Public tracking pages in a bundle without the router; each compares with what it knows.
  assert.deepEqual([...unread].sort(), [
    "pages/tracking/tracking/notifications/choose.tsx",
    "pages/tracking/tracking/stop-messages.tsx",
  ]);
});

test("no page breaks on what is typed: it is read to what the page knows, or left out and said", () => {
  let count = 0;
  for (const { address, search } of readers)
    for (const name of [...search.params, "unknown", "__proto__", "constructor"])
      for (const value of HOSTILE) {
        count += 1;
        const search_input = Object.fromEntries([[name, value]]);
        const where = `${address}?${name}=${JSON.stringify(value)}`;
        const read = search(search_input) as Record<string, unknown>;
        const dropped = search.findDropped(search_input);
        assert(
          Object.keys(read).every((one) => search.params.includes(one)),
          `${where}: reads ${Object.keys(read)}`,
        );
        // What was read reads as itself, after a way through the address too.
        const again = JSON.parse(JSON.stringify(read));
        assert.deepEqual(search(again), read, where);
        assert.deepEqual(search.findDropped(again), [], where);
        const is_nothing =
          value === undefined ||
          value === null ||
          (typeof value === "string" && value.trim() === "") ||
          (Array.isArray(value) && value.length === 0);
        if (is_nothing || !search.params.includes(name)) assert.deepEqual(read, {}, where);
        if (!is_nothing && name === "unknown") assert.deepEqual(dropped, [name], where);
        assert(JSON.stringify(read).isWellFormed() && !JSON.stringify(read).includes("\\u0000"), where);
      }
  assert(count > 4000, `Only ${count} queries were tried.`);
});

const READ: readonly [
  string,
  (search: Record<string, unknown>) => object,
  Record<string, unknown>,
  object,
][] = [
  ["the state of another list", readLabelSearch, { state: "READY" }, {}],
  ["one word", readLabelSearch, { state: "LABEL_READY" }, { state: ["LABEL_READY"] }],
  ["small letters", readLabelSearch, { state: "label_ready" }, { state: ["LABEL_READY"] }],
  ["a hyphen", readLabelSearch, { state: "Label-Ready" }, { state: ["LABEL_READY"] }],
  ["one of two known", readLabelSearch, { state: ["VOIDED", "x"] }, { state: ["VOIDED"] }],
  ["a comma", readOrderFilters, { status: "hold,DELIVERED,hold" }, { status: ["HOLD", "DELIVERED"] }],
  ["a member of all objects", readOrderFilters, { status: "constructor", type: "toString" }, {}],
  [
    "no day of the calendar",
    readOrderFilters,
    { from: "2026-02-30", to: "2026-02-28" },
    { to: "2026-02-28" },
  ],
  ["an id as text", readOrderFilters, { customer_id: "12" }, { customer_id: 12 }],
  ["no id", readOrderFilters, { customer_id: -3, page: 0, view: -1 }, {}],
  ["a column that cannot be sorted", readOrderFilters, { sort: "-password" }, {}],
  ["digits as words", readOrderFilters, { q: 1234 }, { q: "1234" }],
  ["one letter, which finds nothing", readOrderFilters, { q: "x" }, {}],
  ["a person, as text", readExceptionFilters, { whose: "7" }, { whose: 7 }],
  ["me, in capitals", readExceptionFilters, { whose: "ME" }, { whose: "me" }],
  ["the first page", defineSearch<{ page?: number }>({ page: page() }), { page: 1 }, {}],
  ["a switch that is off", defineSearch<{ all?: true }>({ all: flag() }), { all: "false" }, {}],
  ["a switch as a number", defineSearch<{ all?: true }>({ all: flag() }), { all: 1 }, { all: true }],
];

for (const [name, read, search, expected] of READ)
  test(`reads ${name}`, () => assert.deepEqual(read(search), expected));

test("each kind of value says what it leaves out", () => {
  for (const [name, param, value, is_dropped] of [
    ["id", id(), 2 ** 53, true],
    ["id", id(), "0012", false],
    ["ids", ids(), [1, "x"], true],
    ["ids", ids(), "1,2", false],
    ["page", page(), 1, false],
    ["page", page(), 1e9, true],
    ["whole", integer(0, 9), 10, true],
    ["day", day(), "1899-12-31", true],
    ["day", day(), "2028-02-29", false],
    ["text", text(10, 2), "x", true],
    ["text", text(10, 2), "x".repeat(99), false],
    ["code", code(/^[a-z]+$/), "A", true],
    ["sort", sort(), "-name", false],
    ["sort", sort(["name"]), "city", true],
    ["json", json(), '{"a":', true],
    ["json", json(), [1], true],
    ["own address", ownAddress(), "/orders?status=HOLD", false],
    ["own address", ownAddress(), "//evil.example", true],
    ["own address", ownAddress(), "/\\evil.example", true],
    ["own address", ownAddress(), "/\t/evil.example", true],
  ] as const)
    assert.equal(param.read(value).is_partial === true, is_dropped, `${name}: ${JSON.stringify(value)}`);
});

test("a number is read where its text is the one that it is written as", () => {
  for (const [text, expected] of [
    ["12", 12],
    ["0012", "0012"],
    ["1e5", "1e5"],
    ["99999999999999999999", "99999999999999999999"],
    ["-0", "-0"],
    ["1.50", "1.50"],
    ["true", true],
    ['["A"]', ["A"]],
  ] as const)
    assert.deepEqual(parse(text), expected, text);
});

test("what others add to links is left out without a word", () => {
  assert.deepEqual(readOrderFilters.findDropped({ utm_source: "mail", gclid: "x", stauts: "HOLD" }), [
    "stauts",
  ]);
});
