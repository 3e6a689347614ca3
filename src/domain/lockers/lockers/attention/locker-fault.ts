/** A locker is offline, a door is stuck or was left open, or a compartment waits for a check. Each ends with its cause. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { defineAttention, toAffectedRecord, toRecordId } from "#operation/define/attention.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { titles } from "../attention-titles.ts";
import type { CompartmentRow } from "../records/compartment.ts";
import { listProblems } from "../rules.ts";

const FAULTS = new Set(["offline", "door_stuck", "door_left_open", "verify"]);

const listDevices = ({ payload }: LoggedEvent) => [Number(payload["device_id"])];
const findAffectedDevice = ({ payload }: LoggedEvent) => ({ subject_id: Number(payload["device_id"]) });

export const lockerFault = defineAttention({
  kind: "locker_fault",
  severity: "critical",
  record_kind: "locker_device",
  title: titles.locker_fault,
  opens_after: {
    "locker.compartment_changed": listDevices,
    "locker.exception": listDevices,
    "device.offline": toRecordId,
  },
  clears_after: {
    "locker.compartment_changed": findAffectedDevice,
    "device.online": toAffectedRecord,
    "device.retired": toAffectedRecord,
  },
  searches_whole_business: true,
  every_minute: true,
  actions: [{ operation: "lockerCompartments", input: ({ subject_id }) => ({ locker_id: subject_id }) }],
  async find({ db, business_id, now }, ids) {
    const [devices, compartments] = await Promise.all([
      db.rows<DeviceRow>(
        "select * from locker_device where business_id = $1 and status <> 'RETIRED' and ($2::bigint[] is null or id = any($2))",
        [business_id, ids],
      ),
      db.rows<CompartmentRow>(
        `select * from locker_compartment where business_id = $1 and ($2::bigint[] is null or device_id = any($2))
           and (status = 'VERIFY' or fault_code = 'door_stuck' or close_by <= $3) order by id`,
        [business_id, ids, now],
      ),
    ]);
    const by_device = Map.groupBy(compartments, ({ device_id }) => device_id);
    return devices.flatMap((device) =>
      listProblems(device, by_device.get(device.id) ?? [], now.getTime())
        .filter(({ kind }) => FAULTS.has(kind))
        .map(({ kind, compartment_id, compartment_code, since }) => ({
          subject_id: device.id,
          key: `${kind} ${compartment_id ?? ""}`,
          at: since ?? now,
          facts: { fault: kind, locker: device.name, compartment_id, compartment_code, since },
        })),
    );
  },
});
