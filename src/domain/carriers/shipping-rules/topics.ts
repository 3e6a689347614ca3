/** What shipping rules ask of the family that buys labels by them. */
import { defineTopic } from "#operation/define/topic.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import type { BoughtLabel } from "./rules.ts";

export type PastLabel = Omit<BoughtLabel, "shipment"> & {
  id: number;
  service_name: string;
  shipment: Shipment;
};

/** Labels that were ordered since a moment and bought, the newest first. */
export const boughtLabelsRequested = defineTopic<{ since: Date; limit: number }, PastLabel[]>(
  "shipping_rules.bought_labels_requested",
);
