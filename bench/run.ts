/** `npm run bench [name]`: every bench, or one. Each prints ratios against a baseline of the same run. */
const BENCHES: Record<string, () => Promise<boolean>> = {
  list: async () => (await import("./list.ts")).benchList(),
  create: async () => (await import("./create.ts")).benchCreate(),
  mcp: async () => (await import("./mcp.ts")).benchMcp(),
  tracking: async () => (await import("./tracking.ts")).benchTracking(),
  "otep-ingest": async () => (await import("./otep-ingest.ts")).benchOtepIngest(),
  fairness: async () => (await import("./fairness.ts")).benchFairness(),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
  growth: async () => (await import("./growth.ts")).benchGrowth(),
  lockers: async () => (await import("./lockers.ts")).benchLockers(),
  otep: async () => (await import("./otep.ts")).benchOtep(),
  documents: async () => (await import("./documents.ts")).benchDocuments(),
  commerce: async () => (await import("./commerce.ts")).benchCommerce(),
  packing: async () => (await import("./packing.ts")).benchPacking(),
  loading: async () => (await import("./loading.ts")).benchLoading(),
  solvers: async () => (await import("./solvers.ts")).benchSolvers(),
  console: async () => (await import("./console.ts")).benchConsole(),
  "label-reading": async () => (await import("./label-reading.ts")).benchLabelReading(),
  start: async () => (await import("./start.ts")).benchStart(),
};

const args = process.argv.slice(2);
/** From the first option on, arguments are for the bench. */
const names = args.slice(0, args.findIndex((arg, at) => at > 0 && arg.startsWith("--")) >>> 0);
for (const name of names) {
  if (!Object.hasOwn(BENCHES, name)) {
    console.error(`There is no bench ${name}; there are: ${Object.keys(BENCHES).join(", ")}.`);
    process.exit(1);
  }
}
let holds = true;
for (const name of names.length > 0 ? names : Object.keys(BENCHES)) {
  console.log(`\n${name}`);
  holds = (await BENCHES[name]?.()) !== false && holds;
}
process.exit(holds ? 0 : 1);
