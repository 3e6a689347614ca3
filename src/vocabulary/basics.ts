/** Small schemas that every family uses: ids, words, dates, coordinates, paging. */
import Type from "typebox";

export const INT32_MAX = 2_147_483_647;

/** `bigint` in the database, and exact as a JSON number. */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

export const Id = Type.Integer({ minimum: 1, maximum: ID_MAX });
export const OrderId = Type.Integer({ minimum: 1, maximum: ID_MAX, description: "Order id." });
export const AccountId = Type.Integer({ minimum: 1, maximum: ID_MAX, description: "User id." });
/** The only id of 32 bits: every row and every index of a tenant contains it. */
export const BusinessId = Type.Integer({ minimum: 1, maximum: INT32_MAX });

/** ISO 8601 with an offset; UTC in our responses. */
export const Timestamp = Type.String({
  format: "date-time",
  maxLength: 40,
  description: "ISO 8601 date and time with offset.",
});
/** `YYYY-MM-DD` in the business's time zone. */
export const CalendarDate = Type.String({
  format: "date",
  maxLength: 10,
  description: "YYYY-MM-DD in the business's time zone.",
});

export const Latitude = Type.Number({ minimum: -90, maximum: 90, description: "Degrees, WGS 84." });
export const Longitude = Type.Number({ minimum: -180, maximum: 180, description: "Degrees, WGS 84." });

/** Grams, millimetres, cubic centimetres, minor units: whole and not negative. */
export const Count = Type.Integer({ minimum: 0, maximum: INT32_MAX });
/** The greatest amount of money that any input takes, in minor units; a lower one may hold where it is said. Columns have 64 bits. */
export const MINOR_MAX = 1_000_000_000_000;

export const Minor = Type.Integer({
  minimum: 0,
  maximum: INT32_MAX,
  description: "Money in minor units of its currency.",
});
/** A sum of amounts, in responses: beyond 32 bits. */
export const MinorSum = Type.Integer({
  minimum: 0,
  maximum: ID_MAX,
  description: "Money in minor units of its currency.",
});
export const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 code." });

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** Not every three-letter code is a currency. */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

export function Nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** A closed list of words, as one string enum. */
export function StringEnum<const W extends readonly string[]>(
  words: W,
  options: { description?: string; "x-tool"?: string } = {},
) {
  return Type.Unsafe<W[number]>({ type: "string", enum: [...words], ...options });
}
