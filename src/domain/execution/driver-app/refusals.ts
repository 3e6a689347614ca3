/** The refusals of a driver's commands; one list, because `sync` declares them all. */
import type { Context } from "#operation/define/context.ts";
import type { Refusal } from "#operation/define/refusal.ts";

export const DRIVER_REFUSALS = {
  driver_suspended: "forbidden",
  not_your_route: "conflict",
  route_not_released: "conflict",
  route_closed: "conflict",
  stops_open: "conflict",
  stop_resolved: "conflict",
  unknown_task: "invalid",
  proof_missing: "invalid",
  proof_invalid: "invalid",
  wrong_pin: "invalid",
  pin_locked: "locked",
  cod_missing: "invalid",
  unknown_reason: "invalid",
  reason_not_applicable: "invalid",
  app_outdated: "outdated",
  sequence_reused: "conflict",
} as const;

export type DriverRefusal = keyof typeof DRIVER_REFUSALS;
export type DriverContext = Context<DriverRefusal>;

/** A refusal that commits records: a wrong PIN counts as a try although its command is refused. */
export function commitsRecords({ code }: Refusal): boolean {
  return code === "wrong_pin";
}
