/** Filters, sort order, place and view of the list of orders are its address, so that it can be bookmarked and shared. */

import {
  bool,
  day,
  defineSearch,
  flag,
  id,
  integer,
  page,
  sort,
  text,
  word,
  words,
} from "../../../parts/search-params.ts";
import type { OrderFilters } from "./queries.ts";
import { ORDER_STATUS, ORDER_TYPES } from "./status.ts";

export interface OrderSearch {
  q?: string;
  status?: string[];
  type?: string;
  from?: string;
  to?: string;
  on_route?: boolean;
  customer_id?: number;
  /** Warehouse where the goods start. */
  starts_at?: number;
  /** Warehouse where the goods are now. */
  is_at?: number;
  /** A member of the order, with `-` before it when it descends. */
  sort?: string;
  /** A saved view; 0 for none, although another one is the default. */
  view?: number;
  /** Page of rows at the top of the screen. */
  page?: number;
  create?: true;
}

const SORTS: readonly string[] = [
  "created_at",
  "scheduled_date",
  "status",
  "status_since",
  "window_start",
  "units",
  "weight_g",
  "attempts",
  "tracking_number",
  "name",
  "city",
  "postal_code",
  "ref",
] satisfies NonNullable<OrderFilters["sort"]>[];

/** Characters that a search takes. */
const Q_MIN = 2;
const Q_MAX = 200;

export const readOrderFilters = defineSearch<OrderSearch>({
  q: text(Q_MAX, Q_MIN),
  status: words(Object.keys(ORDER_STATUS)),
  type: word(ORDER_TYPES),
  from: day(),
  to: day(),
  on_route: bool(),
  customer_id: id(),
  starts_at: id(),
  is_at: id(),
  sort: sort(SORTS),
  view: integer(0, Number.MAX_SAFE_INTEGER),
  page: page(),
  create: flag(),
});

/** Members that narrow the list; the others say how it is shown. */
export function readSetFilters({
  sort: _sort,
  view: _view,
  page: _page,
  create: _create,
  ...filters
}: OrderSearch): Omit<OrderSearch, "sort" | "view" | "page" | "create"> {
  return filters;
}

export function toOrdersInput({
  status,
  type,
  from,
  to,
  on_route,
  customer_id,
  starts_at,
  is_at,
  sort,
}: OrderSearch): OrderFilters {
  // All were checked against the enums of the service.
  return {
    status: status as OrderFilters["status"],
    type: type as OrderFilters["type"],
    date_from: from,
    date_to: to,
    on_route,
    customer_id,
    origin_warehouse_id: starts_at,
    current_warehouse_id: is_at,
    sort: sort as OrderFilters["sort"],
  };
}
