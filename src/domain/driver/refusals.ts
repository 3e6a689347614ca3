/** What a driver's command may be refused for; one list, because `sync` carries them all. */
import type { Context } from "#operation/context.ts";

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
  cod_missing: "invalid",
  unknown_reason: "invalid",
  reason_not_applicable: "invalid",
  app_outdated: "outdated",
  sequence_reused: "conflict",
} as const;

export type DriverRefusal = keyof typeof DRIVER_REFUSALS;
export type DriverContext = Context<DriverRefusal>;
