/** Report that the door did not open, or that something else was in it. A door that did not open is paid back at once. */
import Type from "typebox";
import { getLinkedId } from "#operation/caller/link.ts";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { changeSale, refundSale } from "../change.ts";
import { LINK_OPERATIONS } from "../links.ts";
import { messages } from "../messages.ts";
import { answerSale } from "../present.ts";
import { SALE, SaleRecord } from "../records/sale.ts";
import { PROBLEMS } from "../rules.ts";
import { SaleAnswer } from "../shapes.ts";

export const reportSaleProblem = defineOperation({
  name: LINK_OPERATIONS.problem,
  summary: "Report a problem of a sale",
  access: { roles: [], scopes: [], link: SALE },
  rest: { method: "POST", path: "/api/v1/locker-shop/sale/problem" },
  localised: true,
  input: Type.Object({
    problem: StringEnum(PROBLEMS),
    text: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: SaleAnswer,
  refusals: { wrong_status: "conflict", door_opening: "conflict" },

  async run(context, { problem, text }) {
    const { now, refuse, emit } = context;
    const row = await SaleRecord.getLocked(context, getLinkedId(context.actor, SALE));
    const { status, opened_at } = row;
    if (status !== "PAID" && status !== "OPEN_GRANTED" && status !== "COLLECTED")
      throw refuse("wrong_status", { message: messages.wrong_status, values: { status } });
    // The locker may still carry the command out, for half a minute and the way of its answer.
    const is_opening = status === "OPEN_GRANTED" && Date.parse(row.status_since) + 60_000 > now.getTime();
    if (opened_at === null && is_opening) throw refuse("door_opening", { message: messages.door_opening });
    const reported = await changeSale(context as never, row, { problem, problem_text: text?.trim() || null });
    emit({ subject: { type: SALE, id: row.id }, kind: "shop.problem_reported", payload: { problem } });
    if (opened_at === null) await refundSale(context as never, reported, "reported");
    return answerSale(context, row.id);
  },
});
