/** The log of what happened at devices, newest first: told by them, and done by people and the service. */
import Type from "typebox";
import { defineList, indexed } from "#operation/define/list.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ACTOR_TYPES } from "../records/operation.ts";
import { buildOperation, DeviceOperation, type ListedOperation } from "../shapes.ts";
import { compartmentsRequested } from "../topics.ts";

export const listDeviceOperations = defineList({
  name: "deviceOperations",
  summary: "List operations of devices",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/device-operations" },
  filters: {
    device_id: indexed(Ref("locker_device"), "o.device_id = $device_id"),
    compartment_id: indexed(Ref("locker_compartment"), "o.compartment_id = $compartment_id"),
    actor_type: indexed(StringEnum(ACTOR_TYPES), "o.actor_type = $actor_type"),
    action: indexed(
      Type.String({ minLength: 1, maxLength: 40, description: "Such as `door_opened`." }),
      "o.action = $action",
    ),
    from: indexed(
      { ...Timestamp, description: "Only what happened at this moment or later." },
      "o.occurred_at >= $from::timestamptz",
    ),
    to: indexed(
      { ...Timestamp, description: "Only what happened before this moment." },
      "o.occurred_at < $to::timestamptz",
    ),
  },
  rows: { operations: Type.Array(DeviceOperation) },
  from: "locker_operation o",
  select: `select o.*, d.name as device_name, p.name as account_name
    from locker_operation o join locker_device d on d.business_id = o.business_id and d.id = o.device_id
      left join account p on p.business_id = o.business_id and p.id = o.account_id`,
  order: [
    { sql: "o.occurred_at", member: "occurred_at", type: "timestamptz", descending: true },
    { sql: "o.id", member: "id", type: "bigint", descending: true },
  ],
  sorted_within: "o.business_id",
  count_max: 1_000,
  async buildAll(rows: readonly ListedOperation[], { publish }) {
    // Devices name compartments by their codes; people and the service by their ids.
    const unnamed = rows.filter(({ sent, compartment_id }) => sent === null && compartment_id !== null);
    const device_ids = [...new Set(unnamed.map(({ device_id }) => device_id))];
    const compartments = device_ids.length === 0 ? [] : await publish(compartmentsRequested, { device_ids });
    const codes = new Map(compartments.flat().map(({ id, code }) => [id, code]));
    return rows.map((row) => buildOperation(row, codes));
  },
});
