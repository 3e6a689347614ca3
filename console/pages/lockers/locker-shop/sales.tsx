/** Sales at lockers, newest first: what, where, how it stands and what it costs. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconBuildingStore } from "#icons";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { SALE_STATUS } from "./labels.ts";
import { PER_PAGE, type ShopSale, salesQuery } from "./queries.ts";
import type { SalesSearch } from "./search.ts";
import { MerchantFilter, Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop");

export function Sales() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const openSale = useOpenRecord("shop_sale");
  const { page = 1, ...filters } = search;
  const query = useQuery(salesQuery({ page, per_page: PER_PAGE, ...filters }));
  const show = (next: SalesSearch) => void navigate({ to: "/locker-shop", search: next });
  const filtered = Object.keys(filters).length > 0;
  const filter = bindFilters(getFilters("shopSales"), search, (part) =>
    show({ ...filters, ...part } as SalesSearch),
  );
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.sales.count({ n: query.data.total }) : "…"}
      label={text.sections.sales}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.status}
            any={text.any_status}
            names={SALE_STATUS}
            {...filter("status")}
            w={{ base: "100%", xs: 210 }}
          />
          <MerchantFilter {...filter("merchant_id")} />
          {filters.locker_id === undefined ? null : (
            <Button
              variant="default"
              onClick={() => show({ ...filters, locker_id: undefined } as SalesSearch)}
            >
              {text.all_lockers}
            </Button>
          )}
        </div>
      }
      query={query}
      rows={({ sales }) => sales}
      empty={
        <Empty
          icon={IconBuildingStore}
          title={filtered ? text.sales.none_found : text.sales.none}
          action={
            filtered ? (
              <Button variant="default" onClick={() => show({})}>
                {text.show_all}
              </Button>
            ) : null
          }
        >
          {filtered ? text.none_found_about : text.sales.none_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ product_name, id }) => text.sales.row({ product: product_name, id: String(id) })}
      onOpen={({ id }) => openSale(id)}
      card={(sale) => <Card sale={sale} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.sales.noun}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    />
  );
}

const describeWhere = ({ locker_name, compartment_code }: ShopSale) =>
  [locker_name, compartment_code].filter(Boolean).join(" · ");

function Status({ sale }: { sale: ShopSale }) {
  return (
    <span className="row tight">
      <StatusBadge badge={findLabel(SALE_STATUS, sale.status)} />
      {sale.can_settle_unpaid ? <Tag tone="bad">{text.unpaid.tag}</Tag> : null}
    </span>
  );
}

function buildColumns(times: Times): Column<ShopSale>[] {
  return [
    {
      key: "product",
      head: text.product,
      cell: ({ product_name, id, sku }) => (
        <TwoLines below={`${text.sales.number({ id: String(id) })} · ${sku}`}>{product_name}</TwoLines>
      ),
    },
    { key: "status", head: text.status, width: 230, cell: (sale) => <Status sale={sale} /> },
    {
      key: "where",
      head: text.locker,
      width: 230,
      window_width_min: 900,
      cell: describeWhere,
    },
    {
      key: "merchant",
      head: text.merchant,
      width: 170,
      window_width_min: 1240,
      cell: ({ merchant_name }) => merchant_name,
    },
    {
      key: "price",
      head: text.price,
      width: 110,
      align: "end",
      cell: ({ price_minor, currency }) => <span className="num">{money(price_minor, currency)}</span>,
    },
    {
      key: "at",
      head: text.begun,
      width: 140,
      window_width_min: 641,
      cell: ({ created_at }) => <span className="dim num">{times.moment(created_at)}</span>,
    },
  ];
}

function Card({ sale, times }: { sale: ShopSale; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{sale.product_name}</span>
        <span className="num strong">{money(sale.price_minor, sale.currency)}</span>
      </span>
      <Status sale={sale} />
      <span className="small dim">
        {describeWhere(sale)} · {times.moment(sale.created_at)}
      </span>
    </>
  );
}
