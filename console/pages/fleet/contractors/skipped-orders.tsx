/** Orders that a command would not change, grouped by reason. */
import type { ReactNode } from "react";
import { humanizeCodes } from "../../../parts/codes/codes.ts";
import { text } from "./text.ts";

const NAMES_MAX = 6;

function listOrders(orders: readonly { order_id: number; name?: string | undefined }[]): string {
  const names = orders.slice(0, NAMES_MAX).map(({ order_id, name }) => name ?? order_id);
  const more = orders.length - names.length;
  return more > 0 ? text.and_more({ list: names.join(", "), n: String(more) }) : names.join(", ");
}

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
              {text.skipped({ n: orders.length })}: {message}
              <br />
              <span className="mono dim">{listOrders(orders)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
