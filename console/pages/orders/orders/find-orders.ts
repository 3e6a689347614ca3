import { client } from "../../../api/client.ts";
import type { FindRecords } from "../../../manifest.ts";
import { findLabel } from "../../../parts/labels.ts";
import { day } from "../../../parts/times.ts";
import { ORDER_STATUS } from "./status.ts";

/** By tracking number, reference, name or phone: what the service's search finds. */
export const findOrders: FindRecords = async (text, { signal }) => {
  const { orders } = await client.clientOrdersSearch({ q: text, limit: 8 }, { signal });
  return orders.map(({ order }) => ({
    page: ["order", order.id],
    label: order.name || order.tracking_number,
    number: order.tracking_number,
    about: [order.address, day(order.scheduled_date)].filter(Boolean).join(" · "),
    state: findLabel(ORDER_STATUS, order.status),
  }));
};
