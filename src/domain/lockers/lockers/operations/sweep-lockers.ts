/**
 * End the holds and the times to collect that have passed, now and not when their turn comes: after an outage, or before a
 * courier is sent to a locker. What ended already is left alone.
 */
import Type from "typebox";
import { findDevice } from "#domain/lockers/devices/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Count } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { endCollectionInTime, endHoldInTime } from "../expiry.ts";
import { messages } from "../messages.ts";

const PAGE = 200;

export const sweepLockers = defineOperation({
  name: "lockerExpireSweep",
  summary: "End holds and times to collect that have passed",
  access: { scopes: ["lockers:write"] },
  rest: { method: "POST", path: "/api/v1/lockers/expire-sweep" },
  localised: true,
  input: Type.Object({ locker_id: Type.Optional(Ref("locker_device")) }),
  output: Type.Object({
    result: Type.Boolean(),
    holds_ended: Count,
    overdue: { ...Count, description: "Compartments with something that was not collected in time." },
    has_more: Type.Boolean({ description: `More than ${PAGE} had passed: call again.` }),
  }),

  async run(context, { locker_id }) {
    const { db, business_id, now } = context;
    if (locker_id !== undefined && (await findDevice(context, locker_id)) === undefined)
      throw context.refuse("not_found", { message: messages.no_locker });
    // By locker, because each is locked: two sweeps at once wait for each other in one order.
    const rows = await db.rows<{ id: number; status: string }>(
      `select r.id, r.status from locker_reservation r
         join locker_compartment c on c.business_id = r.business_id and c.id = r.compartment_id
        where r.business_id = $1 and ($2::bigint is null or r.device_id = $2)
          and ((r.status = 'HELD' and r.expires_at <= $3 and c.status = 'RESERVED')
            or (r.status = 'IN_USE' and r.collect_until <= $3 and c.status = 'OCCUPIED'))
        order by r.device_id, r.id limit ${PAGE + 1}`,
      [business_id, locker_id ?? null, now],
    );
    let [holds_ended, overdue] = [0, 0];
    for (const { id, status } of rows.slice(0, PAGE)) {
      if (status === "HELD") holds_ended += Number(await endHoldInTime(context, id));
      else overdue += Number(await endCollectionInTime(context, id));
    }
    return { result: true, holds_ended, overdue, has_more: rows.length > PAGE };
  },
});
