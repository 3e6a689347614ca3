/** The terms of a customer, or of a template that new customers start from. */
import { MultiSelect, NumberInput, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CustomerSummary } from "../../../packages/client/client.gen.ts";
import { useMe } from "../../api/session.ts";
import { priceListsQuery } from "../../api/settings.ts";
import { Tag } from "../../parts/badge.tsx";
import { PRICE_FAMILIES } from "../../parts/families.ts";
import { TextField } from "../../parts/form-drawer.tsx";
import { PROOFS } from "../../parts/proofs.ts";
import type { Column } from "../../parts/table.tsx";
import { minorsOf, money } from "../../parts/words.ts";

type Kept = Pick<
  CustomerSummary,
  "tier" | "price_list_id" | "hidden_price_families" | "credit_limit_minor" | "required_proofs"
>;

export interface Terms extends Omit<Kept, "hidden_price_families" | "credit_limit_minor"> {
  /** Null: as the settings say. */
  hidden_price_families: Kept["hidden_price_families"] | null;
  /** In whole units of the currency, as it is typed. */
  credit: number | string;
}

/** Columns of a table of whatever has terms. */
export function termColumns(
  currency: string | undefined,
): Column<Pick<Kept, "hidden_price_families" | "credit_limit_minor">>[] {
  return [
    {
      key: "prices",
      head: "Prices",
      cell: ({ hidden_price_families: hidden }) =>
        hidden.length === 0 ? (
          <span className="dim">All shown</span>
        ) : (
          <Tag tone="violet">{hidden.length} hidden</Tag>
        ),
    },
    {
      key: "credit",
      head: "Credit",
      align: "end",
      from: 900,
      cell: ({ credit_limit_minor }) => money(credit_limit_minor, currency),
    },
  ];
}

/** What something new starts with. */
export const NEW_TERMS: Terms = {
  tier: "standard",
  price_list_id: null,
  hidden_price_families: null,
  credit: 0,
  required_proofs: [],
};

export function termsOf(from: Kept, minors: number): Terms {
  const { tier, price_list_id, hidden_price_families, credit_limit_minor, required_proofs } = from;
  return { tier, price_list_id, hidden_price_families, credit: credit_limit_minor / minors, required_proofs };
}

/** What is sent: the prices to hide only where somebody said which. */
export function sentTerms({ tier, hidden_price_families: hidden, credit, ...rest }: Terms, minors: number) {
  return {
    ...rest,
    tier: tier.trim(),
    credit_limit_minor: Math.round(Number(credit) * minors),
    ...(hidden === null ? {} : { hidden_price_families: hidden }),
  };
}

/** Minor units of the business's money in a whole one. */
export function useMinors(): number {
  return minorsOf(useMe().business?.currency ?? "EUR");
}

/** Asked for by the form itself, which so learns that they are shown here. */
export function errorsOfTerms(error: (member: string) => string | undefined) {
  return {
    tier: error("tier"),
    price_list_id: error("price_list_id"),
    credit_limit_minor: error("credit_limit_minor"),
  };
}

export function TermsFields({
  terms,
  set,
  errors,
  hidden_unless_said,
}: {
  terms: Terms;
  set: (part: Partial<Terms>) => void;
  errors: ReturnType<typeof errorsOfTerms>;
  /** What the prices are while nobody said which are hidden. */
  hidden_unless_said: string;
}) {
  const lists = useQuery(priceListsQuery).data?.price_lists ?? [];
  const hidden = terms.hidden_price_families;
  return (
    <>
      <TextField
        label="Tier"
        required
        maxLength={40}
        value={terms.tier}
        set={(tier) => set({ tier })}
        error={errors.tier}
      />
      <Select
        label="Price list"
        placeholder="By tier, or the default"
        clearable
        clearButtonProps={{ "aria-label": "None" }}
        data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={terms.price_list_id === null ? null : String(terms.price_list_id)}
        onChange={(value) => set({ price_list_id: value === null ? null : Number(value) })}
        error={errors.price_list_id}
      />
      <MultiSelect
        label="Prices that are not shown"
        placeholder={hidden === null ? hidden_unless_said : undefined}
        data={PRICE_FAMILIES}
        value={hidden ?? []}
        onChange={(value) => set({ hidden_price_families: value as Kept["hidden_price_families"] })}
      />
      <NumberInput
        label="Credit limit"
        min={0}
        decimalScale={2}
        value={terms.credit}
        onChange={(credit) => set({ credit })}
        error={errors.credit_limit_minor}
      />
      <MultiSelect
        label="Proofs asked for at each delivery"
        description="Besides those that every delivery of yours needs."
        data={PROOFS}
        value={terms.required_proofs}
        onChange={(value) => set({ required_proofs: value as Kept["required_proofs"] })}
      />
    </>
  );
}
