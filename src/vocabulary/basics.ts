/** Small shapes that every family uses: ids, words, dates, coordinates, paging. */
import Type from "typebox";

const INT32_MAX = 2_147_483_647;

export const Id = Type.Integer({ minimum: 1, maximum: INT32_MAX });
export const OrderId = Type.Integer({ minimum: 1, maximum: INT32_MAX, description: "Order id." });
export const AccountId = Type.Integer({ minimum: 1, maximum: INT32_MAX, description: "User id." });

/** ISO 8601 with an offset, UTC when we write it. */
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
export const Minor = Type.Integer({
  minimum: 0,
  maximum: INT32_MAX,
  description: "Money in minor units of its currency.",
});
export const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217 code." });

export function Nullable<T extends Type.TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** Words of a closed list, as one string enum. */
export function Words<const W extends readonly string[]>(words: W, options: { description?: string } = {}) {
  return Type.Unsafe<W[number]>({ type: "string", enum: [...words], ...options });
}

export const Result = Type.Boolean({ description: "True when the request did what it asked." });
