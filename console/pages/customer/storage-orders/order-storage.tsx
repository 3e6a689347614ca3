/** Order storage: which service, its form, and what it costs now and by the day. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconBoxOff } from "#icons";
import type { CustomerStorageOrderEstimateOutput } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { money } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { toOrderRequest } from "../services/order-form/order-values.ts";
import { nameService } from "../shipping-orders/name-service.ts";
import { PlaceOrder } from "../shipping-orders/place-order.tsx";
import { type ServiceConfig, STORAGE_KEY, storageConfigQuery } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/storage/new");

function Above() {
  return <BackLink to="/storage">{text.title}</BackLink>;
}

export function OrderStorage() {
  const { service } = here.useSearch();
  const navigate = useNavigate();
  const openOrder = useOpenRecord("storage_order");
  const query = useQuery(storageConfigQuery(service));
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Page above={<Above />}>
        <div className="sheet">
          <Empty icon={IconBoxOff} title={text.no_service_title}>
            {text.no_service}
          </Empty>
        </div>
      </Page>
    );
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  const { config, services } = query.data;
  const { service_code } = config;
  return (
    <Page title={config.name} above={<Above />} subtitle={config.description || undefined}>
      {services.length > 1 ? (
        <Select
          label={text.service}
          maw={360}
          allowDeselect={false}
          data={services.map((one) => ({ value: one.service_code, label: nameService(one) }))}
          value={service_code}
          onChange={(code) =>
            void navigate({
              to: "/storage/new",
              search: code === null ? {} : { service: code },
              replace: true,
            })
          }
        />
      ) : null}
      <PlaceOrder
        key={service_code}
        config={config}
        toRequest={(values) => toOrderRequest(config, values)}
        queries_key={STORAGE_KEY}
        estimate={(request, options) =>
          client.customerStorageOrderEstimate({ service_code, ...request }, options)
        }
        create={(input, options) => client.customerStorageOrderCreate({ service_code, ...input }, options)}
        onCreated={({ storage_order_id }) =>
          openOrder(storage_order_id, { is_saved: true, search: { placed: true } })
        }
        about_price={(priced) => <ByDay priced={priced} />}
        about_payment={describePayment(config)}
      />
    </Page>
  );
}

/** What storage costs besides, once the goods are here. */
function ByDay({ priced }: { priced: CustomerStorageOrderEstimateOutput }) {
  const { day_minor, currency, free_days } = priced;
  return (
    <p className="small">
      {text.then_by_day({ amount: money(day_minor, currency) })}{" "}
      {free_days > 0 ? text.days.free({ n: free_days }) : ""}
    </p>
  );
}

function describePayment({ pricing_method, payment }: ServiceConfig): string {
  if (pricing_method === 2) return text.pay_quoted;
  return payment === "before_confirmation" ? text.pay_first : text.pay_later;
}
