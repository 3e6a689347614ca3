/** Public tracking reads: tail latency at half of the server's maximum rate. */
import { createBenchSetup, startServer } from "./bed.ts";
import { measureContestants, verdict } from "./load.ts";

export async function benchTracking(): Promise<boolean> {
  const bed = await createBenchSetup(100_000);
  const server = await startServer(bed);
  const numbers = (
    await bed.system.rows<{ n: string }>(
      "select distinct tracking_number as n from tracking_event limit 2000",
    )
  ).map((row) => row.n);
  const anyNumber = () => numbers[Math.floor(Math.random() * numbers.length)];
  const contestants = [
    { name: "tracking", url: server.service, paths: () => `/api/v1/tracking/${anyNumber()}` },
    { name: "timeline", url: server.service, paths: () => `/api/v1/otep/trackings/${anyNumber()}` },
  ];
  try {
    let holds = true;
    for (const contestant of contestants) {
      const [full] = await measureContestants([contestant], { rounds: 3 });
      const [half] = await measureContestants([contestant], {
        rounds: 3,
        seconds: 4,
        rate: Math.floor((full?.rate ?? 2) / 2),
      });
      console.table([full, half]);
      holds =
        verdict(
          `${contestant.name}: p99 / p50 at half of saturation`,
          (half?.p99_ms ?? 0) / Math.max(1, half?.p50_ms ?? 1),
          10,
          "at most",
        ) && holds;
    }
    return holds;
  } finally {
    await server.stop();
    await bed.stop();
  }
}
