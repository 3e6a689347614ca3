/**
 * Isolation of businesses and accounts. Every operation that takes an id is called with an id of another
 * business, of another person inside the business, and of no record: the response for the first equals that for
 * the last, reveals nothing and changes nothing.
 *
 * Members that take ids are found in the schemas, so that new operations are included automatically. Source:
 * docs/contract/rest.md, "Authentication".
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { recordTexts } from "#platform/db/statement.ts";
import { recordChanges } from "#tests/support/changes.ts";
import type { Fixture, RecordIds } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { findUnscopedTables, isOfTests } from "#tests/support/statement-scope.ts";
import { createFixture, loadIds, ownIds, samples, surfaceService, unknownIds } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";
import { findRefs, isTried, listKinds, listPaths, listSampleCalls, roleFor } from "./sample-calls.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];

type Values = Record<string, unknown>;

let leaps = 0;
/** Starts each sequence at a value of its own, so that no id of one fixture exists in another, in any table. */
async function leap(): Promise<void> {
  leaps += 1;
  await service.runtime.pools.owner.query(
    `select setval(s.seqrelid, case s.seqtypid when 'bigint'::regtype then 2147483648 else 0 end
         + 100000 * ($1::int * 2000 + row_number() over (order by s.seqrelid)) + 7)
       from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace`,
    [leaps],
  );
}

/** What this file sends, whatever other files have sent in its process. */
const recorder = recordTexts();
recorder.start();

const WORD_OF_OTHERS = "Zephyrine";
const mine = await createFixture(service, await service.business(), "Quokka");
const my_ids = await loadIds(mine);
await leap();
const theirs = await createFixture(service, await service.business(), WORD_OF_OTHERS);
const their_ids = await loadIds(theirs);
await leap();
const unknown_ids = unknownIds(mine, my_ids);
recorder.stop();

const recordWithin = () => {
  before(recorder.start);
  after(recorder.stop);
};

interface Outcome {
  done: boolean;
  answer: unknown;
}

async function runOutcome(
  person: TestPerson,
  operation: Operation,
  input: Values,
  dry_run: boolean,
): Promise<Outcome> {
  try {
    const actor = await service.runtime.authentication.authenticateToken(person.token, service.now());
    const result = await service.call(actor, operation, input, {
      dry_run: dry_run && operation.effect === "write",
    });
    return { done: true, answer: "answer" in result ? result.answer : result };
  } catch (error) {
    if (!(error instanceof Refusal))
      throw new Error(`${operation.name} broke on ${JSON.stringify(input)}`, { cause: error });
    return {
      done: false,
      answer: {
        code: error.code,
        message: error.message,
        errors: error.errors,
        extra: error.extra,
        body: error.body,
      },
    };
  }
}

/** Masks numbers of sequences, which advance even on rollback, and timestamps. */
const PASSING = new Set(["batch_id", "id", "plan_run_id", "expires_at", "computed_at"]);

/** An outcome without the requested ids, so that two can be compared. */
function blank(value: unknown, ids: readonly (number | string)[]): unknown {
  if (Array.isArray(value)) return value.map((item) => blank(item, ids));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !PASSING.has(key))
        .map(([key, member]) => [key, blank(member, ids)]),
    );
  if (ids.some((id) => id === value)) return "#";
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "then";
  return ids.reduce<string>((text, id) => text.replaceAll(String(id), "#"), value);
}

