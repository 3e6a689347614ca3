/** Periods of days that reads take. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export function requirePeriod(
  { refuse }: Context<"invalid_period">,
  from: string,
  to: string,
  most: number,
): void {
  const days = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000 + 1;
  if (days >= 1 && days <= most) return;
  const message = messages.invalid_period.with({ days: most });
  throw refuse("invalid_period", { message, errors: [{ field: "to", message }] });
}
