/** Which contractor holds an order, and who held it before. */
import { Button, Collapse } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Assignment, assignmentsQuery, handoversQuery, mayAssign } from "../../api/contractors.ts";
import type { OrderDetail } from "../../api/orders.ts";
import { isInside, useMe } from "../../api/session.ts";
import { Sheet } from "../../parts/page.tsx";
import { Loaded, Waiting } from "../../parts/states.tsx";
import { day, type Times, useTimes } from "../../parts/times.ts";
import { money, ORDER_STATUS, wordOf } from "../../parts/words.ts";
import { reasonOf, Standing } from "../contractors/columns.tsx";
import { HandOver } from "../contractors/hand-over.tsx";
import { HandBack, TakeBack } from "../contractors/take-back.tsx";

export function Holder({ order, assignment }: { order: OrderDetail; assignment: Assignment | null }) {
  const me = useMe();
  const times = useTimes();
  const [asked, setAsked] = useState<"hand" | "take" | "back" | null>(null);
  if (!mayAssign(me) || me.user.role === "customer") return null;
  const may_decide = me.user.role === "client_admin";
  const is_own = assignment !== null && assignment.broker_id === me.user.id;
  const close = () => setAsked(null);
  return (
    <Sheet
      title="Contractor"
      actions={
        <span className="row tight">
          {may_decide && order.can_unassign ? (
            <Button variant="subtle" size="xs" onClick={() => setAsked("take")}>
              Take back
            </Button>
          ) : null}
          {may_decide && order.can_assign ? (
            <Button variant="default" size="xs" onClick={() => setAsked("hand")}>
              {assignment === null ? "Hand over" : "Move"}
            </Button>
          ) : null}
          {is_own && order.can_unassign ? (
            <Button variant="default" size="xs" onClick={() => setAsked("back")}>
              Hand back
            </Button>
          ) : null}
        </span>
      }
    >
      {assignment === null ? (
        <p className="dim">
          Held by nobody.
          {order.can_plan ? " It is planned by the business, or where contractors' rules take it." : ""}
        </p>
      ) : (
        <div className="stack tight">
          <span className="strong">{is_own ? "You" : assignment.broker_name}</span>
          <span className="dim small">since {times.moment(assignment.assigned_at)}</span>
          {assignment.note ? <p>{assignment.note}</p> : null}
        </div>
      )}
      {(may_decide || is_own) && order.route_id !== null && order.can_instruct ? (
        <p className="dim small">On a route: it changes hands once it is off it.</p>
      ) : null}
      {isInside(me) ? <Before order={order} assignment={assignment} times={times} /> : null}
      <HandOver order_ids={[order.id]} opened={asked === "hand"} close={close} />
      <TakeBack order_ids={[order.id]} opened={asked === "take"} close={close} />
      <HandBack order_id={order.id} opened={asked === "back"} close={close} />
    </Sheet>
  );
}

/** Hand-overs, read when somebody asks for them. */
function Before({
  order,
  assignment,
  times,
}: {
  order: OrderDetail;
  assignment: Assignment | null;
  times: Times;
}) {
  const [shown, { toggle }] = useDisclosure(false);
  const latest = useQuery({
    ...assignmentsQuery({ order_id: order.id, per_page: 1 }),
    enabled: assignment === null,
  });
  const id = assignment?.id ?? latest.data?.assignments[0]?.id;
  const handovers = useQuery({ ...handoversQuery(id ?? 0), enabled: shown && id !== undefined });
  if (id === undefined) return null;
  return (
    <>
      <Button variant="subtle" size="compact-sm" mt={8} ml={-8} aria-expanded={shown} onClick={toggle}>
        {shown ? "Hide hand-overs" : "Hand-overs"}
      </Button>
      <Collapse expanded={shown}>
        <Loaded query={handovers} waiting={<Waiting rows={2} />}>
          {(rows) => (
            <ol className="list">
              {rows.map((row) => (
                <li key={row.id} style={{ padding: "8px 0" }}>
                  <div className="row apart nowrap">
                    <span className="strong">{row.broker_name}</span>
                    <Standing row={row} />
                  </div>
                  <div className="dim small">
                    {times.moment(row.assigned_at)}
                    {row.ended_at ? ` to ${times.moment(row.ended_at)}` : ""}
                    {reasonOf(row) ? ` · ${reasonOf(row)}` : ""}
                  </div>
                  <div className="dim small">
                    Then {wordOf(ORDER_STATUS, row.plan_at_handover.status).label.toLowerCase()}, for{" "}
                    {day(row.plan_at_handover.scheduled_date)}
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
