/** The alliances of the business, newest first, with those it is invited to and those it left. */

import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { type OwnAlliance, showAlliance } from "../records/alliance.ts";
import { Alliance, MEMBER_STATES } from "../shapes.ts";

export const listAlliances = defineList({
  name: "alliances",
  summary: "List alliances of the business",
  description: "Those it founded, joined, left or is invited to, with its own state in each.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances" },
  mcp: { user: "list_alliances" },
  filters: { state: parameter(StringEnum(MEMBER_STATES)) },
  rows: { alliances: Type.Array(Alliance) },
  // A business is in few alliances.
  async readAll({ db }, { state: wanted_state }) {
    const rows = await db.rows<OwnAlliance>("select * from my_alliances() order by id desc");
    return rows.filter(({ state }) => wanted_state === undefined || state === wanted_state);
  },
  build: (alliance) => showAlliance(alliance),
});
