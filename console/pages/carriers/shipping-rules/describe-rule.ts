/** Rules in plain words. */
import { getLocale } from "../../../language/language.ts";
import { kilograms } from "../../../parts/format.ts";
import type { ShippingRule } from "./queries.ts";
import { text } from "./text.ts";

/** More names of one condition than these are counted. */
const NAMES_MAX = 4;

export interface Names {
  customers: ReadonlyMap<number, string>;
  /** Of accounts, by code. */
  accounts: ReadonlyMap<string, string>;
  /** Of services, by code. */
  services: ReadonlyMap<string, string>;
}

const join = (words: readonly string[]) =>
  words.length > NAMES_MAX
    ? [...words.slice(0, NAMES_MAX - 1), text.when.more({ n: words.length - NAMES_MAX + 1 })].join(", ")
    : words.join(", ");

export function describeConditions({ when }: ShippingRule, { customers }: Names): string {
  const countries = new Intl.DisplayNames(getLocale(), { type: "region" });
  const { weight_g_min, weight_g_max, package_count_min, package_count_max } = when;
  const weigh = (grams: number | undefined) => (grams === undefined ? null : kilograms(grams));
  const parts = [
    when.to_countries === undefined
      ? ""
      : text.when.to({ places: join(when.to_countries.map((code) => countries.of(code) ?? code)) }),
    when.to_postal_prefixes === undefined
      ? ""
      : text.when.postal({ prefixes: join(when.to_postal_prefixes) }),
    when.is_international === undefined ? "" : when.is_international ? text.when.abroad : text.when.domestic,
    when.is_return === undefined ? "" : when.is_return ? text.when.returns : text.when.no_returns,
    weight_g_min === undefined && weight_g_max === undefined
      ? ""
      : describeWeight(weigh(weight_g_min), weigh(weight_g_max)),
    package_count_min === undefined && package_count_max === undefined
      ? ""
      : describePackages(package_count_min ?? null, package_count_max ?? null),
    when.customer_ids === undefined
      ? ""
      : text.when.customers({
          names: join(when.customer_ids.map((id) => customers.get(id) ?? text.when.unknown_customer({ id }))),
        }),
  ];
  return capitalize(parts.filter(Boolean).join(" · ")) || text.every_shipment;
}

function describeWeight(least: string | null, most: string | null): string {
  const { up_to, from, between } = text.when.weight;
  if (least !== null && most !== null) return between({ least, most });
  return least === null ? up_to({ most: most ?? "" }) : from({ least });
}

function describePackages(least: number | null, most: number | null): string {
  const { exactly, up_to, from, between } = text.when.packages;
  if (least === most) return exactly({ n: least ?? 1 });
  if (least !== null && most !== null) return between({ least, most });
  return least === null ? up_to({ most: most ?? 1 }) : from({ least });
}

export function describeChoice({ then }: ShippingRule, { accounts, services }: Names): string {
  const { carrier_account, services: codes, strategy = "cheapest" } = then;
  const is_settled = carrier_account !== undefined && codes?.length === 1;
  const parts = [
    carrier_account === undefined
      ? text.choice.any_account
      : (accounts.get(carrier_account) ?? carrier_account),
    codes === undefined ? text.choice.any_service : join(codes.map((code) => services.get(code) ?? code)),
    is_settled ? "" : text.choice[strategy],
  ];
  return capitalize(parts.filter(Boolean).join(" · "));
}

const capitalize = (words: string) => words.charAt(0).toLocaleUpperCase(getLocale()) + words.slice(1);
