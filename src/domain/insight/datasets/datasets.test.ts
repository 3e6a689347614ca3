import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Caller, catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { createDatasetGroup } from "./operations/create-dataset-group.ts";
import { deleteDataset } from "./operations/delete-dataset.ts";
import { deleteDatasetGroup } from "./operations/delete-dataset-group.ts";
import { deleteDatasetRecords } from "./operations/delete-dataset-records.ts";
import { getDataset } from "./operations/get-dataset.ts";
import { getDatasetRecord } from "./operations/get-dataset-record.ts";
import { getDatasetRecordHistory } from "./operations/get-dataset-record-history.ts";
import { listDatasetGroups } from "./operations/list-dataset-groups.ts";
import { listDatasetRecords } from "./operations/list-dataset-records.ts";
import { listDatasets } from "./operations/list-datasets.ts";
import { saveDatasetRecords } from "./operations/save-dataset-records.ts";
import { searchDatasetRecords } from "./operations/search-dataset-records.ts";
import { updateDataset } from "./operations/update-dataset.ts";
import { updateDatasetRecord } from "./operations/update-dataset-record.ts";
import { updateDatasetRecords } from "./operations/update-dataset-records.ts";

const service = await testService();

type Values = Record<string, unknown>;

const COLUMNS = [
  { key: "code", type: "text", unique: true, indexed: true },
  { key: "name", type: "text", required: true },
  { key: "floor", type: "number", indexed: true },
  { key: "kind", type: "select", options: ["Bell", "Gate", "Lift"] },
  { key: "since", type: "date" },
  { key: "open", type: "bool" },
  { key: "at", type: "geo" },
] as const;

const ROWS: Values[] = [
  {
    code: "A1",
    name: "Água Fria",
    floor: 2,
    kind: "Bell",
    since: "2026-01-05",
    at: { lat: -15.7, lng: -47.9 },
  },
  {
    code: "A2",
    name: "100% cotton_house",
    floor: 10,
    kind: "Gate",
    open: true,
    at: { lat: -15.71, lng: -47.9 },
  },
  { code: "A3", name: "banana", floor: -3, since: "2025-12-31", open: false, at: { lat: 40, lng: 179.9 } },
  { code: "A4", name: "Zebra", kind: "Lift" },
];

async function openDataset(business: TestBusiness, more: Values = {}) {
  const admin: Caller = business.as("client_admin");
  const { dataset_id } = await admin(createDataset, {
    name: "Buildings",
    columns: [...COLUMNS],
    ...more,
  } as never);
  const save = async (rows: Values[], options: Values = {}) =>
    admin(saveDatasetRecords, {
      dataset_id,
      records: rows.map((values) => ({ values })),
      ...options,
    } as never);
  const read = (input: Values = {}, call = admin) =>
    call(listDatasetRecords, { dataset_id, ...input } as never);
  const codes = async (input: Values = {}, call = admin) => {
    const { where, ...others } = input;
    const text = where === undefined ? {} : { where: JSON.stringify(where) };
    return (await read({ ...others, ...text }, call)).records.map(({ values }) => values["code"]);
  };
  return { admin, dataset_id, save, read, codes };
}

const getValues = (answer: { records: readonly { values?: Values; record?: { values: Values } | null }[] }) =>
  answer.records.map((one) => one.values ?? one.record?.values);

