/** Payment of what is left from the customer's wallet: its balance first, and the way to top it up where it is too low. */
import { Button, Skeleton } from "@mantine/core";
import { IconWallet } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerShippingOrderPayOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { ownWalletQuery, WALLET_KEY } from "../../money/wallets/queries.ts";
import { SHIPPING_KEY, type ShippingOrder } from "./queries.ts";
import { findStatus } from "./status.ts";
import { text } from "./text.ts";

export function Payment({ order }: { order: ShippingOrder }) {
  const { permissions } = useMe();
  const [paying, setPaying] = useState<number | null>(null);
  const may_pay = order.can_pay && permissions.includes("customer_shipping:write");
  const query = useQuery({
    ...ownWalletQuery,
    enabled: may_pay && permissions.includes("analytics:read"),
  });
  if (!may_pay) return null;
  const { remaining_minor, currency } = order;
  if (typeof remaining_minor !== "number") return null;
  if (query.isPending && query.fetchStatus !== "idle") return <Skeleton height={36} />;
  const available = query.data?.available_minor;
  const missing = available === undefined ? 0 : Math.max(0, remaining_minor - available);
  const part = available === undefined ? 0 : Math.min(available, remaining_minor);
  return (
    <div className="stack">
      {available === undefined ? null : (
        <p className="row apart">
          <span className="row tight dim">
            <IconWallet size={16} /> {text.pay.wallet}
          </span>
          <span className="num strong">{money(available, currency)}</span>
        </p>
      )}
      {missing === 0 ? (
        <Button onClick={() => setPaying(remaining_minor)}>
          {text.pay.button(money(remaining_minor, currency))}
        </Button>
      ) : (
        <>
          <p className="note tone-warn">{text.pay.too_low(money(missing, currency))}</p>
          <ButtonLink to="/wallet" search={{ amount: missing, order: order.id }}>
            {text.pay.top_up}
          </ButtonLink>
          {part > 0 ? (
            <Button variant="default" onClick={() => setPaying(part)}>
              {text.pay.part(money(part, currency))}
            </Button>
          ) : null}
        </>
      )}
      {paying === null ? null : (
        <PayDialog order={order} amount_minor={paying} close={() => setPaying(null)} />
      )}
    </div>
  );
}

function PayDialog({
  order,
  amount_minor,
  close,
}: {
  order: ShippingOrder;
  amount_minor: number;
  close: () => void;
}) {
  const queries = useQueryClient();
  const { id: shipping_order_id, currency } = order;
  const amount = money(amount_minor, currency);
  return (
    <ActionDialog<CustomerShippingOrderPayOutput>
      name={`pay ${order.version}`}
      opened
      close={close}
      title={text.pay.title(amount)}
      confirm={text.pay.confirm(amount)}
      // The amount is said, so that no more is taken than was shown.
      input={{ shipping_order_id, amount_minor }}
      run={({ progress: _progress, ...options }) =>
        // Of two attempts, the second one of which was sent because no answer came, one pays.
        client.customerShippingOrderPay(
          { shipping_order_id, amount_minor },
          { ...options, if_match: order.version },
        )
      }
      outcome={({ order: after }) => (
        <div className="stack tight">
          <StatusBadge badge={findStatus(after.status)} />
          <span>{text.pay.left_after(money(after.remaining_minor, currency))}</span>
        </div>
      )}
      done={() => {
        void queries.invalidateQueries({ queryKey: SHIPPING_KEY });
        void queries.invalidateQueries({ queryKey: WALLET_KEY });
        notifySuccess(text.pay.done(amount));
        close();
      }}
    >
      <p>{text.pay.about}</p>
    </ActionDialog>
  );
}
