/** What is left to pay of a storage order, and how urgent it is. */
import { Tag } from "../../../parts/badge.tsx";
import { LeftToPay } from "../../../parts/customer-orders/order-list.tsx";
import { money } from "../../../parts/format.ts";
import { day } from "../../../parts/times.ts";
import type { StorageOrder, StorageOrderSummary } from "./queries.ts";
import { findBilling } from "./status.ts";
import { text } from "./text.ts";

/** In a list. */
export function RemainingAmount({ order }: { order: StorageOrderSummary }) {
  const { label, tone } = findBilling(order.billing);
  return (
    <LeftToPay order={order} mark={order.billing === "current" ? null : <Tag tone={tone}>{label}</Tag>} />
  );
}

type Owed = Pick<StorageOrder, "billing" | "due_date" | "remaining_minor" | "currency" | "price_hidden">;

/** Above an order: until when it is paid in time, or what follows because it was not. */
export function BillingNote({ order }: { order: Owed }) {
  const { billing, due_date, remaining_minor, currency, price_hidden } = order;
  if (billing === "current" || due_date === null) return null;
  const amount = price_hidden === true ? text.something : money(remaining_minor, currency);
  return (
    <p className={`note tone-${billing === "overdue" ? "bad" : "warn"}`} role="status">
      {billing === "overdue"
        ? text.overdue_note({ amount, date: day(due_date) })
        : text.grace_note({ amount, date: day(due_date) })}
    </p>
  );
}
