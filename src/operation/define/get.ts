/** Records that a call names: `get…` refuses `not_found` where `find…` returns nothing. */
import type { Message } from "../response/messages.ts";
import { Refusal } from "./refusal.ts";

type Nothing = null | undefined;

/** What was found; refuses `not_found` with this text where nothing was. */
export function expectFound<Found>(found: Found | Nothing, text: Message): Found {
  if (found === undefined || found === null) throw new Refusal("not_found", "not_found", { message: text });
  return found;
}

/** `find…` as `get…`: it refuses `not_found`, with the text of its kind of record, where nothing is found. */
export function defineGet<Arguments extends unknown[], Found>(
  find: (...args: Arguments) => Promise<Found | Nothing>,
  text: Message | ((...args: Arguments) => Message),
): (...args: Arguments) => Promise<Found> {
  return async (...args) =>
    expectFound(await find(...args), typeof text === "function" ? text(...args) : text);
}
