/** One bookable with its rules. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerBookable } from "../present.ts";
import { BookableAnswer } from "../shapes.ts";

export const getBookable = defineOperation({
  name: "bookable",
  summary: "Get a bookable",
  access: { scopes: ["reservations:read"] },
  rest: { method: "GET", path: "/api/v1/reservations/bookables/{bookable_id}" },
  localised: true,
  input: Type.Object({ bookable_id: Ref("bookable") }),
  output: BookableAnswer,

  run: (context, { bookable_id }) => answerBookable(context, bookable_id),
});
