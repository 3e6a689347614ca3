/** Compares the `can_…` members of an order with what the operations do, in every state. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { revokeAssignments } from "#domain/fleet/assignments/operations/revoke-assignments.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { cancelOrder } from "../operations/cancel-order.ts";
import { getOrder } from "../operations/get-order.ts";
import { holdOrder } from "../operations/hold-order.ts";
import { releaseOrder } from "../operations/release-order.ts";
import { rerouteOrder } from "../operations/reroute-order.ts";
import { updateDeliveryInstruction } from "../operations/update-delivery-instruction.ts";
import { updateOrder } from "../operations/update-order.ts";
import { ORDER_STATUSES } from "../public.ts";
import type { CHANGEABLE_MEMBERS } from "./locked-members.ts";

const service = await testService();
const HELD = { reason: "unpaid", by: null, at: "2026-01-01T00:00:00Z" };
const ELSEWHERE = { line1: "Quadra 7", city: "Brasília", country: "BR", lat: -15.71, lng: -47.81 };

/** A change of every member that can be locked, and the field that an error about it names. */
const CHANGE_OF_ALL = {
  pickup: { line1: "Dock 9" },
  dropoff: {
    line1: "Setor 8",
    phone: "+55 61 1234",
    window: { start: "2100-01-02T10:00:00Z", end: "2100-01-02T11:00:00Z" },
  },
  scheduled_date: "2100-01-02",
  ref: "corrected",
  requirements: { skills: ["cold"] },
  cod_minor: 5,
  insured_value_minor: 5,
  delivery_instruction: "Ring twice.",
  note: "corrected",
};
const FIELDS: Record<Exclude<(typeof CHANGEABLE_MEMBERS)[number], "customer_id">, string> = {
  pickup: "pickup/line1",
  dropoff: "dropoff/line1",
  contact: "dropoff/phone",
  window: "dropoff/window",
  scheduled_date: "scheduled_date",
  ref: "ref",
  parcels: "parcels/0",
  requirements: "requirements/skills",
  cod_minor: "cod_minor",
  insured_value_minor: "insured_value_minor",
  delivery_instruction: "delivery_instruction",
  note: "note",
};

/** Conditions in addition to the status: custody of the goods, assignment and route of the order. */
const CIRCUMSTANCES = [
  {},
  { custody: "warehouse" },
  { route: "PLANNED" },
  { route: "RELEASED" },
  { tender_state: "held" },
  { delivery_kind: "label" },
  { nowhere: true },
  { assigned: true },
  { assigned: true, route: "RELEASED" },
] as const;
type Circumstances = {
  custody?: string;
  route?: string;
  tender_state?: string;
  delivery_kind?: string;
  nowhere?: boolean;
  assigned?: boolean;
};

/** Create an order in a state by writing its columns directly. */
async function orderIn(business: TestBusiness, broker_id: number, status: string, more: Circumstances) {
  const { id } = await business.order();
  if (more.assigned) await business.as("client_admin")(assignOrders, { order_ids: [id], broker_id });
  const route =
    more.route === undefined
      ? undefined
      : await service.system.row<{ id: number }>(
          `insert into route (business_id, number, date, status, start_place, created_at, stops_total)
           values ($1, 'R-' || $2::bigint, current_date, $3, '{"line1":"Hub","lat":-15.6,"lng":-47.8}', now(), 0) returning id`,
          [business.id, id, more.route],
        );
  await service.system.execute(
    `update delivery_order set status = $2, route_id = $3, tender_state = $4, delivery_kind = $5, hold = $6,
       lat = case when not $7 then lat end, lng = case when not $7 then lng end where id = $1`,
    [
      id,
      status,
      route?.id ?? null,
      more.tender_state ?? null,
      more.delivery_kind ?? "self",
      status === "HOLD" ? JSON.stringify(HELD) : null,
      more.nowhere ?? false,
    ],
  );
  await service.system.execute("update parcel set custody = $2 where order_id = $1", [
    id,
    more.custody ?? "sender",
  ]);
  return id;
}

test("can_… and locked members match what the operations allow", async () => {
  const business = await service.business();
  const [holder, other] = [await business.contractor(), await business.contractor()];
  const admin = business.as("client_admin");
  const dry = { dry_run: true };
  const succeeds = async (run: Promise<unknown>) => {
    try {
      await run;
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  for (const status of ORDER_STATUSES) {
    for (const circumstances of CIRCUMSTANCES) {
      const order_id = await orderIn(business, holder.person.account_id, status, circumstances);
      const { order } = await admin(getOrder, { order_id });
      const order_ids = [order_id];
      const { assigned } = circumstances as Circumstances;
      assert.equal(order.cannot_plan_reason === null, order.can_plan);
      assert.deepEqual(
        {
          can_cancel: order.can_cancel,
          can_hold: order.can_hold,
          can_release: order.can_release,
          can_reroute: order.can_reroute,
          can_plan: order.can_plan,
          can_instruct: order.can_instruct,
          can_assign: order.can_assign,
          can_unassign: order.can_unassign,
        },
        {
          can_cancel: await succeeds(admin(cancelOrder, { order_id }, dry)),
          can_hold: await succeeds(admin(holdOrder, { order_id, reason: "unpaid" }, dry)),
          can_release: await succeeds(admin(releaseOrder, { order_id }, dry)),
          can_reroute: await succeeds(admin(rerouteOrder, { order_id, address: ELSEWHERE }, dry)),
          can_plan: await succeeds((assigned ? holder.person.call : admin)(createRoute, { order_ids }, dry)),
          can_instruct: await succeeds(
            admin(updateDeliveryInstruction, { order_id, delivery_instruction: "Ring." }, dry),
          ),
          can_assign: (await admin(assignOrders, { order_ids, broker_id: other.person.account_id }, dry))
            .result,
          can_unassign: (await admin(revokeAssignments, { order_ids }, dry)).result,
        },
        `${status} ${JSON.stringify(circumstances)}`,
      );
      const parcels = order.parcels.map(({ id }) => ({ id, weight_g: 77 }));
      const errors = await admin(updateOrder, { order_id, ...CHANGE_OF_ALL, parcels }, dry).then(
        () => [],
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          return error.errors ?? [];
        },
      );
      assert.deepEqual(
        order.locked_members
          .filter(({ member }) => member !== "customer_id")
          .map(({ member, reason }) => `${FIELDS[member as keyof typeof FIELDS]} ${reason}`)
          .sort(),
        errors.map(({ field, code }) => `${field} ${code}`).sort(),
        `${status} ${JSON.stringify(circumstances)}`,
      );
    }
  }
});
