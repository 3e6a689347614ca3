/** Creates one order from a draft, at the price of a quote where it has one. */
import { markQuoteUsed } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "../messages.ts";
import { findDraftFaults, type OrderDraft } from "./draft.ts";
import { findDepot, getWorkingDay, type InsertedOrder, insertOrders, type NewOrder } from "./insert.ts";
import { loadOrigins } from "./origins.ts";

type Quote = NonNullable<NewOrder["quote"]> & { service: NonNullable<OrderDraft["service"]> };

/** `claim`: the quote of the customer that the order is for; null without one. Refuses a draft that is not valid. */
export async function createFromDraft(
  context: Context<"unknown_customer">,
  draft: OrderDraft,
  claim: (customer_id: number | null) => Promise<Quote> | null,
): Promise<InsertedOrder> {
  const { actor, business, db, business_id, refuse, request } = context;
  const settings = business.settings;
  const is_customer = actor.role === "customer";
  const customer_id = is_customer ? actor.customer_id : (draft.customer_id ?? null);
  const [customer, origins] = await Promise.all([
    customer_id === null
      ? undefined
      : db.row<{ required_proofs: string[] }>(
          "select required_proofs from customer where business_id = $1 and id = $2",
          [business_id, customer_id],
        ),
    loadOrigins(context, [draft]),
  ]);
  const faults = findDraftFaults(draft, {
    has_depot: findDepot(settings) !== null,
    origins,
    proofs: [...settings.required_proofs, ...(customer?.required_proofs ?? [])],
    day: getWorkingDay(context),
    home: business.country,
  });
  if (faults.length > 0)
    throw refuse("invalid_request", { message: messages.order_not_valid, errors: faults });
  if (!is_customer && customer_id !== null && customer === undefined) {
    throw refuse("unknown_customer", {
      message: messages.unknown_customer,
      errors: [{ field: "customer_id", message: fields.no_customer }],
    });
  }
  const quote = await claim(customer_id);
  const [created] = await insertOrders(
    context,
    [
      {
        draft: quote === null ? draft : { ...draft, service: quote.service },
        customer_id,
        quote,
        source: request.surface,
      },
    ],
    origins,
  );
  if (created === undefined) throw new Error("No order was created.");
  if (quote !== null) await markQuoteUsed(context, quote.id, { type: "order", id: created.order.id });
  return created;
}
