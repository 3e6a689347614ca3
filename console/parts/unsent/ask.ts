/**
 * A route is taken from a driver whose phone said that it still holds what was done on it: the person is asked where the
 * service refuses, and whatever takes the route is run again with the answer.
 */
import { ApiError } from "../../api/client.ts";
import { text } from "./text.ts";

interface Question {
  commands: number;
  reported_at: string;
  answer: (go_on: boolean) => void;
}

let question: Question | null = null;
const listeners = new Set<() => void>();
/** Last word of a phone about a route after which somebody chose to go on: not asked again for a preview and its command. */
const decided = new Map<number, string>();

export const getQuestion = (): Question | null => question;

export function setQuestion(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person chose to wait: nothing failed, and nothing was changed. */
export class WaitsForPhone extends Error {}

/** Rejects with `WaitsForPhone` when the person chooses to wait. */
export async function askAboutUnsent<Answer>(
  route_id: number,
  run: (allow: { allow_unsent?: true }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.error_code !== "UNSENT_COMMANDS") throw error;
    const { commands, reported_at } = error.body as { commands: number; reported_at: string };
    if (decided.get(route_id) !== reported_at) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      setQuestion({ commands, reported_at, answer: resolve });
      if (!(await promise)) throw new WaitsForPhone(text.waiting);
      decided.set(route_id, reported_at);
    }
    return run({ allow_unsent: true });
  }
}
