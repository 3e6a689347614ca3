/**
 * `npm run demo:drive [-- --speed 60 --plan]`: simulates today's deliveries of the demo on a running service,
 * through its public API, so that console and tracking show live data. With `--plan` the day is planned and
 * released first.
 */

import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { drive } from "./drive/drive.ts";
import { base_url, exitWithError, Service } from "./service.ts";

const { values } = parseArgs({
  options: {
    url: { type: "string", default: base_url },
    speed: { type: "string", default: "60" },
    failing: { type: "string", default: "0.04" },
    date: { type: "string" },
    drivers: { type: "string", default: "40" },
    plan: { type: "boolean", default: false },
    email: { type: "string", default: "dispatch@rounds.example" },
    password: { type: "string", default: "packhorse-demo" },
  },
});
const speed = Number(values.speed);
if (!(speed > 0)) exitWithError("--speed is how many seconds of the day pass in one second, for example 60.");

const service = new Service(values.url);
await service.signIn(values.email, values.password);
const { business } = await service.call<{ business: { time_zone: string } }>("GET", "/api/v1/user/me");
const date =
  values.date ?? new Intl.DateTimeFormat("en-CA", { timeZone: business.time_zone }).format(new Date());

if (values.plan) await planAndRelease();
const { total } = await service.call<{ total: number }>(
  "GET",
  `/api/v1/client/routes?date=${date}&status=RELEASED,LOADED,IN_PROGRESS&per_page=1`,
);
if (total === 0) {
  exitWithError(
    `No route of ${date} is released. Plan and release the day in the console, or run: npm run demo:drive -- --plan`,
  );
}

let stopping = false;
process.on("SIGINT", () => {
  console.log("\nStopping at the next stop of each driver.");
  stopping = true;
});
console.log(`Driving ${total} routes of ${date} at ${speed} times the clock. Ctrl-C stops.`);
const progress = await drive({
  base_url: values.url,
  date,
  password: values.password,
  drivers: Array.from({ length: Number(values.drivers) }, (_, index) => `driver${index + 1}@rounds.example`),
  speed,
  failing: Number(values.failing),
  stopped: () => stopping,
  onProgress: ({ delivered, failed, drivers_done, drivers }) =>
    void process.stdout.write(
      `\r${delivered} delivered, ${failed} failed, ${drivers_done} of ${drivers} drivers done.   `,
    ),
});
console.log(`\n${progress.delivered} delivered, ${progress.failed} failed.`);

async function planAndRelease(): Promise<void> {
  const { plan_run_id } = await service.call<{ plan_run_id: number }>("POST", "/api/v3/client/build-route", {
    date,
    preview: false,
    async: true,
    time_limit_s: 20,
  });
  for (;;) {
    const run = await service.call<{ plan_run: { state: string; failure?: string | null } }>(
      "GET",
      `/api/v1/client/plan-runs/${plan_run_id}`,
    );
    process.stdout.write(`\rPlanning: ${run.plan_run.state}   `);
    if (run.plan_run.state === "COMPLETED") break;
    if (run.plan_run.state === "FAILED" || run.plan_run.state === "CANCELLED")
      exitWithError(`The plan ended as ${run.plan_run.state}: ${run.plan_run.failure}`);
    await wait(500);
  }
  await service.call("POST", "/api/v1/client/routes/release", { date });
  console.log("\nPlanned and released.");
}
