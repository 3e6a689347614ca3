/** What the events of all service orders say. */
import Type from "typebox";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";

const tracked = {
  tracking_number: Type.String(),
  customer_id: Ref("customer"),
  tracking_event_id: Type.Optional(Type.String()),
  tracking_code: Type.Optional(Type.String({ description: "Status code that tracking shows." })),
};

export const createdMembers = {
  ...tracked,
  service_code: Type.String(),
  service_version: Type.Integer(),
};

export function buildChangedMembers<const Statuses extends readonly string[]>(statuses: Statuses) {
  const Status = StringEnum(statuses);
  return {
    ...tracked,
    trigger: Type.String({ description: "The decision." }),
    status_before: Status,
    status: Status,
  };
}

type Payload = Readonly<Record<string, unknown>>;

/** Public types of the events `created` and `changed`. */
export const tracking_updated = {
  type: "tracking.updated",
  when: "tracking shows an event of it",
  applies: ({ tracking_event_id }: Payload) => tracking_event_id !== undefined,
};

export const buildStatusChanged = (type: string) => ({
  type,
  when: "the status changed",
  applies: ({ status_before, status }: Payload) => status !== status_before,
});

export const buildMeasured = (type: string) => ({
  type,
  when: "packages were measured",
  applies: ({ trigger }: Payload) => trigger === "measure",
});
