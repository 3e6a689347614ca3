import { client } from "../../../api/client.ts";
import type { FindRecords } from "../../../manifest.ts";
import { findStatus } from "./status.ts";

export const findCustomerOrders: FindRecords = async (text, { signal }) => {
  const { orders } = await client.clientCustomerOrders({ q: text, per_page: 5 }, { signal });
  return orders.map(({ id, customer_name, service_name, tracking_number, status }) => ({
    page: ["shipping_order", id],
    label: customer_name,
    number: tracking_number,
    about: service_name,
    state: findStatus(status),
  }));
};
