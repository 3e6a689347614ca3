import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { XLSX } from "#platform/files/media-types.ts";
import { noGeocoder } from "#providers/geocoders/none.ts";
import { readXlsx } from "#spreadsheet/read-xlsx.ts";
import { toXlsx } from "#spreadsheet/xlsx.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { refusalOf, type TestBusiness, testService } from "#tests/support/service.ts";
import { ROWS_A_DAY } from "./geocoding.ts";
import { cancelDatasetImport } from "./operations/cancel-import.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { exportDatasetRecords } from "./operations/export-records.ts";
import { geocodeDatasetRecords } from "./operations/geocode-records.ts";
import { getDatasetGeocodeQueue } from "./operations/get-geocode-queue.ts";
import { getDatasetImport } from "./operations/get-import.ts";
import { getDatasetImportFailures } from "./operations/get-import-failures.ts";
import { importDatasetRecords } from "./operations/import-records.ts";
import { listDatasetRecords } from "./operations/list-records.ts";
import { saveDatasetRecords } from "./operations/save-records.ts";
import { updateDataset } from "./operations/update-dataset.ts";
import { updateDatasetRecord } from "./operations/update-record.ts";

const service = await testService();

const toBase64 = (content: string | Uint8Array) => Buffer.from(content).toString("base64");

async function open(business: TestBusiness) {
  const admin = business.as("client_admin");
  const { dataset_id } = await admin(createDataset, {
    name: "Service points",
    columns: [
      { key: "code", type: "text", unique: true },
      { key: "size", type: "number" },
      { key: "open", type: "bool" },
      { key: "since", type: "date" },
      { key: "at", type: "geo" },
    ],
  });
  const send = (content: string | Uint8Array, more: Record<string, unknown> = {}) =>
    admin(importDatasetRecords, {
      dataset_id,
      name: "points.csv",
      content_type: "text/csv",
      content_base64: toBase64(content),
      ...more,
    } as never);
  const rows = async () => (await admin(listDatasetRecords, { dataset_id, per_page: 200 })).records;
  return { admin, dataset_id, send, rows };
}

