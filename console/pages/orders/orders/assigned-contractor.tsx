/** The contractor an order is assigned to, and its earlier assignments. */
import { Button, Collapse } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isStaff, useMe } from "../../../api/session.ts";
import { money } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded, Waiting } from "../../../parts/states.tsx";
import { day, type Times, useTimes } from "../../../parts/times.ts";
import { AssignOrders } from "../../fleet/contractors/assign-orders.tsx";
import { AssignmentStatus, formatEndReason } from "../../fleet/contractors/assignment-columns.tsx";
import { ReleaseAssignment, RevokeAssignments } from "../../fleet/contractors/end-assignments.tsx";
import {
  type Assignment,
  assignmentHistoryQuery,
  assignmentsQuery,
  mayAssign,
} from "../../fleet/contractors/queries.ts";
import type { OrderDetail } from "./queries.ts";
import { ORDER_STATUS } from "./status.ts";
import { text } from "./text.ts";

export function AssignedContractor({
  order,
  assignment,
}: {
  order: OrderDetail;
  assignment: Assignment | null;
}) {
  const me = useMe();
  const times = useTimes();
  const [action, setAction] = useState<"hand" | "take" | "back" | null>(null);
  if (!mayAssign(me) || me.user.role === "customer") return null;
  const may_decide = me.user.role === "client_admin";
  const is_own = assignment !== null && assignment.broker_id === me.user.id;
  const close = () => setAction(null);
  return (
    <Sheet
      title={text.contractor.title}
      actions={
        <span className="row tight">
          {may_decide && order.can_unassign ? (
            <Button variant="subtle" size="xs" onClick={() => setAction("take")}>
              {text.contractor.revoke}
            </Button>
          ) : null}
          {may_decide && order.can_assign ? (
            <Button variant="default" size="xs" onClick={() => setAction("hand")}>
              {assignment === null ? text.contractor.assign : text.contractor.reassign}
            </Button>
          ) : null}
          {is_own && order.can_unassign ? (
            <Button variant="default" size="xs" onClick={() => setAction("back")}>
              {text.contractor.release}
            </Button>
          ) : null}
        </span>
      }
    >
      {assignment === null ? (
        <p className="dim">
          {text.contractor.nobody} {order.can_plan ? text.contractor.by_business : ""}
        </p>
      ) : (
        <div className="stack tight">
          <span className="strong">{is_own ? text.contractor.you : assignment.broker_name}</span>
          <span className="dim small">
            {text.contractor.since({ moment: times.moment(assignment.assigned_at) })}
          </span>
          {assignment.note ? <p>{assignment.note}</p> : null}
        </div>
      )}
      {(may_decide || is_own) && order.route_id !== null && order.can_instruct ? (
        <p className="dim small">{text.contractor.on_route}</p>
      ) : null}
      {isStaff(me) ? <EarlierAssignments order={order} assignment={assignment} times={times} /> : null}
      <AssignOrders order_ids={[order.id]} opened={action === "hand"} close={close} />
      <RevokeAssignments order_ids={[order.id]} opened={action === "take"} close={close} />
      <ReleaseAssignment order_id={order.id} opened={action === "back"} close={close} />
    </Sheet>
  );
}

/** Earlier assignments, loaded when they are opened. */
function EarlierAssignments({
  order,
  assignment,
  times,
}: {
  order: OrderDetail;
  assignment: Assignment | null;
  times: Times;
}) {
  const [is_open, { toggle }] = useDisclosure(false);
  const latest = useQuery({
    ...assignmentsQuery({ order_id: order.id, per_page: 1 }),
    enabled: assignment === null,
  });
  const id = assignment?.id ?? latest.data?.assignments[0]?.id;
  const handovers = useQuery({ ...assignmentHistoryQuery(id ?? 0), enabled: is_open && id !== undefined });
  if (id === undefined) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt={8} ml={-8} aria-expanded={is_open} onClick={toggle}>
        {is_open ? text.contractor.hide_earlier : text.contractor.earlier}
      </Button>
      <Collapse expanded={is_open}>
        <Loaded query={handovers} fallback={<Waiting rows={2} />}>
          {(rows) => (
            <ol className="list">
              {rows.map((row) => (
                <li key={row.id} style={{ padding: "8px 0" }}>
                  <div className="row apart nowrap">
                    <span className="strong">{row.broker_name}</span>
                    <AssignmentStatus row={row} />
                  </div>
                  <div className="dim small">
                    {row.ended_at
                      ? text.contractor.from_to({
                          from: times.moment(row.assigned_at),
                          to: times.moment(row.ended_at),
                        })
                      : times.moment(row.assigned_at)}
                    {formatEndReason(row) ? ` · ${formatEndReason(row)}` : ""}
                  </div>
                  <div className="dim small">
                    {text.contractor.at_handover({
                      status: findLabel(ORDER_STATUS, row.plan_at_handover.status).label.toLowerCase(),
                      day: day(row.plan_at_handover.scheduled_date),
                    })}
                    {typeof row.price_at_handover.shipping_price === "number"
                      ? `, ${money(row.price_at_handover.shipping_price, row.price_at_handover.currency)}`
                      : ""}
                  </div>
                </li>
              ))}
            </ol>
          )}
        </Loaded>
      </Collapse>
    </>
  );
}
