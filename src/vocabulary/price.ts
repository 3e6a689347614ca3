/**
 * Members with money of an order family. Each is optional: when the family is hidden from the caller it is omitted,
 * and the object has `price_hidden: true`. An absent amount never means free.
 */
import Type from "typebox";
import type { PriceFamily } from "./features.ts";

/** Minor units, or null where there is no price. */
export function Price(
  price_family: PriceFamily | `by:${string}`,
  description = "Minor units of `currency`.",
) {
  return Type.Optional(
    Type.Unsafe<number | null>({ type: ["integer", "null"], description, "x-price": price_family }),
  );
}

/** The currency of a price is hidden with it. */
export function PriceCurrency(price_family: PriceFamily | `by:${string}`) {
  return Type.Optional(
    Type.Unsafe<string>({ type: "string", description: "ISO 4217 code.", "x-price": price_family }),
  );
}

/** Any other member that reveals a price: lines, surcharges, taxes. */
export function PriceDetails<T extends Type.TSchema>(price_family: PriceFamily | `by:${string}`, schema: T) {
  return Type.Optional(
    Type.Unsafe<Type.Static<T> | null>({ anyOf: [schema, { type: "null" }], "x-price": price_family }),
  );
}

/** The caller's own money, such as its wallet: not the price of a family, and never hidden from its owner. */
export function OwnMoney<T extends Type.TSchema>(schema: T): T {
  return { ...schema, "x-own-money": true };
}

export const PriceHidden = Type.Optional(
  Type.Boolean({ description: "True where the prices of this family are hidden from the caller." }),
);
