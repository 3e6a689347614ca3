/** One order of a customer for staff: what to do next, its packages, its bill, and everything else that can be decided. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { Tag } from "../../../../parts/badge.tsx";
import { useCommands } from "../../../../parts/commands.ts";
import { money } from "../../../../parts/format.ts";
import { BackLink } from "../../../../parts/links.tsx";
import { Page } from "../../../../parts/page.tsx";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { ServiceLink } from "../../services/service-link.tsx";
import { Bill } from "../bill.tsx";
import { OrderFacts } from "../order-facts.tsx";
import { OrderState, TrackLink } from "../order-head.tsx";
import { OrderHistory } from "../order-history.tsx";
import { Packages } from "../packages.tsx";
import { type CustomerOrder, customerOrderQuery, SHIPPING_KEY } from "../queries.ts";
import { CustomerFact } from "./customer-fact.tsx";
import { OtherDecisions } from "./other-decisions.tsx";
import "../shipping-orders.css";
import { Stages } from "../stages.tsx";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { type Decision, findNextDecision, listDecisions } from "./decisions.ts";

const route = getRouteApi("/inside/customer-orders/$shipping_order_id");

function Above() {
  return <BackLink to="/customer-orders">{text.desk.title}</BackLink>;
}

export function CustomerOrderPage() {
  const query = useQuery(customerOrderQuery(Number(route.useParams().shipping_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OrderView order={query.data} />;
}

/** What the measures would make of the price; undefined where it is not asked, or staff must write the new lines. */
function useRepricing(order: CustomerOrder, is_asked: boolean) {
  const { id: shipping_order_id, version } = order;
  return useQuery({
    queryKey: [...SHIPPING_KEY, "repricing", shipping_order_id, version],
    queryFn: ({ signal }) =>
      client.clientCustomerOrderReprice({ shipping_order_id }, { dry_run: true, signal }),
    enabled: is_asked && order.can_reprice,
    retry: false,
    staleTime: 60_000,
  }).data;
}

/** They need more than the permission to write orders. */
const WITH_WALLET: readonly Decision[] = ["refund", "settle"];

function OrderView({ order }: { order: CustomerOrder }) {
  const { permissions } = useMe();
  const [open, setOpen] = useState<Decision | null>(null);
  const may_write = permissions.includes("customer_shipping:write");
  const may_wallet = permissions.includes("wallet:write");
  const repricing = useRepricing(order, may_write);
  const may = (decision: Decision) => may_write && (may_wallet || !WITH_WALLET.includes(decision));
  const possible = listDecisions(order).filter(may);
  const next_decision = findNextDecision(order, repricing?.is_changed === true);
  const next = next_decision !== null && may(next_decision) ? next_decision : null;
  const others = possible.filter((decision) => decision !== next);
  useCommands(
    text.desk.order_of({ name: order.customer_name }),
    possible.map((decision) => ({
      label: text.desk.decisions[decision].label,
      run: () => setOpen(decision),
    })),
  );
  return (
    <Page
      title={order.customer_name}
      above={<Above />}
      subtitle={
        <OrderState order={order} badge={findStatus(order.status)} service={order.service_name}>
          {order.prices_hidden_from_customer ? <Tag tone="violet">{text.desk.prices_hidden}</Tag> : null}
        </OrderState>
      }
      actions={<TrackLink number={order.tracking_number} />}
    >
      {order.exception === null ? null : (
        <p className="note tone-bad" role="status">
          <b>{text.exception}</b> {order.exception}
        </p>
      )}
      {possible.length > 0 ? (
        <section className="sheet shipping-next" aria-label={text.desk.next}>
          <p className="grow">
            <NextHint order={order} next={next} difference_minor={repricing?.difference_minor ?? 0} />
          </p>
          <div className="row">
            {next === null ? null : (
              <Button onClick={() => setOpen(next)}>{text.desk.decisions[next].label}</Button>
            )}
            <OtherDecisions
              label={text.desk.more}
              decisions={others}
              name={(one) => text.desk.decisions[one].label}
              choose={setOpen}
            />
          </div>
        </section>
      ) : null}
      <Stages order={order} />
      <div className="split">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Packages packages={order.packages} />
          <OrderFacts order={order} service={<ServiceLink order={order} />}>
            <CustomerFact name={text.facts.customer} customer_name={order.customer_name} />
          </OrderFacts>
          <OrderHistory tracking_number={order.tracking_number} subject={{ shipping_order: order.id }} />
        </div>
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Bill order={order} payment={null} />
        </div>
      </div>
      {open === null ? null : <DecisionDialog decision={open} order={order} close={() => setOpen(null)} />}
    </Page>
  );
}

function NextHint({
  order,
  next,
  difference_minor,
}: {
  order: CustomerOrder;
  next: Decision | null;
  difference_minor: number;
}) {
  const { currency, remaining_minor } = order;
  const remaining_amount = money(remaining_minor, currency);
  if (next === "reprice") {
    const amount = money(Math.abs(difference_minor), currency);
    return difference_minor > 0 ? text.desk.costs_more({ amount }) : text.desk.costs_less({ amount });
  }
  if (next === "ship" && (remaining_minor ?? 0) > 0)
    return text.desk.ship_unpaid({ amount: remaining_amount });
  if (next !== null) return text.desk.decisions[next].hint;
  if (order.status === "PENDING") return text.desk.waits_for_payment({ amount: remaining_amount });
  return text.desk.nothing_next;
}
