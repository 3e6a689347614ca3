/** What a request asks for, in words. */
import { day } from "../../../parts/times.ts";
import type { RecipientRequest } from "./queries.ts";
import { text } from "./text.ts";

export function nameRequest({ choice, scheduled_date, former_date }: RecipientRequest): string {
  if (scheduled_date === null) return text.choices[choice];
  return text.another_day({ from: day(former_date ?? scheduled_date), to: day(scheduled_date) });
}
