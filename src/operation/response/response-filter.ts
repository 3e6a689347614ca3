/** Filters a response before it is sent: only declared members, without prices hidden from the caller. */
import type { Actor } from "../caller/actor.ts";
import type { Operation } from "../define/define.ts";
import { compileResponseFilter } from "../define/schema.ts";

export function filterResponse(operation: Operation, actor: Actor, answer: unknown): Record<string, unknown> {
  return compileResponseFilter(operation.output, actor.hidden_prices)(answer) as Record<string, unknown>;
}

export interface RenderedResponse {
  answer: Record<string, unknown>;
  text: string;
}

/** The filtered response and its JSON text. */
export function renderResponse(operation: Operation, actor: Actor, answer: unknown): RenderedResponse {
  const visible_answer = filterResponse(operation, actor, answer);
  return { answer: visible_answer, text: JSON.stringify(visible_answer) };
}
