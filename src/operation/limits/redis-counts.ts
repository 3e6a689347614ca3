/** Shared counts in Redis: one hash for each key, with the slots as fields, which expires as a whole. */
import { createClient } from "@redis/client";
import type { Log } from "../define/runtime.ts";
import type { CountStore } from "./shared-counts.ts";

const PREFIX = "packhorse:limit:";

export async function createRedisCounts(url: string, log: Log): Promise<CountStore> {
  const client = createClient({
    url,
    // A batch that cannot be sent now is sent with the next one.
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(10_000, 200 * 2 ** Math.min(retries, 6)) },
  });
  let is_failing = false;
  client.on("error", (error) => {
    if (!is_failing) log.warn({ err: error }, "Redis cannot be reached");
    is_failing = true;
  });
  client.on("ready", () => {
    is_failing = false;
  });
  // The service also starts without Redis, which is tried again from then on.
  await new Promise<void>((resolve) => {
    client.once("ready", resolve);
    client.once("error", () => resolve());
    client.connect().catch(() => {});
  });
  return {
    async exchange(keys, added) {
      const multi = client.multi();
      for (const { key, slot, count, expires_at } of added) {
        multi.hIncrBy(PREFIX + key, String(slot), count);
        // Later slots expire later, so the expiry never moves back.
        multi.pExpireAt(PREFIX + key, expires_at, "GT");
        multi.pExpireAt(PREFIX + key, expires_at, "NX");
      }
      for (const { key } of keys) multi.hGetAll(PREFIX + key);
      const answers = (await multi.exec()) as unknown[];
      const past = client.multi();
      let is_past = false;
      const counts_by_key = keys.flatMap(({ key, since }, index) => {
        const slots = Object.entries(answers[added.length * 3 + index] as Record<string, string>);
        const old = slots.flatMap(([slot]) => (Number(slot) < since ? [slot] : []));
        if (old.length > 0) {
          past.hDel(PREFIX + key, old);
          is_past = true;
        }
        return slots.flatMap(([slot, count]) =>
          Number(slot) < since ? [] : [{ key, slot: Number(slot), count: Number(count) }],
        );
      });
      if (is_past) await past.exec();
      return counts_by_key;
    },
    async close() {
      client.destroy();
    },
  };
}
