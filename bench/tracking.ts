/** Public tracking reads: tail latency at half of the server's maximum rate. */

import { measureCandidates, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

export async function benchTracking(): Promise<boolean> {
  const setup = await createBenchSetup(100_000);
  const server = await startServer(setup);
  const numbers = (
    await setup.system.rows<{ n: string }>(
      "select distinct tracking_number as n from tracking_event limit 2000",
    )
  ).map((row) => row.n);
  const anyNumber = () => numbers[Math.floor(Math.random() * numbers.length)];
  const candidates = [
    { name: "tracking", url: server.service, paths: () => `/api/v1/tracking/${anyNumber()}` },
    { name: "timeline", url: server.service, paths: () => `/api/v1/otep/trackings/${anyNumber()}` },
  ];
  try {
    let holds = true;
    for (const candidate of candidates) {
      const [full] = await measureCandidates([candidate], { rounds: 3 });
      const [half] = await measureCandidates([candidate], {
        rounds: 3,
        seconds: 4,
        rate: Math.floor((full?.rate ?? 2) / 2),
      });
      console.table([full, half]);
      holds =
        verdict(
          `${candidate.name}: p99 / p50 at half of saturation`,
          (half?.p99_ms ?? 0) / Math.max(1, half?.p50_ms ?? 1),
          10,
          "at most",
        ) && holds;
    }
    return holds;
  } finally {
    await server.stop();
    await setup.stop();
  }
}
