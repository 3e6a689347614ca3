/** Storage orders in a list: those of the customer, and those of all customers. */
import { useOrderTable } from "../../../parts/customer-orders/order-list.tsx";
import { RemainingAmount } from "./balance.tsx";
import type { CustomerStorageOrderSummary, StorageOrderSummary } from "./queries.ts";
import { findStatus } from "./status.ts";
import { text } from "./text.ts";

export const useStorageTable = <Row extends StorageOrderSummary | CustomerStorageOrderSummary>() =>
  useOrderTable<Row>({
    texts: {
      order: text.order,
      state: text.state,
      packages: text.in_store,
      left: text.left,
      at: text.ordered_at,
    },
    state: ({ status }) => findStatus(status),
    count: ({ stored_count, package_count }) => text.stored_of({ n: stored_count, all: package_count }),
    left: (order) => <RemainingAmount order={order} />,
  });