describe("records", () => {
  test("keep what fits, refuse what does not with its column, and are found by every operator", async () => {
    const business = await service.business();
    const { admin, dataset_id, save, codes, read } = await openDataset(business);
    const saved = await save(ROWS);
    assert.deepEqual([saved.done, saved.failed], [4, 0]);
    assert.deepEqual(getValues(await read()), ROWS);

    const wrong: [Values, string][] = [
      [{ name: "x", floor: "2" }, "floor"],
      [{ name: "x", kind: "Door" }, "kind"],
      [{ name: "x", since: "2026-02-30" }, "since"],
      [{ name: "x", at: { lat: 91, lng: 0 } }, "at"],
      [{ name: "x", open: "yes" }, "open"],
      [{ floor: 1 }, "name"],
      [{ name: "x", nothing: 1 }, "nothing"],
      [{ name: "x".repeat(4001) }, "name"],
    ];
    const refused = await save(wrong.map(([values]) => values));
    assert.equal(refused.done, 0);
    assert.deepEqual(
      refused.records.map(({ errors }) => errors[0]?.field),
      wrong.map(([, key]) => `values/${key}`),
    );
    assert.equal((await catchRefusal(save([{ name: "ok" }, { floor: 1 }], { atomic: true }))).status, 422);
    assert.equal((await read()).total, 4);

    const cases: [Values, string[]][] = [
      [{ code: { eq: "A2" } }, ["A2"]],
      [{ code: { eq: "a2" } }, []],
      [{ code: { in: ["A1", "A4", "B"] } }, ["A1", "A4"]],
      [{ name: { contains: "água" } }, ["A1"]],
      [{ name: { contains: "%" } }, ["A2"]],
      [{ name: { starts_with: "ZE" } }, ["A4"]],
      [{ name: { gt: "banana" } }, ["A4"]],
      [{ floor: { gt: 2 } }, ["A2"]],
      [{ floor: { gte: -3, lt: 10 } }, ["A1", "A3"]],
      [{ floor: { lte: 2 } }, ["A1", "A3"]],
      [{ floor: { eq: 10 } }, ["A2"]],
      [{ floor: { ne: 10 } }, ["A1", "A3", "A4"]],
      [{ floor: { in: [2, -3] } }, ["A1", "A3"]],
      [{ not: { floor: { gt: 2 } } }, ["A1", "A3", "A4"]],
      [{ since: { gte: "2026-01-01" } }, ["A1"]],
      [{ since: { is_null: true } }, ["A2", "A4"]],
      [{ open: { eq: false } }, ["A3"]],
      [{ open: { ne: true } }, ["A1", "A3", "A4"]],
      [{ kind: { in: ["Bell", "Lift"] } }, ["A1", "A4"]],
      [{ at: { near: { lat: -15.7, lng: -47.9, radius_m: 1200 } } }, ["A1", "A2"]],
      [{ at: { near: { lat: -15.7, lng: -47.9, radius_m: 1000 } } }, ["A1"]],
      [{ $position: { near: { lat: 40, lng: -179.9, radius_m: 20_000 } } }, ["A3"]],
      [
        { or: [{ floor: { eq: 10 } }, { and: [{ kind: { eq: "Bell" } }, { floor: { eq: 2 } }] }] },
        ["A1", "A2"],
      ],
    ];
    for (const [where, field_names] of cases)
      assert.deepEqual(await codes({ where }), field_names, JSON.stringify(where));

    const faults: [unknown, string][] = [
      [{ floor: { contains: 1 } }, "where/floor/contains"],
      [{ floor: { eq: "x" } }, "where/floor/eq"],
      [{ nothing: { eq: 1 } }, "where/nothing"],
      [{ not: { not: { not: { not: { floor: { eq: 1 } } } } } }, "where/not/not/not/not"],
      [{ or: Array.from({ length: 51 }, () => ({ floor: { eq: 1 } })) }, "where/or"],
      [{ and: Array.from({ length: 26 }, () => ({ floor: { gt: 1, lt: 2 } })) }, "where/and/25/floor"],
      [{ at: { near: { lat: 1, lng: 1 } } }, "where/at/near"],
      [[], "where"],
    ];
    for (const [where, field] of faults) {
      const refusal = await catchRefusal(read({ where: JSON.stringify(where) }));
      assert.deepEqual([refusal.status, refusal.errors?.[0]?.["field"]], [422, field]);
      // No text of ours is English in another language.
      assert.notEqual(refusal.in("de").errors?.[0]?.message, refusal.errors?.[0]?.message);
    }
    assert.deepEqual(await codes({ sort: "floor" }), ["A3", "A1", "A2", "A4"]);
    assert.deepEqual(await codes({ sort: "-floor" }), ["A2", "A1", "A3", "A4"]);
    assert.deepEqual(await codes({ sort: "name" }), ["A2", "A1", "A3", "A4"]);
    assert.deepEqual(await codes({ sort: "-since" }), ["A1", "A3", "A2", "A4"]);
    assert.deepEqual(await codes({ q: "AGUA fri" }), ["A1"]);
    assert.deepEqual(await codes({ q: "a" }), ["A1", "A2", "A3", "A4"]);
    const first = await read({ per_page: 3 });
    const { next_cursor } = first;
    assert.deepEqual(getValues(await read({ per_page: 3, cursor: next_cursor })), [ROWS[3]]);
    const dataset = await admin(getDataset, { dataset_id });
    assert.deepEqual([dataset.dataset.records, dataset.dataset.position_column], [4, "at"]);
  });

  test("are upserted by a unique column, also in writes at the same time, and clash otherwise", async () => {
    const business = await service.business();
    const { admin, dataset_id, save, read } = await openDataset(business);
    await save([ROWS[0] ?? {}]);
    const clash = await catchRefusal(save([{ code: "A1", name: "again" }], { atomic: true }));
    assert.deepEqual([clash.status, clash.code], [409, "unique_clash"]);
    const twice = await save([
      { code: "B", name: "one" },
      { code: "B", name: "two" },
    ]);
    assert.deepEqual(
      twice.records.map(({ error_code }) => error_code),
      [null, "UNIQUE_CLASH"],
    );
    const upserts = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        save(
          [
            { code: "C", name: `n${n}` },
            { code: "A1", name: "Água Fria", floor: n },
          ],
          { key: "code" },
        ),
      ),
    );
    assert.ok(upserts.every(({ failed }) => failed === 0));
    assert.equal(
      upserts.flatMap(({ records }) => records).filter(({ change }) => change === "created").length,
      1,
    );
    const plain = await Promise.allSettled(
      Array.from({ length: 6 }, () => save([{ code: "D", name: "x" }], { atomic: true })),
    );
    assert.equal(plain.filter(({ status }) => status === "fulfilled").length, 1);
    const rows = (await read({ sort: "code" })).records;
    assert.deepEqual(
      rows.map(({ values }) => values["code"]),
      ["A1", "B", "C", "D"],
    );

    // Two records exchange their values in one call; one that cannot be written keeps its own.
    const [a1, b, c] = rows.map(({ id }) => id);
    const swapped = await admin(updateDatasetRecords, {
      dataset_id,
      records: [
        { id: a1 ?? 0, values: { code: "B" } },
        { id: b ?? 0, values: { code: "A1" } },
        { id: c ?? 0, values: { code: "D" } },
      ],
    });
    assert.deepEqual(
      swapped.records.map(({ result }) => result),
      [true, true, false],
    );
    assert.equal((await save([{ code: "C", name: "x" }])).failed, 1);
    assert.equal((await catchRefusal(save([{ name: "x" }], { key: "name" }))).code, "no_key");
  });

  test("have versions: what they were is read at any time, and a stale writer is refused", async () => {
    const business = await service.business();
    const { admin, dataset_id, save, read } = await openDataset(business);
    service.freezeClock();
    const [one] = (await save([ROWS[0] ?? {}])).records;
    const record_id = one?.id ?? 0;
    const created = service.now().toISOString();
    service.advance(60_000);
    await admin(updateDatasetRecord, { dataset_id, record_id, values: { floor: 3, kind: null } });
    const changed = service.now().toISOString();
    const stale = await catchRefusal(
      admin(updateDatasetRecord, { dataset_id, record_id, values: { floor: 4 } }, { if_match: 1 }),
    );
    assert.equal(stale.status, 409);
    const missed = await admin(updateDatasetRecords, {
      dataset_id,
      records: [{ id: record_id, values: { floor: 5 }, row_version: 1 }],
    });
    assert.equal(missed.records[0]?.error_code, "VERSION_CONFLICT");
    service.advance(60_000);
    await admin(deleteDatasetRecords, { dataset_id, record_ids: [record_id] });
    service.advance(60_000);
    const floors = async (as_of: string) =>
      (await read({ as_of })).records.map(({ values }) => values["floor"]);
    assert.deepEqual([await floors(created), await floors(changed)], [[2], [3]]);
    assert.deepEqual(getValues(await read()), []);
    // Words are searched in what the records were.
    const countMatches = async (q: string, as_of: string) => (await read({ q, as_of })).total;
    const word = String(ROWS[0]?.["name"]).split(" ")[0] ?? "";
    const totals = [
      countMatches(word, created),
      countMatches(word.toUpperCase(), changed),
      countMatches("nowhere", created),
      countMatches(`${word} ${String(ROWS[0]?.["kind"])}`, created),
      countMatches(`${word} ${String(ROWS[0]?.["kind"])}`, changed),
      countMatches(word, service.now().toISOString()),
    ];
    assert.deepEqual(await Promise.all(totals), [1, 1, 0, 1, 0, 0]);
    const past = await admin(getDatasetRecord, { dataset_id, record_id, as_of: created });
    assert.deepEqual(past.record.values, ROWS[0]);
    assert.equal((await catchRefusal(admin(getDatasetRecord, { dataset_id, record_id }))).status, 404);
    const { versions } = await admin(getDatasetRecordHistory, { dataset_id, record_id });
    assert.deepEqual(
      versions.map(({ change, changed_columns }) => [change, changed_columns]),
      [
        ["deleted", []],
        ["updated", ["floor", "kind"]],
        ["created", ["code", "name", "floor", "kind", "since", "at"]],
      ],
    );
    assert.equal((await catchRefusal(read({ as_of: "2100-01-01T00:00:00Z" }))).code, "future_time");
    const events = await business.readEvents("dataset", dataset_id);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ["dataset.created", ...Array(3).fill("dataset.records_changed")],
    );
    assert.ok(!JSON.stringify(events).includes("Fria"));
  });
});

