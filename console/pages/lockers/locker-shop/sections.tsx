/** The pages of the shop, above the title of each; and whose shop is shown. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FilterSelect } from "../../../parts/list/filters.tsx";
import { alertsQuery, merchantsQuery } from "./queries.ts";
import { text } from "./text.ts";
import "./locker-shop.css";

export function Sections() {
  const { role } = useMe().user;
  const alerts = useQuery(alertsQuery({ per_page: 1 })).data?.total ?? 0;
  const { sections } = text;
  return (
    <nav className="page-sections" aria-label={sections.label}>
      <Link to="/locker-shop" activeOptions={{ exact: true, includeSearch: false }}>
        {sections.sales}
      </Link>
      <Link to="/locker-shop/alerts">
        {sections.alerts} {alerts > 0 ? <Tag tone="bad">{String(alerts)}</Tag> : null}
      </Link>
      <Link to="/locker-shop/stock" search={{}}>
        {sections.stock}
      </Link>
      <Link to="/locker-shop/products">{sections.products}</Link>
      <Link to="/locker-shop/merchants">{sections.merchants}</Link>
      {role === "employee" ? null : <Link to="/locker-shop/settlements">{sections.settlements}</Link>}
    </nav>
  );
}

/** Nothing where there is one merchant alone. */
export function MerchantFilter(props: Omit<Parameters<typeof FilterSelect<number>>[0], "label" | "any">) {
  const merchants = useQuery(merchantsQuery).data?.merchants ?? [];
  if (merchants.length < 2) return null;
  return (
    <FilterSelect
      label={text.merchant}
      any={text.any_merchant}
      data={merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
      w={{ base: "100%", xs: 200 }}
      {...props}
    />
  );
}
