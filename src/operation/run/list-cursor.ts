/**
 * A cursor belongs to the list that returned it: it bears the name of the operation, so that no other list reads it as a
 * position of its own. Filters are bound where the list is read (`cursor-page.ts`), which knows what they mean.
 */
import { hash } from "node:crypto";
import { CursorError } from "#vocabulary/cursor-page.ts";
import type { Operation } from "../define/define.ts";
import type { JsonSchema } from "../define/schema.ts";

const TAG = 6;
const computeTag = ({ name }: Operation) => hash("sha256", name, "base64url").slice(0, TAG);
const hasCursor = ({ input }: Operation) => (input as JsonSchema).properties?.["cursor"] !== undefined;

/** The input with the cursor as the list wrote it. Throws `CursorError` for one of another list. */
export function readCursor(operation: Operation, input: Record<string, unknown>): Record<string, unknown> {
  const { cursor } = input;
  if (typeof cursor !== "string" || !hasCursor(operation)) return input;
  if (!cursor.startsWith(computeTag(operation))) throw new CursorError("unknown");
  return { ...input, cursor: cursor.slice(TAG) };
}

/** The answer with the cursor as its caller gets it. */
export function bindCursor<Answer>(operation: Operation, answer: Answer): Answer {
  const { next_cursor } = (answer ?? {}) as { next_cursor?: unknown };
  if (typeof next_cursor !== "string" || !hasCursor(operation)) return answer;
  return { ...answer, next_cursor: computeTag(operation) + next_cursor };
}
