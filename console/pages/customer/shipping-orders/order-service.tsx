/** Order a shipping service. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ServiceConfig } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { toOrderRequest } from "../services/order-form/order-values.ts";
import { PlaceOrder } from "./place-order.tsx";
import { SHIPPING_KEY, serviceConfigQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/shipping/services/$service_code");

function Above() {
  return <BackLink to="/shipping">{text.title}</BackLink>;
}

export function OrderService() {
  const { service_code } = here.useParams();
  const openOrder = useOpenRecord("shipping_order");
  const query = useQuery(serviceConfigQuery(service_code));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const config = query.data;
  return (
    <Page title={config.name} above={<Above />} subtitle={config.description || undefined}>
      <PlaceOrder
        key={service_code}
        config={config}
        toRequest={(values) => toOrderRequest(config, values)}
        queries_key={SHIPPING_KEY}
        estimate={(request, options) =>
          client.customerShippingOrderEstimate({ service_code, ...request }, options)
        }
        create={(input, options) => client.customerShippingOrderCreate({ service_code, ...input }, options)}
        onCreated={({ shipping_order_id }) =>
          openOrder(shipping_order_id, { is_saved: true, search: { placed: true } })
        }
        about_payment={describePayment(config)}
      />
    </Page>
  );
}

function describePayment({ pricing_method, payment }: ServiceConfig): string {
  if (pricing_method === 2) return text.estimate.pay_quoted;
  return payment === "before_confirmation" ? text.estimate.pay_first : text.estimate.pay_later;
}
