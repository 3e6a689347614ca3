/**
 * Reserve a compartment of a locker, by its size or by what has to fit into it. Of those that are free the smallest is
 * granted. Where none is free the refusal names the sizes that are, and the request counts as demand.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { answerReservation } from "../present.ts";
import { getVisibleReservation } from "../records/reservation.ts";
import { GRANT_REFUSALS, grantCompartment } from "../reserve.ts";
import { PURPOSES, SIZES } from "../rules.ts";
import { Millimetres, Reservation } from "../shapes.ts";
import { lockLocker } from "../state.ts";

const HOLD_MIN = 15;
/** For those who do not run the business. */
const OWN_HOLD_MAX_MIN = 60;
const OWN_HOLDS_MAX = 5;

export const reserveCompartment = defineOperation({
  name: "lockerReserve",
  summary: "Reserve a compartment",
  description:
    "Give `size`, or all three measures. The hold ends after `hold_min` minutes unless something is put in before.",
  access: { roles: TENANT_ROLES, scopes: ["lockers:use"] },
  rest: { method: "POST", path: "/api/v1/lockers/{locker_id}/reservations", status: 201 },
  localised: true,
  input: Type.Object({
    locker_id: Ref("locker_device"),
    purpose: StringEnum(PURPOSES),
    size: Type.Optional(StringEnum(SIZES)),
    width_mm: Type.Optional(Millimetres),
    height_mm: Type.Optional(Millimetres),
    depth_mm: Type.Optional(Millimetres),
    hold_min: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_080, description: "Minutes, 15 by default." }),
    ),
    collect_until: Type.Optional({ ...Timestamp, description: "What is in it is overdue from then on." }),
    customer_id: Type.Optional(Ref("customer")),
    ref: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "The caller's own reference." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    reservation_id: Ref("locker_reservation"),
    reservation: Reservation,
  }),
  refusals: {
    size_or_measures: "invalid",
    hold_too_long: "invalid",
    end_in_the_past: "invalid",
    too_many_holds: "conflict",
    ...GRANT_REFUSALS,
  },

  async run(context, input) {
    const { db, business_id, actor, now, refuse } = context;
    const {
      locker_id,
      purpose,
      size,
      width_mm,
      height_mm,
      depth_mm,
      hold_min = HOLD_MIN,
      ref = null,
    } = input;
    const runs_business = actor.role === "client_admin" || actor.role === "employee";
    const customer_id = input.customer_id ?? actor.customer_id;
    // Only the business reserves for somebody else.
    if (customer_id !== null && customer_id !== actor.customer_id) {
      const customer = runs_business
        ? await db.row("select id from customer where business_id = $1 and id = $2", [
            business_id,
            customer_id,
          ])
        : undefined;
      if (customer === undefined) throw refuse("not_found", { message: messages.unknown_customer });
    }
    const measures =
      width_mm === undefined || height_mm === undefined || depth_mm === undefined
        ? undefined
        : { width_mm, height_mm, depth_mm };
    const need = size === undefined ? measures : measures === undefined ? { size } : undefined;
    if (need === undefined) throw refuse("size_or_measures", { message: messages.size_or_measures });
    if (!runs_business && hold_min > OWN_HOLD_MAX_MIN)
      throw refuse("hold_too_long", {
        message: messages.hold_too_long,
        values: { minutes: OWN_HOLD_MAX_MIN },
      });
    const collect_until = input.collect_until === undefined ? null : new Date(input.collect_until);
    if (collect_until !== null && collect_until <= now)
      throw refuse("end_in_the_past", { message: messages.end_in_the_past });
    const device = await lockLocker(context, locker_id);
    if (actor.role === "customer") {
      const { held = 0 } =
        (await db.row<{ held: number }>(
          `select count(*)::int as held from locker_reservation where business_id = $1 and customer_id = $2 and status = 'HELD'`,
          [business_id, customer_id],
        )) ?? {};
      if (held >= OWN_HOLDS_MAX)
        throw refuse("too_many_holds", {
          message: messages.too_many_holds,
          values: { count: OWN_HOLDS_MAX },
        });
    }
    const expires_at = new Date(now.getTime() + hold_min * 60_000);
    const granted = await grantCompartment(context, device, {
      need,
      purpose,
      expires_at,
      collect_until,
      ref,
      customer_id,
    });
    if (granted instanceof Refusal) return granted;
    return answerReservation(await getVisibleReservation(context, granted.reservation.id));
  },
});
