/**
 * Mutated documents sent through every route: every response has an expected status, and the stored state stays consistent.
 *
 * `FUZZ_RUNS=100000 node --test src/domain/integration/otep/fuzz.test.ts` for the long run.
 */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { checkFoldOfBusiness } from "#domain/orders/orders/lifecycle/check-fold.ts";
import { createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";
import { anyBody, mutate } from "../../../../packages/otep/tests/mutate.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 1500);
const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_120);
const EXAMPLES = path.resolve(
  import.meta.dirname,
  "../../../../packages/otep/tests/standards/epcis/examples",
);
const EXPECTED_STATUSES = new Set([200, 400, 403, 409, 413, 415, 422]);

const service = await testService();
const business = await service.business();
const orders = await Promise.all(Array.from({ length: 20 }, () => business.order()));
const carrier = await createProvider(business);
const documents = await Promise.all(
  (await readdir(EXAMPLES)).map(async (name) =>
    JSON.parse(await readFile(path.join(EXAMPLES, name), "utf8")),
  ),
);

/** Half of the bodies name existing orders. */
function ofOurs(text: string, pick: number): string {
  const number = orders[pick % orders.length]?.tracking_number ?? "";
  return pick % 2 === 0 ? text.replaceAll("PKH0001", number) : text;
}

function serialise(body: unknown): string {
  try {
    return JSON.stringify(body) ?? "null";
  } catch {
    // A document too deep to be serialised cannot be sent either.
    return "[".repeat(20_000) + "]".repeat(20_000);
  }
}

/** One character changed or removed, or the end cut off. */
function mutateText(text: string, at: number, how: number): string {
  const place = at % Math.max(1, text.length);
  if (how === 0) return text.slice(0, place);
  if (how === 1) return `${text.slice(0, place)}\u0000${text.slice(place)}`;
  if (how === 2) return text.slice(0, place) + text.slice(place + 1);
  return text;
}

const steps = fc.array(fc.nat(40), { minLength: 1, maxLength: 5 });
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    -1,
    1e308,
    true,
    [],
    {},
    "\u0000",
    "\ud800",
    "x".repeat(20_000),
    "__proto__",
    "9999-12-31T23:59:59Z",
  ),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

test("no body breaks the routes", { timeout: 3_600_000 }, async () => {
  let sent_count = 0;
  const counts_by_status = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyBody,
        fc.constantFrom(...documents).map((document) => structuredClone(document)),
      ),
      fc.array(fc.tuple(steps, fc.nat(7), value), { maxLength: 3 }),
      fc.nat(1_000_000),
      fc.nat(29),
      async (body, changes, at, how) => {
        let changed: unknown = body;
        for (const [walk, kind, put] of changes) changed = mutate(changed, walk, kind, put);
        const text = mutateText(ofOurs(serialise(changed), at), at, how);
        const is_epcis = text.includes("EPCIS");
        const route = how % 3 === 0 ? "validate" : is_epcis ? "ingest/epcis" : "ingest";
        const lines = route !== "ingest/epcis" && how % 7 === 0;
        const headers: Record<string, string> = {
          ...(lines ? { "content-type": "application/x-ndjson" } : {}),
          ...(how % 11 === 0 ? { "otep-error-behaviour": "rollback" } : {}),
        };
        const answer = await carrier.post(`/api/v1/otep/${route}`, text, headers);
        sent_count += 1;
        counts_by_status.set(answer.status, (counts_by_status.get(answer.status) ?? 0) + 1);
        assert.ok(EXPECTED_STATUSES.has(answer.status), `${route} ${answer.status}: ${text.slice(0, 400)}`);
        if (route === "validate")
          assert.ok(answer.status === 200 || answer.body.error_code === "INVALID_JSON");
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  assert.equal(sent_count, RUNS);
  assert.deepEqual((await checkFoldOfBusiness(service.system, business.id)).differences, []);
  for (const { tracking_number } of orders) {
    const { body } = await service.http("GET", `/api/v1/otep/trackings/${tracking_number}`);
    const judged = await service.http("POST", "/api/v1/otep/validate", body);
    const codes = judged.body.errors.map(({ code }: { code: string }) => code);
    // Events after an end stay visible and are an error of the journey, not of the document.
    assert.deepEqual(
      codes.filter((code: string) => code !== "transition_after_terminal"),
      [],
      tracking_number,
    );
  }
  console.log(
    `${sent_count} bodies: ${[...counts_by_status].map(([status, count]) => `${status} ${count}`).join(", ")}`,
  );
});
