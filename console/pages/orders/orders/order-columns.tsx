/** The columns of the list of orders. */

import { Tag } from "../../../parts/badge.tsx";
import { kilograms } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import type { OrderEdits } from "./order-edits.ts";
import { OrderState } from "./order-state.tsx";
import type { OrderSummary } from "./queries.ts";
import { nameOrderType, ORDER_STATUS } from "./status.ts";
import { text } from "./text.ts";

interface Names {
  customers: ReadonlyMap<number, string>;
  warehouses: ReadonlyMap<number, string>;
}

/** The text of a day is computed once: scrolling renders it with every row. */
const DAYS = new Map<string, string>();
function dayText(date: string): string {
  const day_text = DAYS.get(date) ?? day(date);
  DAYS.set(date, day_text);
  return day_text;
}

const dim = (words: string) => <span className="dim">{words}</span>;

/** With edits for those who may correct orders. */
export function buildOrderColumns(
  times: Times,
  { customers, warehouses }: Names,
  edits: OrderEdits | null = null,
): Column<OrderSummary>[] {
  const edit = (key: keyof OrderEdits) => (edits === null ? {} : { edit: edits[key] });
  const warehouse = (id: number | null) =>
    id === null ? "" : (warehouses.get(id) ?? text.warehouse_id({ id: String(id) }));
  const customer = ({ customer_id: id }: OrderSummary) =>
    id === null ? "" : (customers.get(id) ?? text.customer_id({ id: String(id) }));
  /** For files and paper, which are read on another day. */
  const wallTime = (at: string) => `${times.toDay(at)} ${times.time(at)}`;
  return [
    {
      key: "number",
      head: text.columns.number,
      width: 172,
      sort: "tracking_number",
      value: ({ tracking_number }) => tracking_number,
      cell: (order) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="mono">{order.tracking_number}</span>
          {order.ref ? (
            <span className="dim small cut" title={order.ref}>
              {order.ref}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: "ref",
      head: text.columns.ref,
      width: 130,
      optional: true,
      sort: "ref",
      value: ({ ref }) => ref,
      cell: ({ ref }) => ref ?? dim("–"),
    },
    {
      key: "status",
      head: text.columns.status,
      width: 150,
      sort: "status",
      value: ({ status }) => findLabel(ORDER_STATUS, status).label,
      cell: ({ status }) => <OrderState status={status} />,
    },
    {
      key: "who",
      head: text.columns.who,
      sort: "name",
      value: ({ name, address }) => [name, address].filter(Boolean).join(", "),
      cell: (order) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{order.name || "–"}</span>
          <span className="dim small" title={order.address}>
            {order.address}
          </span>
        </span>
      ),
    },
    {
      key: "city",
      head: text.columns.city,
      width: 130,
      optional: true,
      sort: "city",
      value: ({ city }) => city,
      cell: ({ city }) => city,
    },
    {
      key: "postal_code",
      head: text.columns.postal_code,
      width: 110,
      optional: true,
      sort: "postal_code",
      value: ({ postal_code }) => postal_code,
      cell: ({ postal_code }) => postal_code,
    },
    {
      key: "customer",
      head: text.columns.customer,
      width: 150,
      optional: true,
      value: customer,
      cell: (order) => customer(order) || dim("–"),
    },
    {
      key: "date",
      head: text.columns.date,
      width: edits === null ? 112 : 140,
      sort: "scheduled_date",
      ...edit("date"),
      value: ({ scheduled_date }) => scheduled_date,
      cell: ({ scheduled_date }) => <span className="nowrap">{dayText(scheduled_date)}</span>,
    },
    {
      key: "window",
      head: text.columns.window,
      width: edits === null ? 150 : 168,
      window_width_min: 1240,
      sort: "window_start",
      ...edit("window"),
      value: ({ window_start, window_end }) => times.window(window_start, window_end),
      cell: ({ window_start, window_end }) => dim(times.window(window_start, window_end)),
    },
    {
      key: "type",
      head: text.columns.type,
      width: 90,
      window_width_min: 1240,
      value: ({ type }) => nameOrderType(type),
      cell: ({ type }) =>
        type === "D" ? dim(nameOrderType("D")) : <Tag tone="blue">{nameOrderType(type)}</Tag>,
    },
    {
      key: "route",
      head: text.columns.route,
      width: 90,
      optional: true,
      value: ({ route_id }) => route_id,
      cell: ({ route_id }) => route_id ?? dim("–"),
    },
    {
      key: "starts_at",
      head: text.columns.starts_at,
      width: 140,
      optional: true,
      value: ({ origin_warehouse_id: id }) => warehouse(id),
      cell: ({ origin_warehouse_id: id }) => warehouse(id) || dim("–"),
    },
    {
      key: "is_at",
      head: text.columns.is_at,
      width: 140,
      optional: true,
      value: ({ current_warehouse_id: id }) => warehouse(id),
      cell: ({ current_warehouse_id: id }) => warehouse(id) || dim("–"),
    },
    {
      key: "hold",
      head: text.columns.hold,
      width: 180,
      optional: true,
      value: ({ hold }) => hold?.reason ?? "",
      cell: ({ hold }) => hold?.reason ?? dim("–"),
    },
    ...(edits === null
      ? []
      : [
          {
            key: "note",
            head: text.columns.note,
            width: 200,
            optional: true as const,
            value: ({ note }: OrderSummary) => note ?? "",
            cell: ({ note }: OrderSummary) => note || dim("–"),
            edit: edits.note,
          },
        ]),
    {
      key: "units",
      head: text.columns.units,
      align: "end",
      width: 70,
      window_width_min: 900,
      sort: "units",
      value: ({ units }) => units,
      cell: ({ units }) => units,
    },
    {
      key: "weight",
      head: text.columns.weight,
      align: "end",
      width: 90,
      optional: true,
      sort: "weight_g",
      value: ({ weight_g }) => weight_g / 1000,
      cell: ({ weight_g }) => kilograms(weight_g),
    },
    {
      key: "attempts",
      head: text.columns.attempts,
      align: "end",
      width: 90,
      optional: true,
      sort: "attempts",
      value: ({ attempts }) => attempts,
      cell: ({ attempts }) => attempts,
    },
    {
      key: "since",
      head: text.columns.since,
      align: "end",
      width: 100,
      window_width_min: 1240,
      sort: "status_since",
      value: ({ status_since }) => wallTime(status_since),
      cell: ({ status_since }) => (
        <span className="dim" title={times.moment(status_since)}>
          {times.ago(status_since)}
        </span>
      ),
    },
    {
      key: "created",
      head: text.columns.created,
      align: "end",
      width: 130,
      optional: true,
      sort: "created_at",
      value: ({ created_at }) => wallTime(created_at),
      cell: ({ created_at }) => dim(times.moment(created_at)),
    },
  ];
}
