/** The same requests at 10 thousand and at a million orders: the median may grow by half at most. */

import { type Candidate, measureCandidates, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

/** Searches the newest orders first, so its time grows up to a bound; docs/decisions/0007-what-grows.md. */
const WORDS = "search (words)";

export async function benchGrowth(): Promise<boolean> {
  const small = await measure(10_000);
  const large = await measure(1_000_000);
  let holds = true;
  for (const [index, before] of small.entries()) {
    const after = large[index];
    if (after === undefined) continue;
    if (before.name === WORDS) {
      console.log(`  ${before.name}: ${(before.rate / after.rate).toFixed(2)} (bounded, no target)`);
      continue;
    }
    holds =
      verdict(
        `${before.name}: p50 at 1M orders / at 10k`,
        after.rate === 0 ? 99 : before.rate / after.rate,
        1.5,
        "at most",
      ) && holds;
  }
  return holds;
}

/** One connection, so that a request's time is the inverse of the rate and is known more finely than by milliseconds. */
async function measure(orders: number) {
  const setup = await createBenchSetup(orders);
  const server = await startServer(setup);
  const headers = { authorization: `Bearer ${setup.token}` };
  const rows = await setup.system.rows<{ id: number; tracking_number: string }>(
    "select id, tracking_number from delivery_order where business_id = $1 order by id desc limit 1000",
    [setup.businesses[0]],
  );
  const any = () => rows[Math.floor(Math.random() * rows.length)] ?? rows[0];
  const candidates: Candidate[] = [
    { name: "list", url: `${server.service}/api/v1/client/orders?per_page=50`, headers },
    {
      name: "search (number)",
      url: server.service,
      headers,
      paths: () => `/api/v1/client/orders/search?q=${any()?.tracking_number}`,
    },
    {
      name: WORDS,
      url: server.service,
      headers,
      paths: () => `/api/v1/client/orders/search?q=person%20${any()?.id}`,
    },
    { name: "tracking", url: server.service, paths: () => `/api/v1/tracking/${any()?.tracking_number}` },
    { name: "board (digest)", url: `${server.service}/api/v1/client/digest`, headers },
  ];
  try {
    const measured = await measureCandidates(candidates, { rounds: 3, connections: 1 });
    console.log(`  ${orders} orders`);
    console.table(measured);
    return measured;
  } finally {
    await server.stop();
    await setup.stop();
  }
}
