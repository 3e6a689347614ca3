/** One storage order for staff: what to do next, its packages with their bins, what its days cost, and its bill. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../../../api/session.ts";
import { Tag } from "../../../../parts/badge.tsx";
import { useCommands } from "../../../../parts/commands.ts";
import { AnchorLink, BackLink } from "../../../../parts/links.tsx";
import { Page } from "../../../../parts/page.tsx";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { ServiceLink } from "../../services/service-link.tsx";
import { Bill } from "../../shipping-orders/bill.tsx";
import { CustomerFact } from "../../shipping-orders/desk/customer-fact.tsx";
import { OtherDecisions } from "../../shipping-orders/desk/other-decisions.tsx";
import { OrderFacts } from "../../shipping-orders/order-facts.tsx";
import { OrderState, TrackLink } from "../../shipping-orders/order-head.tsx";
import { OrderHistory } from "../../shipping-orders/order-history.tsx";
import "../../shipping-orders/shipping-orders.css";
import { RecordLink } from "../../../../parts/record-link.tsx";
import { BillingNote } from "../balance.tsx";
import { Days } from "../days.tsx";
import { PackageCard } from "../package-card.tsx";
import { type CustomerStorageOrder, storageOrderQuery } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import { type Action, findNextAction, listActions } from "./actions.ts";

const here = getRouteApi("/inside/storage-orders/$storage_order_id");

function Above() {
  return <BackLink to="/storage-orders">{text.desk.title}</BackLink>;
}

export function StorageOrderPage() {
  const query = useQuery(storageOrderQuery(Number(here.useParams().storage_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OrderView order={query.data} />;
}

/** They need more than the permission to write orders. */
const WITH_WALLET: readonly Action[] = ["refund", "settle"];

function OrderView({ order }: { order: CustomerStorageOrder }) {
  const { permissions } = useMe();
  const [open, setOpen] = useState<Action | null>(null);
  const may_wallet = permissions.includes("wallet:write");
  const possible = permissions.includes("storage:write")
    ? listActions(order).filter((one) => may_wallet || !WITH_WALLET.includes(one))
    : [];
  const next = findNextAction(order, possible);
  const others = possible.filter((one) => one !== next);
  useCommands(
    text.desk.title,
    possible.map((one) => ({ label: text.desk.actions[one].label, run: () => setOpen(one) })),
  );
  return (
    <Page
      title={order.customer_name}
      above={<Above />}
      subtitle={
        <OrderState order={order} badge={findStatus(order.status)}>
          {order.prices_hidden_from_customer ? <Tag tone="violet">{text.desk.prices_hidden}</Tag> : null}
        </OrderState>
      }
      actions={
        <>
          <TrackLink number={order.tracking_number} />
          <OtherDecisions
            label={text.desk.more_actions}
            decisions={others}
            name={(one) => text.desk.actions[one].label}
            choose={setOpen}
          />
          {next === null ? null : (
            <Button onClick={() => setOpen(next)}>{text.desk.actions[next].label}</Button>
          )}
        </>
      }
    >
      {order.status === "PENDING" && order.is_priced && (order.remaining_minor ?? 0) > 0 ? (
        <p className="note">{text.desk.waits_for_payment}</p>
      ) : null}
      <BillingNote order={order} />
      <div className="split">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <section className="stack" aria-label={text.packages_title}>
            <div className="row apart">
              <h2>{text.stored_of({ n: order.stored_count, all: order.package_count })}</h2>
              <AnchorLink className="small" to="/stored-packages" search={{ storage_order_id: order.id }}>
                {text.desk.stored_packages}
              </AnchorLink>
            </div>
            <ul className="stored-cards" aria-label={text.packages_title}>
              {order.packages.map((one) => (
                <li key={one.id}>
                  <PackageCard stored={one}>
                    {one.bin === null ? null : (
                      <span className="small mono">{text.desk.in_bin({ code: one.bin.code })}</span>
                    )}
                    {one.shipout_id === null ? null : (
                      <RecordLink type="shipout" id={one.shipout_id} className="small">
                        {text.open_shipout}
                      </RecordLink>
                    )}
                  </PackageCard>
                </li>
              ))}
            </ul>
          </section>
          <OrderFacts order={order} service={<ServiceLink order={order} />}>
            <CustomerFact name={text.desk.customer} customer_name={order.customer_name} />
          </OrderFacts>
          <OrderHistory tracking_number={order.tracking_number} subject={{ storage_order: order.id }} />
        </div>
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Bill order={order} payment={null} />
          <Days order={order} />
        </div>
      </div>
      {open === null ? null : <ActionForm action={open} order={order} close={() => setOpen(null)} />}
    </Page>
  );
}
