/**
 * Correct an order: its places, day, customer, parcels, requirements and texts.
 *
 * Only what differs from the order is a change; each member has its own rule (`lifecycle/locked-members.ts`), and one that
 * is locked refuses the whole request. The price never changes with it.
 *
 * Source: our choice; docs/contract/rest.md is silent about corrections.
 */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { CalendarDate, Count, Minor, Nullable, OrderId, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildCommandAnswer, CommandAnswer } from "../answer.ts";
import { getWorkingDay, hashPin } from "../intake/insert.ts";
import { InstantDoubts, tellInstantDoubts } from "../intake/instant-doubts.ts";
import { locatePlaces } from "../intake/locate.ts";
import { changeOrders } from "../lifecycle/change.ts";
import { decideUpdate, type LocatedPlaces } from "../lifecycle/decide-update.ts";
import { findLock, LOCK_MESSAGES } from "../lifecycle/locked-members.ts";
import { mergePlace } from "../lifecycle/merge-order.ts";
import { resetPinTries } from "../lifecycle/pin-tries.ts";
import { isLocated } from "../lifecycle/rules.ts";
import { getNextStatus } from "../lifecycle/status.ts";
import { messages } from "../messages.ts";
import { findOrder, getLockedOrder, isOnReleasedRoute, type OrderRow } from "../records/order.ts";
import { loadParcels } from "../records/parcel.ts";
import { PlaceChange, POD_KINDS } from "../shapes.ts";
import { orderDetailsChanged, ordersLeaveRoutes } from "../topics.ts";

const Millimetres = Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 20_000 })));