describe("columns", () => {
  test("change their type when every value fits; what does not fit is previewed, refused, or emptied", async () => {
    const business = await service.business();
    const { admin, dataset_id, save, read } = await openDataset(business);
    await save([
      { code: "1", name: "12,5" },
      { code: "2", name: "seven" },
      { code: "3", name: "1.250,75" },
      { code: "4", name: "nine" },
    ]);
    const retype = { key: "name", type: "number" as const };
    const change = { dataset_id, change_columns: [{ ...retype, required: false }] };
    const refusal = await catchRefusal(admin(updateDataset, change));
    assert.deepEqual(
      [refusal.status, refusal.code, refusal.extra?.["misfits"]],
      [422, "values_do_not_fit", 2],
    );
    const preview = await admin(updateDataset, { ...change, misfits: "clear" }, { dry_run: true });
    assert.deepEqual(
      preview.conversion.examples.map(({ value }) => value),
      ["seven", "nine"],
    );
    assert.equal((await admin(getDataset, { dataset_id })).version, 1);
    const still_required = { ...change, change_columns: [retype], misfits: "clear" as const };
    assert.equal((await catchRefusal(admin(updateDataset, still_required))).code, "values_do_not_fit");
    const { conversion } = await admin(updateDataset, { ...change, misfits: "clear" });
    assert.deepEqual([conversion.checked, conversion.converted, conversion.misfits], [4, 2, 2]);
    const rows = (await read()).records;
    assert.deepEqual(
      rows.map(({ values }) => values["name"] ?? null),
      [12.5, null, 1250.75, null],
    );
    assert.deepEqual(
      rows.map(({ row_version }) => row_version),
      [2, 2, 2, 2],
    );
    const { versions } = await admin(getDatasetRecordHistory, { dataset_id, record_id: rows[1]?.id ?? 0 });
    assert.deepEqual(
      versions.map(({ record }) => record?.values["name"] ?? null),
      [null, "seven"],
    );

    // A new key keeps the values; an index, a unique key and an order of columns come later.
    const renamed = await admin(updateDataset, {
      dataset_id,
      change_columns: [{ key: "name", new_key: "size", indexed: true, unique: true }],
      remove_columns: ["since", "open"],
      add_columns: [{ key: "place", type: "address" }],
      column_order: ["place", "size"],
    });
    assert.deepEqual(
      renamed.dataset.columns.map(({ key }) => key),
      ["place", "size", "code", "floor", "kind", "at"],
    );
    const search_page = await read({ where: JSON.stringify({ size: { gt: 100 } }), sort: "size" });
    assert.deepEqual(
      search_page.records.map(({ values }) => values["size"]),
      [1250.75],
    );
    assert.equal((await save([{ code: "5", size: 12.5 }])).records[0]?.error_code, "UNIQUE_CLASH");

    const wrong: Values[] = [
      { add_columns: [{ key: "and", type: "text" }] },
      { add_columns: [{ key: "size", type: "text" }] },
      { add_columns: [{ key: "x", type: "select" }] },
      { add_columns: [{ key: "x", type: "geo", unique: true }] },
      { add_columns: [{ key: "x", type: "ref" }] },
      { add_columns: Array.from({ length: 7 }, (_, n) => ({ key: `i${n}`, type: "text", indexed: true })) },
      { remove_columns: ["gone"] },
      { position_column: "size" },
    ];
    for (const input of wrong) {
      const fault = await catchRefusal(admin(updateDataset, { dataset_id, ...input } as never));
      assert.deepEqual([fault.status, fault.code], [422, "invalid_columns"], JSON.stringify(input));
    }
    const required = { dataset_id, add_columns: [{ key: "must", type: "text" as const, required: true }] };
    assert.equal((await catchRefusal(admin(updateDataset, required))).code, "values_do_not_fit");
  });

  test("refer to records of other datasets, which stay while they are named", async () => {
    const business = await service.business();
    const { admin, dataset_id, save } = await openDataset(business);
    const target_id = (await save([ROWS[0] ?? {}])).records[0]?.id ?? 0;
    const visits = await admin(createDataset, {
      name: "Visits",
      columns: [{ key: "where", type: "ref", ref_dataset_id: dataset_id }],
    });
    const visit = (where: unknown) =>
      admin(saveDatasetRecords, { dataset_id: visits.dataset_id, records: [{ values: { where } }] });
    assert.equal((await visit(target_id + 1000)).records[0]?.error_code, "DOES_NOT_FIT");
    await visit(target_id);
    const { refs } = await admin(listDatasetRecords, { dataset_id: visits.dataset_id });
    assert.deepEqual(refs, [{ dataset_id, record_id: target_id, label: "A1" }]);
    const deletion = await admin(deleteDatasetRecords, { dataset_id, record_ids: [target_id] });
    assert.equal(deletion.records[0]?.error_code, "RECORD_IN_USE");
    assert.equal((await catchRefusal(admin(deleteDataset, { dataset_id }))).code, "dataset_in_use");
    await admin(deleteDataset, { dataset_id: visits.dataset_id });
    assert.equal((await admin(deleteDatasetRecords, { dataset_id, record_ids: [target_id] })).done, 1);
    await admin(deleteDataset, { dataset_id });
    assert.equal((await admin(listDatasets, {})).total, 0);
  });
});

