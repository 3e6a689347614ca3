/** Staff record what was paid for a rental outside of the wallet, or returned for it. */
import { NumberInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import type { StorageRental } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("lockerRentalSettle");

/** Minor units in one unit of a currency. */
const getFactor = (currency: string) =>
  10 **
  (new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2);

export function SettleDialog({ rental, close }: { rental: StorageRental; close: () => void }) {
  const { id: rental_id, version, unpaid_minor = 0, currency } = rental;
  const queries = useQueryClient();
  const unpaid = unpaid_minor ?? 0;
  const factor = getFactor(currency ?? "EUR");
  const [amount, setAmount] = useState<number | string>(Math.abs(unpaid) / factor);
  const reference = useMemberText(RULES, "reference");
  const amount_minor = typeof amount === "number" ? Math.round(amount * factor) * Math.sign(unpaid) : 0;
  const input =
    amount_minor === 0 || reference.text === ""
      ? null
      : { rental_id, amount_minor, reference: reference.text };
  return (
    <ActionDialog
      opened
      close={close}
      name={`rental settle ${version}`}
      title={unpaid > 0 ? text.settle.title : text.settle.title_return}
      confirm={text.settle.submit}
      input={input}
      run={(options) => {
        if (input === null) throw new Error("A payment has an amount and a receipt.");
        return client.lockerRentalSettle(input, { ...options, if_match: version });
      }}
      outcome={({ rental: { unpaid_minor: rest } }) => (
        <p>{rest ? text.settle.outcome({ amount: money(rest, currency) }) : text.settle.outcome_paid}</p>
      )}
      done={() => {
        notifySuccess(text.settle.done);
        void queries.invalidateQueries({ queryKey: ["rentals"] });
        close();
      }}
    >
      <NumberInput
        data-autofocus
        label={text.settle.amount}
        value={amount}
        onChange={setAmount}
        {...toMemberProps(RULES, "amount_minor", { factor, unit: currency ?? null })}
        min={1 / factor}
        max={Math.abs(unpaid) / factor}
      />
      <TextInput
        label={text.settle.reference}
        description={text.settle.reference_about}
        {...reference.props}
      />
    </ActionDialog>
  );
}
