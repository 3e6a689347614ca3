/** Columns and card of an assignment. */

import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import type { Tone } from "../../../parts/labels.ts";
import { day, type Times } from "../../../parts/times.ts";
import { OrderState } from "../../orders/orders/order-state.tsx";
import { findStatusById } from "./order-status.ts";
import type { Assignment } from "./queries.ts";
import { text } from "./text.ts";

const TONE: Record<Assignment["status"], Tone> = { active: "good", revoked: "grey", released: "grey" };

export function formatEndReason({ end_reason }: Pick<Assignment, "end_reason">): string {
  if (end_reason === null) return "";
  // Reasons that the service itself sets are codes.
  return (text.end_reasons as Record<string, string>)[end_reason] ?? end_reason;
}

/** The assignment of a delivered order is final; no action is left. */
const ENDS = new Set(["DELIVERED", "RETURNED", "REJECTED"]);

export function isFinal(row: Assignment): boolean {
  return row.status === "active" && ENDS.has(findStatusById(row.order_status_id));
}

export function AssignmentStatus({ row }: { row: Assignment }) {
  return (
    <StatusBadge
      badge={
        isFinal(row)
          ? { label: text.status.done, tone: "grey" }
          : { label: text.status[row.status], tone: TONE[row.status] }
      }
    />
  );
}

export function buildAssignmentColumns(times: Times, with_holder: boolean): Column<Assignment>[] {
  const holder: Column<Assignment>[] = with_holder
    ? [
        {
          key: "holder",
          head: text.contractor,
          width: 150,
          cell: (row) => <span className="strong">{row.broker_name}</span>,
        },
      ]
    : [];
  return [
    {
      key: "order",
      head: text.order,
      cell: (row) => (
        <span className="stack tight" style={{ gap: 0, maxWidth: "30ch" }}>
          <span className="mono cut" title={row.order_ref ?? undefined}>
            {row.order_ref ?? text.order_id({ id: String(row.order_id) })}
          </span>
          <span className="dim small num">
            {row.order_ref ? text.order_id({ id: String(row.order_id) }) : ""}
          </span>
        </span>
      ),
    },
    ...holder,
    { key: "state", head: text.state, width: 130, cell: (row) => <AssignmentStatus row={row} /> },
    {
      key: "status",
      head: text.order_is,
      window_width_min: 641,
      width: 150,
      cell: (row) => <OrderState status={findStatusById(row.order_status_id)} />,
    },
    {
      key: "day",
      head: text.day,
      window_width_min: 641,
      width: 100,
      cell: (row) => <span className="nowrap">{row.scheduled_date ? day(row.scheduled_date) : "–"}</span>,
    },
    {
      key: "plan",
      head: text.plan,
      window_width_min: 641,
      width: 110,
      cell: (row) => (
        <span className="dim">{row.route_id === null ? text.not_planned : text.on_a_route}</span>
      ),
    },
    {
      key: "why",
      head: text.reason,
      window_width_min: 1240,
      cell: (row) => <span className="dim">{row.status === "active" ? row.note : formatEndReason(row)}</span>,
    },
    {
      key: "at",
      head: text.since,
      align: "end",
      width: 110,
      cell: (row) => {
        const at = row.ended_at ?? row.assigned_at;
        return (
          <span className="dim nowrap" title={at ? times.exact(at) : undefined}>
            {times.ago(at)}
          </span>
        );
      },
    },
  ];
}

export function AssignmentCard({
  row,
  times,
  is_own = false,
}: {
  row: Assignment;
  times: Times;
  is_own?: boolean;
}) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{row.order_ref ?? text.order_id({ id: String(row.order_id) })}</span>
        <AssignmentStatus row={row} />
      </span>
      <span className="row apart small">
        <span className="cut">{is_own ? row.note : row.broker_name}</span>
        <OrderState status={findStatusById(row.order_status_id)} />
      </span>
      <span className="row apart small dim">
        <span>{row.scheduled_date ? day(row.scheduled_date) : ""}</span>
        <span>{times.ago(row.ended_at ?? row.assigned_at)}</span>
      </span>
    </>
  );
}
