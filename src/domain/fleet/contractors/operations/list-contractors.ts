/** List contractors of the business by name, with their accounts and counts of their orders; a contractor sees only itself. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { readContractorViews } from "../records/contractor.ts";
import { CONTRACTOR_STATES, Contractor } from "../shapes.ts";

export const listContractors = defineList({
  name: "clientContractors",
  summary: "List contractors",
  access: { roles: [...BUSINESS_ROLES, "broker_employee"], scopes: ["orders:read", "drivers:read"] },
  rest: { method: "GET", path: "/api/v1/client/contractors" },
  filters: { status: filter(StringEnum(CONTRACTOR_STATES)) },
  rows: { contractors: Type.Array(Contractor) },
  from: "contractor",
  columns: "id",
  where: "$own::bigint is null or id = $own",
  order: "name, id",
  values: ({ actor }) => ({ own: actor.role === "broker_employee" ? (actor.contractor_id ?? -1) : null }),
  buildAll: (rows: { id: number }[], context) =>
    readContractorViews(
      context,
      rows.map(({ id }) => id),
    ),
});
