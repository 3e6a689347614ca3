/** The dialog of one decision about an order: a dry run says what would follow, before it is confirmed. */
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RunOptions } from "../../../../api/bulk.ts";
import type { Written } from "../../../../api/client.ts";
import { type CustomerOrder, SHIPPING_KEY } from "../queries.ts";
import { findStatus } from "../status.ts";
import { text } from "../text.ts";
import type { Decision } from "./decisions.ts";
import { OrderDialog } from "./order-dialog.tsx";

interface Answer {
  order: CustomerOrder;
}

export interface DialogProps {
  order: CustomerOrder;
  close: () => void;
}

/** `input` without the order; null while something is missing. */
export function Decide<Input extends object, Output extends Answer = Answer>({
  decision,
  order,
  close,
  input,
  run,
  outcome,
  children,
}: DialogProps & {
  decision: Decision;
  input: Input | null;
  run: (
    input: Input & { shipping_order_id: number },
    options: Omit<RunOptions, "progress">,
  ) => Promise<Written<Output>>;
  outcome?: (answer: Output) => ReactNode;
  children?: ReactNode;
}) {
  const queries = useQueryClient();
  return (
    <OrderDialog<CustomerOrder, Input & { shipping_order_id: number }, Output>
      name={`customer order ${order.id} ${decision}`}
      words={text.desk.decisions[decision]}
      is_cancelling={decision === "cancel"}
      order={order}
      findStatus={findStatus}
      close={close}
      input={input === null ? null : { ...input, shipping_order_id: order.id }}
      run={run}
      outcome={outcome}
      store={(after) => {
        queries.setQueryData([...SHIPPING_KEY, "one", order.id], after);
        void queries.invalidateQueries({ queryKey: SHIPPING_KEY });
      }}
    >
      {children}
    </OrderDialog>
  );
}
