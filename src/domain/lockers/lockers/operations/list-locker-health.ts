/**
 * Lockers as their operators see them, with what is wrong now, as observed: devices that are silent, doors, compartments that
 * wait for somebody.
 */
import Type from "typebox";
import { DEVICE_KINDS, DEVICE_STATUSES, type DeviceRow } from "#domain/lockers/devices/public.ts";
import { defineList, filter, parameter } from "#operation/define/list.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findPlace } from "../present.ts";
import type { CompartmentRow } from "../records/compartment.ts";
import { countFreeSizes, listProblems, PROBLEMS } from "../rules.ts";
import { FreeBySize } from "../shapes.ts";

const Problem = Type.Object(
  {
    kind: StringEnum(PROBLEMS),
    compartment_id: Nullable(Ref("locker_compartment")),
    compartment_code: Nullable(Type.String()),
    since: Nullable(Timestamp),
  },
  { $id: "LockerProblem" },
);

export const listLockerHealth = defineList({
  name: "lockerHealth",
  summary: "List what is wrong with lockers",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/lockers/health" },
  filters: {
    locker_id: filter(Ref("locker_device")),
    status: parameter(
      StringEnum(DEVICE_STATUSES, { description: "Without it all but those that are retired." }),
    ),
    text: parameter(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "In the name, the serial number or the place.",
      }),
    ),
    only_problems: parameter(Type.Boolean({ description: "Only lockers with one." })),
  },
  rows: {
    lockers: Type.Array(
      Type.Object(
        {
          locker_id: Ref("locker_device"),
          kind: StringEnum(DEVICE_KINDS),
          serial: Type.String(),
          name: Type.String(),
          place: Nullable(Place),
          status: StringEnum(DEVICE_STATUSES),
          status_since: Timestamp,
          is_provisioned: Type.Boolean(),
          firmware: Type.String(),
          last_seen_at: Nullable(Timestamp),
          queued_operations: Type.Integer(),
          clock_offset_ms: Nullable(Type.Integer()),
          battery_percent: Nullable(Type.Integer()),
          compartments: Type.Integer(),
          free: FreeBySize,
          problems: Type.Array(Problem),
        },
        { $id: "LockerHealth" },
      ),
    ),
  },

  async readAll({ db, business_id, now }, { locker_id, status, text, only_problems }) {
    const [devices, compartments] = await Promise.all([
      db.rows<DeviceRow>(
        `select * from locker_device where business_id = $1 and ($2::bigint is null or id = $2)
            and case when $3::text is null then status <> 'RETIRED' else status = $3 end
            and ($4::text is null or position(lower($4) in lower(concat_ws(' ', name, serial, place->>'line1', place->>'city'))) > 0)
          order by name, id`,
        [business_id, locker_id ?? null, status ?? null, text?.trim() ?? null],
      ),
      db.rows<CompartmentRow>(
        `select * from locker_compartment where business_id = $1 and ($2::bigint is null or device_id = $2)
          order by wall_column, wall_row`,
        [business_id, locker_id ?? null],
      ),
    ]);
    const by_device = Map.groupBy(compartments, ({ device_id }) => device_id);
    return devices
      .map((device) => {
        const of_device = by_device.get(device.id) ?? [];
        return {
          ...device,
          locker_id: device.id,
          place: findPlace(device),
          is_provisioned: device.public_key !== null,
          compartments: of_device.length,
          free:
            device.status === "ONLINE" || device.status === "OFFLINE"
              ? countFreeSizes(device, of_device)
              : [],
          problems: listProblems(device, of_device, now.getTime()),
        };
      })
      .filter(({ problems }) => only_problems !== true || problems.length > 0);
  },
});
