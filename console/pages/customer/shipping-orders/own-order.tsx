/** One order of the customer: how far it is, its packages, and its bill with what is left to pay. */
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconX } from "#icons";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Bill } from "./bill.tsx";
import { CancelOwnOrder } from "./cancel-own-order.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderState, TrackLink } from "./order-head.tsx";
import { OrderHistory } from "./order-history.tsx";
import { Packages } from "./packages.tsx";
import { Payment } from "./payment.tsx";
import { ownOrderQuery, type ShippingOrder } from "./queries.ts";
import { Stages } from "./stages.tsx";
import { findStatus } from "./status.ts";
import "./shipping-orders.css";
import { text } from "./text.ts";

const here = getRouteApi("/inside/shipping/$shipping_order_id");

function Above() {
  return <BackLink to="/shipping">{text.title}</BackLink>;
}

export function OwnOrder() {
  const query = useQuery(ownOrderQuery(Number(here.useParams().shipping_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OrderView order={query.data} />;
}

function OrderView({ order }: { order: ShippingOrder }) {
  const times = useTimes();
  const { placed } = here.useSearch();
  const [cancelling, setCancelling] = useState(false);
  const { tracking_number } = order;
  return (
    <Page
      title={order.ref ?? order.service_name}
      above={<Above />}
      subtitle={
        <OrderState
          order={order}
          badge={findStatus(order.status)}
          since={text.since({ moment: times.moment(order.status_since) })}
          number={text.number}
        />
      }
      actions={
        <>
          <TrackLink number={tracking_number}>{text.track}</TrackLink>
          {order.can_cancel ? (
            <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setCancelling(true)}>
              {text.cancel.button}
            </Button>
          ) : null}
        </>
      }
    >
      {placed === true ? (
        <Alert color="green" variant="outline" role="status" title={text.placed}>
          {text.placed_about({ number: tracking_number })}
        </Alert>
      ) : null}
      {order.exception === null ? null : (
        <p className="note tone-bad" role="status">
          <b>{text.exception}</b> {order.exception}
        </p>
      )}
      <Stages order={order} />
      <div className="split">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <Packages packages={order.packages} />
          <OrderFacts order={order} />
          <OrderHistory tracking_number={order.tracking_number} subject={{ shipping_order: order.id }} />
        </div>
        <div className="stack shipping-money" style={{ gap: 16, minWidth: 0 }}>
          <Bill order={order} payment={<Payment order={order} />} />
        </div>
      </div>
      {cancelling ? <CancelOwnOrder order={order} close={() => setCancelling(false)} /> : null}
    </Page>
  );
}