describe("groups", () => {
  test("hold records; one with records is deleted when they go to another", async () => {
    const business = await service.business();
    const { admin, dataset_id, save, codes } = await openDataset(business);
    const { group_id } = await admin(createDatasetGroup, { dataset_id, name: "North" });
    assert.equal(
      (await catchRefusal(admin(createDatasetGroup, { dataset_id, name: "north" }))).code,
      "name_taken",
    );
    await save(ROWS.slice(0, 2), { group_id });
    await save(ROWS.slice(2));
    assert.deepEqual(await codes({ group_id }), ["A1", "A2"]);
    const { groups } = await admin(listDatasetGroups, { dataset_id });
    assert.deepEqual(
      groups.map(({ name, records }) => [name, records]),
      [
        ["Main", 2],
        ["North", 2],
      ],
    );
    const main_id = groups[0]?.id ?? 0;
    assert.equal(
      (await catchRefusal(admin(deleteDatasetGroup, { dataset_id, group_id }))).code,
      "group_not_empty",
    );
    assert.equal(
      (await admin(deleteDatasetGroup, { dataset_id, group_id, to_group_id: main_id })).moved_records,
      2,
    );
    assert.equal((await codes({ group_id: main_id })).length, 4);
    const last = await catchRefusal(admin(deleteDatasetGroup, { dataset_id, group_id: main_id }));
    assert.equal(last.code, "last_group");
  });
});

