/** Metrics of calls, in the Prometheus text format. */
import { Counter, Histogram, Registry } from "prom-client";

export interface CallMetrics {
  registry: Registry;
  measure(operation: string, surface: string, outcome: string, seconds: number): void;
}

export function createMetrics(): CallMetrics {
  const registry = new Registry();
  const calls = new Counter({
    name: "packhorse_calls_total",
    help: "Calls of operations.",
    labelNames: ["operation", "surface", "outcome"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "packhorse_call_seconds",
    help: "Duration of a call from admission to answer.",
    labelNames: ["surface"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  });
  return {
    registry,
    measure(operation, surface, outcome, seconds) {
      calls.inc({ operation, surface, outcome });
      durations.observe({ surface }, seconds);
    },
  };
}
