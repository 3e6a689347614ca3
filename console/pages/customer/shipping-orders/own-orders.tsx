import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconCheck, IconPackageExport, IconTruckDelivery } from "#icons";
import type { ServiceSummary } from "../../../../packages/client/client.gen.ts";
import { Tag } from "../../../parts/badge.tsx";
import { LeftToPay, useOrderTable } from "../../../parts/customer-orders/order-list.tsx";
import { money } from "../../../parts/format.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { getPriceFamilyName } from "../../../parts/price-families.ts";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import {
  offeredServicesQuery,
  ownOrdersQuery,
  type ShippingOrderSummary,
  serviceConfigQuery,
} from "./queries.ts";
import "./shipping-orders.css";
import { findStatus } from "./status.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/shipping");
const PER_PAGE = 25;

export function OwnOrders() {
  return (
    <Page subtitle={text.about}>
      <Services />
      <Orders />
    </Page>
  );
}

function Services() {
  const query = useQuery(offeredServicesQuery);
  return (
    <section aria-label={text.services.title}>
      <Loaded query={query} fallback={<Waiting rows={3} />}>
        {(services) =>
          services.length === 0 ? (
            <div className="sheet">
              <Empty icon={IconTruckDelivery} title={text.services.none}>
                {text.services.none_about}
              </Empty>
            </div>
          ) : (
            <ul className="shipping-services">
              {services.map((service) => (
                <li key={service.service_code}>
                  <ServiceCard service={service} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function ServiceCard({ service }: { service: ServiceSummary }) {
  const { service_code, name, description, family, pricing_method, from_minor, currency } = service;
  const kind = getPriceFamilyName(family);
  return (
    <Link className="shipping-service" to="/shipping/services/$service_code" params={{ service_code }}>
      <span className="row apart nowrap">
        <span className="strong">{name}</span>
        <Tag tone={pricing_method === 1 ? "good" : "blue"}>
          {pricing_method === 2
            ? text.services.by_staff
            : typeof from_minor === "number"
              ? text.services.from({ amount: money(from_minor, currency) })
              : text.services.at_once}
        </Tag>
      </span>
      {description ? <span className="dim small">{description}</span> : null}
      <Needs service_code={service_code} />
      <span className="row apart small shipping-service-foot">
        <span className="dim">{kind}</span>
        <span className="shipping-go">{text.services.order}</span>
      </span>
    </Link>
  );
}

/** How goods come and go, and what the form asks: its configuration, which ordering reads too. */
function Needs({ service_code }: { service_code: string }) {
  const config = useQuery(serviceConfigQuery(service_code)).data;
  if (config === undefined) return null;
  const questions = Object.keys(config.form_fields.properties).length;
  const needs = [
    text.services.pickup[config.pickup],
    config.dropoff === "none" ? null : text.services.delivers,
    config.measures === "required" ? text.services.measures : null,
    questions > 0 ? text.services.questions({ n: questions }) : null,
  ].filter((need) => need !== null);
  return (
    <span className="shipping-needs small">
      {needs.map((need) => (
        <span key={need}>
          <IconCheck size={13} aria-hidden /> {need}
        </span>
      ))}
    </span>
  );
}

function Orders() {
  const { status } = here.useSearch();
  const navigate = useNavigate();
  const open = useOpenRecord("shipping_order");
  const [page, setPage] = useState(1);
  const query = useQuery(
    ownOrdersQuery({ page, per_page: PER_PAGE, ...(status === undefined ? {} : { status }) }),
  );
  const table = useOrderTable<ShippingOrderSummary>({
    texts: { ...text.orders, left: text.left },
    state: ({ status: word }) => findStatus(word),
    count: ({ received_count, package_count }) => text.received_of({ n: received_count, all: package_count }),
    left: (order) => <Remaining order={order} />,
  });
  return (
    <TableList
      label={text.orders.title}
      title={text.orders.title}
      actions={
        <FilterSelect
          size="xs"
          label={text.orders.state}
          any={text.orders.any_state}
          names={text.status}
          {...bindFilters(getFilters("customerShippingOrdersAll"), { status }, (search) => {
            setPage(1);
            void navigate({ to: "/shipping", search, replace: true });
          })("status")}
        />
      }
      query={query}
      rows={({ orders }) => orders}
      empty={
        <Empty
          icon={IconPackageExport}
          title={status === undefined ? text.orders.none : text.orders.none_found}
        >
          {status === undefined ? text.orders.none_about : null}
        </Empty>
      }
      {...table}
      onOpen={({ id }) => open(id)}
      foot={(page) => <Pager {...page} noun={text.orders.noun} onPage={setPage} />}
    />
  );
}

export const Remaining = ({ order }: { order: ShippingOrderSummary }) => <LeftToPay order={order} />;
