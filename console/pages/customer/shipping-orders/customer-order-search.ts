/** Filters and place of the list of customers' orders are its address, so that it can be bookmarked and shared. */
import type { ClientCustomerOrdersInput } from "../../../../packages/client/client.gen.ts";
import { bool, defineSearch, id, page, text, words } from "../../../parts/search-params.ts";
import { STATUSES, type Status } from "./status-words.ts";

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

export const readCustomerOrderSearch = defineSearch<CustomerOrderSearch>({
  q: text(Q_MAX, Q_MIN),
  status: words(STATUSES),
  customer_id: id(),
  service: text(40),
  unpaid: bool(),
  page: page(),
});

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
