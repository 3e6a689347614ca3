/**
 * The latest inspection of a vehicle found an unsafe defect. It ends with an inspection that passes, or when the vehicle is
 * taken out of service. An inspection that names no vehicle is an item of its driver.
 */
import {
  type Cause,
  type CauseSearch,
  defineAttention,
  toAffectedRecord,
  toRecordId,
} from "#operation/define/attention.ts";
import { titles } from "../attention-titles.ts";

const title = titles.vehicle_unsafe;

const unnamed_title = titles.unnamed_vehicle_unsafe;

export const vehicleUnsafe = defineAttention({
  kind: "vehicle_unsafe",
  severity: "critical",
  record_kind: "vehicle",
  title,
  opens_after: {
    "driver.vehicle_inspected": ({ payload }) =>
      payload["vehicle_id"] === null ? [] : [Number(payload["vehicle_id"])],
    "vehicle.changed": toRecordId,
  },
  clears_after: {
    "vehicle.changed": toAffectedRecord,
  },
  actions: [
    {
      operation: "clientVehicleUpdate",
      input: ({ subject_id }) => ({ vehicle_id: subject_id, status: "maintenance" }),
    },
    {
      operation: "driverinfoInspectionAdd",
      input: ({ subject_id, facts }) => ({ driver_id: facts["driver_id"], vehicle_id: subject_id }),
    },
  ],
  find: (search, ids) =>
    findFailed(
      search,
      `select v.id as subject_id, i.* from vehicle v
       cross join lateral (select id as inspection_id, driver_id, passed, inspected_at, created_at, defects from driver_inspection
         where business_id = $1 and vehicle_id = v.id order by inspected_at desc, id desc limit 1) i
       where v.business_id = $1 and v.id = any($2::bigint[]) and v.status = 'active' and not i.passed`,
      ids,
    ),
});

export const unnamedVehicleUnsafe = defineAttention({
  kind: "unnamed_vehicle_unsafe",
  severity: "critical",
  record_kind: "driver",
  title: unnamed_title,
  opens_after: {
    "driver.vehicle_inspected": ({ payload }) =>
      payload["vehicle_id"] === null ? [Number(payload["driver_id"])] : [],
  },
  clears_after: {
    "driver.vehicle_inspected": ({ payload }) => ({ subject_id: Number(payload["driver_id"]) }),
  },
  actions: [
    {
      operation: "driverinfoInspectionAdd",
      input: ({ subject_id }) => ({ driver_id: subject_id }),
    },
  ],
  find: (search, ids) =>
    findFailed(
      search,
      `select d.id as subject_id, i.* from driver d
       cross join lateral (select id as inspection_id, driver_id, vehicle_id, passed, inspected_at, created_at, defects
         from driver_inspection where business_id = $1 and driver_id = d.id order by inspected_at desc, id desc limit 1) i
       where d.business_id = $1 and d.id = any($2::bigint[]) and i.vehicle_id is null and not i.passed`,
      ids,
    ),
});

async function findFailed(
  { db, business_id }: CauseSearch,
  text: string,
  ids: readonly number[] | null,
): Promise<Cause[]> {
  const rows = await db.rows<{
    subject_id: number;
    inspection_id: number;
    driver_id: number;
    created_at: string;
    defects: { code?: string; severity: string }[];
  }>(text, [business_id, ids ?? []]);
  return rows.map(({ subject_id, inspection_id, driver_id, created_at, defects }) => ({
    subject_id,
    key: `inspection ${inspection_id}`,
    at: created_at,
    facts: {
      inspection_id,
      driver_id,
      unsafe_defects: defects.filter(({ severity }) => severity === "unsafe").length,
    },
  }));
}
