/** Orders of the day that are on no route yet: dragged onto one, or chosen and moved. */
import { useQuery } from "@tanstack/react-query";
import { Loaded, Waiting } from "../../../../parts/states.tsx";
import { allOrdersQuery, type OrderFilters } from "../../../orders/orders/queries.ts";
import { text } from "../text.ts";
import type { DragControl } from "./drag.ts";
import { getMode } from "./gantt-row.tsx";
import type { Selection } from "./selection.ts";

const PLANNABLE: NonNullable<OrderFilters["status"]> = ["NEW_ORDER", "AT_WAREHOUSE", "FAILED_ATTEMPT"];
/** More are planned, not dragged. */
const SHOWN_MAX = 200;

export const unplannedQuery = (date: string) =>
  allOrdersQuery({ date_from: date, date_to: date, status: PLANNABLE, on_route: false });

export function UnplannedOrders({
  date,
  selection,
  control,
}: {
  date: string;
  selection: Selection;
  control: DragControl;
}) {
  const query = useQuery(unplannedQuery(date));
  return (
    <section className="sheet unplanned" aria-label={text.waiting.title} data-unplanned>
      <h2 className="small">
        {query.data === undefined ? text.waiting.title : text.waiting.head({ n: query.data.orders.length })}
      </h2>
      <Loaded query={query} fallback={<Waiting rows={1} />}>
        {({ orders }) =>
          orders.length === 0 ? (
            <p className="dim small">{text.waiting.none}</p>
          ) : (
            <ul className="unplanned-list">
              {orders.slice(0, SHOWN_MAX).map(({ id, name, address }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="unplanned-order"
                    aria-pressed={selection.order_ids.has(id)}
                    title={address}
                    onPointerDown={(event) =>
                      control.begin(event, selection.order_ids.has(id) ? [...selection.order_ids] : [id])
                    }
                    onClick={(event) => selection.selectOrders([id], getMode(event))}
                  >
                    <span className="cut">{name || text.order({ id })}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
