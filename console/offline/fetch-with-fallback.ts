import { ApiError } from "../api/client.ts";
import type { Database } from "./database.ts";

/** Lost, or busy: what is on the device is the best that there is. */
const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || [0, 429, 502, 503, 504].includes(error.status);

/** What the service answers, which is kept on the device; without a connection what it answered last. */
export async function fetchWithFallback<Answer>(
  database: Database,
  key: string,
  fetch: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await fetch();
    await database("readwrite", async (transaction) => transaction.put("values", answer, key));
    return answer;
  } catch (error) {
    const stored_answer = isAway(error)
      ? await database("readonly", (transaction) => transaction.get("values", key))
      : undefined;
    if (stored_answer === undefined) throw error;
    return stored_answer as Answer;
  }
}
