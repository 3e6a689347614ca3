/** How much of what was paid is returned, and why. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { getRules, toMemberProps } from "../../../../parts/form-rules.ts";
import { minorUnits } from "../../../../parts/format.ts";
import { AmountInput } from "../../../money/price-lists/inputs.tsx";

const RULES = getRules("clientCustomerOrderRefund");

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
        {...toMemberProps(RULES, "amount_minor", { scale: minorUnits(currency) })}
        data-autofocus
        value={amount_minor}
        onChange={setAmount}
      />
      <TextInput
        label={words.reason}
        description={words.for_customer}
        {...toMemberProps(RULES, "reason")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </>
  );
}
