/** The shipping orders of all customers. */

import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { IconPackageImport } from "#icons";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { StatusBadge } from "../../../../parts/badge.tsx";
import { money } from "../../../../parts/format.ts";
import type { Column } from "../../../../parts/grid/columns.ts";
import { FilterButton } from "../../../../parts/grid/filter-button.tsx";
import type { FilterChip } from "../../../../parts/grid/grid-bar.tsx";
import { PagedGrid } from "../../../../parts/grid/paged-grid.tsx";
import { usePagedRows } from "../../../../parts/grid/source.ts";
import { useLayout } from "../../../../parts/grid/use-layout.ts";
import { ButtonLink } from "../../../../parts/links.tsx";
import {
  bindFilters,
  FilterChoices,
  FilterSearch,
  FilterSelect,
  getFilters,
} from "../../../../parts/list/filters.tsx";
import { Page } from "../../../../parts/page.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { day, type Times, useTimes } from "../../../../parts/times.ts";
import { TwoLines } from "../../../../parts/two-lines.tsx";
import { servicesQuery } from "../../services/queries.ts";
import { type CustomerOrderSearch, toCustomerOrdersInput } from "../customer-order-search.ts";
import { Remaining } from "../own-orders.tsx";
import { type CustomerOrderSummary, SHIPPING_KEY } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";

const FILTERS = getFilters("clientCustomerOrders");

const readOrders = async (q: string) => (await client.clientCustomerOrders({ q, per_page: 2 })).orders;

const route = getRouteApi("/inside/customer-orders");
const getKey = ({ id }: CustomerOrderSummary) => id;
const getName = ({ tracking_number, customer_name }: CustomerOrderSummary) =>
  `${tracking_number}, ${customer_name}`;