describe("an import", () => {
  test("reads CSV, workbooks and GeoJSON, maps columns, upserts by key, and lists what failed in a file", async () => {
    const business = await service.business();
    const { admin, dataset_id, send, rows } = await open(business);
    const csv =
      "Code;Size;open;since;Latitude;Longitude\nA;1.250,5;yes;24/11/2026;-15.7;-47.9\nB;many;no;;;\n'=C;3;;;;\n";
    const tried = await admin(
      importDatasetRecords,
      { dataset_id, name: "x", content_type: "text/csv", content_base64: toBase64(csv) },
      { dry_run: true },
    );
    assert.deepEqual([tried.import.created, tried.import.failed, (await rows()).length], [2, 1, 0]);
    const first = await send(csv);
    assert.deepEqual(first.mapping["at"], ["Latitude", "Longitude"]);
    assert.deepEqual(first.failures, [{ row: 2, errors: [{ field: "size", message: "must be a number" }] }]);
    assert.deepEqual(
      (await rows()).map(({ values }) => values),
      [
        { code: "A", size: 1250.5, open: true, since: "2026-11-24", at: { lat: -15.7, lng: -47.9 } },
        { code: "=C", size: 3 },
      ],
    );
    const { dataset_import_id } = first;
    const failed = await admin(getDatasetImportFailures, { dataset_id, dataset_import_id });
    assert.equal(
      Buffer.from(failed.content_base64, "base64").toString(),
      "\uFEFFCode,Size,open,since,Latitude,Longitude,import_row,import_error\r\nB,many,no,,,,2,size must be a number\r\n",
    );
    const sheet = await toXlsx("x", {
      heads: ["Nr", "kg"],
      rows: [
        ["A", 7],
        ["D", 8],
        [null, 9],
      ],
    });
    const second = await send(sheet, {
      content_type: XLSX,
      key: "code",
      mapping: { code: "Nr", size: "kg" },
    });
    assert.deepEqual([second.import.created, second.import.updated, second.import.failed], [1, 1, 1]);
    const point = { type: "Point", coordinates: [2, 1] };
    const geojson = {
      type: "FeatureCollection",
      features: [{ type: "Feature", geometry: point, properties: { code: "G" } }],
    };
    await send(JSON.stringify(geojson), { content_type: "application/geo+json" });
    assert.deepEqual(
      (await rows()).map(({ values }) => [values["code"], values["size"] ?? null]),
      [
        ["A", 7],
        ["=C", 3],
        ["D", 8],
        ["G", null],
      ],
    );
    assert.deepEqual((await rows()).at(-1)?.values["at"], { lat: 1, lng: 2 });

    const exported = async (format: "csv" | "xlsx" | "geojson") =>
      Buffer.from((await admin(exportDatasetRecords, { dataset_id, format })).content_base64, "base64");
    const text = (await exported("csv")).toString();
    assert.ok(text.includes(",'=C,3,"), text);
    assert.ok(text.includes(`"'-15.7, -47.9"`), text);
    assert.deepEqual((await readXlsx(Uint8Array.from(await exported("xlsx"))))[2]?.slice(3, 5), ["=C", "3"]);
    const features = JSON.parse((await exported("geojson")).toString()).features;
    assert.deepEqual(features[3].geometry, point);
    // What was exported is imported again without a change.
    const again = await send(text, { key: "code" });
    assert.deepEqual([again.import.created, again.import.updated, again.import.failed], [0, 4, 0]);
    assert.ok((await rows()).every(({ row_version }, index) => row_version === (index === 0 ? 2 : 1)));

    const wrong: [() => Promise<unknown>, string][] = [
      [() => send("code\n"), "unreadable_file"],
      [() => send("nothing\n1\n"), "unreadable_file"],
      [() => send("code\nX\n", { mapping: { code: "gone" } }), "unreadable_file"],
      [() => send("code\nX\n", { key: "size" }), "no_key"],
      [() => send("PK not a workbook", { content_type: XLSX }), "type_mismatch"],
    ];
    for (const [one, code] of wrong) assert.equal((await refusalOf(one())).code, code);
  });

  test("of many rows runs in the background, goes on where it stopped, and can be cancelled", async () => {
    const business = await service.business();
    const { admin, dataset_id, send } = await open(business);
    const lines = Array.from({ length: 3000 }, (_, n) => `P${n},${n % 100 === 7 ? "x" : n}`);
    const csv = `code,size\n${lines.join("\n")}\n`;
    const queued = await send(csv);
    assert.equal(queued.import.state, "QUEUED");
    assert.equal((await refusalOf(send("code\nX\n"))).code, "import_running");
    const look = async (dataset_import_id: number) =>
      (await admin(getDatasetImport, { dataset_id, dataset_import_id })).import;
    await runQueued(service, "datasets.import");
    const done = await look(queued.dataset_import_id);
    assert.deepEqual(
      [done.state, done.rows_read, done.created, done.failed],
      ["COMPLETED_WITH_ERRORS", 3000, 2970, 30],
    );

    const second = await send(csv, { key: "code" });
    await admin(cancelDatasetImport, { dataset_id, dataset_import_id: second.dataset_import_id });
    await runQueued(service, "datasets.import");
    const cancelled = await look(second.dataset_import_id);
    assert.deepEqual([cancelled.state, cancelled.rows_read, cancelled.can_cancel], ["CANCELLED", 0, false]);
    const late = admin(cancelDatasetImport, { dataset_id, dataset_import_id: second.dataset_import_id });
    assert.equal((await refusalOf(late)).code, "import_finished");

    // A run that ended between two chunks is taken up by the next.
    const third = await send(csv, { key: "code" });
    await service.system.execute(
      "update dataset_import set rows_read = 2500, state = 'RUNNING' where id = $1",
      [third.dataset_import_id],
    );
    await runQueued(service, "datasets.import");
    const resumed = await look(third.dataset_import_id);
    assert.deepEqual([resumed.rows_read, resumed.updated, resumed.created], [3000, 495, 0]);
  });
});

