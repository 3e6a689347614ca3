/** The refusals of riders' operations. Commands share those of the driver's app, whose proofs and sequence they use. */
import { DRIVER_REFUSALS } from "#domain/execution/driver-app/public.ts";
import type { Context } from "#operation/define/context.ts";

export const RIDER_REFUSALS = {
  ...DRIVER_REFUSALS,
  not_granted: "forbidden",
  wrong_step: "conflict",
  job_ended: "conflict",
  goods_must_return: "conflict",
} as const;

export type RiderContext = Context<keyof typeof RIDER_REFUSALS>;

/** What every operation of a rider declares. */
const RIDER_OPERATION = {
  feature: "instant_deliver",
  localised: true,
  refusals: RIDER_REFUSALS,
} as const;
export const RIDER_READ = {
  ...RIDER_OPERATION,
  effect: "read",
  access: { roles: ["driver"], scopes: ["routes:read"] },
} as const;
export const RIDER_WRITE = {
  ...RIDER_OPERATION,
  effect: "write",
  access: { roles: ["driver"], scopes: ["routes:write"] },
} as const;
