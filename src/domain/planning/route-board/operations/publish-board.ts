/** Offer planned routes to the drivers of a fleet, each decided on its own. The board of the day is made or changed with it. */
import Type from "typebox";
import { OWNER_ROLES, pushToDrivers } from "#domain/fleet/fleets/public.ts";
import { changeRoutePosting, lockRoutes, type RouteRow } from "#domain/planning/routes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count, Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getOwnedFleet } from "../dispatch-board.ts";
import { messages } from "../messages.ts";
import { findArea } from "../offers.ts";
import { lockBoard, saveBoard } from "../records/route-board.ts";
import { openOffer } from "../records/route-offer.ts";

const WITHDRAW_UNTIL_MIN = 120;

export const publishBoard = defineOperation({
  name: "clientRouteBoardPublish",
  summary: "Offer routes on the board of a fleet",
  description:
    "Members of the board that are absent stay, or have their defaults on a new board: it opens now, closes when each route starts, and a route may be given back until two hours before.",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write", "routes:write"] },
  rest: { method: "POST", path: "/api/v1/client/route-board/{fleet_id}/publish" },
  localised: true,
  input: Type.Object({
    fleet_id: Ref("fleet"),
    date: CalendarDate,
    route_ids: Type.Array(Ref("route"), { minItems: 1, maxItems: 200, uniqueItems: true }),
    opens_at: Type.Optional(Timestamp),
    closes_at: Type.Optional(Nullable(Timestamp)),
    withdraw_until_min: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080 })),
    visibility: Type.Optional(StringEnum(["all", "eligible"])),
    pay_minor: Type.Optional(
      Nullable(Type.Integer({ ...Minor, description: "What each of these routes pays; null: not said." })),
    ),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one route was offered." }),
    ...bulkMembers,
    open_offers: Count,
    routes: Type.Array(
      Type.Object({
        route_id: Ref("route"),
        result: Type.Boolean(),
        error_code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  }),
  refusals: { fleet_closed: "conflict", invalid_times: "invalid", invalid_transition: "conflict" },

  async run(context, input) {
    const { db, business_id, actor, now, refuse, say, emit } = context;
    const { fleet_id, date, route_ids, pay_minor = null, note = "" } = input;
    const { routes } = await lockRoutes(db, business_id, route_ids);
    const fleet = await getOwnedFleet(context, fleet_id, true);
    if (fleet.status !== "active") throw refuse("fleet_closed", { message: messages.fleet_closed });
    const before = await lockBoard(context, fleet_id, date);
    const opens_at = new Date(input.opens_at ?? before?.opens_at ?? now).toISOString();
    const closing = input.closes_at === undefined ? (before?.closes_at ?? null) : input.closes_at;
    const closes_at = closing === null ? null : new Date(closing).toISOString();
    if (closes_at !== null && closes_at <= opens_at)
      throw refuse("invalid_times", {
        message: messages.invalid_times,
        errors: [{ field: "closes_at", message: messages.invalid_times }],
      });
    const board = await saveBoard(context, {
      fleet_id,
      date,
      opens_at,
      closes_at,
      withdraw_until_min: input.withdraw_until_min ?? before?.withdraw_until_min ?? WITHDRAW_UNTIL_MIN,
      visibility: input.visibility ?? before?.visibility ?? "all",
    });
    const isOfferable = (route: RouteRow) =>
      route.status === "PLANNED" &&
      route.driver_id === null &&
      route.date === date &&
      route.stops_total > 0 &&
      route.contractor_id === fleet.contractor_id &&
      route.planned_start_at !== null &&
      route.planned_end_at !== null;
    const items = [];
    for (const route_id of route_ids) {
      const route_with_stops = routes.get(route_id);
      const is_visible =
        route_with_stops !== undefined &&
        (actor.role !== "broker_employee" || route_with_stops.route.contractor_id === actor.contractor_id);
      if (!is_visible || !isOfferable(route_with_stops.route)) {
        const message = say(is_visible ? messages.not_offerable : messages.unknown_offer);
        items.push({
          route_id,
          result: false,
          error_code: is_visible ? "NOT_OFFERABLE" : "NOT_FOUND",
          message,
        });
        continue;
      }
      await changeRoutePosting(context, route_with_stops.route, "post");
      await openOffer(context, {
        route_id,
        board_id: board.id,
        area: findArea(route_with_stops),
        pay_minor,
        note: note.trim(),
      });
      emit({
        subject: { type: "route_offer", id: route_id },
        kind: "route_offer.opened",
        payload: { route_id, fleet_id, date },
      });
      items.push({ route_id, result: true });
    }
    const offered = items.filter(({ result }) => result).map(({ route_id }) => route_id);
    emit({
      subject: { type: "route_board", id: board.id, is_new: before === undefined },
      kind: "board.published",
      payload: { fleet_id, date, opens_at, closes_at, route_ids: offered },
    });
    const members = await db.rows<{ driver_id: number }>(
      "select driver_id from fleet_driver where business_id = $1 and fleet_id = $2",
      [business_id, fleet_id],
    );
    if (offered.length > 0 && Date.parse(opens_at) <= now.getTime())
      await pushToDrivers(
        context,
        members.map(({ driver_id }) => driver_id),
        "route_board_published",
        { fleet_id, date, routes: offered.length },
      );
    const counted = await db.row<{ n: number }>(
      "select count(*) as n from route_offer where business_id = $1 and board_id = $2 and state = 'open'",
      [business_id, board.id],
    );
    return {
      ...bulkAnswer(items, ({ route_id }) => route_id),
      open_offers: counted?.n ?? 0,
      routes: items,
    };
  },
});
