/** Scans that an older version of the warehouse app kept in `localStorage` go on in the queue, under their numbers. */
import type { Database } from "./database.ts";

interface FloorQueue {
  device_id: string;
  next_seq: number;
  waiting: readonly {
    seq: number;
    type: string;
    body: Record<string, unknown>;
    occurred_at: string;
    label: string;
  }[];
  refused: readonly { seq: number; type: string; label: string; message: string; at: string }[];
}

export async function importFloorQueue(account_id: number, database: Database): Promise<void> {
  const key = `packhorse.floor.${account_id}`;
  const text = localStorage.getItem(key);
  if (text === null) return;
  const { device_id, next_seq, waiting, refused } = JSON.parse(text) as FloorQueue;
  await database("readwrite", async (transaction) => {
    // Another tab was first, or the new queue was used before: its numbers are of another device.
    if ((await transaction.get("values", "device_id")) !== undefined) return;
    transaction.put("values", device_id, "device_id");
    transaction.put("values", next_seq, "next_seq");
    for (const { seq, type, body, occurred_at, label } of waiting)
      transaction.put("items", {
        ...{ seq, type, body, occurred_at, label, channel: "warehouse", subject: `code/${label}` },
        ...{ state: "waiting", attempts: 0, not_before: 0, refusal: null, answer: null },
      });
    for (const { seq, type, label, message, at } of refused)
      transaction.put("items", {
        ...{ seq, type, label, occurred_at: at, channel: "warehouse", subject: `code/${label}`, body: {} },
        ...{ state: "refused", attempts: 0, not_before: 0, answer: null },
        refusal: { message, error_code: "", status: 409, details: [] },
      });
  });
  localStorage.removeItem(key);
}
