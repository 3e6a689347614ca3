import { useQueryClient } from "@tanstack/react-query";
import type { CustomerShippingOrderCancelOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { money } from "../../../parts/format.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { WALLET_KEY } from "../../money/wallets/queries.ts";
import { SHIPPING_KEY, type ShippingOrder } from "./queries.ts";
import { text } from "./text.ts";

export function CancelOwnOrder({ order, close }: { order: ShippingOrder; close: () => void }) {
  const queries = useQueryClient();
  const { id: shipping_order_id, version, currency, paid_minor } = order;
  return (
    <ActionDialog<CustomerShippingOrderCancelOutput>
      name={`cancel ${version}`}
      opened
      close={close}
      danger
      title={text.cancel.title}
      confirm={text.cancel.confirm}
      input={{ shipping_order_id }}
      run={({ progress: _progress, ...options }) =>
        client.customerShippingOrderCancel({ shipping_order_id }, { ...options, if_match: version })
      }
      outcome={({ order: after }) => {
        const returned = (paid_minor ?? 0) - (after.paid_minor ?? 0);
        return returned > 0 ? text.cancel.returned(money(returned, currency)) : text.cancel.nothing_paid;
      }}
      done={() => {
        void queries.invalidateQueries({ queryKey: SHIPPING_KEY });
        void queries.invalidateQueries({ queryKey: WALLET_KEY });
        notifySuccess(text.cancel.done);
        close();
      }}
    >
      <p>{text.cancel.about}</p>
    </ActionDialog>
  );
}