describe("search", () => {
  test("goes across datasets by words, whole values and distance, and its answer is short", async () => {
    const business = await service.business();
    const { admin, dataset_id, save } = await openDataset(business);
    await save(ROWS);
    const other = await admin(createDataset, {
      name: "Access notes",
      columns: [
        { key: "note", type: "text" },
        ...Array.from({ length: 12 }, (_, n) => ({ key: `more_${n}`, type: "text" as const })),
        { key: "at", type: "geo" },
      ],
    });
    const long = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`more_${n}`, "word ".repeat(200)]));
    await admin(saveDatasetRecords, {
      dataset_id: other.dataset_id,
      records: Array.from({ length: 30 }, (_, n) => ({
        values: { note: `banana ${n}`, ...long, at: { lat: -15.7 - n / 1000, lng: -47.9 } },
      })),
    });
    const search = (input: Values) => admin(searchDatasetRecords, input as never);
    const words = await search({ text: "banana" });
    assert.deepEqual([words.total, words.records.length], [31, 20]);
    assert.ok(JSON.stringify(words).length < 16_000, `${JSON.stringify(words).length} characters`);
    const last = await search({ text: "banana", page: 2 });
    assert.deepEqual(last.records.map(({ dataset }) => dataset).at(-1), "Buildings");
    assert.equal((await search({ text: "banana", exact: true })).total, 1);
    const near = await search({ near: { lat: -15.7, lng: -47.9, radius_m: 400 } });
    assert.deepEqual(
      near.records.map(({ distance_m }) => distance_m),
      [0, 0, 111, 222, 334],
    );
    const filtered = await search({ dataset_ids: [dataset_id], where: { floor: { gt: 2 } } });
    assert.deepEqual(
      filtered.records.map(({ values }) => values["code"]),
      ["A2"],
    );
    assert.equal((await catchRefusal(search({ where: { floor: { gt: 2 } } }))).code, "invalid_where");
  });
});
