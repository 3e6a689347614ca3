/** An answer as it leaves: members that were declared, without prices that are hidden from the caller. */
import type { Actor } from "./actor.ts";
import type { Operation } from "./define.ts";
import { pickerOf } from "./schema.ts";

export function pick(operation: Operation, actor: Actor, answer: unknown): Record<string, unknown> {
  return pickerOf(operation.output, actor.hidden_prices)(answer) as Record<string, unknown>;
}

export interface Shown {
  answer: Record<string, unknown>;
  text: string;
}

/** The answer as it is sent, and its text. */
export function show(operation: Operation, actor: Actor, answer: unknown): Shown {
  const shown = pick(operation, actor, answer);
  return { answer: shown, text: JSON.stringify(shown) };
}
