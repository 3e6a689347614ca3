/** Prices of what a service offers besides, as its customers see them. */
import type { OfferedPrice, ServiceConfig } from "../../../../../packages/client/client.gen.ts";
import { money, number } from "../../../../parts/format.ts";
import { text } from "../text.ts";

/** In words; empty where the prices are hidden. */
export function findPrice(config: ServiceConfig, of: OfferedPrice["of"], code: string): string {
  const price = config.prices?.find((one) => one.of === of && one.code === code);
  if (price === undefined || config.currency === undefined) return "";
  const { charge, amount_minor, percent } = price;
  if (charge === "percent") return `${number(percent ?? 0)} %`;
  const amount = money(amount_minor, config.currency);
  if (of !== "surcharge") return amount;
  if (charge === "per_unit") return text.form.per_unit({ amount });
  return charge === "per_day" ? text.form.per_day({ amount }) : amount;
}
