/** One storage order for staff: what to do next, its packages with their bins, what its days cost, and its bill. */
import { Button, Menu } from "@mantine/core";
import { IconArrowLeft, IconDots, IconMapSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../../../api/session.ts";
import { StatusBadge, Tag } from "../../../../parts/badge.tsx";
import { useCommands } from "../../../../parts/commands.ts";
import { Copy } from "../../../../parts/copy.tsx";
import { AnchorLink, ButtonLink } from "../../../../parts/links.tsx";
import { Fact, Page } from "../../../../parts/page.tsx";
import { useTimes } from "../../../../parts/times.ts";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { ServiceLink } from "../../services/service-link.tsx";
import { Bill } from "../../shipping-orders/bill.tsx";
import { OrderFacts } from "../../shipping-orders/order-facts.tsx";
import { OrderHistory } from "../../shipping-orders/order-history.tsx";
import "../../shipping-orders/shipping-orders.css";
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
  return (
    <AnchorLink to="/storage-orders" className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> {text.desk.title}
    </AnchorLink>
  );
}

export function StorageOrderPage() {
  const query = useQuery(storageOrderQuery(Number(here.useParams().storage_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OrderView order={query.data} />;
}

/** They need more than the permission to write orders. */
const WITH_WALLET: readonly Action[] = ["refund", "settle"];

function OrderView({ order }: { order: CustomerStorageOrder }) {
  const times = useTimes();
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
        <span className="row tight">
          <StatusBadge badge={findStatus(order.status)} />
          <span title={times.exact(order.status_since)}>{text.since(times.moment(order.status_since))}</span>·
          <span className="row tight nowrap">
            <span className="mono">{order.tracking_number}</span>
            <Copy value={order.tracking_number} label={text.number} />
          </span>
          {order.prices_hidden_from_customer ? <Tag tone="violet">{text.desk.prices_hidden}</Tag> : null}
        </span>
      }
      actions={
        <>
          <ButtonLink
            variant="default"
            to="/track/$number"
            params={{ number: order.tracking_number }}
            leftSection={<IconMapSearch size={16} />}
          >
            {text.track}
          </ButtonLink>
          {others.length > 0 ? (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" leftSection={<IconDots size={16} />}>
                  {text.desk.more_actions}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {others.map((one) => (
                  <Menu.Item
                    key={one}
                    color={one === "cancel" ? "red" : undefined}
                    onClick={() => setOpen(one)}
                  >
                    {text.desk.actions[one].label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : null}
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
              <h2>{text.stored_of(order.stored_count, order.package_count)}</h2>
              <AnchorLink className="small" to="/stored-packages" search={{ storage_order_id: order.id }}>
                {text.desk.stored_packages}
              </AnchorLink>
            </div>
            <ul className="stored-cards" aria-label={text.packages_title}>
              {order.packages.map((one) => (
                <li key={one.id}>
                  <PackageCard stored={one}>
                    {one.bin === null ? null : (
                      <span className="small mono">{text.desk.in_bin(one.bin.code)}</span>
                    )}
                    {one.shipout_id === null ? null : (
                      <AnchorLink
                        className="small"
                        to="/ship-outs/$shipout_id"
                        params={{ shipout_id: String(one.shipout_id) }}
                      >
                        {text.open_shipout}
                      </AnchorLink>
                    )}
                  </PackageCard>
                </li>
              ))}
            </ul>
          </section>
          <OrderFacts order={order} service={<ServiceLink order={order} />}>
            <Fact name={text.desk.customer}>
              {permissions.includes("settings:read") ? (
                <AnchorLink to="/customers" search={{ q: order.customer_name }}>
                  {order.customer_name}
                </AnchorLink>
              ) : (
                order.customer_name
              )}
            </Fact>
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
