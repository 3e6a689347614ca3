/** What `invoke` is built from; made once by `src/main.ts`, and by tests. */
import type { Pools } from "#platform/db/connect.ts";
import type { Signals } from "#platform/db/notify.ts";
import type { Doors } from "#platform/doors.ts";
import type { Files } from "#platform/files/files.ts";
import type { Providers } from "#providers/providers.ts";
import type { AuditLog } from "./audit.ts";
import type { Callers } from "./callers.ts";
import type { JobRequest, ServiceSettings } from "./context.ts";
import type { Guesses } from "./guesses.ts";
import type { Buckets } from "./limit.ts";
import type { InstalledModules } from "./modules.ts";
import type { Rates } from "./rate.ts";
import type { Registry } from "./registry.ts";

/** Sends jobs through the caller's transaction. */
export interface JobSender {
  send(
    job: JobRequest,
    execute: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>,
  ): Promise<void>;
}

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Mechanism {
  pools: Pools;
  registry: Registry;
  doors: Doors;
  files: Files;
  providers: Providers;
  callers: Callers;
  /** Modules whose tables are there. */
  modules: InstalledModules;
  jobs: JobSender;
  audit: AuditLog;
  rates: Rates;
  guesses: Guesses;
  buckets: Buckets;
  /** Between the processes of this installation. */
  signals: Signals;
  settings: ServiceSettings;
  log: Log;
  /** The moment of a call; tests move it. */
  now(): Date;
  /** Told after each commit that emitted events: wakes readers, at most every few milliseconds. */
  onCommit(): void;
  /** One measure per call. */
  measure(operation: string, surface: string, outcome: string, seconds: number): void;
}
