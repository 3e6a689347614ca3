/** What happens to the bill of a service order, with the order that changes with it. Both are locked. */
import Type from "typebox";
import {
  type BillRow,
  cancelBill,
  computeRemaining,
  keepLines,
  lockBill,
  priceByStaff,
  refundBill,
  type refundRefusals,
  StaffLines,
  setPrice,
  settleHidden,
} from "#domain/customer/bills/public.ts";
import {
  loadServiceVersion,
  type Piece,
  type PricedRequest,
  type priceRefusals,
  priceRequest,
  type ServiceRequest,
} from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Message, Value } from "#operation/response/messages.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { formatMoney } from "#vocabulary/money.ts";
import type { ServiceOrderTable } from "./record.ts";

/** A locked order: what was asked for, and of which version of a service. */
type Ordered = Pick<ServiceRequest, "dropoff" | "supplies" | "form"> & {
  id: number;
  customer_id: number;
  service_id: number;
  service_version: number;
};

/** What is priced by a list: packages as measured, and where they are. */
export interface Measured {
  pieces: readonly Piece[];
  warehouse: ServiceRequest["pickup"];
}

export const quoteMembers = {
  lines: StaffLines,
  note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer." })),
};
export const quoteRefusals = { priced_at_once: "conflict", paid_already: "conflict" } as const;

export const repriceMembers = {
  lines: Type.Optional(StaffLines),
  note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer: why." })),
};
/** Of the answer. */
export const repricedMembers = {
  is_changed: Type.Boolean({ description: "False when the price is the same." }),
  difference_minor: Type.Integer({ description: "The new price less the one before." }),
  returned_minor: Type.Integer(),
};

export const refundMembers = {
  amount_minor: Type.Integer({ minimum: 1, maximum: 1e12, description: "Of what was paid, minor units." }),
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "For the customer." }),
};

export const paymentMembers = {
  amount_minor: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e12, description: "Minor units; all that is left if absent." }),
  ),
};

/** The price list and the surcharges that an order was priced with; undefined where staff priced it. */
export function getSoldPricing({ price_list_id, surcharges }: BillRow) {
  return price_list_id === null || surcharges === null ? undefined : { price_list_id, surcharges };
}

/** What an order costs with what it was priced with, by its present measures. */
export async function priceAsSold(
  context: Context<keyof typeof priceRefusals>,
  order: Ordered,
  sold: NonNullable<ReturnType<typeof getSoldPricing>>,
  { pieces, warehouse }: Measured,
): Promise<PricedRequest> {
  const { customer_id, service_id, service_version } = order;
  const service = await loadServiceVersion(context, service_id, service_version);
  return priceRequest(context, { service, customer_id, pieces, request: order, warehouse, before: sold });
}

/** How much is left to pay. Refuses where that is something, unless staff allow it. */
export function expectPaid(
  { refuse }: Pick<Context<"unpaid">, "refuse">,
  bill: BillRow,
  { allow_unpaid, text }: { allow_unpaid: boolean; text: Message<{ remaining: Value }> },
): number {
  const remaining_minor = computeRemaining(bill);
  if (remaining_minor > 0 && !allow_unpaid) {
    throw refuse("unpaid", {
      message: text,
      values: { remaining: formatMoney(remaining_minor, bill.currency) },
      extra: { remaining_minor },
    });
  }
  return remaining_minor;
}

interface Repricing {
  bill: BillRow;
  /** Of staff; by the price list if absent. */
  lines: Type.Static<typeof StaffLines> | undefined;
  note: string | undefined;
  /** Codes of lines of the bill that a new price does not replace; that of refunds if absent. */
  kept_lines?: readonly string[];
  /** Called where it is priced by the list; refuses what is not measured. */
  load(): Promise<Measured>;
}

export function defineBilling<Of extends Ordered>(
  order_of: {
    type: ServiceOrderTable;
    change(
      context: Context<never>,
      order: Of,
      change: { trigger: "cancel"; status: "CANCELLED" } | { trigger: "refund" },
    ): Promise<Of>;
  },
  texts: Readonly<Record<"priced_at_once" | "paid_already" | "not_priced" | "no_price_list", Message>>,
) {
  const { type, change } = order_of;
  const lockOrderBill = (context: Context<never>, { id }: Of) => lockBill(context, { type, id });

  async function priceByList(
    context: Context<"lines_missing" | keyof typeof priceRefusals>,
    order: Of,
    bill: BillRow,
    load: Repricing["load"],
  ): Promise<PricedRequest> {
    const sold = getSoldPricing(bill);
    if (sold === undefined) {
      throw context.refuse("lines_missing", {
        message: texts.no_price_list,
        errors: [{ field: "lines", message: fields.required }],
      });
    }
    return priceAsSold(context, order, sold, await load());
  }

  return {
    lockOrderBill,

    /** Returns what was paid. */
    async cancel(context: Context<never>, order: Of): Promise<void> {
      await cancelBill(context, await lockOrderBill(context, order));
      await change(context, order, { trigger: "cancel", status: "CANCELLED" });
    },

    /** Returns a part of what was paid. */
    async refund(
      context: Context<keyof typeof refundRefusals>,
      order: Of,
      refund: { amount_minor: number; reason: string },
    ): Promise<void> {
      await refundBill(context, await lockOrderBill(context, order), refund);
      await change(context, order, { trigger: "refund" });
    },

    /** The bill with the price of staff. Refuses where the service has a price list, and after a payment. */
    async quote(
      context: Context<keyof typeof quoteRefusals>,
      order: Of,
      { lines, note = "" }: { lines: Type.Static<typeof StaffLines>; note?: string | undefined },
    ): Promise<BillRow> {
      const { refuse } = context;
      const { definition } = await loadServiceVersion(context, order.service_id, order.service_version);
      if (definition.pricing_method === 1) throw refuse("priced_at_once", { message: texts.priced_at_once });
      const bill = await lockOrderBill(context, order);
      if (bill.paid_minor > 0) throw refuse("paid_already", { message: texts.paid_already });
      const price = priceByStaff(context, lines);
      return (await setPrice(context, bill, { kind: "quoted", ...price, note })).bill;
    },

    /** For the confirmation of one that its payment does not confirm: a hidden price is charged to the settlement account. */
    async settleConfirmed(context: Context<"not_priced">, order: Of): Promise<void> {
      const bill = await lockOrderBill(context, order);
      if (bill.total_minor === null) throw context.refuse("not_priced", { message: texts.not_priced });
      await settleHidden(context, bill);
    },

    /** The new price, by the list or by staff; the caller changes the order where it is another one. */
    async reprice(
      context: Context<"lines_missing" | keyof typeof priceRefusals>,
      order: Of,
      { bill, lines, note = "", kept_lines, load }: Repricing,
    ): Promise<{ is_changed: boolean; difference_minor: number; returned_minor: number }> {
      const price =
        lines === undefined ? await priceByList(context, order, bill, load) : priceByStaff(context, lines);
      const { lines: priced, total_minor } = keepLines(price.lines, bill.lines, kept_lines);
      const difference_minor = total_minor - (bill.total_minor ?? 0);
      const is_changed = difference_minor !== 0 || lines !== undefined;
      if (!is_changed) return { is_changed, difference_minor, returned_minor: 0 };
      const step = { kind: "repriced" as const, lines: priced, total_minor, note };
      const { bill: repriced, returned_minor } = await setPrice(context, bill, step);
      await settleHidden(context, repriced);
      return { is_changed, difference_minor, returned_minor };
    },
  };
}
