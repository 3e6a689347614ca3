/** On an order: the lockers that its parcels go through. */
import { useQuery } from "@tanstack/react-query";
import { useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { findLabel } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useTimes } from "../../../parts/times.ts";
import { DEVICE_ORDER_STATE } from "./device-order-state.ts";
import { deviceOrdersQuery } from "./queries.ts";
import { text } from "./text.ts";

export function OrderLockers({ order_id }: { order_id: number }) {
  const enabled = useMe().permissions.includes("lockers:use");
  const times = useTimes();
  const { data } = useQuery({ ...deviceOrdersQuery({ order_id, per_page: 20 }), enabled });
  if (data === undefined || data.device_orders.length === 0) return null;
  return (
    <Sheet title={text.title}>
      <div className="stack tight">
        {data.device_orders.map((one) => (
          <span key={one.id} className="row apart">
            <span className="stack tight" style={{ gap: 0 }}>
              <RecordLink type="device_order" id={one.id} inherit>
                {text.name({ locker: one.locker_name, compartment: one.compartment_code })}
              </RecordLink>
              {one.step === "deposited" && one.collect_until !== null ? (
                <span className="dim small">{text.until({ moment: times.moment(one.collect_until) })}</span>
              ) : null}
            </span>
            <StatusBadge badge={findLabel(DEVICE_ORDER_STATE, one.state)} />
          </span>
        ))}
      </div>
    </Sheet>
  );
}
