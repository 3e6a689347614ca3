import { client } from "../../../api/client.ts";
import type { FindRecords } from "../../../manifest.ts";
import { findState } from "./states.ts";

export const findLabels: FindRecords = async (text, { signal }) => {
  const { label_orders } = await client.labelserviceOrders({ q: text, per_page: 5 }, { signal });
  return label_orders.map(({ id, recipient, destination, tracking_number, ref, state }) => ({
    page: ["label_order", id],
    label: recipient || destination,
    number: tracking_number ?? ref ?? String(id),
    about: destination,
    state: findState(state),
  }));
};
