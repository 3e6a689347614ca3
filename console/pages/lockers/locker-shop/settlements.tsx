/** What each merchant took, gave back and owes as fees, by month. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconReceipt } from "#icons";
import { getLocale } from "../../../language/language.ts";
import { money, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { bindFilters, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { PER_PAGE, type ShopSettlement, settlementsQuery } from "./queries.ts";
import type { MerchantSearch } from "./search.ts";
import { MerchantFilter, Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop/settlements");

export function Settlements() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const { page = 1, ...filters } = search;
  const query = useQuery(settlementsQuery({ page, per_page: PER_PAGE, ...filters }));
  const show = (next: MerchantSearch) => void navigate({ to: "/locker-shop/settlements", search: next });
  const filter = bindFilters(getFilters("shopSettlements"), search, (part) => show(part as MerchantSearch));
  return (
    <ListPage
      above={<Sections />}
      subtitle={text.settlements.about}
      label={text.sections.settlements}
      toolbar={
        <div className="filters">
          <MerchantFilter {...filter("merchant_id")} />
        </div>
      }
      query={query}
      rows={({ settlements }) => settlements}
      empty={
        <Empty icon={IconReceipt} title={text.settlements.none}>
          {text.settlements.none_about}
        </Empty>
      }
      columns={COLUMNS()}
      getKey={({ merchant_id, month, currency }) => `${merchant_id} ${month} ${currency}`}
      getName={({ merchant_name, month }) => `${merchant_name} ${nameMonth(month)}`}
      card={(one) => <Card settlement={one} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.settlements.noun}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    />
  );
}

/** `2026-11` reads "November 2026". */
const nameMonth = (month: string) =>
  new Intl.DateTimeFormat(getLocale(), { timeZone: "UTC", month: "long", year: "numeric" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** What stays with the merchant. */
const computeRest = ({ taken_minor, refunded_minor, fee_minor }: ShopSettlement) =>
  taken_minor - refunded_minor - fee_minor;

const COLUMNS = (): Column<ShopSettlement>[] => {
  const amount = (
    key: string,
    head: string,
    read: (one: ShopSettlement) => number,
    window_width_min?: number,
  ): Column<ShopSettlement> => ({
    key,
    head,
    width: 130,
    align: "end",
    ...(window_width_min === undefined ? {} : { window_width_min }),
    cell: (one) => <span className="num">{money(read(one), one.currency)}</span>,
  });
  return [
    { key: "month", head: text.settlements.month, width: 170, cell: ({ month }) => nameMonth(month) },
    {
      key: "merchant",
      head: text.merchant,
      cell: ({ merchant_name }) => <span className="strong">{merchant_name}</span>,
    },
    {
      key: "sales",
      head: text.sections.sales,
      width: 90,
      align: "end",
      cell: ({ sales }) => <span className="num">{number(sales)}</span>,
    },
    amount("taken", text.settlements.taken, ({ taken_minor }) => taken_minor),
    amount("tax", text.settlements.tax, ({ tax_minor }) => tax_minor, 1240),
    amount("refunded", text.settlements.refunded, ({ refunded_minor }) => refunded_minor, 900),
    amount("fee", text.fee, ({ fee_minor }) => fee_minor, 900),
    amount("rest", text.settlements.rest, computeRest),
  ];
};

function Card({ settlement }: { settlement: ShopSettlement }) {
  const { merchant_name, month, sales, taken_minor, refunded_minor, fee_minor, currency } = settlement;
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{merchant_name}</span>
        <span className="strong num">{money(computeRest(settlement), currency)}</span>
      </span>
      <span className="small dim">
        {nameMonth(month)} · {text.sales.count({ n: sales })}
      </span>
      <span className="small num">
        {text.settlements.sum({
          taken: money(taken_minor, currency),
          refunded: money(refunded_minor, currency),
          fee: money(fee_minor, currency),
        })}
      </span>
    </>
  );
}
