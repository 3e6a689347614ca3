/** What an order costs, what was paid, and each step that led to the price. */
import type { ReactNode } from "react";
import { money } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { PriceLines } from "./price-lines.tsx";
import type { BillStep, PriceLine, ShippingOrder } from "./queries.ts";
import { text } from "./text.ts";

type Billed = Pick<
  ShippingOrder,
  | "price_hidden"
  | "is_priced"
  | "price_details"
  | "price_steps"
  | "payments"
  | "total_minor"
  | "paid_minor"
  | "remaining_minor"
  | "currency"
>;

export function Bill({ order, payment }: { order: Billed; payment: ReactNode }) {
  const { currency } = order;
  if (order.price_hidden === true)
    return (
      <Sheet title={text.bill.title}>
        <p className="note tone-violet">{text.bill.hidden}</p>
      </Sheet>
    );
  if (!order.is_priced)
    return (
      <Sheet title={text.bill.title}>
        <div className="stack">
          <p className="note tone-blue">{text.bill.not_priced}</p>
          {payment}
        </div>
      </Sheet>
    );
  return (
    <>
      <Sheet title={text.bill.title}>
        <div className="stack">
          <PriceLines lines={order.price_details ?? []} total_minor={order.total_minor} currency={currency} />
          <dl className="shipping-lines">
            <div>
              <dt>{text.bill.paid}</dt>
              <dd>{money(order.paid_minor, currency)}</dd>
            </div>
            <div className="strong">
              <dt>{text.left}</dt>
              <dd>{money(order.remaining_minor, currency)}</dd>
            </div>
          </dl>
          {payment}
        </div>
      </Sheet>
      <Steps steps={order.price_steps ?? []} currency={currency} />
      <Payments payments={order.payments ?? []} currency={currency} />
    </>
  );
}

/** Lines that a step changed, added or took away. */
function listChanges(before: readonly PriceLine[], after: readonly PriceLine[]) {
  const names = new Map([...before, ...after].map((line) => [`${line.code} ${line.label}`, line.label]));
  const sum = (lines: readonly PriceLine[], key: string) =>
    lines
      .filter(({ code, label }) => `${code} ${label}` === key)
      .reduce((total, { amount_minor }) => total + amount_minor, 0);
  return [...names].flatMap(([key, label]) => {
    const [from, to] = [sum(before, key), sum(after, key)];
    return from === to ? [] : [{ key, label, from, to }];
  });
}

function Steps({ steps, currency }: { steps: readonly BillStep[]; currency: string | undefined }) {
  const times = useTimes();
  if (steps.length === 0) return null;
  return (
    <Sheet title={text.bill.steps}>
      <ol className="shipping-steps" aria-label={text.bill.steps}>
        {steps.map((step) => {
          const { kind, at, note, total_before_minor: before, total_after_minor: after } = step;
          const changes = before === null ? [] : listChanges(step.lines_before, step.lines_after);
          return (
            <li key={`${kind} ${at}`}>
              <div className="row apart nowrap">
                <span className="strong">{text.bill.step[kind]}</span>
                <span className="num nowrap">
                  {before === null || before === after ? null : (
                    <>
                      <s className="dim">{money(before, currency)}</s>{" "}
                    </>
                  )}
                  {money(after, currency)}
                </span>
              </div>
              <div className="dim small">{times.moment(at)}</div>
              {note ? <p className="small">{note}</p> : null}
              {changes.length > 0 ? (
                <dl className="shipping-lines small dim">
                  {changes.map(({ key, label, from, to }) => (
                    <div key={key}>
                      <dt>{label}</dt>
                      <dd>
                        {money(from, currency)} → {money(to, currency)}
                      </dd>
                    </div>
                  ))}
                </dl>
              ) : null}
              {step.returned_minor > 0 ? (
                <p className="small">
                  {text.bill.returned({ amount: money(step.returned_minor, currency) })}
                </p>
              ) : before !== null && after > before ? (
                <p className="small">{text.bill.more({ amount: money(after - before, currency) })}</p>
              ) : null}
            </li>
          );
        })}
      </ol>
    </Sheet>
  );
}

function Payments({
  payments,
  currency,
}: {
  payments: NonNullable<ShippingOrder["payments"]>;
  currency: string | undefined;
}) {
  const times = useTimes();
  if (payments.length === 0) return null;
  return (
    <Sheet title={text.bill.payments}>
      <dl className="shipping-lines">
        {payments.map(({ transaction_id, kind, amount_minor, at }) => (
          <div key={transaction_id}>
            <dt>
              {text.bill.payment[kind]} <span className="dim small">{times.moment(at)}</span>
            </dt>
            <dd>{money(amount_minor, currency)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
