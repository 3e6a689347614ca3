/** The list of orders. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useState } from "react";
import { IconPackageOff, IconPlus, IconUpload } from "#icons";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { PagedGrid } from "../../../parts/grid/paged-grid.tsx";
import { NOTHING, type Selection } from "../../../parts/grid/selection.ts";
import { sortRows } from "../../../parts/grid/sort.ts";
import { createSource, usePagedRows } from "../../../parts/grid/source.ts";
import { type Filters, NO_VIEW, useViews, type View } from "../../../parts/grid/views.ts";
import { ViewsMenu } from "../../../parts/grid/views-menu.tsx";
import { lazyPart } from "../../../parts/lazy-part.tsx";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSearch, getFilters } from "../../../parts/list/filters.tsx";
import { Page } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { FilterBar, useCustomerNames, useFilterChips } from "./filter-bar.tsx";
import { buildOrderColumns } from "./order-columns.tsx";
import { buildOrderEdits } from "./order-edits.ts";
import { type OrderSearch, readOrderFilters, readSetFilters, toOrdersInput } from "./order-filters.ts";
import { OrderState } from "./order-state.tsx";
import { type OrderSummary, searchQuery } from "./queries.ts";
import { text } from "./text.ts";

const CreateOrder = lazyPart(() => import("./create-order.tsx").then((module) => module.CreateOrder));

const route = getRouteApi("/inside/orders");
const getKey = ({ id }: OrderSummary) => id;
const getName = ({ tracking_number, name }: OrderSummary) => `${tracking_number}, ${name}`;

export function Orders() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/orders" });
  const openOrder = useOpenRecord("order");
  const times = useTimes();
  const me = useMe();
  const may_command = me.permissions.includes("orders:write") && isStaff(me);
  // Customers can create orders one at a time only.
  const may_create = may_command || (me.permissions.includes("orders:write") && me.user.role === "customer");
  const [selection, setSelection] = useState<Selection<number>>(NOTHING);
  const filters = readSetFilters(search);
  const state = { filters: filters as Filters, sort: search.sort };
  const views = useViews("orders", search.view, state);
  const { layout, setLayout } = views;

  const change = useCallback(
    (part: Partial<OrderSearch>) => {
      setSelection(NOTHING);
      void navigate({ search: (old: OrderSearch) => ({ ...old, page: undefined, ...part }), replace: true });
    },
    [navigate],
  );

  const openView = useCallback(
    (view: View | null) => {
      setSelection(NOTHING);
      const { filters: saved = {}, sort } = view?.definition ?? {};
      void navigate({
        search: readOrderFilters({ ...saved, sort, view: view?.id ?? NO_VIEW }),
        replace: true,
      });
    },
    [navigate],
  );
  // The list opens with the default view, unless the address says what to show.
  const preferred = views.views.find(({ is_default }) => is_default);
  const is_plain = Object.keys(search).length === 0;
  useEffect(() => {
    if (is_plain && preferred !== undefined) openView(preferred);
  }, [is_plain, preferred, openView]);

  const warehouses = useWarehouses();
  const customers = useCustomerNames(layout.columns?.includes("customer") ?? false);
  const queries = useQueryClient();
  const columns = useMemo(
    () =>
      buildOrderColumns(
        times,
        { customers, warehouses: new Map(warehouses.map(({ id, name }) => [id, name])) },
        may_command
          ? buildOrderEdits(times, () => queries.invalidateQueries({ queryKey: ["orders"] }))
          : null,
      ),
    [times, customers, warehouses, may_command, queries],
  );

  const input = toOrdersInput(search);
  const listed = usePagedRows<OrderSummary>(
    {
      queryKey: ["orders", "grid", input],
      live_subjects: ["order"],
      read: async (at, per_page, signal) => {
        const { orders, total, next_cursor } = await client.clientOrders(
          { ...input, ...at, per_page },
          { signal },
        );
        return { rows: orders, total, next_cursor };
      },
    },
    search.q === undefined ? search.page : undefined,
  );
  const search_answer = useQuery({ ...searchQuery(search.q ?? ""), enabled: search.q !== undefined });
  const found_source = useMemo(() => {
    if (search_answer.data === undefined) return undefined;
    // The search has no order but relevance: columns are sorted here, by what they show.
    const sorted = columns.map((column) => ({ ...column, key: column.sort ?? column.key }));
    return {
      ...createSource(sortRows(search_answer.data.orders, sorted, search.sort), search.q),
      is_read_whole: false,
    };
  }, [search_answer.data, columns, search.sort, search.q]);
  const query =
    search.q === undefined
      ? listed
      : { data: found_source, error: search_answer.error, refetch: () => void search_answer.refetch() };

  const chips = useFilterChips({ search, change });
  const filtered = Object.keys(filters).length > 0;
  const open = useCallback(({ id }: OrderSummary) => openOrder(id), [openOrder]);
  const turn = useCallback(
    (page: number | undefined) =>
      void navigate({ search: (old: OrderSearch) => ({ ...old, page }), replace: true, resetScroll: false }),
    [navigate],
  );
  const picking = useMemo(
    () => (may_command ? { value: selection, change: setSelection } : undefined),
    [may_command, selection],
  );
  const card = useCallback(
    (order: OrderSummary) => (
      <OrderCard order={order} window={times.window(order.window_start, order.window_end)} />
    ),
    [times],
  );

  return (
    <Page
      fill
      actions={
        may_create ? (
          <>
            {may_command ? (
              <ButtonLink to="/orders/import" variant="default" leftSection={<IconUpload size={16} />}>
                {text.list.import}
              </ButtonLink>
            ) : null}
            <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: true })}>
              {text.list.create}
            </Button>
          </>
        ) : null
      }
    >
      <PagedGrid
        id="orders"
        label={text.title}
        noun={text.nouns}
        query={query}
        columns={columns}
        getKey={getKey}
        getName={getName}
        onOpen={open}
        selection={picking}
        card={card}
        sort={search.sort}
        onSort={(sort) => change({ sort })}
        layout={layout}
        onLayout={setLayout}
        page={search.page}
        onPage={search.q === undefined ? turn : undefined}
        search={
          <>
            <ViewsMenu list="orders" all={text.list.all} views={views} state={state} open={openView} />
            <FilterSearch
              label={text.list.search}
              placeholder={text.list.search_about}
              too_short={text.list.too_short}
              {...bindFilters(getFilters("clientOrdersSearch"), search, change)("q")}
            />
          </>
        }
        filters={<FilterBar search={search} change={change} />}
        count={(n) => text.orders({ n })}
        chips={chips}
        clear={() =>
          void navigate({
            search: (old: OrderSearch) => ({ sort: old.sort, view: old.view }),
            replace: true,
          })
        }
        actions={
          query.data !== undefined && (selection.all || selection.keys.size > 0) ? (
            <BulkActions selection={selection} source={query.data} done={() => setSelection(NOTHING)} />
          ) : null
        }
        empty={
          <Empty icon={IconPackageOff} title={filtered ? text.list.no_match : text.list.none}>
            {filtered
              ? text.list.no_match_about
              : may_create
                ? text.list.create_first
                : text.list.none_assigned}
          </Empty>
        }
      />
      {search.create === true ? <CreateOrder close={() => change({ create: undefined })} /> : null}
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
      <span className="row apart nowrap small dim">
        <span className="mono">{order.tracking_number}</span>
        <span>
          {day(order.scheduled_date)} · {window}
        </span>
      </span>
    </>
  );
}
