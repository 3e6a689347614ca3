/** Records that a call names: `get…` refuses `not_found` where `find…` returns nothing. */
import type { Message } from "../response/messages.ts";
import { Refusal } from "./refusal.ts";

type Nothing = null | undefined;

/** What was found; refuses `not_found` with this text where nothing was. */
export function expectRecord<Row>(row: Row | Nothing, text: Message): Row {
  if (row === undefined || row === null) throw new Refusal("not_found", "not_found", { message: text });
  return row;
}

/** `find…` as `get…`: it refuses `not_found`, with the text of its kind of record, where nothing is found. */
export function defineGet<Arguments extends unknown[], Row>(
  find: (...args: Arguments) => Promise<Row | Nothing>,
  text: Message | ((...args: Arguments) => Message),
): (...args: Arguments) => Promise<Row> {
  return async (...args) =>
    expectRecord(await find(...args), typeof text === "function" ? text(...args) : text);
}
