/**
 * Positions that a rider's phone collected, in one batch, as of the driver's app. A rider who is offline and has no job sends none:
 * nobody needs to know where the rider is then.
 */
import Type from "typebox";
import { getOwnDriver, PositionList, recordPositions } from "#domain/execution/driver-app/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { RIDER_WRITE } from "../refusals.ts";
import { ACTIVE_STATES } from "../rules.ts";

export const sendRiderPositions = defineOperation({
  name: "instantRiderPositions",
  summary: "Send positions as a rider",
  ...RIDER_WRITE,
  rest: { method: "POST", path: "/api/v1/instant-rider/positions" },
  input: Type.Object({
    device_id: NoRef("a phone's own word", Type.String({ minLength: 1, maxLength: 100 })),
    sent_at: Type.Optional({ ...Timestamp, description: "The phone's time of sending." }),
    positions: PositionList,
  }),
  output: Type.Object({
    result: Type.Boolean(),
    accepted: Type.Integer(),
    duplicates: Type.Integer(),
    clock_skewed: Type.Boolean(),
    last_position_at: Nullable(Timestamp),
    recorded: Type.Boolean({ description: "False for a rider who is offline and has no job." }),
  }),

  async run(context, { device_id, sent_at, positions }) {
    const { db, business_id } = context;
    const driver = await getOwnDriver(context, { lock: true });
    const follower = await db.row(
      `select 1 from driver d where d.business_id = $1 and d.id = $2 and (
         exists (select from instant_rider r where r.business_id = $1 and r.driver_id = $2 and r.is_online)
         or exists (select from instant_job j where j.business_id = $1 and j.driver_id = $2 and j.state = any($3::text[])))`,
      [business_id, driver.id, ACTIVE_STATES],
    );
    const recorded = follower !== undefined;
    const batch = { device_id, sent_at, positions: recorded ? positions : [] };
    return { result: true, ...(await recordPositions(context, driver, batch)), recorded };
  },
});
