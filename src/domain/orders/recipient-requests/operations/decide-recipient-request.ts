/**
 * Decide what a recipient asked for, or answer. Accepting puts it into effect by the command that a dispatcher has, which
 * may refuse: then the request stays open.
 */
import Type from "typebox";
import { lockOrder, REFUSAL_MESSAGES } from "#domain/orders/orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { applyChoice } from "../apply.ts";
import { messages } from "../messages.ts";
import {
  decideRequest,
  getListedRequest,
  lockListedRequest,
  RecipientRequestRecord,
  toRecipientRequest,
} from "../records/recipient-request.ts";
import { canDecide, type RequestState } from "../rules.ts";
import { RecipientRequest } from "../shapes.ts";

const STATE_AFTER = { accept: "accepted", decline: "declined", answer: "answered" } as const;

export const decideRecipientRequest = defineOperation({
  name: "clientRecipientRequestDecide",
  summary: "Decide or answer a request of a recipient",
  description:
    "Accepting it changes the order as the recipient asked; declining changes nothing. The answer is shown to the recipient " +
    "on the tracking page.",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/recipient-requests/{request_id}/decide" },
  localised: true,
  input: Type.Object({
    request_id: Ref("recipient_request"),
    decision: StringEnum(["accept", "decline", "answer"], {
      description: "answer: of a message, or about what took effect at once.",
    }),
    answer: Type.Optional(Type.String({ maxLength: 1000, description: "Shown to the recipient." })),
    replaces_day: Type.Optional({
      ...CalendarDate,
      description:
        "To accept another day although the order was moved since it was asked for (`day_change`): the day that is planned now.",
    }),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), request: RecipientRequest }),
  refusals: {
    request_decided: "conflict",
    day_changed: "conflict",
    invalid_transition: "conflict",
    on_route: "conflict",
    held_by_carrier: "conflict",
  },

  async run(context, { request_id, decision, answer: written = "", replaces_day }) {
    const { db, business_id, refuse, expectVersion } = context;
    const request = await RecipientRequestRecord.get(context, request_id);
    // The order is locked before the request, as by the recipient's operations, so neither waits for the other in a circle.
    const order = await lockOrder(db, business_id, request.order_id);
    const row = await lockListedRequest(context, request_id);
    if (order === undefined || row === undefined)
      throw refuse("not_found", { message: messages.unknown_request });
    expectVersion(row.version);
    if (!canDecide(row.state, row.choice, decision))
      throw refuse("request_decided", { message: messages.request_decided, values: { state: row.state } });
    const answer = written.trim();
    if (decision === "answer" && answer === "") {
      throw refuse("invalid_request", {
        message: messages.answer_missing,
        errors: [{ field: "answer", message: messages.answer_missing }],
      });
    }
    if (decision === "accept") {
      const { day_change } = toRecipientRequest(row);
      if (day_change !== null && day_change.scheduled_date !== replaces_day) {
        const { scheduled_date: day, changed_by, changed_at: at } = day_change;
        throw refuse("day_changed", {
          message: messages.day_changed,
          values: { day, name: changed_by?.name ?? "Packhorse", at },
          extra: { day_change },
        });
      }
      const applied = await applyChoice(context, order, row);
      if (applied.refusal === "not_found") throw refuse("not_found", { message: messages.unknown_request });
      if (applied.refusal !== null) {
        throw refuse(applied.refusal, {
          message: REFUSAL_MESSAGES[applied.refusal],
          values: { status: order.status },
        });
      }
    }
    // What took effect at once stays so when it is answered.
    const state: RequestState = row.state === "applied" ? "applied" : STATE_AFTER[decision];
    await decideRequest(context, row, { state, answer: answer || null });
    const after = await getListedRequest(context, request_id);
    return { result: true, version: after.version, request: toRecipientRequest(after) };
  },
});
