/** Orders that a command would not change, grouped by reason. */
import type { ReactNode } from "react";
import { count } from "../../../parts/format.ts";
import { humanizeCodes } from "../../../parts/labels.ts";

const SHOWN = 6;

export function SkippedOrders({
  lead,
  errors,
}: {
  lead: ReactNode;
  errors: readonly { order_id: number; message: string; name?: string | undefined }[];
}) {
  const reasons = [...Map.groupBy(errors, ({ message }) => humanizeCodes(message))];
  return (
    <div className="stack tight">
      <p className="row tight">{lead}</p>
      {reasons.length > 0 ? (
        <ul className="stack tight small">
          {reasons.map(([message, orders]) => (
            <li key={message}>
              {count(orders.length, "order")} {orders.length === 1 ? "stays as it is" : "stay as they are"}:{" "}
              {message}
              <br />
              <span className="mono dim">
                {orders
                  .slice(0, SHOWN)
                  .map(({ order_id, name }) => name ?? order_id)
                  .join(", ")}
                {orders.length > SHOWN ? ` and ${orders.length - SHOWN} more` : ""}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
