/** Reads what decides about the choices of an order's recipient, and what was asked for. */
import { isOnReleasedRoute, type OrderRow } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { getAllowedChoices } from "./choices.ts";
import { messages } from "./messages.ts";
import type { RecipientRequestRow } from "./records/recipient-request.ts";
import { type Choice, listChoices, listDays, type RecipientFacts } from "./rules.ts";
import { toOwnRequest } from "./shapes.ts";

/** Requests about one order in 24 hours, by all its links: far more than anybody needs. */
const REQUESTS_A_DAY = 20;
const LISTED = 20;
const DAY_MS = 86_400_000;

type Reading = Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "now" | "publish">;

export async function loadRecipientFacts(context: Reading, order: OrderRow): Promise<RecipientFacts> {
  const { db, business_id, actor, business, now } = context;
  const settings = business.settings;
  const [route_released, customer] = await Promise.all([
    isOnReleasedRoute(context, order),
    order.customer_id === null
      ? undefined
      : db.row<{ required_proofs: string[] }>(
          "select required_proofs from customer where business_id = $1 and id = $2",
          [business_id, order.customer_id],
        ),
  ]);
  return {
    status: order.status,
    type: order.type,
    scheduled_date: order.scheduled_date,
    window_start: order.window_start,
    held_by_carrier: order.tender_state !== null || order.third_party_carrier_id !== null,
    route_released,
    cod_minor: order.cod_minor,
    required_proofs: [
      ...(order.requirements.pod ?? []),
      // A delivery with a PIN asks for it, whatever else is required.
      ...(order.requirements.pin_hash === undefined ? [] : ["pin"]),
      ...settings.required_proofs,
      ...(customer?.required_proofs ?? []),
    ],
    settings,
    time_zone: business.time_zone,
    now,
    allowed: getAllowedChoices(actor),
  };
}

export async function countRemainingRequests(
  { db, business_id, now }: Reading,
  order_id: number,
): Promise<number> {
  const row = await db.row<{ n: number }>(
    "select count(*) as n from recipient_request where business_id = $1 and order_id = $2 and created_at > $3",
    [business_id, order_id, new Date(now.getTime() - DAY_MS)],
  );
  return Math.max(0, REQUESTS_A_DAY - (row?.n ?? 0));
}

/** The names of the choices that are open, in the caller's language: `a note to the driver, another day`. */
export function nameOpenChoices(
  { say }: Pick<Context, "say">,
  facts: RecipientFacts,
  but?: Choice,
): string[] {
  return listChoices(facts)
    .filter(({ choice, closed }) => closed === null && choice !== but)
    .map(({ choice }) => say(messages.choices[choice]));
}

/** What the holder of a link is shown. */
export async function loadChoicesAnswer(context: Context<never>, order: OrderRow) {
  const { db, business_id, say } = context;
  const [facts, requests, remaining_requests] = await Promise.all([
    loadRecipientFacts(context, order),
    db.rows<RecipientRequestRow>(
      `select * from recipient_request where business_id = $1 and order_id = $2 order by id desc limit ${LISTED}`,
      [business_id, order.id],
    ),
    countRemainingRequests(context, order.id),
  ]);
  const choices = listChoices(facts).filter(
    ({ closed }) => closed !== "choice_not_offered" && closed !== "choice_not_in_link",
  );
  const is_day_open = choices.some(({ choice, closed }) => choice === "day" && closed === null);
  return {
    result: true,
    scheduled_date: order.scheduled_date,
    choices: choices.map(({ choice, closed, applies, until }) => ({
      choice,
      is_open: closed === null,
      reason: closed,
      message: closed === null ? null : say(messages[closed]),
      applies,
      until,
    })),
    days: is_day_open ? listDays(facts) : [],
    preferences: order.recipient_preferences,
    requests: requests.map(toOwnRequest),
    requests_left: remaining_requests,
  };
}
