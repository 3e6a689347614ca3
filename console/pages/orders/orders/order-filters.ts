/** Filters, sort order, place and view of the list of orders are its address, so that it can be bookmarked and shared. */
import type { OrderFilters } from "../../../api/orders.ts";
import { parseSort } from "../../../parts/grid/sort.ts";
import { ORDER_STATUS, ORDER_TYPE } from "../../../parts/labels.ts";
import { DATE } from "../../../parts/search-params.ts";

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
  create?: boolean;
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

/** Drops invalid values, because people type URLs. */
export function readOrderFilters(search: Record<string, unknown>): OrderSearch {
  const found: OrderSearch = {};
  const status = (Array.isArray(search["status"]) ? search["status"] : [search["status"]]).filter(
    (word): word is string => typeof word === "string" && word in ORDER_STATUS,
  );
  if (status.length > 0) found.status = status;
  if (typeof search["q"] === "string" && search["q"].trim()) found.q = search["q"];
  if (typeof search["type"] === "string" && search["type"] in ORDER_TYPE) found.type = search["type"];
  if (typeof search["from"] === "string" && DATE.test(search["from"])) found.from = search["from"];
  if (typeof search["to"] === "string" && DATE.test(search["to"])) found.to = search["to"];
  if (typeof search["on_route"] === "boolean") found.on_route = search["on_route"];
  if (Number.isInteger(search["customer_id"])) found.customer_id = search["customer_id"] as number;
  if (Number.isInteger(search["starts_at"])) found.starts_at = search["starts_at"] as number;
  if (Number.isInteger(search["is_at"])) found.is_at = search["is_at"] as number;
  if (typeof search["sort"] === "string" && SORTS.includes(parseSort(search["sort"])?.name ?? ""))
    found.sort = search["sort"];
  if (Number.isInteger(search["view"]) && (search["view"] as number) >= 0)
    found.view = search["view"] as number;
  if (Number.isInteger(search["page"]) && (search["page"] as number) > 1)
    found.page = search["page"] as number;
  if (search["create"] === true) found.create = true;
  return found;
}

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
