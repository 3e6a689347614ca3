/** Orders of customers of any kind, as a list shows them: their own ones, and those of all for the business. */
import type { ReactNode } from "react";
import { StatusBadge } from "../badge.tsx";
import { money } from "../format.ts";
import type { Tone } from "../labels.ts";
import type { TableProps } from "../table.tsx";
import { useTimes } from "../times.ts";
import { TwoLines } from "../two-lines.tsx";
import { text } from "./text.ts";

interface OrderRow {
  id: number;
  tracking_number: string;
  ref: string | null;
  service_name: string;
  /** In the lists of the business. */
  customer_name?: string | null;
  destination?: string;
  created_at: string;
}

interface OrderTexts {
  order: string;
  state: string;
  /** Where they go to; absent where they stay. */
  to?: string;
  packages: string;
  left?: string;
  at: string;
}

/** What a table needs to show them; `texts` are the heads of its columns. */
export function useOrderTable<Row extends OrderRow>({
  texts,
  state,
  count,
  left,
  at = ({ created_at }) => created_at,
}: {
  texts: OrderTexts;
  state: (order: Row) => { label: string; tone: Tone };
  /** How many packages it has. */
  count: (order: Row) => string;
  /** What is left to pay. */
  left?: (order: Row) => ReactNode;
  at?: (order: Row) => string;
}): Pick<TableProps<Row, number>, "columns" | "card" | "getKey" | "getName"> {
  const { moment } = useTimes();
  const nameOrder = ({ customer_name, ref, service_name }: Row) => customer_name ?? ref ?? service_name;
  const describe = ({ customer_name, ref, service_name }: Row) =>
    [customer_name && ref, (customer_name || ref) && service_name].filter(Boolean).join(" · ");
  const { order: head, to, left: left_head = "" } = texts;
  return {
    getKey: ({ id }) => id,
    getName: ({ tracking_number }) => tracking_number,
    columns: [
      {
        key: "what",
        head,
        cell: (order) => (
          <TwoLines
            className="strong cut"
            below={
              <>
                <span className="mono">{order.tracking_number}</span>
                {describe(order) === "" ? null : ` · ${describe(order)}`}
              </>
            }
          >
            {nameOrder(order)}
          </TwoLines>
        ),
      },
      {
        key: "status",
        head: texts.state,
        width: 150,
        cell: (order) => <StatusBadge badge={state(order)} />,
      },
      ...(to === undefined
        ? []
        : [
            {
              key: "to",
              head: to,
              window_width_min: 641,
              cell: ({ destination }: Row) => destination || "–",
            },
          ]),
      { key: "packages", head: texts.packages, window_width_min: 641, cell: count },
      ...(left === undefined ? [] : [{ key: "left", head: left_head, align: "end" as const, cell: left }]),
      {
        key: "at",
        head: texts.at,
        width: 150,
        window_width_min: 1240,
        cell: (order) => <span className="dim">{moment(at(order))}</span>,
      },
    ],
    card: (order) => (
      <>
        <span className="row apart nowrap">
          <span className="strong cut">{nameOrder(order)}</span>
          <StatusBadge badge={state(order)} />
        </span>
        <span className="row apart nowrap small dim">
          <span className="mono">{order.tracking_number}</span>
          <span>{count(order)}</span>
        </span>
        <span className="row apart nowrap small">
          <span className="dim cut">
            {[order.destination, order.customer_name ? order.ref : moment(at(order))]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {left?.(order)}
        </span>
      </>
    ),
  };
}

/** What is left to pay of an order, or why there is nothing to say about it. */
export function LeftToPay({
  order: { price_hidden, is_priced, remaining_minor, currency, status },
  mark,
}: {
  order: {
    price_hidden?: boolean;
    is_priced: boolean;
    remaining_minor?: number | null;
    currency?: string;
    status: string;
  };
  /** How urgent it is. */
  mark?: ReactNode;
}) {
  if (price_hidden === true) return <span className="dim">–</span>;
  if (!is_priced) return <span className="dim">{text.not_priced}</span>;
  if (status === "CANCELLED" || !remaining_minor) return <span className="dim">{text.nothing_left}</span>;
  return (
    <span className="row tight nowrap" style={{ justifyContent: "flex-end" }}>
      {mark}
      <span className="strong num">{money(remaining_minor, currency)}</span>
    </span>
  );
}
