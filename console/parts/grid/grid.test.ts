/** The pure parts of the grid: columns, selection, sort order, window of rows. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type Column,
  computeWidths,
  findNextEdit,
  isSameLayout,
  listShownColumns,
  moveColumn,
  readLayout,
  toggleColumn,
} from "./columns.ts";
import {
  countSelected,
  EVERYTHING,
  isSelected,
  NOTHING,
  type Selection,
  setSelected,
  summarizeSelection,
  toggleSelected,
} from "./selection.ts";
import { nextSort, parseSort, sortRows } from "./sort.ts";
import { countReachable, PAGE_ROWS } from "./source.ts";
import { computeReveal, computeWindow } from "./window.ts";

const COLUMNS = [
  { key: "number", width: 100 },
  { key: "name" },
  { key: "city", optional: true as const, width: 80 },
  { key: "units", window_width_min: 900, width: 60 },
];
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

describe("columns", () => {
  test("are those of the page for the width of the window, or those that were chosen", () => {
    assert.deepEqual(keys(listShownColumns(COLUMNS, {}, 1000)), ["number", "name", "units"]);
    assert.deepEqual(keys(listShownColumns(COLUMNS, {}, 800)), ["number", "name"]);
    assert.deepEqual(keys(listShownColumns(COLUMNS, { columns: ["units", "gone", "city"] }, 800)), [
      "units",
      "city",
    ]);
    assert.deepEqual(keys(listShownColumns(COLUMNS, { columns: ["gone"] }, 800)), ["number", "name"]);
  });

  test("appear behind those that the page lists before them, and the last one stays", () => {
    const all = keys(COLUMNS);
    assert.deepEqual(toggleColumn(all, ["number", "units"], "city"), ["number", "city", "units"]);
    assert.deepEqual(toggleColumn(all, ["units", "name"], "number"), ["number", "units", "name"]);
    assert.deepEqual(toggleColumn(all, ["units", "name"], "units"), ["name"]);
    assert.deepEqual(toggleColumn(all, ["name"], "name"), ["name"]);
  });

  for (const [to, expected] of [
    [1, ["b", "a", "c"]],
    [-1, ["a", "b", "c"]],
    ["c", ["b", "c", "a"]],
    ["x", ["a", "b", "c"]],
  ] as const) {
    test(`move to ${to}`, () => assert.deepEqual(moveColumn(["a", "b", "c"], "a", to), expected));
  }

  test("without a width share the room that is left, and keep a smallest width", () => {
    assert.deepEqual(computeWidths(COLUMNS, {}, 1000), [100, 760, 80, 60]);
    assert.deepEqual(computeWidths(COLUMNS, { widths: { number: 300 } }, 1000), [300, 560, 80, 60]);
    assert.deepEqual(computeWidths(COLUMNS, {}, 100), [100, 180, 80, 60]);
  });

  test("that were stored are read without what is not valid", () => {
    for (const stored_layout of [
      null,
      7,
      "x",
      [],
      { columns: "a" },
      { columns: [] },
      { widths: { a: "1", b: -3 } },
    ])
      assert.deepEqual(readLayout(stored_layout), {});
    assert.deepEqual(readLayout({ columns: ["a", 3, "a", "b"], widths: { a: 9999, b: 1 }, more: true }), {
      columns: ["a", "b"],
      widths: { a: 900, b: 48 },
    });
    assert.ok(isSameLayout({ widths: { a: 50, b: 60 } }, { widths: { b: 60, a: 50 } }));
    assert.ok(!isSameLayout({}, { columns: ["a"] }));
  });
});

describe("a selection", () => {
  test("of some rows counts them, of all that match the others", () => {
    const some: Selection<number> = toggleSelected(toggleSelected(NOTHING, 1), 2);
    assert.deepEqual([countSelected(some, 10), isSelected(some, 1), isSelected(some, 3)], [2, true, false]);
    const most = toggleSelected(EVERYTHING as Selection<number>, 1);
    assert.deepEqual([countSelected(most, 10), isSelected(most, 1), isSelected(most, 3)], [9, false, true]);
  });

  test("takes a range, and leaves it as it is the second time", () => {
    const range: Selection<number> = setSelected(NOTHING, [2, 3, 4], true);
    assert.deepEqual(setSelected(range, [3, 4], true), range);
    assert.deepEqual([...setSelected(range, [3, 4], false).keys], [2]);
    assert.deepEqual([...setSelected(EVERYTHING as Selection<number>, [3], true).keys], []);
  });

  for (const [selection, total, expected] of [
    [NOTHING, 3, "none"],
    [EVERYTHING, 3, "all"],
    [{ all: false, keys: new Set([1, 2]) }, 3, "some"],
    [{ all: false, keys: new Set([1, 2, 3]) }, 3, "all"],
    [{ all: true, keys: new Set([1]) }, 3, "some"],
    [{ all: true, keys: new Set([1, 2, 3]) }, 3, "none"],
  ] as [Selection<number>, number, string][]) {
    test(`${selection.all ? "all but" : "just"} ${selection.keys.size} of ${total} is ${expected}`, () =>
      assert.equal(summarizeSelection(selection, total), expected));
  }
});

describe("a sort order", () => {
  test("turns with each click, and is left at the third", () => {
    assert.equal(nextSort(undefined, "day"), "day");
    assert.equal(nextSort("day", "day"), "-day");
    assert.equal(nextSort("-day", "day"), undefined);
    assert.equal(nextSort("-name", "day"), "day");
    assert.deepEqual(parseSort("-day"), { name: "day", descending: true });
    assert.equal(parseSort("-"), null);
  });

  const columns: Column<{ v: string | number | null }>[] = [
    { key: "v", head: "V", cell: () => null, value: ({ v }) => v },
  ];
  for (const [sort, values, expected] of [
    ["v", ["b10", "B2", "", "a"], ["a", "B2", "b10", ""]],
    ["-v", [1, null, 30, 4], [30, 4, 1, null]],
    ["w", [2, 1], [2, 1]],
  ] as [string, (string | number | null)[], (string | number | null)[]][]) {
    test(`${sort} of ${JSON.stringify(values)}`, () =>
      assert.deepEqual(
        sortRows(
          values.map((v) => ({ v })),
          columns,
          sort,
        ).map(({ v }) => v),
        expected,
      ));
  }
});

describe("the window of rows", () => {
  for (const [top, height, count, expected] of [
    [0, 460, 10_000, { from: 0, to: 24 }],
    [0, 460, 5, { from: 0, to: 5 }],
    [4600, 460, 10_000, { from: 88, to: 120 }],
    [460_000, 460, 10_000, { from: 9984, to: 10_000 }],
    [4600, 460, 0, { from: 0, to: 0 }],
    [4600, 460, 7, { from: 6, to: 7 }],
  ] as [number, number, number, { from: number; to: number }][]) {
    test(`at ${top} of ${count} rows`, () =>
      assert.deepEqual(computeWindow({ top, height }, 46, count), expected));
  }

  test("moves as little as shows a row whole", () => {
    const box = { top: 460, height: 300 };
    assert.equal(computeReveal(box, 46, 12, 34), null);
    assert.equal(computeReveal(box, 46, 5, 34), 230);
    assert.equal(computeReveal(box, 46, 30, 34), 1160);
  });
});

test("Tab goes to the next value that may be changed, in the next row after the last one", () => {
  const edit = (may: (row: string) => boolean) => ({
    kind: "text" as const,
    value: String,
    may,
    save: async () => {},
  });
  const columns = [
    { key: "number" },
    { key: "day", edit: edit((row) => row !== "delivered") },
    { key: "note", edit: edit(() => true) },
  ];
  const rows = ["new", "delivered", "new"];
  const next = (index: number, key: string, direction: "next" | "previous" = "next") => {
    const next_cell = findNextEdit(columns, (at) => rows[at], { index, key }, direction);
    return next_cell && `${next_cell.index} ${next_cell.key}`;
  };
  assert.equal(next(0, "day"), "0 note");
  assert.equal(next(0, "note"), "1 note");
  assert.equal(next(1, "note"), "2 day");
  assert.equal(next(2, "note"), null);
  assert.equal(next(2, "day", "previous"), "1 note");
  assert.equal(next(1, "note", "previous"), "0 note");
  assert.equal(next(0, "day", "previous"), null);
});

describe("rows behind those that were counted", () => {
  const page = (next_cursor: string | null, rows = PAGE_ROWS) => ({
    rows: Array.from({ length: rows }),
    next_cursor,
  });

  test("come into reach with each page that has another", () => {
    assert.equal(countReachable(1000, [page("c")], 0), 1000);
    assert.equal(countReachable(1000, [page("c"), page("d")], 9), 1200);
    assert.equal(countReachable(1000, [page("c"), undefined], 9), 1100);
  });

  test("end with the last page, also while the one before it is on screen", () => {
    assert.equal(countReachable(1000, [page("c"), page(null, 50)], 13), 1450);
    assert.equal(countReachable(1000, [page(null, 50)], 14), 1450);
  });

  test("are none where all were counted", () => {
    assert.equal(countReachable(250, [page("c"), page("d"), page(null, 50)], 0), 250);
    assert.equal(countReachable(0, [page(null, 0)], 0), 0);
    assert.equal(countReachable(30, [undefined], 0), 30);
  });
});
