/** A filter in an address: JSON as text. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export function parseWhereText({ refuse }: Context<"invalid_where">, text: string | undefined): unknown {
  if (text === undefined || text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw refuse("invalid_where", {
      message: messages.invalid_where,
      errors: [{ field: "where", message: messages.not_json }],
    });
  }
}
