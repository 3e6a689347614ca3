/** Filters and place of the list of customers' orders are its address, so that it can be bookmarked and shared. */
import type { ClientCustomerOrdersInput } from "../../../../packages/client/client.gen.ts";
import { isStatus, type Status } from "./status-words.ts";

export interface CustomerOrderSearch {
  q?: string;
  status?: Status[];
  customer_id?: number;
  service?: string;
  unpaid?: boolean;
  /** Page of rows at the top of the screen. */
  page?: number;
}

const Q_MIN = 2;
const Q_MAX = 100;

/** Drops invalid values, because people type URLs. */
export function readCustomerOrderSearch(search: Record<string, unknown>): CustomerOrderSearch {
  const found: CustomerOrderSearch = {};
  const { status, customer_id, service, unpaid, page } = search;
  const words = (Array.isArray(status) ? status : [status]).filter(isStatus);
  if (words.length > 0) found.status = [...new Set(words)];
  // The router parses a value of digits only as a number.
  const q = typeof search["q"] === "number" ? String(search["q"]) : search["q"];
  if (typeof q === "string" && q.trim().length >= Q_MIN) found.q = q.trim().slice(0, Q_MAX);
  if (Number.isInteger(customer_id)) found.customer_id = customer_id as number;
  if (typeof service === "string" && service !== "") found.service = service.slice(0, 40);
  if (typeof unpaid === "boolean") found.unpaid = unpaid;
  if (Number.isInteger(page) && (page as number) > 1) found.page = page as number;
  return found;
}

export function toCustomerOrdersInput({
  q,
  status,
  customer_id,
  service,
  unpaid,
}: CustomerOrderSearch): ClientCustomerOrdersInput {
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(customer_id === undefined ? {} : { customer_id }),
    ...(service === undefined ? {} : { service_code: service }),
    ...(unpaid === undefined ? {} : { is_unpaid: unpaid }),
  };
}
