/** Fleets that the caller may see: all of the business, those of a contractor, the one of a driver. By name. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getFleetReach, VISIBLE_FLEET } from "../access.ts";
import { buildFleet, FLEET_VIEW, type FleetView } from "../records/fleet.ts";
import { Fleet } from "../shapes.ts";

export const listFleets = defineOperation({
  name: "fleets",
  summary: "List fleets",
  effect: "read",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets" },
  localised: true,
  input: Type.Object({
    ...PageInput,
    status: Type.Optional(StringEnum(["active", "closed"])),
    contractor_id: Type.Optional(Ref("contractor")),
  }),
  output: Type.Object({ ...PageOutput, fleets: Type.Array(Fleet) }),

  async run({ db, business_id, actor, now }, { status, contractor_id, ...paging }) {
    const { page, per_page, offset } = readPaging(paging);
    const reach = getFleetReach(actor);
    const condition = `${VISIBLE_FLEET} and ($5::text is null or f.status = $5) and ($6::bigint is null or f.contractor_id = $6)`;
    const values = [business_id, ...reach, now, status ?? null, contractor_id ?? null];
    const [rows, counted, own] = await Promise.all([
      db.rows<FleetView>(
        `${FLEET_VIEW} and ${condition} order by f.status, lower(f.name), f.id limit $7 offset $8`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(
        `select count(*) as n from fleet f where f.business_id = $1 and $4::timestamptz is not null and ${condition}`,
        values,
      ),
      db.row<{ fleet_id: number }>(
        "select fleet_id from fleet_captain where business_id = $1 and driver_id = $2",
        [business_id, actor.driver_id],
      ),
    ]);
    const fleets = rows.map((row) =>
      buildFleet(row, actor.role !== "driver" ? "manage" : own?.fleet_id === row.id ? "captain" : "member"),
    );
    return { result: true, total: counted?.n ?? 0, page, per_page, fleets };
  },
});
