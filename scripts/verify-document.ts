/**
 * `npm run verify-document -- FILE --keys keys.json [--proof proof.json]`: whether a PDF was issued by the owner of these keys and is
 * unchanged. Needs no network and no service.
 *
 * The keys are the answer of `GET /api/v1/documents/keys` of the installation. The proof is an answer of
 * `GET /api/v1/documents/verify/{code}`, which says that the document is in the log. Exits with 0 when it is authentic.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type PublishedKeys, type PublishedProof, verifyFile } from "./documents/verify-file.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keys: { type: "string" }, proof: { type: "string" } },
});
const [file] = positionals;
if (file === undefined || values.keys === undefined) {
  console.error("Usage: npm run verify-document -- FILE --keys keys.json [--proof proof.json]");
  process.exit(2);
}

const readJson = async (name: string) => JSON.parse(await readFile(name, "utf8"));
const keys: PublishedKeys = await readJson(values.keys);
const answer: { inclusion?: PublishedProof | null } =
  values.proof === undefined ? {} : await readJson(values.proof);
if (values.proof !== undefined && !answer.inclusion) {
  console.error("The answer has no proof: the document has no place in the log yet. Ask again in a minute.");
  process.exit(2);
}
const { verdict, code, sentences, is_in_log } = verifyFile(
  await readFile(file),
  keys,
  answer.inclusion ?? null,
);
console.log(`${verdict}${code === null ? "" : ` ${code}`}`);
for (const sentence of sentences) console.log(sentence);
process.exitCode = verdict === "authentic" && is_in_log !== false ? 0 : 1;
