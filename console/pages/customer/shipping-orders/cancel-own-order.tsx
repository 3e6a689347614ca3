import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { RunOptions } from "../../../api/bulk.ts";
import { client, type Written } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { money } from "../../../parts/format.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { WALLET_KEY } from "../../money/wallets/queries.ts";
import { SHIPPING_KEY, type ShippingOrder } from "./queries.ts";
import { text } from "./text.ts";

interface CancelProps<Answer> {
  bill: { version: number; currency?: string; paid_minor?: number | null };
  run: (options: Omit<RunOptions, "progress"> & { if_match: number }) => Promise<Written<Answer>>;
  /** What stays paid. */
  findPaid: (answer: Answer) => number | null | undefined;
  words: Pick<typeof text.cancel, "title" | "confirm" | "about" | "done">;
  queries_key: QueryKey;
  close: () => void;
}

/** What was paid is returned: how much a dry run says. */
export function CancelByCustomer<Answer>({
  bill,
  run,
  findPaid,
  words,
  queries_key,
  close,
}: CancelProps<Answer>) {
  const queries = useQueryClient();
  return (
    <ActionDialog<Answer>
      name={`cancel ${queries_key.join(" ")} ${bill.version}`}
      opened
      close={close}
      danger
      title={words.title}
      confirm={words.confirm}
      input={{}}
      run={({ progress: _progress, ...options }) => run({ ...options, if_match: bill.version })}
      outcome={(answer) => {
        const returned = (bill.paid_minor ?? 0) - (findPaid(answer) ?? 0);
        return returned > 0
          ? text.cancel.returned({ amount: money(returned, bill.currency) })
          : text.cancel.nothing_paid;
      }}
      done={() => {
        void queries.invalidateQueries({ queryKey: queries_key });
        void queries.invalidateQueries({ queryKey: WALLET_KEY });
        notifySuccess(words.done);
        close();
      }}
    >
      <p>{words.about}</p>
    </ActionDialog>
  );
}

export function CancelOwnOrder({ order, close }: { order: ShippingOrder; close: () => void }) {
  const { id: shipping_order_id } = order;
  return (
    <CancelByCustomer
      bill={order}
      run={(options) => client.customerShippingOrderCancel({ shipping_order_id }, options)}
      findPaid={({ order: after }) => after.paid_minor}
      words={text.cancel}
      queries_key={SHIPPING_KEY}
      close={close}
    />
  );
}
