/** The dependencies of `invoke`; created once by `src/main.ts`, and by tests. */
import type { Pools } from "#platform/db/connect.ts";
import type { Signals } from "#platform/db/notify.ts";
import type { Files } from "#platform/files/files.ts";
import type { Providers } from "#providers/providers.ts";
import type { Authentication } from "../caller/authentication.ts";
import type { EnumerationGuard } from "../limits/enumeration-guard.ts";
import type { LinkRates } from "../limits/link-rates.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import type { SharedCounts } from "../limits/shared-counts.ts";
import type { TokenCaps } from "../limits/token-caps.ts";
import type { AuditLog } from "../records/audit.ts";
import type { Emitted, JobRequest, ServiceSettings } from "./context.ts";
import type { InstalledModules } from "./modules.ts";
import type { Registry } from "./registry.ts";
import type { SystemQueries } from "./system-queries.ts";

/** Enqueues jobs in the caller's transaction. */
interface JobSender {
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

export interface Runtime {
  pools: Pools;
  registry: Registry;
  system_queries: SystemQueries;
  files: Files;
  providers: Providers;
  authentication: Authentication;
  /** Modules whose tables exist. */
  modules: InstalledModules;
  jobs: JobSender;
  audit: AuditLog;
  shared_counts: SharedCounts;
  /** Limits of links; those of tokens are `token_caps`. */
  link_rates: LinkRates;
  token_caps: TokenCaps;
  enumeration_guard: EnumerationGuard;
  rate_limits: RateLimits;
  /** Signals between the processes of this installation. */
  signals: Signals;
  settings: ServiceSettings;
  log: Log;
  /** The current time; tests can set it. */
  now(): Date;
  /** Called with what each transaction emits, before it is written; tests check payloads against the declarations. */
  onEmit?(emitted: readonly Emitted[]): void;
  /** Called after each commit that emitted events: wakes event consumers, at most every few milliseconds. */
  onCommit(): void;
  /** Records the duration of a call, once per call. */
  measure(operation: string, surface: string, outcome: string, seconds: number): void;
}
