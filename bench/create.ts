/** Writing: one order with parcel, number, tracking event, event, audit and idempotency record. */
import { randomUUID } from "node:crypto";
import { makeBed, startServer } from "./bed.ts";
import { race, rateOf, verdict } from "./load.ts";

export async function benchCreate(): Promise<boolean> {
  const bed = await makeBed(20_000);
  const server = await startServer(bed);
  const draft = () =>
    JSON.stringify({
      ref: randomUUID(),
      dropoff: { name: "Person", line1: "Street 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 },
    });
  try {
    // All are sent the same orders: making and reading them is no part of what is compared.
    const post = {
      method: "POST",
      headers: { authorization: `Bearer ${bed.token}` },
      bodies: draft,
    } as const;
    const measured = await race(
      [
        { name: "bare transaction", url: `${server.bare}/create`, ...post },
        { name: "bare named", url: `${server.bare}/create-named`, ...post },
        { name: "bare pipelined", url: `${server.bare}/create-pipelined`, ...post },
        { name: "rest", url: `${server.service}/api/v1/client/orderCreate`, ...post },
      ],
      { rounds: 9 },
    );
    console.table(measured);
    const rest = rateOf(measured, "rest");
    console.log(
      `  order create / the same transaction of named statements: ${(rest / rateOf(measured, "bare named")).toFixed(2)}`,
    );
    return [
      verdict(
        "order create / bare transaction with as many inserts",
        rest / rateOf(measured, "bare transaction"),
        1.2,
      ),
      verdict("order create / bare pipelined transaction", rest / rateOf(measured, "bare pipelined"), 0.6),
    ].every(Boolean);
  } finally {
    await server.stop();
    await bed.stop();
  }
}
