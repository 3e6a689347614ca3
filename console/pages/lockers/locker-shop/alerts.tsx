/** What needs a person in shops at lockers, the most urgent first, with the page where it is done. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconCircleCheck } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel, findWord, readFreeCode } from "../../../parts/labels.ts";
import { bindFilters, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { ALERT } from "./labels.ts";
import { alertsQuery, PER_PAGE, type ShopAlert } from "./queries.ts";
import type { MerchantSearch } from "./search.ts";
import { MerchantFilter, Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop/alerts");

export function Alerts() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const openSale = useOpenRecord("shop_sale");
  const { page = 1, ...filters } = search;
  const query = useQuery(alertsQuery({ page, per_page: PER_PAGE, ...filters }));
  const show = (next: MerchantSearch) => void navigate({ to: "/locker-shop/alerts", search: next });
  const filter = bindFilters(getFilters("shopAlerts"), search, (part) => show(part as MerchantSearch));
  const open = ({ sale_id, cell_id, locker_id }: ShopAlert) => {
    if (sale_id !== null) openSale(sale_id);
    else void navigate({ to: "/locker-shop/stock", search: { locker_id, cell: cell_id } });
  };
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.alerts_count({ n: query.data.total }) : "…"}
      label={text.sections.alerts}
      toolbar={
        <div className="filters">
          <MerchantFilter {...filter("merchant_id")} />
        </div>
      }
      query={query}
      rows={({ alerts }) => alerts}
      empty={
        <Empty icon={IconCircleCheck} title={text.no_alerts}>
          {text.no_alerts_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ alert, cell_id, sale_id }) => `${alert} ${cell_id} ${sale_id}`}
      getName={({ alert, product_name }) => `${findLabel(ALERT, alert).label}: ${product_name}`}
      onOpen={open}
      card={(alert) => <Card alert={alert} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.alerts_noun}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    />
  );
}

/** What failed is a code of the processor; what a buyer reported, and why an amount was given up, are ours. */
function describeDetail({ alert, detail }: ShopAlert): string {
  if (detail === null) return text.alerts_about[alert];
  if (alert === "problem") return findWord(text.problems, detail) ?? "";
  if (alert === "goods_unpaid") return text.alerts_about.goods_unpaid;
  return `${text.alerts_about[alert]} ${readFreeCode(detail)}`;
}

function buildColumns(times: Times): Column<ShopAlert>[] {
  return [
    {
      key: "alert",
      head: text.alert,
      cell: (alert) => (
        <TwoLines className="" below={describeDetail(alert)}>
          <StatusBadge badge={findLabel(ALERT, alert.alert)} />
        </TwoLines>
      ),
    },
    { key: "product", head: text.product, width: 240, cell: ({ product_name }) => product_name },
    {
      key: "locker",
      head: text.locker,
      width: 240,
      window_width_min: 900,
      cell: ({ locker_name }) => locker_name,
    },
    {
      key: "at",
      head: text.since,
      width: 150,
      window_width_min: 641,
      cell: ({ at }) => <span className="dim num">{times.moment(at)}</span>,
    },
  ];
}

function Card({ alert, times }: { alert: ShopAlert; times: Times }) {
  return (
    <>
      <StatusBadge badge={findLabel(ALERT, alert.alert)} />
      <span className="strong">
        {alert.product_name} <span className="dim">· {alert.locker_name}</span>
      </span>
      <span className="small dim">
        {describeDetail(alert)} {alert.at === null ? "" : times.moment(alert.at)}
      </span>
    </>
  );
}
