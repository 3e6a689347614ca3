/** What a rule applies to and what it charges, in a line each. */
import type { PriceRule } from "../../../../packages/client/client.gen.ts";
import { money, number } from "../../../parts/format.ts";
import { text } from "./text.ts";

const WORDS_MAX = 3;

function join(words: readonly string[]): string {
  const first_words = words.slice(0, WORDS_MAX).join(", ");
  return words.length > WORDS_MAX
    ? `${first_words} ${text.words.more({ n: words.length - WORDS_MAX })}`
    : first_words;
}

export function describeConditions(rule: PriceRule): string {
  const { words } = text;
  const from = [...(rule.from_zones ?? []), ...(rule.from_postal_prefixes ?? [])];
  const to = [...(rule.to_zones ?? []), ...(rule.to_postal_prefixes ?? [])];
  const parts = [
    rule.carrier_accounts?.length ? join(rule.carrier_accounts) : "",
    rule.services?.length ? join(rule.services) : "",
    from.length > 0 ? words.from({ where: join(from) }) : "",
    to.length > 0 ? words.to({ where: join(to) }) : "",
    rule.postal_prefixes?.length ? words.codes({ codes: join(rule.postal_prefixes) }) : "",
    rule.km_max === undefined ? "" : words.up_to_km({ n: number(rule.km_max) }),
    rule.weight_g_max === undefined ? "" : words.up_to_kg({ n: number(rule.weight_g_max / 1000) }),
  ];
  return parts.filter(Boolean).join(" · ") || text.everything;
}

function describeMarkup(
  { percent, fixed_minor }: NonNullable<PriceRule["markup"]>,
  currency: string,
): string {
  const what = [
    percent ? `${number(percent)} %` : "",
    fixed_minor ? money(fixed_minor, currency) : "",
  ].filter(Boolean);
  return what.length === 0 ? text.words.charge : text.words.markup({ what: what.join(" + ") });
}

export function describeAmounts(rule: PriceRule, currency: string): string {
  const { words, day_units } = text;
  const amount = (minor: number | undefined, show: (values: { amount: string }) => string) =>
    minor ? show({ amount: money(minor, currency) }) : "";
  const breaks = rule.weight_breaks ?? [];
  const parts = [
    rule.markup === undefined ? "" : describeMarkup(rule.markup, currency),
    amount(rule.base_minor, ({ amount }) => amount),
    breaks.length === 0
      ? ""
      : words.breaks({
          n: breaks.length,
          first: money(breaks[0]?.amount_minor, currency),
          last: money(breaks.at(-1)?.amount_minor, currency),
        }),
    amount(rule.per_further_kg_minor, words.further_kg),
    amount(rule.per_km_minor, words.per_km),
    amount(rule.per_kg_minor, words.per_kg),
    amount(rule.per_parcel_minor, words.per_parcel),
    amount(rule.per_m3_minor, words.per_m3),
    amount(rule.per_day_minor, ({ amount }) =>
      words.per_day({ amount, unit: day_units[rule.day_unit ?? "shipment"] }),
    ),
  ];
  const least = amount(rule.minimum_minor ?? rule.markup?.minimum_minor, words.minimum);
  return [parts.filter(Boolean).join(" + "), least].filter(Boolean).join(", ") || words.free;
}