describe("geocoding", () => {
  test("goes through a queue with a limit a day; a pin stands above it; what is not found says so", async () => {
    const business = await service.business();
    const { admin, dataset_id } = await open(business);
    await admin(updateDataset, {
      dataset_id,
      add_columns: [{ key: "place", type: "address" }],
      position_column: "place",
    });
    const asked: string[] = [];
    let is_down = false;
    service.runtime.providers.geocoder = {
      name: "test",
      async geocode({ line1 = "" }) {
        asked.push(line1);
        if (is_down) throw new Error("down");
        if (line1.startsWith("Nowhere")) return [];
        const rest = { line1, city: "", region: "", postal_code: "", country: "BR", source: "test" };
        return [
          {
            lat: -15.7,
            lng: -47.9,
            precision: "rooftop",
            score: line1.startsWith("Vague") ? 0.2 : 0.9,
            ...rest,
          },
        ];
      },
    };
    try {
      service.freezeClock();
      const places = ["Quadra 1", "Nowhere 2", "Vague 3", "Quadra 4", "Quadra 5", "Quadra 6"];
      const { records } = await admin(saveDatasetRecords, {
        dataset_id,
        records: places.map((place, n) => ({
          values: { code: `${n}`, place },
          ...(n === 3 ? { pin: { lat: 1, lng: 2 } } : {}),
        })),
      });
      const ids = records.map(({ id }) => id ?? 0);
      const states = async () =>
        (await admin(listDatasetRecords, { dataset_id })).records.map(({ geocode_state }) => geocode_state);
      assert.deepEqual(await states(), ["pending", "pending", "pending", "pinned", "pending", "pending"]);
      // Three rows are left of the day.
      await service.system.execute(
        "insert into dataset_geocode_day (business_id, day, used) values ($1, ($2::timestamptz at time zone 'UTC')::date, $3)",
        [business.id, service.now(), ROWS_A_DAY - 3],
      );
      await service.system.execute("update business set time_zone = 'UTC' where id = $1", [business.id]);
      service.runtime.authentication.clearCache();
      const asks = await admin(geocodeDatasetRecords, { dataset_id });
      assert.deepEqual([asks.queued, asks.quota.used], [5, ROWS_A_DAY - 3]);
      await runQueued(service, "datasets.geocode");
      assert.deepEqual(asked, ["Quadra 1", "Nowhere 2", "Vague 3"]);
      assert.deepEqual(await states(), ["located", "not_found", "not_found", "pinned", "queued", "queued"]);
      const queue = await admin(getDatasetGeocodeQueue, { dataset_id });
      assert.deepEqual([queue.quota.used, queue.states.queued], [ROWS_A_DAY, 2]);
      await runQueued(service, "datasets.geocode");
      assert.equal(asked.length, 3);

      // The next day it goes on; what cannot be reached is tried again, and then given up.
      service.advance(25 * 3_600_000);
      is_down = true;
      for (let run = 0; run < 3; run += 1) {
        await runQueued(service, "datasets.geocode");
        service.advance(120_000);
      }
      assert.deepEqual((await states()).slice(4), ["failed", "failed"]);
      assert.equal((await admin(getDatasetGeocodeQueue, { dataset_id })).quota.used, 0);
      is_down = false;
      await admin(geocodeDatasetRecords, { dataset_id, record_ids: [ids[4] ?? 0] });
      // Pinned while it waits: the geocoder does not move it.
      await admin(updateDatasetRecord, { dataset_id, record_id: ids[4] ?? 0, pin: { lat: 3, lng: 4 } });
      await admin(geocodeDatasetRecords, { dataset_id, record_ids: [ids[5] ?? 0] });
      await runQueued(service, "datasets.geocode");
      const rows = (await admin(listDatasetRecords, { dataset_id })).records;
      assert.deepEqual(
        rows
          .slice(4)
          .map(({ geocode_state, lat, geocode_precision }) => [geocode_state, lat, geocode_precision]),
        [
          ["pinned", 3, null],
          ["located", -15.7, "rooftop"],
        ],
      );
      const unpinned = await admin(updateDatasetRecord, { dataset_id, record_id: ids[3] ?? 0, pin: null });
      assert.deepEqual([unpinned.record.geocode_state, unpinned.record.lat], ["pending", null]);
      await admin(updateDatasetRecord, { dataset_id, record_id: ids[5] ?? 0, values: { place: "Quadra 9" } });
      assert.equal((await states())[5], "pending");
    } finally {
      service.runtime.providers.geocoder = noGeocoder;
    }
    const queued = await admin(geocodeDatasetRecords, { dataset_id });
    assert.equal(queued.is_available, false, "without a geocoder the rows wait");
  });
});