const changes = await recordChanges(service, samples.written_by_any_call);
const tables = (
  await service.system.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
      where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition
        and has_table_privilege(c.oid, 'select') order by 1`,
  )
)
  .map(({ name }) => name)
  .filter((name) => samples.written_by_any_call[name] !== "all");

const tells = (answer: unknown, { unique_word: mark }: Fixture) =>
  JSON.stringify(answer).toLowerCase().includes(mark.toLowerCase());
const short = ({ done, answer }: Outcome) =>
  `${done ? "done" : "refused"} ${JSON.stringify(answer)?.slice(0, 300)}`;

/** Public operations are open to other businesses too: a tracking number is enough. */
const tried = operations.filter(
  (operation) =>
    !operation.access.public && roleFor(operation) !== undefined && listSampleCalls(operation).length > 0,
);

describe("members that take ids", () => {
  test("are all known, and each is tested", () => {
    const wrong = operations.flatMap((operation) => {
      if (roleFor(operation) === undefined) return [];
      const covered = new Set(
        listSampleCalls(operation).flatMap((sample_call) => listPaths(sample_call.input(my_ids, my_ids))),
      );
      return findRefs(operation.input as JsonSchema)
        .filter(({ path }) => isTried(operation, path) && !covered.has(path))
        .map(({ path }) => `${operation.name} ${path}`);
    });
    assert.deepEqual(wrong, []);
  });
});

test("ids of every kind of record are above 32 bits here, and each operation works with them", () => {
  const numbers = Object.values(my_ids).filter((id) => typeof id === "number" && id !== mine.business.id);
  assert.ok(numbers.length > 30);
  assert.deepEqual(
    numbers.filter((id) => Number(id) <= 2 ** 31),
    [],
  );
});

describe("another business", () => {
  recordWithin();
  test("gets the same response for its ids as for ids of no record, in every operation", async () => {
    const wrong: string[] = [];
    // A read that stores its answer does so with the first call, and changes nothing when it is repeated.
    for (const operation of tried.filter(({ stores_document: leaves_record }) => leaves_record)) {
      for (const sample_call of listSampleCalls(operation))
        await runOutcome(mine.people[sample_call.as], operation, sample_call.input(my_ids, my_ids), false);
    }
    await changes.take();
    for (const operation of tried) {
      for (const sample_call of listSampleCalls(operation)) {
        const person = mine.people[sample_call.as];
        const own_outcome = await runOutcome(person, operation, sample_call.input(my_ids, my_ids), true);
        for (const kind of listKinds(sample_call).kinds) {
          const swapped = (ids: RecordIds) => sample_call.input({ ...my_ids, [kind]: ids[kind] }, my_ids);
          const [other, none] = [
            await runOutcome(person, operation, swapped(their_ids), true),
            await runOutcome(person, operation, swapped(unknown_ids), true),
          ];
          const same = [their_ids[kind], unknown_ids[kind]];
          const at = `${operation.name} ${kind}`;
          if (JSON.stringify(blank(other, same)) !== JSON.stringify(blank(none, same)))
            wrong.push(`${at}: ${short(other)} but nobody's ${short(none)}`);
          if (tells(blank(other, same), theirs)) wrong.push(`${at} tells: ${short(other)}`);
          // Otherwise nothing was tested: the operation gives the same response for any id.
          const differs =
            JSON.stringify(blank(own_outcome, [my_ids[kind]])) !== JSON.stringify(blank(none, same));
          if (!differs) wrong.push(`${at} proves nothing: ${short(own_outcome)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    // All of these were dry runs and reads, most of them of calls that would have succeeded.
    assert.deepEqual(await changes.take(), []);
  });

  test("loses no row and leaks no text when its ids are used in real calls", async () => {
    const wrong: string[] = [];
    for (const operation of tried) {
      for (const sample_call of listSampleCalls(operation)) {
        const person = mine.people[sample_call.as];
        for (const kind of listKinds(sample_call).kinds) {
          await changes.take();
          const other = await runOutcome(
            person,
            operation,
            sample_call.input({ ...my_ids, [kind]: their_ids[kind] }, my_ids),
            false,
          );
          const written = await changes.take();
          const at = `${operation.name} ${kind}`;
          if (written.some(({ business_id }) => business_id === theirs.business.id))
            wrong.push(`${at} changed another business: ${short(other)}`);
          if (!other.done && written.length > 0)
            wrong.push(`${at} was refused and changed ${JSON.stringify(written)}: ${short(other)}`);
          if (tells(blank(other, [their_ids[kind]]), theirs)) wrong.push(`${at} tells: ${short(other)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    // Real writes with a foreign id reference no row of the other business.
    const foreign_ids = new Set<unknown>(Object.values(their_ids));
    for (const name of tables) {
      const rows = await service.system.rows(`select * from "${name}" where business_id = $1`, [
        mine.business.id,
      ]);
      for (const row of rows) {
        const strange = Object.entries(row as Values).filter(
          ([column, value]) => column.endsWith("_id") && typeof value === "number" && foreign_ids.has(value),
        );
        assert.deepEqual(strange, [], name);
      }
    }
  });

  test("is in no list, no search and no report", async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter((one) => one.effect === "read" && !one.access.public)) {
      const { access } = operation;
      for (const role of access.public ? [] : access.roles) {
        if (role === "platform_admin") continue;
        for (const listing of readListings(operation)) {
          const outcome = await runOutcome(mine.people[role], operation, listing, false);
          if (tells(outcome, theirs)) wrong.push(`${operation.name} as ${role}: ${short(outcome)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});

/** A list without filter, and a search for every word of the other fixture. */
function readListings(operation: Operation): Values[] {
  const least = minimalInput(operation.input as JsonSchema) as Values;
  const { properties = {} } = operation.input as JsonSchema;
  const paged = "per_page" in properties ? { ...least, per_page: 100 } : least;
  const words = ["q", "search"].filter((name) => name in properties);
  return [paged, ...words.map((name) => ({ ...paged, [name]: WORD_OF_OTHERS }))];
}

describe("another person of the business", () => {
  recordWithin();
  const ROLES = ["driver", "customer", "broker_employee"] as const;
  const isShared = (name: string, role: string) =>
    samples.operations[name]?.shared !== undefined && role !== "customer";

  test("gets the response of a missing record or a refusal, leaks nothing and loses nothing", async () => {
    const business = await service.business();
    await leap();
    const own_fixture = await createFixture(service, business, "Quokka");
    const own_ids = await loadIds(own_fixture);
    await leap();
    const peer = await createFixture(service, business, "Zephyrine");
    await loadIds(peer);
    await samples.giveToContractor(own_fixture, own_ids);
    service.runtime.authentication.clearCache();
    const nobody = unknownIds(own_fixture, own_ids);
    const wrong: string[] = [];
    for (const role of ROLES) {
      const person = own_fixture.people[role];
      const [ours, others] = [await ownIds(own_fixture, role), await ownIds(peer, role)];
      for (const operation of operations) {
        if (operation.access.public || !operation.access.roles.includes(role)) continue;
        const listings = operation.effect === "read" ? readListings(operation) : [];
        for (const listing of listings) {
          const outcome = await runOutcome(person, operation, listing, false);
          if (tells(blank(outcome, [WORD_OF_OTHERS]), peer) && !isShared(operation.name, role))
            wrong.push(`${operation.name} as ${role} lists: ${short(outcome)}`);
        }
        for (const sample_call of listSampleCalls(operation)) {
          for (const kind of listKinds(sample_call).kinds) {
            const { shared, taken_from_caller } = samples.records[kind];
            if (shared !== undefined) continue;
            if (operation.effect === "write" && taken_from_caller?.includes(role)) continue;
            const swapped = (ids: RecordIds) => sample_call.input({ ...ours, [kind]: ids[kind] }, ours);
            const none = await runOutcome(person, operation, swapped(nobody), true);
            await changes.take();
            const other = await runOutcome(person, operation, swapped(others), false);
            const written = await changes.take();
            const same = [others[kind], nobody[kind]];
            const at = `${operation.name} ${kind} as ${role}`;
            if (tells(blank(other, same), peer) && !isShared(operation.name, role))
              wrong.push(`${at} tells: ${short(other)}`);
            if (
              other.done &&
              JSON.stringify(blank(other, same)) !== JSON.stringify(blank(none, same)) &&
              !isShared(operation.name, role)
            )
              wrong.push(`${at}: ${short(other)} but nobody's ${short(none)}`);
            if (!other.done && written.length > 0)
              wrong.push(`${at} was refused and changed ${JSON.stringify(written)}: ${short(other)}`);
          }
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});

test("statements name the business of each table of businesses that they read or change", async () => {
  const rows = await service.system.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnotnull`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  // The directory of numbers, which tells the business.
  tables.delete("tracking_number");
  // The operations above have run.
  const { texts } = recorder;
  assert.ok(texts.size > 1000, `${texts.size} statements`);
  const unscoped: string[] = [];
  for (const text of texts) {
    const unscoped_tables = await findUnscopedTables(text, tables);
    if (unscoped_tables.length > 0 && !(await isOfTests(text)))
      unscoped.push(`${unscoped_tables.join()}: ${text}`);
  }
  assert.deepEqual(unscoped, []);
});
