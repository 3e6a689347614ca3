import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerRelay, RelayAnswer } from "../shapes.ts";

export const getLuggageRelay = defineOperation({
  name: "luggageRelay",
  summary: "Get a luggage relay",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/luggage-relay/{relay_id}" },
  input: Type.Object({ relay_id: Ref("luggage_relay") }),
  output: RelayAnswer,

  run: (context, { relay_id }) => answerRelay(context, relay_id),
});
