/** One alliance of the business, with its terms. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerAlliance } from "../records/alliance.ts";
import { AllianceAnswer } from "../shapes.ts";

export const getAlliance = defineOperation({
  name: "alliance",
  summary: "Get an alliance with its terms",
  description:
    "Its terms and their version, its owner, and the caller's own role, state and signature in it.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}" },
  mcp: { user: "get_alliance" },
  input: Type.Object({ alliance_id: Ref("alliance") }),
  output: AllianceAnswer,

  run: (context, { alliance_id }) => answerAlliance(context, alliance_id),
});
