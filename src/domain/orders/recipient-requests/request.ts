/** Records what the holder of a link asks for: the one way of all its operations. */
import { getLockedOrder, REFUSAL_MESSAGES } from "#domain/orders/orders/public.ts";
import { getLinkedId } from "#operation/caller/link.ts";
import type { Context } from "#operation/define/context.ts";
import type { Refusal, RefusalKind } from "#operation/define/refusal.ts";
import { joinMessages, type Message } from "#operation/response/messages.ts";
import { applyChoice, type RequestedChoice } from "./apply.ts";
import { SUBJECT } from "./choices.ts";
import { countRemainingRequests, loadChoicesAnswer, loadRecipientFacts, nameOpenChoices } from "./load.ts";
import { messages } from "./messages.ts";
import { insertRequest, replaceOpen } from "./records/recipient-request.ts";
import { type Choice, type ClosedReason, listChoices, listDays, type RecipientFacts } from "./rules.ts";
import { ChoicesAnswer } from "./shapes.ts";

const REQUEST_REFUSALS = {
  choice_not_offered: "conflict",
  choice_not_in_link: "forbidden",
  delivery_ended: "conflict",
  held_by_carrier: "conflict",
  route_released: "conflict",
  cutoff_passed: "conflict",
  not_for_collection: "conflict",
  proof_in_person: "conflict",
  cash_on_delivery: "conflict",
  day_not_offered: "invalid",
  too_many_recipient_requests: "too_many",
  invalid_transition: "conflict",
  on_route: "conflict",
} as const satisfies Record<string, RefusalKind>;

type Code = keyof typeof REQUEST_REFUSALS;
type RequestContext = Context<Code>;

/** What the operations by which a recipient asks for something have in common. */
export const RECIPIENT_REQUEST = {
  access: { roles: [], scopes: [], link: SUBJECT },
  localised: true,
  /** Writes by the links of one network: as many as a person could type. */
  limit: { name: "recipient-requests", per_s: 0.1, burst: 20 },
  output: ChoicesAnswer,
  refusals: REQUEST_REFUSALS,
} as const;

/**
 * Records a request and puts it into effect where the business lets it. The row of the order is locked first: requests
 * about one order, its release and its other commands wait for each other, so what is decided here still holds when it
 * is written.
 */
export async function recordRequest(context: RequestContext, requested: RequestedChoice) {
  const { db, business_id, actor, refuse } = context;
  const order_id = getLinkedId(actor, SUBJECT);
  if (!actor.link) throw new Error("A recipient calls by a link.");
  const order = await getLockedOrder(db, business_id, order_id);
  const facts = await loadRecipientFacts(context, order);
  const offered = listChoices(facts).find(({ choice }) => choice === requested.choice);
  if (offered === undefined) throw new Error(`There is no choice ${requested.choice}.`);
  if (offered.closed !== null) throw refuseChoice(context, facts, requested.choice, offered.closed);
  if (requested.choice === "day" && !listDays(facts).includes(requested.scheduled_date ?? "")) {
    throw refuse("day_not_offered", {
      message: messages.day_not_offered,
      errors: [{ field: "scheduled_date", message: messages.day_not_offered }],
      extra: { days: listDays(facts) },
    });
  }
  if ((await countRemainingRequests(context, order_id)) === 0)
    throw refuse("too_many_recipient_requests", { message: messages.too_many_recipient_requests });

  await replaceOpen(context, order_id, requested.choice);
  const applied = offered.applies ? await applyChoice(context, order, requested) : { order, refusal: null };
  if (applied.refusal !== null)
    throw refuseCommand(context, facts, requested.choice, applied.refusal, order.status);
  await insertRequest(context, {
    order_id,
    link_id: actor.link.id,
    choice: requested.choice,
    state: offered.applies ? "applied" : "open",
    text: requested.text,
    scheduled_date: requested.scheduled_date,
    former_date: requested.choice === "day" ? order.scheduled_date : null,
  });
  return loadChoicesAnswer(context, applied.order);
}

/** Says why, and what else is possible. */
function refuseChoice(
  context: RequestContext,
  facts: RecipientFacts,
  choice: Choice,
  reason: ClosedReason,
): Refusal {
  return context.refuse(reason, describe(context, facts, choice, messages[reason]));
}

/** The command itself refused: the order changed its state in a way that the choices do not know. */
function refuseCommand(
  context: RequestContext,
  facts: RecipientFacts,
  choice: Choice,
  refusal: keyof typeof REFUSAL_MESSAGES,
  status: string,
): Refusal {
  if (refusal === "not_found") return context.refuse("not_found");
  return context.refuse(
    refusal,
    describe(context, facts, choice, REFUSAL_MESSAGES[refusal].with({ status })),
  );
}

function describe(context: RequestContext, facts: RecipientFacts, choice: Choice, why: Message) {
  const possible = listChoices(facts).filter((one) => one.closed === null && one.choice !== choice);
  const names = nameOpenChoices(context, facts, choice);
  return {
    message:
      names.length === 0
        ? why
        : joinMessages(why, messages.still_possible.with({ choices: names.join(", ") })),
    extra: { possible: possible.map((one) => one.choice) },
  };
}
