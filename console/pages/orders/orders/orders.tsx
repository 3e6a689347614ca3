/** The list of orders. */
import { Button, TextInput } from "@mantine/core";
import { IconFilter, IconPackageOff, IconPlus, IconSearch, IconUpload, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type OrderSummary, ordersQuery, searchQuery } from "../../../api/orders.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { OrderState, Tag } from "../../../parts/badge.tsx";
import { ORDER_TYPE } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Column, Table } from "../../../parts/table.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { CreateOrder } from "./create-order.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ImportOrders } from "./import-orders.tsx";
import { type OrderSearch, toOrdersInput } from "./order-filters.ts";

const route = getRouteApi("/inside/orders");

export function Orders() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/orders" });
  const times = useTimes();
  const me = useMe();
  const may_command = me.permissions.includes("orders:write") && isStaff(me);
  // Customers can create orders one at a time only.
  const may_create = may_command || (me.permissions.includes("orders:write") && me.user.role === "customer");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [filtering, setFiltering] = useState(false);
  const [importing, setImporting] = useState(false);
  const [text, setText] = useState(search.q ?? "");
  useEffect(() => setText(search.q ?? ""), [search.q]);

  const change = (part: Partial<OrderSearch>) => {
    setChosen(new Set());
    void navigate({ search: (old: OrderSearch) => ({ ...old, page: undefined, ...part }), replace: true });
  };
  const listed = useQuery({ ...ordersQuery(toOrdersInput(search)), enabled: search.q === undefined });
  const found = useQuery({ ...searchQuery(search.q ?? ""), enabled: search.q !== undefined });
  const query = search.q === undefined ? listed : found;
  const total = search.q === undefined ? listed.data?.total : found.data?.orders.length;
  const filtered = Object.keys(search).some((key) => key !== "page" && key !== "create");

  const columns: Column<OrderSummary>[] = [
    {
      key: "number",
      head: "Order",
      width: 172,
      cell: (order) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="mono">{order.tracking_number}</span>
          {order.ref ? (
            <span className="dim small cut" style={{ maxWidth: 150 }} title={order.ref}>
              {order.ref}
            </span>
          ) : null}
        </span>
      ),
    },
    { key: "status", head: "Status", width: 150, cell: (order) => <OrderState status={order.status} /> },
    {
      key: "who",
      head: "To",
      cell: (order) => (
        <span className="stack tight" style={{ gap: 0 }}>
          <span className="strong">{order.name || "–"}</span>
          <span className="dim small">{order.address}</span>
        </span>
      ),
    },
    {
      key: "date",
      head: "Day",
      width: 96,
      cell: (order) => <span className="nowrap">{day(order.scheduled_date)}</span>,
    },
    {
      key: "window",
      head: "Window",
      from: 1240,
      cell: (order) => <span className="dim">{times.window(order.window_start, order.window_end)}</span>,
    },
    {
      key: "type",
      head: "Type",
      from: 1240,
      cell: (order) =>
        order.type === "D" ? (
          <span className="dim">Delivery</span>
        ) : (
          <Tag tone="blue">{ORDER_TYPE[order.type]}</Tag>
        ),
    },
    { key: "units", head: "Units", align: "end", width: 60, from: 900, cell: (order) => order.units },
    {
      key: "since",
      head: "Since",
      align: "end",
      from: 1240,
      cell: (order) => (
        <span className="dim" title={times.exact(order.status_since)}>
          {times.ago(order.status_since)}
        </span>
      ),
    },
  ];

  return (
    <Page
      about={total === undefined ? "…" : `${total.toLocaleString("en-GB")} ${filtered ? "match" : "in all"}`}
      actions={
        may_create ? (
          <>
            {may_command ? (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => setImporting(true)}
              >
                Import
              </Button>
            ) : null}
            <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: true })}>
              New order
            </Button>
          </>
        ) : null
      }
    >
      <section className="sheet" aria-label="Orders">
        <div className="filters">
          <form
            className="grow"
            style={{ minWidth: 200 }}
            onSubmit={(event) => {
              event.preventDefault();
              change({ q: text.trim() || undefined });
            }}
          >
            <TextInput
              type="search"
              aria-label="Search orders"
              placeholder="Number, name or phone"
              leftSection={<IconSearch size={16} />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </form>
          <Button
            hiddenFrom="sm"
            variant="default"
            aria-expanded={filtering}
            leftSection={<IconFilter size={16} />}
            onClick={() => setFiltering((was) => !was)}
          >
            Filters
          </Button>
          <div className={filtering ? "filter-set shown" : "filter-set"}>
            <FilterBar search={search} change={change} />
          </div>
          {filtered ? (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconX size={14} />}
              onClick={() => void navigate({ search: {}, replace: true })}
            >
              Clear
            </Button>
          ) : null}
        </div>
        {chosen.size > 0 ? (
          <BulkActions chosen={chosen} orders={query.data?.orders ?? []} done={() => setChosen(new Set())} />
        ) : null}
        <Loaded query={query} waiting={<Waiting rows={12} />}>
          {({ orders }) =>
            orders.length === 0 ? (
              <Empty
                icon={IconPackageOff}
                title={filtered ? "Nothing matches these filters" : "No orders yet"}
              >
                {filtered
                  ? "Take a filter away, or look at another day."
                  : may_create
                    ? "Create the first one."
                    : "No order is assigned to you."}
              </Empty>
            ) : (
              <Table
                label="Orders"
                rows={orders}
                columns={columns}
                keyOf={(order) => order.id}
                nameOf={(order) => `${order.tracking_number}, ${order.name}`}
                onOpen={(order) =>
                  void navigate({ to: "/orders/$order_id", params: { order_id: String(order.id) } })
                }
                selection={may_command ? { chosen, change: setChosen } : undefined}
                card={(order) => (
                  <OrderCard order={order} window={times.window(order.window_start, order.window_end)} />
                )}
              />
            )
          }
        </Loaded>
        {listed.data && search.q === undefined && listed.data.total > 0 ? (
          <Pager
            {...listed.data}
            onPage={(page) => void navigate({ search: (old: OrderSearch) => ({ ...old, page }) })}
          />
        ) : null}
      </section>
      {search.create === true ? <CreateOrder close={() => change({ create: undefined })} /> : null}
      <ImportOrders opened={importing} close={() => setImporting(false)} />
    </Page>
  );
}

function OrderCard({ order, window }: { order: OrderSummary; window: string }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{order.name || order.tracking_number}</span>
        <OrderState status={order.status} />
      </span>
      <span className="dim small">{order.address}</span>
      <span className="row apart small dim">
        <span className="mono">{order.tracking_number}</span>
        <span>
          {day(order.scheduled_date)} · {window}
        </span>
      </span>
    </>
  );
}
