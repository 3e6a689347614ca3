/** One order of the customer: how far it is, its packages, and its bill with what is left to pay. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { BackLink } from "../../../parts/links.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { CancelOwnOrder } from "./cancel-own-order.tsx";
import { OwnOrderPage } from "./own-order-page.tsx";
import { Packages } from "./packages.tsx";
import { Payment } from "./payment.tsx";
import { ownOrderQuery, type ShippingOrder } from "./queries.ts";
import { Stages } from "./stages.tsx";
import { findStatus } from "./status.ts";
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
  const { placed } = here.useSearch();
  const { tracking_number, exception } = order;
  return (
    <OwnOrderPage
      order={order}
      subject={{ shipping_order: order.id }}
      badge={findStatus(order.status)}
      above={<Above />}
      placed={
        placed === true ? { title: text.placed, about: text.placed_about({ number: tracking_number }) } : null
      }
      cancel={
        order.can_cancel
          ? { label: text.cancel.button, dialog: (close) => <CancelOwnOrder order={order} close={close} /> }
          : null
      }
      notes={
        <>
          {exception === null ? null : (
            <p className="note tone-bad" role="status">
              <b>{text.exception}</b> {exception}
            </p>
          )}
          <Stages order={order} />
        </>
      }
      packages={<Packages packages={order.packages} />}
      payment={<Payment order={order} />}
    />
  );
}
