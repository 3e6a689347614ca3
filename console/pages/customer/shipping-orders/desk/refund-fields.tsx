/** How much of what was paid is returned, and why. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { minorUnits } from "../../../../parts/format.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";

/** `input`: null while something is missing. */
export function useRefund() {
  const [amount_minor, setAmount] = useState<number>();
  const [reason, setReason] = useState("");
  const is_missing = amount_minor === undefined || amount_minor <= 0 || reason.trim() === "";
  const input = is_missing ? null : { amount_minor, reason: reason.trim() };
  return { amount_minor, setAmount, reason, setReason, input };
}

export function RefundFields({
  refund: { amount_minor, setAmount, reason, setReason },
  currency,
  words,
}: {
  refund: ReturnType<typeof useRefund>;
  currency: string;
  words: { amount: string; about: string; reason: string; for_customer: string };
}) {
  return (
    <>
      <AmountInput
        label={words.amount}
        description={words.about}
        required
        data-autofocus
        scale={minorUnits(currency)}
        value={amount_minor}
        onChange={setAmount}
      />
      <TextInput
        label={words.reason}
        description={words.for_customer}
        required
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </>
  );
}