export function CustomerOrders() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/customer-orders" });
  const times = useTimes();
  const [layout, setLayout] = useLayout("customer-orders");
  const input = toCustomerOrdersInput(search);
  const change = useCallback(
    (part: Partial<CustomerOrderSearch>) =>
      void navigate({
        search: (old: CustomerOrderSearch) => ({ ...old, page: undefined, ...part }),
        replace: true,
      }),
    [navigate],
  );
  const query = usePagedRows<CustomerOrderSummary>(
    {
      queryKey: [...SHIPPING_KEY, "grid", input],
      live_subjects: ["shipping_order"],
      read: async (at, per_page, signal) => {
        const { orders, total, next_cursor } = await client.clientCustomerOrders(
          { ...input, ...at, per_page },
          { signal },
        );
        return { rows: orders, total, next_cursor };
      },
    },
    search.page,
  );
  const columns = useMemo(() => buildColumns(times), [times]);
  const chips = useChips(search, change);
  const openRecord = useOpenRecord("shipping_order");
  const open = useCallback(({ id }: CustomerOrderSummary) => openRecord(id), [openRecord]);
  const turn = useCallback(
    (page: number | undefined) =>
      void navigate({
        search: (old: CustomerOrderSearch) => ({ ...old, page }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const card = useCallback((order: CustomerOrderSummary) => <OrderCard order={order} />, []);
  return (
    <Page fill>
      <PagedGrid
        id="customer-orders"
        label={text.desk.title}
        noun={text.desk.nouns}
        query={query}
        columns={columns}
        getKey={getKey}
        getName={getName}
        onOpen={open}
        card={card}
        layout={layout}
        onLayout={setLayout}
        page={search.page}
        onPage={turn}
        search={
          <FilterSearch
            label={text.desk.search}
            placeholder={text.desk.search_about}
            {...bindFilters(FILTERS, search, change)("q")}
            only={{ read: readOrders, open }}
          />
        }
        filters={<Filters search={search} change={change} />}
        count={(n) => text.desk.count({ n })}
        chips={chips}
        clear={() => void navigate({ search: {}, replace: true })}
        actions={null}
        empty={<NoOrders filtered={chips.length > 0} clear={() => void navigate({ search: {} })} />}
      />
    </Page>
  );
}

function NoOrders({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  const { permissions } = useMe();
  const services = useQuery({
    ...servicesQuery("shipping"),
    enabled: !filtered && permissions.includes("settings:read"),
  }).data;
  if (filtered)
    return (
      <Empty
        icon={IconPackageImport}
        title={text.desk.no_match}
        action={
          <Button variant="default" onClick={clear}>
            {text.desk.show_all}
          </Button>
        }
      />
    );
  const has_services = services === undefined || services.total > 0;
  return (
    <Empty
      icon={IconPackageImport}
      title={text.desk.none}
      action={
        has_services || !permissions.includes("settings:write") ? null : (
          <ButtonLink to="/services/new">{text.desk.define_service}</ButtonLink>
        )
      }
    >
      {has_services ? text.desk.none_about : text.desk.no_service}
    </Empty>
  );
}

interface FilterProps {
  search: CustomerOrderSearch;
  change: (part: Partial<CustomerOrderSearch>) => void;
}

const customersQuery = (q: string) => ({
  queryKey: ["customers", "choices", q],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.clientCustomers({ ...(q ? { q } : {}), per_page: 50 }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 60_000,
});

function Filters({ search, change }: FilterProps) {
  const { permissions } = useMe();
  const filter = bindFilters(FILTERS, search, change);
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 250);
  const may_see = permissions.includes("settings:read");
  const customers = useQuery({ ...customersQuery(q), enabled: may_see }).data?.customers ?? [];
  const services = useQuery({ ...servicesQuery("shipping"), enabled: may_see }).data?.services ?? [];
  return (
    <>
      <FilterChoices label={text.orders.state} names={text.status} {...filter("status")} />
      <FilterButton
        label={text.desk.more_filters}
        chosen={[search.customer_id, search.service, search.unpaid].filter((one) => one !== undefined).length}
      >
        <div className="stack">
          <FilterSelect
            in_popover
            label={text.desk.payment}
            any={text.desk.any}
            names={{ true: text.desk.unpaid, false: text.desk.nothing_left }}
            {...filter("unpaid", "is_unpaid")}
          />
          {may_see ? (
            <>
              <FilterSelect
                in_popover
                label={text.facts.customer}
                any={text.desk.any}
                data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
                searchable
                onSearchChange={setTyped}
                // The service has searched.
                filter={({ options }) => options}
                {...filter("customer_id")}
              />
              <FilterSelect
                in_popover
                label={text.facts.service}
                any={text.desk.any}
                data={services.map(({ code, name }) => ({ value: code, label: name }))}
                {...filter("service", "service_code")}
              />
            </>
          ) : null}
        </div>
      </FilterButton>
    </>
  );
}

/** What is set, in words. */
function useChips(
  { q, status, customer_id, service, unpaid }: CustomerOrderSearch,
  change: FilterProps["change"],
) {
  const may_see = useMe().permissions.includes("settings:read");
  const customer = useQuery({
    queryKey: ["customers", "one", customer_id],
    queryFn: ({ signal }) => client.clientCustomer({ customer_id: customer_id ?? 0 }, { signal }),
    enabled: may_see && customer_id !== undefined,
  }).data?.customer;
  const services = useQuery({
    ...servicesQuery("shipping"),
    enabled: may_see && service !== undefined,
  }).data?.services;
  const chips: FilterChip[] = [];
  const add = (label: string, part: Partial<CustomerOrderSearch>) =>
    chips.push({ label, remove: () => change(part) });
  if (q !== undefined) add(`“${q}”`, { q: undefined });
  for (const word of status ?? []) {
    const rest = status?.filter((other) => other !== word) ?? [];
    add(findStatus(word).label, { status: rest.length > 0 ? rest : undefined });
  }
  if (unpaid !== undefined) add(unpaid ? text.desk.unpaid : text.desk.nothing_left, { unpaid: undefined });
  if (customer_id !== undefined)
    add(customer?.name ?? `${text.facts.customer} ${customer_id}`, { customer_id: undefined });
  if (service !== undefined)
    add(services?.find(({ code }) => code === service)?.name ?? service, { service: undefined });
  return chips;
}

function buildColumns(times: Times): Column<CustomerOrderSummary>[] {
  return [
    {
      key: "number",
      head: text.orders.order,
      width: 190,
      value: ({ tracking_number }) => tracking_number,
      cell: ({ tracking_number, ref }) => (
        <TwoLines className="mono" below={ref}>
          {tracking_number}
        </TwoLines>
      ),
    },
    {
      key: "customer",
      head: text.facts.customer,
      value: ({ customer_name }) => customer_name,
      cell: ({ customer_name }) => <span className="strong cut">{customer_name}</span>,
    },
    {
      key: "status",
      head: text.orders.state,
      width: 150,
      value: ({ status }) => findStatus(status).label,
      cell: ({ status }) => <StatusBadge badge={findStatus(status)} />,
    },
    {
      key: "service",
      head: text.facts.service,
      window_width_min: 900,
      value: ({ service_name }) => service_name,
      cell: ({ service_name }) => <span className="cut">{service_name}</span>,
    },
    {
      key: "packages",
      head: text.orders.packages,
      width: 140,
      window_width_min: 900,
      value: ({ received_count, package_count }) => `${received_count}/${package_count}`,
      cell: ({ received_count, package_count }) =>
        text.received_of({ n: received_count, all: package_count }),
    },
    {
      key: "to",
      head: text.orders.to,
      window_width_min: 1560,
      value: ({ destination }) => destination,
      cell: ({ destination }) => <span className="cut">{destination || "–"}</span>,
    },
    {
      key: "date",
      head: text.facts.date,
      width: 120,
      optional: true,
      value: ({ scheduled_date }) => scheduled_date,
      cell: ({ scheduled_date }) => (scheduled_date === null ? "–" : day(scheduled_date)),
    },
    {
      key: "total",
      head: text.total,
      width: 120,
      align: "end",
      optional: true,
      value: ({ total_minor, currency }) => money(total_minor, currency),
      cell: ({ total_minor, currency }) => <span className="num">{money(total_minor, currency)}</span>,
    },
    {
      key: "left",
      head: text.left,
      width: 130,
      align: "end",
      value: ({ remaining_minor, currency }) => money(remaining_minor, currency),
      cell: (order) => <Remaining order={order} />,
    },
    {
      key: "at",
      head: text.orders.at,
      width: 130,
      window_width_min: 900,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
    },
  ];
}

function OrderCard({ order }: { order: CustomerOrderSummary }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{order.customer_name}</span>
        <StatusBadge badge={findStatus(order.status)} />
      </span>
      <span className="row apart nowrap small dim">
        <span className="mono">{order.tracking_number}</span>
        <span>{text.received_of({ n: order.received_count, all: order.package_count })}</span>
      </span>
      <span className="row apart nowrap small">
        <span className="dim cut">{order.service_name}</span>
        <Remaining order={order} />
      </span>
    </>
  );
}
