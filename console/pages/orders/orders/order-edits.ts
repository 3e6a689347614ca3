/** Values of orders that are changed in the list. Each is a correction of one order, at the version that is shown. */
import type { ClientOrderUpdateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { getRules } from "../../../parts/form-rules.ts";
import type { CellEdit } from "../../../parts/grid/columns.ts";
import type { Times } from "../../../parts/times.ts";
import { getVisitedSide, toWindow } from "./order-values.ts";
import type { OrderSummary } from "./queries.ts";
import { text } from "./text.ts";
import { readWindow, writeWindow } from "./window-text.ts";

const FINAL: readonly string[] = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];
const { maxLength } = getRules("clientOrderUpdate").by_path["note"]!;

export interface OrderEdits {
  date: CellEdit<OrderSummary>;
  window: CellEdit<OrderSummary>;
  note: CellEdit<OrderSummary>;
}

/** `saved` is awaited, so that the list shows the new value when the field closes. */
export function buildOrderEdits(times: Times, saved: () => Promise<unknown>): OrderEdits {
  const save = async (
    { id, version }: OrderSummary,
    change: Omit<ClientOrderUpdateInput, "order_id">,
  ): Promise<void> => {
    await client.clientOrderUpdate({ order_id: id, ...change }, { if_match: version });
    await saved();
  };
  // The service decides; of what nothing could come the list offers nothing.
  const may = ({ status }: OrderSummary) => !FINAL.includes(status);
  return {
    date: {
      kind: "date",
      value: ({ scheduled_date }) => scheduled_date,
      may,
      save: (order, scheduled_date) => save(order, { scheduled_date }),
    },
    window: {
      kind: "text",
      value: ({ window_start: start, window_end: end }) =>
        writeWindow({ from: start ? times.time(start) : "", until: end ? times.time(end) : "" }),
      may,
      placeholder: text.edits.window_form,
      check: (typed) => (readWindow(typed) === null ? text.edits.window_wrong : null),
      save: (order, typed) => {
        const window = toWindow(
          { from: "", until: "", ...readWindow(typed), scheduled_date: order.scheduled_date },
          times,
        );
        return save(order, { [getVisitedSide(order.type)]: { window } });
      },
    },
    note: {
      kind: "text",
      value: ({ note }) => note ?? "",
      may: () => true,
      length_max: maxLength,
      save: (order, note) => save(order, { note }),
    },
  };
}
