/**
 * A dataset of the demo: how drivers get into buildings, in two groups. Made by the operations that people use.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { callAs } from "./call.ts";

const KINDS = ["Doorman", "Intercom", "Code", "Open"] as const;
const NOTES = [
  "Deliveries at the side entrance",
  "Lift to the garage only until 18:00",
  "Ring twice, the bell is quiet",
  "Parcels over 20 kg at the loading bay",
  "",
];
/** Blocks of the two wings of the city, and where they begin. */
const WINGS = [
  { name: "Asa Norte", code: "SQN", lat: -15.752, lng: -47.884, step: -0.0021 },
  { name: "Asa Sul", code: "SQS", lat: -15.808, lng: -47.894, step: 0.0019 },
] as const;
const ROWS = 20;

function buildRows({ code, lat, lng, step }: (typeof WINGS)[number]) {
  return Array.from({ length: ROWS }, (_, n) => {
    const block = `${code} ${102 + (n % 10) * 2} Bloco ${"ABCDEFGHIJ"[n % 10]}${n >= 10 ? " anexo" : ""}`;
    return {
      values: {
        building: block,
        access: KINDS[n % KINDS.length],
        doorman_until: n % 4 === 0 ? "22:00" : null,
        floors: 3 + (n % 4),
        lift: n % 3 !== 0,
        note: NOTES[n % NOTES.length],
        checked: `2026-${String(1 + (n % 9)).padStart(2, "0")}-${String(3 + n).padStart(2, "0")}`,
        position: {
          lat: Number((lat + (n % 10) * step).toFixed(5)),
          lng: Number((lng + (n >= 10 ? 0.004 : 0)).toFixed(5)),
        },
      },
    };
  });
}

export async function createDatasets(runtime: Runtime): Promise<void> {
  const demo_rows = await systemDb(runtime.pools.system).row<{ admin: number; is_made: boolean }>(
    `select (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       exists (select from dataset where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const call = await callAs(runtime, demo_rows.admin);
  const { dataset_id } = await call("datasetCreate", {
    name: "Building access",
    description: "How drivers get in, by building",
    group: WINGS[0].name,
    columns: [
      { key: "building", name: "Building", type: "text", required: true, unique: true, indexed: true },
      { key: "access", name: "Access", type: "select", options: [...KINDS], indexed: true },
      { key: "doorman_until", name: "Doorman until", type: "text" },
      { key: "floors", name: "Floors", type: "number" },
      { key: "lift", name: "Lift", type: "bool" },
      { key: "note", name: "Note", type: "text" },
      { key: "checked", name: "Checked", type: "date" },
      { key: "position", name: "Position", type: "geo" },
    ],
  });
  await call("datasetRecordsSave", { dataset_id, records: buildRows(WINGS[0]) });
  const { group_id } = await call("datasetGroupCreate", { dataset_id, name: WINGS[1].name });
  await call("datasetRecordsSave", { dataset_id, group_id, records: buildRows(WINGS[1]) });
}
