/** The validator and ingest say the same of a document, but for what VALIDATION.md lists. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { validate } from "#otep/validate.ts";
import { createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
const read = (path: string) =>
  readFileSync(new URL(`../../../../packages/otep/${path}`, import.meta.url), "utf8");

interface Finding {
  path: string;
  code: string;
}

/** The providers of the vectors, in events and in CloudEvents. */
const PROVIDER = /(?<="provider":"|urn:otep:provider:)\w+(?=")/g;

/** A duplicate is an event's status at ingest, which has no path. */
const placed = ({ path, code }: Finding) => (code === "duplicate_event" ? code : `${code} at "${path}"`);

/** Codes that ingest never says, and those of which it looks at fewer members. */
const [, table = ""] = /<!-- checked: sides -->([\s\S]*?)<!-- end -->/.exec(read("VALIDATION.md")) ?? [];
const sides = new Map(
  [...table.matchAll(/^\| `(\w+)` \| (\w+) \| (.*) \|$/gm)].map(([, code, validator, ingest]) => [
    code as string,
    { validator, ingest: ingest as string },
  ]),
);
const hasException = (code: string) => /does not look/.test(sides.get(code)?.ingest ?? "");

test("ingest says of every vector what the validator says, of the same member", async () => {
  const business = await service.business();
  const { vectors } = JSON.parse(read("vectors/validate.json")) as {
    vectors: { name: string; input: unknown; expected: { errors: Finding[]; warnings: Finding[] } }[];
  };
  let compared = 0;
  const differences: string[] = [];
  const compare = async ({ name, input, expected }: (typeof vectors)[number]) => {
    if (expected.errors.length + expected.warnings.length === 0) return;
    // A text is a body of lines; a key names one provider; a part does not show what its marks refer to.
    const providers = new Set(JSON.stringify(input).match(PROVIDER));
    if (typeof input === "string" || providers.size > 1 || /"shown_profile"/.test(JSON.stringify(input)))
      return;
    const order = await business.order();
    // Ids are unique within a provider.
    const carrier = await createProvider(business, {
      source_types: ["carrier", "third_party", "self_delivery", "sensor", "other"],
    });
    // The provider of the key, and times that are not ahead of the service's clock.
    const text = JSON.stringify(input)
      .replaceAll("PKH0001", order.tracking_number)
      .replaceAll(PROVIDER, carrier.provider.code);
    const document = JSON.parse(text);
    // A document may be empty, a request may not.
    if (Array.isArray((document as { events?: unknown }).events ?? document) && !text.includes("status_code"))
      return;
    const judged = validate(document, { now: service.now().getTime(), losses: false });
    const answer = await carrier.ingest(document);
    const results = (answer.body.results ?? []) as {
      status: string;
      errors: Finding[];
      warnings: Finding[];
    }[];
    if (results.some(({ errors }) => errors.some(({ code }) => /subject_not_found|scope_denied/.test(code))))
      return;
    const reported_faults = new Set<string>(
      results.length === 0
        ? (answer.body.errors ?? []).map(placed)
        : results.flatMap(({ errors, warnings, status }) => [
            ...[...errors, ...warnings].map(placed),
            ...(status === "duplicate" ? ["duplicate_event"] : []),
          ]),
    );
    const expected_faults: Finding[] = [...judged.errors, ...judged.warnings];
    for (const finding of expected_faults)
      if (!hasException(finding.code) && !reported_faults.has(placed(finding)))
        differences.push(`${name}: ingest does not say ${placed(finding)}`);
    const expected_places = new Set(expected_faults.map(placed));
    for (const finding of reported_faults)
      if (!expected_places.has(finding)) differences.push(`${name}: ingest alone says ${finding}`);
    compared += 1;
  };
  for (let from = 0; from < vectors.length; from += 10)
    await Promise.all(vectors.slice(from, from + 10).map(compare));
  assert.deepEqual(differences, []);
  assert.ok(compared > 40, `${compared} documents with findings were compared`);
  assert.equal(sides.size, 30);
});
