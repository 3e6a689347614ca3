/** One map. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerMap } from "../present.ts";
import { MapAnswer } from "../shapes.ts";

export const getMap = defineOperation({
  name: "customMap",
  summary: "Get a custom map",
  access: { scopes: ["maps:read"] },
  rest: { method: "GET", path: "/api/v1/maps/{map_id}" },
  input: Type.Object({ map_id: Ref("custom_map") }),
  output: MapAnswer,

  run: (context, { map_id }) => answerMap(context, map_id),
});
