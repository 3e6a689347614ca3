/** Rate limits of the routes; each can be configured by its name. Source: docs/contract/otep.md, "Limits". */
export const LIMITS = {
  read: { name: "otep_read", per_s: 10, burst: 30 },
  batch: { name: "otep_batch", per_s: 2, burst: 6 },
  validate: { name: "otep_validate", per_s: 5, burst: 15 },
  ingest: { name: "otep_ingest", per_s: 50, burst: 100 },
} as const;
