/** A top-up by card: opens the checkout of the payment processor. */
import { Alert, Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, client } from "../../../api/client.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { AmountInput } from "../price-lists/inputs.tsx";
import { text } from "./text.ts";
import type { WalletSearch } from "./wallet-search.ts";

const RULES = getRules("customerWalletTopup");

export function TopUp({
  currency,
  amount_minor,
  to_pay,
}: {
  currency: string;
  /** The amount that the field begins with. */
  amount_minor: number | undefined;
  /** The order that the top-up is to pay for; the return address names it. */
  to_pay: Pick<WalletSearch, "order" | "storage" | "shipout">;
}) {
  const [amount, setAmount] = useState(amount_minor);
  const start = useMutation({
    mutationFn: (minor: number) => {
      const return_url = new URL("/wallet", location.origin);
      for (const [member, id] of Object.entries(to_pay))
        if (id !== undefined) return_url.searchParams.set(member, String(id));
      return client.customerWalletTopup({ amount_minor: minor, return_url: return_url.href });
    },
    onSuccess: ({ payment }) => {
      if (payment.checkout_url !== null) location.assign(payment.checkout_url);
    },
  });
  // The business takes no cards: money is brought or sent.
  const is_off = start.error instanceof ApiError && start.error.error_code === "NO_CARD_PAYMENT";
  return (
    <Sheet title={text.top_up.title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount !== undefined && amount > 0) start.mutate(amount);
        }}
      >
        <AmountInput
          label={text.top_up.amount({ currency })}
          {...toMemberProps(RULES, "amount_minor", { scale: minorUnits(currency) })}
          value={amount}
          onChange={setAmount}
        />
        {start.error === null ? null : (
          <Alert
            color={is_off ? "yellow" : "red"}
            variant="outline"
            role="alert"
            title={is_off ? text.top_up.off : text.top_up.refused}
          >
            {is_off ? text.top_up.off_about : start.error.message}
          </Alert>
        )}
        {start.isSuccess && start.data.payment.checkout_url === null ? (
          <p className="note tone-warn" role="status">
            {text.payment.opening}
          </p>
        ) : null}
        <Button type="submit" loading={start.isPending} disabled={amount === undefined || amount <= 0}>
          {text.top_up.button}
        </Button>
      </form>
    </Sheet>
  );
}
