/**
 * `npm run watch-log -- https://depot.example --keep log.json`: compares the log of an installation with what was seen of it before, and
 * keeps what it sees now. Run it daily, on a machine that is not the installation's.
 *
 * Exits with 1 when the log does not fit what was seen: two roots of one size, a root that does not begin with the former log, a key
 * that none endorsed. The kept file then stays as it is, and what was found is written beside it as evidence.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type Log, type LogSnapshot, look, type PublishedRoot } from "./documents/watch.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: "string" } } });
const [address] = positionals;
if (address === undefined || values.keep === undefined) {
  console.error("Usage: npm run watch-log -- https://depot.example --keep log.json");
  process.exit(2);
}

async function get<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(new URL(path, address));
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`);
  return (await answer.json()) as Answer;
}
const log: Log = {
  readKeys: () => get("/api/v1/documents/keys"),
  readRoot: async () => (await get<{ root: PublishedRoot | null }>("/api/v1/documents/log/root")).root,
  proveConsistency: async (from, to) =>
    (await get<{ hashes: string[] }>(`/api/v1/documents/log/consistency?from=${from}&to=${to}`)).hashes,
};

const snapshot: LogSnapshot | null = await readFile(values.keep, "utf8").then(JSON.parse, (error) => {
  if (error.code === "ENOENT") return null;
  throw error;
});
const finding = await look(log, snapshot);
if (finding.kind === "consistent") {
  await writeFile(`${values.keep}.new`, JSON.stringify(finding.snapshot, null, 2));
  await rename(`${values.keep}.new`, values.keep);
  const { root } = finding.snapshot;
  console.log(
    root === null
      ? "The log has no entries."
      : `Consistent: ${root.tree_size} entries, root ${root.root_hash}.`,
  );
} else {
  const evidence = `${values.keep}.${finding.kind}.json`;
  await writeFile(evidence, JSON.stringify({ snapshot, finding }, null, 2));
  console.error(`The log does not fit what was seen before: ${finding.kind}. Evidence: ${evidence}`);
  process.exitCode = 1;
}
