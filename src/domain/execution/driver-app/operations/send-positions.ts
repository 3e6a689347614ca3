/** Positions that a phone collected, in one batch. */

import Type from "typebox";
import { saveUnsentCommands } from "#domain/fleet/drivers/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getOwnDriver } from "../own-routes.ts";
import { recordPositions } from "../positions.ts";
import { DRIVER_REFUSALS } from "../refusals.ts";
import { PositionList, UnsentList } from "../shapes.ts";

export const sendPositions = defineOperation({
  name: "driverPositions",
  summary: "Send positions",
  access: { roles: ["driver"], scopes: ["routes:write"] },
  rest: { method: "POST", path: "/api/v1/driver/positions" },
  localised: true,
  input: Type.Object({
    device_id: NoRef("a phone's own word", Type.String({ minLength: 1, maxLength: 100 })),
    sent_at: Type.Optional(
      Type.String({
        ...Timestamp,
        description: "The phone's time of sending; used to correct a wrong clock.",
      }),
    ),
    route_id: Type.Optional(Ref("route", { ...Id, description: "The route that is under way." })),
    unsent: Type.Optional(UnsentList),
    positions: Type.Array(PositionList.items, {
      ...PositionList,
      minItems: 0,
      description: "At least one, unless `unsent` is told.",
    }),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    accepted: Type.Integer(),
    duplicates: Type.Integer(),
    clock_skewed: Type.Boolean(),
    last_position_at: Nullable(Timestamp),
  }),
  refusals: DRIVER_REFUSALS,

  async run(context, { device_id, sent_at, route_id, unsent, positions }) {
    const { db, business_id, refuse } = context;
    if (positions.length === 0 && unsent === undefined)
      throw refuse("invalid_request", {
        message: messages.no_positions,
        errors: [{ field: "positions", message: messages.no_positions }],
      });
    const driver = await getOwnDriver(context, { lock: true });
    if (route_id !== undefined) {
      const route = await db.row<{ driver_id: number | null }>(
        "select driver_id from route where business_id = $1 and id = $2",
        [business_id, route_id],
      );
      if (route === undefined) throw refuse("not_found", { message: messages.unknown_route });
      if (route.driver_id !== driver.id) throw refuse("not_your_route", { message: messages.not_your_route });
    }
    if (unsent !== undefined) await saveUnsentCommands(context, { driver_id: driver.id, device_id }, unsent);
    return {
      result: true,
      ...(await recordPositions(context, driver, { device_id, sent_at, route_id, positions })),
    };
  },
});
