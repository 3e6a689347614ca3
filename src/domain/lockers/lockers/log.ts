/** What people do at compartments, in the log of the device. */
import { type NewOperation, recordOperation } from "#domain/lockers/devices/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Target } from "./state.ts";

const ACTOR_TYPES = {
  client_admin: "operator",
  employee: "operator",
  platform_admin: "operator",
  driver: "courier",
  broker_employee: "courier",
  customer: "customer",
} as const satisfies Record<string, NewOperation["actor_type"]>;

type Action =
  | "reserved"
  | "released"
  | "opened_remotely"
  | "operator_code_issued"
  | "checked"
  | "taken_out_of_service"
  | "returned_to_service";

/** The locker is locked. `reservation_id` is that of the reservation which the compartment is granted to. */
export async function record(
  context: Pick<Context, "db" | "business_id" | "now" | "actor">,
  { device, compartment, reservation }: Target,
  action: Action,
  details: Record<string, unknown>,
  more: Pick<NewOperation, "file_id" | "command_id" | "reservation_id"> = {},
): Promise<void> {
  const { role, account_id, kind } = context.actor;
  await recordOperation(context, device.id, {
    action,
    actor_type: role !== null ? ACTOR_TYPES[role] : kind === "link" ? "customer" : "service",
    account_id,
    result: "ok",
    compartment_id: compartment.id,
    reservation_id: reservation?.id ?? null,
    details,
    ...more,
  });
}
