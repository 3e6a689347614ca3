import assert from "node:assert/strict";
import { test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { createDatasetGroup } from "./operations/create-dataset-group.ts";
import { deleteDatasetRecords } from "./operations/delete-dataset-records.ts";
import { exportDatasetRecords } from "./operations/export-dataset-records.ts";
import { getDataset } from "./operations/get-dataset.ts";
import { getDatasetGeocodeQueue } from "./operations/get-dataset-geocode-queue.ts";
import { getDatasetRecord } from "./operations/get-dataset-record.ts";
import { getDatasetRecordHistory } from "./operations/get-dataset-record-history.ts";
import { importDatasetRecords } from "./operations/import-dataset-records.ts";
import { listDatasetGroups } from "./operations/list-dataset-groups.ts";
import { listDatasetRecords } from "./operations/list-dataset-records.ts";
import { listDatasets } from "./operations/list-datasets.ts";
import { saveDatasetRecords } from "./operations/save-dataset-records.ts";
import { searchDatasetRecords } from "./operations/search-dataset-records.ts";
import { setDatasetPermissions } from "./operations/set-dataset-permissions.ts";
import { updateDataset } from "./operations/update-dataset.ts";
import { updateDatasetRecord } from "./operations/update-dataset-record.ts";

const service = await testService();

/** Stands in a hidden column and in rows that a rule hides. */
const SECRET = "saffron";

test("a hidden column and a closed row are in no answer, filter, order, search, file and history", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const clerk = await business.person("employee", "Clerk");
  await admin(updateEmployee, { employee_id: clerk.account_id, preset: "counter" } as never);
  const { dataset_id } = await admin(createDataset, {
    name: "Doors",
    columns: [
      { key: "code", type: "text", unique: true },
      { key: "owner", type: "text" },
      { key: "pin_code", type: "text", indexed: true },
      { key: "place", type: "address" },
      { key: "note", type: "text" },
    ],
  });
  const row = (code: string, owner: string, pin_code: string) => ({
    values: { code, owner, pin_code, place: `${SECRET} street`, note: "ring" },
    pin: { lat: 10, lng: 20 },
  });
  const { records } = await admin(saveDatasetRecords, {
    dataset_id,
    records: [row("A", clerk.email, `${SECRET} 1`), row("B", SECRET, "2"), row("C", clerk.email, "3")],
  });
  const [a = 0, b = 0, c = 0] = records.map(({ id }) => id ?? 0);
  const rule = {
    role: "counter" as const,
    access: "write" as const,
    hidden_columns: ["pin_code", "place"],
    read_only_columns: ["owner"],
    row_rule: { owner: { eq: { caller: "email" } } },
  };
  const set = await admin(setDatasetPermissions, { dataset_id, permissions: [rule] });
  assert.deepEqual(set.permissions, [rule]);

  const call = clerk.call;
  const read = (more = {}) => call(listDatasetRecords, { dataset_id, ...more });
  const answers = [
    await call(listDatasets, {}),
    await call(getDataset, { dataset_id }),
    await call(listDatasetGroups, { dataset_id }),
    await read(),
    await read({ as_of: new Date(service.now()).toISOString() }),
    await call(getDatasetRecord, { dataset_id, record_id: a }),
    await call(getDatasetRecordHistory, { dataset_id, record_id: a }),
    await call(searchDatasetRecords, { text: "ring" }),
    await call(searchDatasetRecords, { near: { lat: 10, lng: 20, radius_m: 100 } }),
    await call(getDatasetGeocodeQueue, { dataset_id }),
    await clerk.http("GET", "/api/v1/events?per_page=200").then(({ body }) => body),
  ];
  for (const format of ["csv", "geojson", "xlsx"] as const) {
    const file = await call(exportDatasetRecords, { dataset_id, format });
    const text = Buffer.from(file.content_base64, "base64").toString();
    assert.ok(format === "xlsx" || text.includes("ring"));
    answers.push({ text } as never);
  }
  for (const answer of answers) {
    const text = JSON.stringify(answer);
    assert.ok(!/saffron|pin_code|"B"|"lat":10|\[20,10\]/.test(text), text.slice(0, 2000));
  }
  assert.deepEqual(
    (await read()).records.map(({ id }) => id),
    [a, c],
  );
  assert.equal((await call(getDataset, { dataset_id })).dataset.records, 2);
  assert.equal((await call(listDatasetGroups, { dataset_id })).groups[0]?.records, 2);
  assert.equal((await call(searchDatasetRecords, { text: SECRET })).total, 0);

  const hidden = [
    () => read({ where: JSON.stringify({ pin_code: { eq: "2" } }) }),
    () => read({ where: JSON.stringify({ $position: { near: { lat: 10, lng: 20, radius_m: 9 } } }) }),
    () => read({ sort: "pin_code" }),
    () =>
      call(exportDatasetRecords, {
        dataset_id,
        where: JSON.stringify({ not: { pin_code: { is_null: true } } }),
      }),
    () => call(searchDatasetRecords, { dataset_ids: [dataset_id], where: { pin_code: { contains: "s" } } }),
    () => call(updateDatasetRecord, { dataset_id, record_id: a, values: { pin_code: "9" } }),
    () => call(updateDatasetRecord, { dataset_id, record_id: a, pin: { lat: 1, lng: 1 } }),
  ];
  for (const one of hidden) {
    const refusal = await catchRefusal(one());
    assert.deepEqual([refusal.status, refusal.code], [403, "column_hidden"]);
  }
  const closed: [() => Promise<unknown>, number, string][] = [
    [
      () => call(updateDatasetRecord, { dataset_id, record_id: a, values: { owner: "x" } }),
      403,
      "column_read_only",
    ],
    [() => call(updateDatasetRecord, { dataset_id, record_id: b, values: { note: "x" } }), 404, "not_found"],
    [() => call(getDatasetRecord, { dataset_id, record_id: b }), 404, "not_found"],
    [() => call(getDatasetRecordHistory, { dataset_id, record_id: b }), 404, "not_found"],
    [() => call(updateDataset, { dataset_id, name: "Mine" }), 403, "not_permitted"],
    [() => call(createDatasetGroup, { dataset_id, name: "Mine" }), 403, "not_permitted"],
    // A record without an owner would not be seen by its writer.
    [
      () => call(saveDatasetRecords, { dataset_id, atomic: true, records: [{ values: { code: "D" } }] }),
      403,
      "row_not_permitted",
    ],
    [
      () =>
        call(saveDatasetRecords, {
          dataset_id,
          atomic: true,
          key: "code",
          records: [{ values: { code: "B" } }],
        }),
      409,
      "unique_clash",
    ],
    [
      () =>
        call(importDatasetRecords, {
          dataset_id,
          name: "x.csv",
          content_type: "text/csv",
          content_base64: Buffer.from("code,pin_code\nA,1\n").toString("base64"),
          mapping: { pin_code: "pin_code" },
        }),
      422,
      "unreadable_file",
    ],
  ];
  for (const [one, status, code] of closed) {
    const refusal = await catchRefusal(one());
    assert.deepEqual([refusal.status, refusal.code], [status, code]);
  }
  const gone = await call(deleteDatasetRecords, { dataset_id, record_ids: [b] });
  assert.equal(gone.records[0]?.error_code, "UNKNOWN_RECORD");
  const written = await call(updateDatasetRecord, { dataset_id, record_id: a, values: { note: "knock" } });
  assert.deepEqual(written.record.values, { code: "A", owner: clerk.email, note: "knock" });
  const record_answer = await admin(getDatasetRecord, { dataset_id, record_id: a });
  assert.deepEqual([record_answer.record.values["pin_code"], record_answer.record.lat], [`${SECRET} 1`, 10]);

  // The rule follows a column that is renamed, and keeps it from going.
  await admin(updateDataset, { dataset_id, change_columns: [{ key: "owner", new_key: "tenant" }] });
  assert.equal((await read()).total, 2);
  const used = await catchRefusal(admin(updateDataset, { dataset_id, remove_columns: ["tenant"] }));
  assert.equal(used.code, "column_in_use");
  // A row that moves away is closed at once, with what it was before.
  await admin(updateDatasetRecord, { dataset_id, record_id: c, values: { tenant: SECRET } });
  assert.equal((await read()).total, 1);

  await admin(setDatasetPermissions, { dataset_id, visibility: "restricted", permissions: [] });
  assert.equal((await call(listDatasets, {})).total, 0);
  assert.equal((await catchRefusal(call(getDataset, { dataset_id }))).status, 404);
  await admin(setDatasetPermissions, {
    dataset_id,
    permissions: [{ ...rule, access: "read", hidden_columns: [], read_only_columns: [], row_rule: null }],
  });
  const reader = await catchRefusal(
    call(saveDatasetRecords, { dataset_id, records: [{ values: { code: "E" } }] }),
  );
  assert.deepEqual([reader.status, reader.code], [403, "read_only"]);
  assert.equal(
    (await catchRefusal(call(setDatasetPermissions, { dataset_id, permissions: [] }))).status,
    403,
  );
});
