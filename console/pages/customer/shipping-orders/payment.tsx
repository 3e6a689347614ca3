/** Payment of what is left from the customer's wallet: its balance first, and the way to top it up where it is too low. */
import { Button, Skeleton } from "@mantine/core";
import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IconWallet } from "#icons";
import type { RunOptions } from "../../../api/bulk.ts";
import { client, type Written } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { ownWalletQuery, WALLET_KEY } from "../../money/wallets/queries.ts";
import type { WalletSearch } from "../../money/wallets/wallet-search.ts";
import { SHIPPING_KEY, type ShippingOrder } from "./queries.ts";
import { findStatus } from "./status.ts";
import { text } from "./text.ts";

/** What has a balance to pay: an order, a ship-out. */
export interface PaymentProps<Answer> {
  bill: { version: number; remaining_minor?: number | null; currency?: string };
  may_pay: boolean;
  pay: (
    amount_minor: number,
    options: Omit<RunOptions, "progress"> & { if_match: number },
  ) => Promise<Written<Answer>>;
  outcome: (answer: Answer) => ReactNode;
  /** Where the page of the wallet leads back to. */
  back: Pick<WalletSearch, "order" | "storage" | "shipout">;
  /** First part of the keys of the queries that a payment changes. */
  queries_key: QueryKey;
}

export function Payment({ order }: { order: ShippingOrder }) {
  const { id: shipping_order_id } = order;
  const may_pay = useMe().permissions.includes("customer_shipping:write");
  return (
    <PayBalance
      bill={order}
      may_pay={order.can_be_paid && may_pay}
      pay={(amount_minor, options) =>
        client.customerShippingOrderPay({ shipping_order_id, amount_minor }, options)
      }
      outcome={({ order: after }) => (
        <LeftAfter
          badge={findStatus(after.status)}
          remaining_text={money(after.remaining_minor, after.currency)}
        />
      )}
      back={{ order: shipping_order_id }}
      queries_key={SHIPPING_KEY}
    />
  );
}

/** The status after a payment, and what is left then. */
export function LeftAfter({
  badge,
  remaining_text,
}: {
  badge: Parameters<typeof StatusBadge>[0]["badge"];
  remaining_text: string;
}) {
  return (
    <div className="stack tight">
      <StatusBadge badge={badge} />
      <span>{text.pay.left_after({ amount: remaining_text })}</span>
    </div>
  );
}

export function PayBalance<Answer>(props: PaymentProps<Answer>) {
  const { bill, may_pay, back } = props;
  const { permissions } = useMe();
  const [paying, setPaying] = useState<number | null>(null);
  const query = useQuery({
    ...ownWalletQuery,
    enabled: may_pay && permissions.includes("analytics:read"),
  });
  if (!may_pay) return null;
  const { remaining_minor, currency } = bill;
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
          {text.pay.button({ amount: money(remaining_minor, currency) })}
        </Button>
      ) : (
        <>
          <p className="note tone-warn">{text.pay.too_low({ amount: money(missing, currency) })}</p>
          <ButtonLink to="/wallet" search={{ amount: missing, ...back }}>
            {text.pay.top_up}
          </ButtonLink>
          {part > 0 ? (
            <Button variant="default" onClick={() => setPaying(part)}>
              {text.pay.part({ amount: money(part, currency) })}
            </Button>
          ) : null}
        </>
      )}
      {paying === null ? null : <PayDialog {...props} amount_minor={paying} close={() => setPaying(null)} />}
    </div>
  );
}

function PayDialog<Answer>({
  bill,
  amount_minor,
  pay,
  outcome,
  queries_key,
  close,
}: PaymentProps<Answer> & { amount_minor: number; close: () => void }) {
  const queries = useQueryClient();
  const amount = money(amount_minor, bill.currency);
  return (
    <ActionDialog<Answer>
      name={`pay ${queries_key.join(" ")} ${bill.version}`}
      opened
      close={close}
      title={text.pay.title({ amount })}
      confirm={text.pay.confirm({ amount })}
      // The amount is said, so that no more is taken than was shown.
      input={{ amount_minor }}
      // Of two attempts, the second one of which was sent because no answer came, one pays.
      run={({ progress: _progress, ...options }) => pay(amount_minor, { ...options, if_match: bill.version })}
      outcome={outcome}
      done={() => {
        void queries.invalidateQueries({ queryKey: queries_key });
        void queries.invalidateQueries({ queryKey: WALLET_KEY });
        notifySuccess(text.pay.done({ amount }));
        close();
      }}
    >
      <p>{text.pay.about}</p>
    </ActionDialog>
  );
}
