/** Filters of the order list are part of the URL, so that a view can be bookmarked and shared. */
import type { OrderFilters } from "../../../api/orders.ts";
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
  page?: number;
  create?: boolean;
}

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
  if (Number.isInteger(search["page"]) && (search["page"] as number) > 1)
    found.page = search["page"] as number;
  if (search["create"] === true) found.create = true;
  return found;
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
  page,
}: OrderSearch): OrderFilters {
  // Both were checked against the enums of the service.
  return {
    status: status as OrderFilters["status"],
    type: type as OrderFilters["type"],
    date_from: from,
    date_to: to,
    on_route,
    customer_id,
    origin_warehouse_id: starts_at,
    current_warehouse_id: is_at,
    page: page ?? 1,
    per_page: 50,
  };
}
