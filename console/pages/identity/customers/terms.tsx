/** The terms of a customer, or of a template for new customers. */
import { MultiSelect, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CustomerSummary } from "../../../../packages/client/client.gen.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import type { SaveForm } from "../../../parts/form.tsx";
import { minorUnits, money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findWord, readFreeCode } from "../../../parts/labels.ts";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { listProofs } from "../../../parts/proofs.ts";
import { priceListsQuery } from "../../money/price-lists/queries.ts";
import { text } from "./text.ts";

type StoredTerms = Pick<
  CustomerSummary,
  "tier" | "price_list_id" | "hidden_price_families" | "credit_limit_minor" | "required_proofs"
>;

/** Values of a form with terms. */
export interface Terms extends Omit<StoredTerms, "hidden_price_families" | "credit_limit_minor"> {
  /** Null: as in the settings. */
  hidden_price_families: StoredTerms["hidden_price_families"] | null;
  /** In major units of the currency, as typed. */
  credit_limit: number | string;
}

/** Table columns for rows that have terms. */
export function termColumns(
  currency: string | undefined,
): Column<Pick<StoredTerms, "hidden_price_families" | "credit_limit_minor">>[] {
  return [
    {
      key: "prices",
      head: text.terms.prices,
      cell: ({ hidden_price_families: hidden }) =>
        hidden.length === 0 ? (
          <span className="dim">{text.terms.all_shown}</span>
        ) : (
          <Tag tone="violet">{text.terms.hidden_count({ n: hidden.length })}</Tag>
        ),
    },
    {
      key: "credit",
      head: text.terms.credit,
      align: "end",
      window_width_min: 641,
      cell: ({ credit_limit_minor }) => money(credit_limit_minor, currency),
    },
  ];
}

/** A tier is any word of the business. */
export const nameTier = (tier: string) => findWord(text.tiers, tier) ?? readFreeCode(tier);

/** Default terms. */
export const NEW_TERMS: Terms = {
  tier: "standard",
  price_list_id: null,
  hidden_price_families: null,
  credit_limit: 0,
  required_proofs: [],
};

export function toTerms({ credit_limit_minor, ...stored_terms }: StoredTerms, minors: number): Terms {
  const { tier, price_list_id, hidden_price_families, required_proofs } = stored_terms;
  return {
    tier,
    price_list_id,
    hidden_price_families,
    required_proofs,
    credit_limit: credit_limit_minor / minors,
  };
}

/** The members of the request: hidden price families only when somebody chose them. */
export function toTermsInput(
  { tier, price_list_id, hidden_price_families: hidden, required_proofs, credit_limit }: Terms,
  minors: number,
) {
  return {
    tier: tier.trim(),
    price_list_id,
    required_proofs,
    credit_limit_minor: Math.round(Number(credit_limit) * minors),
    ...(hidden === null ? {} : { hidden_price_families: hidden }),
  };
}

/** The field of a member of the request. */
export const toTermsPath = (path: string) => (path === "credit_limit_minor" ? "credit_limit" : path);

/** Minor units per major unit of the business's currency. */
export function useMinorUnits(): number {
  return minorUnits(useMe().business?.currency ?? "EUR");
}

export function TermsFields({
  form: { field, own, values, set },
  placeholder,
}: {
  form: Pick<SaveForm<Terms, keyof StoredTerms>, "field" | "own" | "values" | "set">;
  /** Shown while nobody has chosen which prices are hidden. */
  placeholder: string;
}) {
  const minors = useMinorUnits();
  const lists = useQuery(priceListsQuery).data?.price_lists ?? [];
  return (
    <>
      <TextInput label={text.tier} {...field("tier", { required: true })} />
      <Select
        label={text.terms.price_list}
        placeholder={text.terms.by_tier}
        clearable
        clearButtonProps={{ "aria-label": text.terms.none }}
        data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...field("price_list_id")}
        value={values.price_list_id === null ? null : String(values.price_list_id)}
        onChange={(value) => set({ price_list_id: value === null ? null : Number(value) })}
      />
      <MultiSelect
        label={text.terms.hidden}
        placeholder={values.hidden_price_families === null ? placeholder : undefined}
        data={listPriceFamilies()}
        {...field("hidden_price_families")}
        value={values.hidden_price_families ?? []}
      />
      <NumberInput
        label={text.terms.credit_limit}
        {...own("credit_limit", { member: "credit_limit_minor", factor: minors })}
      />
      <MultiSelect
        label={text.terms.proofs}
        description={text.terms.proofs_about}
        data={listProofs()}
        {...field("required_proofs")}
      />
    </>
  );
}
