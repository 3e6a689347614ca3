/**
 * Bundles the service into build/service, where `npm start` starts it from.
 *
 * Runs at the end of `npm ci` (npm's `prepare`). An installation without development dependencies has no bundler: then
 * nothing is built, and the service starts from its sources, in about twice the time.
 */
import path from "node:path";
import { buildBundle } from "./service/build-bundle.ts";

const started = performance.now();
try {
  await buildBundle(path.resolve(import.meta.dirname, "../build/service"));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`The service is built into build/service (${seconds} s).`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.log("The service is not built: Rolldown is not installed (npm ci without --omit=dev installs it).");
}
