/** What the days of storage have cost, newest first, with the sum so far. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { money } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { day } from "../../../parts/times.ts";
import type { StorageOrder } from "./queries.ts";
import { text } from "./text.ts";

const DAYS_AT_FIRST = 7;

type Charged = Pick<
  StorageOrder,
  | "price_hidden"
  | "day_charges"
  | "storage_minor"
  | "currency"
  | "free_days"
  | "charged_until"
  | "stored_count"
>;

export function Days({ order }: { order: Charged }) {
  const [is_open, setOpen] = useState(false);
  const { storage_minor, currency, free_days, charged_until, stored_count } = order;
  if (order.price_hidden === true || (charged_until === null && stored_count === 0)) return null;
  const day_charges = order.day_charges ?? [];
  const visible_days = is_open ? day_charges : day_charges.slice(0, DAYS_AT_FIRST);
  return (
    <Sheet title={text.days.title}>
      <div className="stack">
        <p className="dim small">
          {stored_count > 0 ? text.days.grows({ n: stored_count }) : text.days.over}
          {free_days > 0 ? ` ${text.days.free({ n: free_days })}` : ""}
        </p>
        {visible_days.length === 0 ? (
          <p className="dim">{text.days.none}</p>
        ) : (
          <dl className="shipping-lines" aria-label={text.days.title}>
            {visible_days.map(({ date, packages, amount_minor }) => (
              <div key={date}>
                <dt>
                  {day(date)} <span className="dim small">{text.packages({ n: packages })}</span>
                </dt>
                <dd>{amount_minor === null ? text.days.no_price : money(amount_minor, currency)}</dd>
              </div>
            ))}
            <div className="shipping-total">
              <dt>{text.days.sum}</dt>
              <dd>{money(storage_minor, currency)}</dd>
            </div>
          </dl>
        )}
        {day_charges.length > DAYS_AT_FIRST && !is_open ? (
          <div>
            <Button size="xs" variant="default" onClick={() => setOpen(true)}>
              {text.days.more({ n: day_charges.length - DAYS_AT_FIRST })}
            </Button>
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}
