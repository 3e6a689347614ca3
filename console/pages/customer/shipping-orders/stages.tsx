/** How far an order is, as a row of stages; a column on a phone. */
import { IconCheck } from "#icons";
import type { ShippingOrder } from "./queries.ts";
import { findStage, STAGES } from "./status.ts";
import { text } from "./text.ts";

export function Stages({ order }: { order: ShippingOrder }) {
  const stage = findStage(order);
  if (stage === null) return null;
  const at = STAGES.indexOf(stage);
  return (
    <ol className="shipping-stages" aria-label={text.stages.title}>
      {STAGES.map((name, index) => {
        const state = index < at ? "past" : index === at ? "now" : "ahead";
        return (
          <li key={name} data-state={state} aria-current={state === "now" ? "step" : undefined}>
            <span className="shipping-stage-dot" aria-hidden>
              {index <= at ? <IconCheck size={12} stroke={3} /> : null}
            </span>
            <span>{text.stages[name]}</span>
          </li>
        );
      })}
    </ol>
  );
}