export const updateOrder = defineOperation({
  name: "clientOrderUpdate",
  summary: "Correct an order",
  description:
    "Members that are absent stay as they are. What the state of the order locks is listed in locked_members of the order " +
    "and refused with LOCKED_MEMBERS; nothing changes then. Another address without lat and lng is located again. An order " +
    "that gets another day, or an address without a position, leaves its unreleased route; otherwise its route follows. " +
    "The price stays as it is.",
  access: { scopes: ["orders:write"] },
  rest: { method: "PATCH", path: "/api/v1/client/orders/{order_id}" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    pickup: Type.Optional(PlaceChange),
    dropoff: Type.Optional(PlaceChange),
    scheduled_date: Type.Optional(CalendarDate),
    customer_id: Type.Optional(Nullable(Ref("customer"))),
    ref: Type.Optional(
      Nullable(
        Type.String({ minLength: 1, maxLength: 100, description: "Your own reference.", "x-tool": "" }),
      ),
    ),
    parcels: Type.Optional(
      Type.Array(
        Type.Object({
          id: Ref("parcel"),
          weight_g: Type.Optional(Count),
          length_mm: Millimetres,
          width_mm: Millimetres,
          height_mm: Millimetres,
          contents: Type.Optional(Type.String({ maxLength: 255 })),
        }),
        { minItems: 1, maxItems: 50, description: "Parcels that are not named stay as they are." },
      ),
    ),
    requirements: Type.Optional(
      Type.Object({
        skills: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20 })),
        vehicle_type: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
        pod: Type.Optional(
          Type.Array(StringEnum(POD_KINDS), { maxItems: 5, description: "Proofs required at hand-over." }),
        ),
        pin: Type.Optional(
          Nullable(
            Type.String({
              pattern: "^[0-9]{4,8}$",
              description: "The recipient's PIN; null for none.",
              "x-secret": true,
            }),
          ),
        ),
      }),
    ),
    cod_minor: Type.Optional(Minor),
    insured_value_minor: Type.Optional(Minor),
    delivery_instruction: Type.Optional(Type.String({ maxLength: 500 })),
    note: Type.Optional(Type.String({ maxLength: 1000, description: "Internal: never shown to customers." })),
  }),
  output: Type.Object({ ...CommandAnswer.properties, doubts: InstantDoubts }),
  refusals: { locked_members: "conflict", unknown_customer: "invalid" },

  prepare: async (context, { order_id, pickup, dropoff, customer_id }): Promise<LocatedPlaces> => {
    if (pickup === undefined && dropoff === undefined) return {};
    const order = await findOrder(context.db, context.business_id, order_id);
    if (order === undefined) return {};
    return locatePlaces(context, {
      customer_id: customer_id === undefined ? order.customer_id : customer_id,
      ...(pickup === undefined ? {} : { pickup: mergePlace(order.pickup, pickup) }),
      ...(dropoff === undefined ? {} : { dropoff: mergePlace(order.dropoff, dropoff) }),
    });
  },

  async run(context, { order_id, ...update }, located) {
    const { db, business_id, business, refuse, expectVersion } = context;
    const [order, parcels] = await Promise.all([
      getLockedOrder(db, business_id, order_id),
      loadParcels(db, business_id, [order_id]),
    ]);
    expectVersion(order.version);
    // A route is released with the rows of its orders locked: the row of this one is, so what is read here holds.
    const on_released_route = await isOnReleasedRoute(context, order);

    const pin = update.requirements?.pin;
    const { set, differences, faults, ...decided } = decideUpdate(order, parcels, update, {
      located,
      pin_hash: pin ? hashPin(pin) : null,
      day: getWorkingDay(context),
    });
    if (differences.length === 0 && faults.length === 0) return buildCommandAnswer(context, order);
    const locked = differences.flatMap(({ member, field }) => {
      const reason = findLock(member, order, { parcels, on_released_route });
      return reason === null ? [] : [{ member, field, code: reason, message: LOCK_MESSAGES[reason] }];
    });
    if (locked.length > 0)
      throw refuse("locked_members", {
        message: messages.locked_members,
        values: { members: [...new Set(locked.map(({ member }) => member))].join(", ") },
        errors: locked.map(({ field, code, message }) => ({ field, code, message })),
      });
    const after: OrderRow = { ...order, ...set };
    const customer = await findCustomer(context, after);
    if (after.customer_id !== null && customer === undefined)
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: fields.no_customer }],
      });
    const proofs = [
      ...business.settings.required_proofs,
      ...(customer?.required_proofs ?? []),
      ...(after.requirements.pod ?? []),
    ];
    const may_lack_pin = set.requirements === undefined && set.customer_id === undefined;
    if (!may_lack_pin && proofs.includes("pin") && after.requirements.pin_hash === undefined)
      faults.push({ field: "requirements/pin", message: messages.required_for_pin });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: messages.order_not_valid, errors: faults });

    const place = after.type === "P" ? (after.pickup ?? after.dropoff) : (after.dropoff ?? after.pickup);
    const has_place = isLocated({ ...after, lat: place?.lat ?? null, lng: place?.lng ?? null });
    const leaves = order.route_id !== null && (set.scheduled_date !== undefined || !has_place);
    const trigger = leaves && getNextStatus(order.status, "unplan") !== null ? "unplan" : undefined;
    const status =
      trigger === undefined ? order.status : (getNextStatus(order.status, trigger) ?? order.status);
    if (leaves)
      await context.publish(ordersLeaveRoutes, {
        order_ids: [order.id],
        reason: set.scheduled_date === undefined ? "not_located" : "rescheduled",
      });
    if (pin !== undefined) await resetPinTries(context, order.id);
    const [changed = order] = await changeOrders(context, [
      {
        order,
        set: { ...set, status, ...(leaves ? { route_id: null } : {}) },
        ...(decided.parcels === undefined ? {} : { parcels: decided.parcels }),
        corrects: true,
        kind: "order.details_changed",
        ...(trigger === undefined ? {} : { trigger }),
        payload: { changed: [...new Set(differences.map(({ member }) => member))] },
        // Removal from a route is no milestone: tracking records a note and keeps its phase.
        tracking: status === order.status ? null : { code: "otep:core:note" },
      },
    ]);
    if (changed.route_id !== null) await context.publish(orderDetailsChanged, { orders: [changed] });
    const moved = set.pickup !== undefined || set.dropoff !== undefined;
    return {
      ...(await buildCommandAnswer(context, changed)),
      ...(moved ? await tellInstantDoubts(context, changed) : {}),
    };
  },
});

async function findCustomer({ db, business_id }: Context<never>, { customer_id }: OrderRow) {
  return customer_id === null
    ? undefined
    : db.row<{ required_proofs: string[] }>(
        "select required_proofs from customer where business_id = $1 and id = $2",
        [business_id, customer_id],
      );
}
