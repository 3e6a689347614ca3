/** The page of one order of the customer, of any service: its state, what was ordered, and its bill with what is left to pay. */
import { Alert, Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { IconX } from "#icons";
import type { Badge } from "../../../parts/badge.tsx";
import { Page } from "../../../parts/page.tsx";
import { Bill } from "./bill.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderState, TrackLink } from "./order-head.tsx";
import { OrderHistory } from "./order-history.tsx";
import "./shipping-orders.css";

type HistoryProps = Parameters<typeof OrderHistory>[0];
type OwnOrder = Parameters<typeof Bill>[0]["order"] &
  Parameters<typeof OrderFacts>[0]["order"] &
  Parameters<typeof OrderState>[0]["order"];

export function OwnOrderPage({
  order,
  subject,
  badge,
  above,
  placed,
  actions,
  cancel,
  notes,
  packages,
  warehouse_name,
  payment,
  below_bill,
}: {
  order: OwnOrder;
  subject: HistoryProps["subject"];
  badge: Badge;
  above: ReactNode;
  /** What is said of an order that was placed just now. */
  placed: { title: string; about: string } | null;
  actions?: ReactNode;
  /** Null where it cannot be cancelled. */
  cancel: { label: string; dialog: (close: () => void) => ReactNode } | null;
  /** What stands above the packages: how far it is, what went wrong. */
  notes?: ReactNode;
  packages: ReactNode;
  warehouse_name?: string;
  payment: ReactNode;
  below_bill?: ReactNode;
}) {
  const [cancelling, setCancelling] = useState(false);
  return (
    <Page
      title={order.ref ?? order.service_name}
      above={above}
      subtitle={<OrderState order={order} badge={badge} />}
      actions={
        <>
          <TrackLink number={order.tracking_number} />
          {actions}
          {cancel === null ? null : (
            <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setCancelling(true)}>
              {cancel.label}
            </Button>
          )}
        </>
      }
    >
      {placed === null ? null : (
        <Alert color="green" variant="outline" role="status" title={placed.title}>
          {placed.about}
        </Alert>
      )}
      {notes}
      <div className="split">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          {packages}
          <OrderFacts order={order} warehouse_name={warehouse_name} />
          <OrderHistory tracking_number={order.tracking_number} subject={subject} />
        </div>
        <div className="stack shipping-money" style={{ gap: 16, minWidth: 0 }}>
          <Bill order={order} payment={payment} />
          {below_bill}
        </div>
      </div>
      {cancelling ? cancel?.dialog(() => setCancelling(false)) : null}
    </Page>
  );
}
