/** Writing: one order with parcel, number, tracking event, event, audit and idempotency record. */
import { randomUUID } from "node:crypto";
import { measureCandidates, measureRate, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

export async function benchCreate(): Promise<boolean> {
  const setup = await createBenchSetup(20_000);
  const server = await startServer(setup);
  const draft = () =>
    JSON.stringify({
      ref: randomUUID(),
      dropoff: { name: "Person", line1: "Street 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 },
    });
  try {
    // All receive the same orders: building and parsing them is not part of the comparison.
    const post = {
      method: "POST",
      headers: { authorization: `Bearer ${setup.token}` },
      bodies: draft,
    } as const;
    const measured = await measureCandidates(
      [
        { name: "bare transaction", url: `${server.bare}/create`, ...post },
        { name: "bare named", url: `${server.bare}/create-named`, ...post },
        { name: "bare pipelined", url: `${server.bare}/create-pipelined`, ...post },
        { name: "rest", url: `${server.service}/api/v1/client/orderCreate`, ...post },
      ],
      { rounds: 9 },
    );
    console.table(measured);
    const rest = measureRate(measured, "rest");
    console.log(
      `  order create / the same transaction of named statements: ${(rest / measureRate(measured, "bare named")).toFixed(2)}`,
    );
    return [
      verdict(
        "order create / bare transaction with as many inserts",
        rest / measureRate(measured, "bare transaction"),
        1.3,
      ),
      verdict(
        "order create / bare pipelined transaction",
        rest / measureRate(measured, "bare pipelined"),
        0.8,
      ),
    ].every(Boolean);
  } finally {
    await server.stop();
    await setup.stop();
  }
}
