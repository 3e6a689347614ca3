import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { XLSX } from "#platform/files/media-types.ts";
import { noGeocoder } from "#providers/geocoders/none.ts";
import { readXlsx } from "#spreadsheet/read-xlsx.ts";
import { toXlsx, zip } from "#spreadsheet/xlsx.ts";
import { runQueued, runSchedule } from "#tests/support/jobs.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { ROWS_A_DAY } from "./geocoding.ts";
import { cancelDatasetImport } from "./operations/cancel-dataset-import.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { exportDatasetRecords } from "./operations/export-dataset-records.ts";
import { geocodeDatasetRecords } from "./operations/geocode-dataset-records.ts";
import { getDatasetGeocodeQueue } from "./operations/get-dataset-geocode-queue.ts";
import { getDatasetImport } from "./operations/get-dataset-import.ts";
import { getDatasetImportFailures } from "./operations/get-dataset-import-failures.ts";
import { importDatasetRecords } from "./operations/import-dataset-records.ts";
import { listDatasetRecords } from "./operations/list-dataset-records.ts";
import { saveDatasetRecords } from "./operations/save-dataset-records.ts";
import { updateDataset } from "./operations/update-dataset.ts";
import { updateDatasetRecord } from "./operations/update-dataset-record.ts";

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
    assert.deepEqual(first.failures, [
      { row: 2, line: 3, errors: [{ field: "size", message: "must be a number" }] },
    ]);
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
    assert.deepEqual(readXlsx(await exported("xlsx")).rows[2]?.cells.slice(3, 5), ["=C", "3"]);
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
    for (const [one, code] of wrong) assert.equal((await catchRefusal(one())).code, code);
  });

  test("of many rows runs in the background, goes on where it stopped, and can be cancelled", async () => {
    const business = await service.business();
    const { admin, dataset_id, send } = await open(business);
    const lines = Array.from({ length: 3000 }, (_, n) => `P${n},${n % 100 === 7 ? "x" : n}`);
    const csv = `code,size\n${lines.join("\n")}\n`;
    const queued = await send(csv);
    assert.equal(queued.import.state, "QUEUED");
    assert.equal((await catchRefusal(send("code\nX\n"))).code, "import_running");
    const look = async (dataset_import_id: number) =>
      (await admin(getDatasetImport, { dataset_id, dataset_import_id })).import;
    await runQueued(service, "datasets.import");
    const finished_import = await look(queued.dataset_import_id);
    assert.deepEqual(
      [finished_import.state, finished_import.rows_read, finished_import.created, finished_import.failed],
      ["COMPLETED_WITH_ERRORS", 3000, 2970, 30],
    );

    const second = await send(csv, { key: "code" });
    await admin(cancelDatasetImport, { dataset_id, dataset_import_id: second.dataset_import_id });
    await runQueued(service, "datasets.import");
    const cancelled = await look(second.dataset_import_id);
    assert.deepEqual([cancelled.state, cancelled.rows_read, cancelled.can_cancel], ["CANCELLED", 0, false]);
    const late = admin(cancelDatasetImport, { dataset_id, dataset_import_id: second.dataset_import_id });
    assert.equal((await catchRefusal(late)).code, "import_finished");

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

describe("a file of another country, encoding or program", () => {
  test("is read by column, and what may be meant otherwise is told before anything is saved", async () => {
    const business = await service.business();
    await service.system.execute("update business set country = 'US' where id = $1", [business.id]);
    service.runtime.authentication.clearCache();
    const { admin, dataset_id, send, rows } = await open(business);
    const text =
      "sep=;\r\ncode;size;since;colour\r\nJoão;1,500;12/05/2026;red\r\n\r\nB;2\r\nC;3;12/27/2026;blue;extra\r\n";
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    const file = {
      dataset_id,
      name: "x.csv",
      content_type: "text/csv" as const,
      content_base64: toBase64(bytes),
    };
    const tried = await admin(importDatasetRecords, file, { dry_run: true });
    assert.deepEqual(tried.doubts, []);
    assert.deepEqual(tried.failures, [
      { row: 4, line: 5, errors: [{ field: "", message: "has more cells than the file has headings" }] },
    ]);
    assert.deepEqual([tried.unmapped_columns, tried.encoding, tried.sheet], [["colour"], "utf-16le", null]);
    assert.deepEqual(await rows(), []);
    const first = text.split("\r\n").slice(0, 3).join("\n");
    const { doubts, import: finished_import } = await send(Buffer.from(first, "latin1"));
    assert.deepEqual(doubts, [
      {
        ...{ row: 1, line: 2, field: "since", code: "day_or_month", text: "12/05/2026", read: "2026-12-05" },
        choices: ["2026-12-05", "2026-05-12"],
      },
    ]);
    assert.deepEqual([finished_import.created, finished_import.failed], [1, 0]);
    const import_answer = await send(Buffer.from(first, "latin1"), {
      key: "code",
      date_order: "month_first",
    });
    assert.deepEqual([import_answer.doubts, import_answer.import.updated], [[], 1]);
    assert.deepEqual(
      (await rows()).map(({ values }) => values),
      [{ code: "João", size: 1500, since: "2026-12-05" }],
    );
  });
});

describe("a file that is huge when it is read", () => {
  const text = (length: number) => "x".repeat(length);
  const repeat = (count: number, part: string) => Array.from({ length: count }, () => part).join("");
  const workbook = (sheet: string, shared = "") =>
    zip({
      "[Content_Types].xml": `<Types><Override ContentType="${XLSX}.main+xml" PartName="/xl/workbook.xml"/></Types>`,
      "xl/workbook.xml": '<workbook><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      "xl/sharedStrings.xml": `<sst><si><t>${shared}</t></si></sst>`,
      "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    });
  const shared_rows = repeat(200, `<row>${repeat(100, '<c t="s"><v>0</v></c>')}</row>`);
  const GEOJSON = "application/geo+json";
  const nested = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const FILES: [string, string, () => Promise<Uint8Array> | string, string][] = [
    [
      "one text of 1 MB in 20,000 cells",
      XLSX,
      () => workbook(shared_rows, text(1_000_000)),
      "file_too_large",
    ],
    [
      "one text of 30,000 characters in 20,000 cells",
      XLSX,
      () => workbook(shared_rows, text(30_000)),
      "file_too_large",
    ],
    [
      "a cell in column XFD",
      XLSX,
      () => workbook('<row><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>'),
      "file_too_large",
    ],
    ["a sheet that is broken", XLSX, () => workbook("<row><c>"), "unreadable_file"],
    ["a million columns", "text/csv", () => `a${",".repeat(1_000_000)}b\n1\n`, "malformed_file"],
    ["a cell of 1 MB", "text/csv", () => `code\n${text(1_000_000)}\n`, "malformed_file"],
    [
      "a property of lists inside each other",
      GEOJSON,
      () => `{"type":"Feature","geometry":null,"properties":{"a":${nested}}}`,
      "malformed_file",
    ],
    [
      "a feature of 10,000 properties",
      GEOJSON,
      () =>
        `{"type":"Feature","geometry":null,"properties":{${Array.from({ length: 10_000 }, (_, n) => `"p${n}":1`).join()}}}`,
      "file_too_large",
    ],
  ];

  test("is refused with the reason, and others are served meanwhile", async () => {
    const { send } = await open(await service.business());
    const other = await open(await service.business());
    for (const [name, content_type, build, code] of FILES) {
      const refused = catchRefusal(send(await build(), { content_type }));
      assert.deepEqual(await other.rows(), [], name);
      assert.equal((await refused).code, code, name);
    }
    assert.equal((await other.send("code\nA\n")).import.created, 1);
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
    const requested_files: string[] = [];
    let is_down = false;
    service.runtime.providers.geocoder = {
      name: "test",
      async geocode({ line1 = "" }) {
        requested_files.push(line1);
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
      assert.deepEqual(requested_files, ["Quadra 1", "Nowhere 2", "Vague 3"]);
      assert.deepEqual(await states(), ["located", "not_found", "not_found", "pinned", "queued", "queued"]);
      const queue = await admin(getDatasetGeocodeQueue, { dataset_id });
      assert.deepEqual([queue.quota.used, queue.states.queued], [ROWS_A_DAY, 2]);
      await runQueued(service, "datasets.geocode");
      assert.equal(requested_files.length, 3);

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

  test("goes on where a job was lost, or where there was no geocoder when the rows were queued", async () => {
    const business = await service.business();
    const { admin, dataset_id } = await open(business);
    await admin(updateDataset, {
      dataset_id,
      add_columns: [{ key: "place", type: "address" }],
      position_column: "place",
    });
    const states = async () =>
      (await admin(listDatasetRecords, { dataset_id })).records.map(({ geocode_state }) => geocode_state);
    const queue = async (code: string) => {
      await admin(saveDatasetRecords, {
        dataset_id,
        records: [{ values: { code, place: `Quadra ${code}` } }],
      });
      await admin(geocodeDatasetRecords, { dataset_id });
    };
    await queue("1");
    // Without a geocoder the job ends, and the row waits.
    await runQueued(service, "datasets.geocode");
    await runSchedule(service, "datasets.resume-geocoding");
    await runQueued(service, "datasets.geocode");
    assert.deepEqual(await states(), ["queued"]);
    service.runtime.providers.geocoder = {
      name: "test",
      async geocode({ line1 = "" }) {
        const rest = { line1, city: "", region: "", postal_code: "", country: "BR", source: "test" };
        return [{ lat: -15.7, lng: -47.9, precision: "rooftop", score: 0.9, ...rest }];
      },
    };
    try {
      await runSchedule(service, "datasets.resume-geocoding");
      await runSchedule(service, "datasets.resume-geocoding");
      await runQueued(service, "datasets.geocode");
      assert.deepEqual(await states(), ["located"]);
      await queue("2");
      await service.system.execute(
        "update pgboss.job set state = 'completed', completed_on = now() where name = 'datasets.geocode'",
      );
      assert.deepEqual(await states(), ["located", "queued"]);
      await runSchedule(service, "datasets.resume-geocoding");
      await runQueued(service, "datasets.geocode");
      assert.deepEqual(await states(), ["located", "located"]);
    } finally {
      service.runtime.providers.geocoder = noGeocoder;
    }
  });
});
