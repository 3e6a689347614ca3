/** The alliances of the business, newest first, with those it is invited to and those it left. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type OwnAlliance, showAlliance } from "../records/alliance.ts";
import { Alliance, MEMBER_STATES } from "../shapes.ts";

export const listAlliances = defineOperation({
  name: "alliances",
  summary: "List alliances of the business",
  description: "Those it founded, joined, left or is invited to, with its own state in each.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances" },
  mcp: { user: "list_alliances" },
  input: Type.Object({ ...PageInput, state: Type.Optional(StringEnum(MEMBER_STATES)) }),
  output: Type.Object({ ...PageOutput, alliances: Type.Array(Alliance) }),

  async run({ db }, input) {
    const { page, per_page, offset } = readPaging(input);
    // A business is in few alliances.
    const rows = await db.rows<OwnAlliance>("select * from my_alliances() order by id desc");
    const found = rows.filter(({ state }) => input.state === undefined || state === input.state);
    const alliances = found.slice(offset, offset + per_page).map(showAlliance);
    return { result: true, total: found.length, page, per_page, alliances };
  },
});
