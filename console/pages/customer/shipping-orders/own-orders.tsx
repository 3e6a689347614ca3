/** What a customer can order, and its own orders. */
import { Select } from "@mantine/core";
import { IconCheck, IconPackageExport, IconTruckDelivery } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ServiceSummary } from "../../../../packages/client/client.gen.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import {
  offeredServicesQuery,
  ownOrdersQuery,
  type ShippingOrderSummary,
  serviceConfigQuery,
} from "./queries.ts";
import "./shipping-orders.css";
import { findStatus } from "./status.ts";
import { STATUSES, type Status } from "./status-words.ts";
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
  const kind = listPriceFamilies().find(({ value }) => value === family)?.label;
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
  const times = useTimes();
  const { status } = here.useSearch();
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const query = useQuery(
    ownOrdersQuery({ page, per_page: PER_PAGE, ...(status === undefined ? {} : { status }) }),
  );
  return (
    <Sheet
      title={text.orders.title}
      pad={false}
      actions={
        <Select
          size="xs"
          aria-label={text.orders.state}
          placeholder={text.orders.any_state}
          clearable
          clearButtonProps={{ "aria-label": text.orders.any_state }}
          data={STATUSES.map((value) => ({ value, label: findStatus(value).label }))}
          value={status ?? null}
          onChange={(value) => {
            setPage(1);
            void navigate({
              to: "/shipping",
              search: value === null ? {} : { status: value as Status },
              replace: true,
            });
          }}
        />
      }
    >
      <Loaded query={query} fallback={<Waiting rows={6} />}>
        {({ orders, total }) =>
          orders.length === 0 ? (
            <Empty
              icon={IconPackageExport}
              title={status === undefined ? text.orders.none : text.orders.none_found}
            >
              {status === undefined ? text.orders.none_about : null}
            </Empty>
          ) : (
            <>
              <Table
                label={text.orders.title}
                rows={orders}
                columns={buildColumns(times)}
                keyOf={({ id }) => id}
                nameOf={({ tracking_number }) => tracking_number}
                onOpen={({ id }) =>
                  void navigate({
                    to: "/shipping/$shipping_order_id",
                    params: { shipping_order_id: String(id) },
                  })
                }
                card={(order) => <OrderCard order={order} times={times} />}
              />
              {total > PER_PAGE ? (
                <Pager
                  page={page}
                  per_page={PER_PAGE}
                  total={total}
                  noun={text.orders.noun}
                  onPage={setPage}
                />
              ) : null}
            </>
          )
        }
      </Loaded>
    </Sheet>
  );
}

/** What is left to pay, or why there is nothing to say about it. */
export function Remaining({ order }: { order: ShippingOrderSummary }) {
  if (order.price_hidden === true) return <span className="dim">–</span>;
  if (!order.is_priced) return <span className="dim">{text.not_priced}</span>;
  const { remaining_minor = 0, currency, status } = order;
  if (status === "CANCELLED" || !remaining_minor) return <span className="dim">{text.nothing_left}</span>;
  return <span className="strong num">{money(remaining_minor, currency)}</span>;
}

function buildColumns(times: Times): Column<ShippingOrderSummary>[] {
  return [
    {
      key: "number",
      head: text.orders.order,
      cell: ({ service_name, tracking_number, ref }) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{ref ?? service_name}</span>
          <span className="dim small">
            <span className="mono">{tracking_number}</span>
            {ref === null ? null : ` · ${service_name}`}
          </span>
        </span>
      ),
    },
    {
      key: "status",
      head: text.orders.state,
      cell: ({ status }) => <StatusBadge badge={findStatus(status)} />,
    },
    { key: "to", head: text.orders.to, from: 641, cell: ({ destination }) => destination || "–" },
    {
      key: "packages",
      head: text.orders.packages,
      from: 1240,
      cell: ({ received_count, package_count }) =>
        text.received_of({ n: received_count, all: package_count }),
    },
    { key: "left", head: text.left, align: "end", cell: (order) => <Remaining order={order} /> },
    {
      key: "at",
      head: text.orders.at,
      from: 641,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}

function OrderCard({ order, times }: { order: ShippingOrderSummary; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{order.ref ?? order.service_name}</span>
        <StatusBadge badge={findStatus(order.status)} />
      </span>
      <span className="row apart nowrap small dim">
        <span className="mono">{order.tracking_number}</span>
        <span>{times.moment(order.created_at)}</span>
      </span>
      <span className="row apart nowrap small">
        <span className="dim">{order.destination}</span>
        <Remaining order={order} />
      </span>
    </>
  );
}
