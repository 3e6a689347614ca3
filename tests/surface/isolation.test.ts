/**
 * Whose things are whose. Every operation that takes an id of anything is called with an id of another business,
 * of another person inside the business, and of nobody: the first answers like the last, tells nothing, changes nothing.
 *
 * Members that name something are found in the schemas, so that an operation added tomorrow is tried too. Source: docs/contract/rest.md, "Authentication".
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { runJob } from "#operation/workers.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { sampleOf } from "./inputs.ts";
import { dropoff, type Ids, kindsOf, namedIn, namesNothing, pathsOf, roleFor, trialsOf } from "./trials.ts";
import { byName, nobodysIds, type World, worldOf } from "./world.ts";

const service = await testService();
const operations = [...service.mechanism.registry.operations.values()];

type Values = Record<string, unknown>;

/** Sequences far apart, so that no id of one world is a number of another. */
async function leap(): Promise<void> {
  await service.mechanism.pools.owner.query(
    `select setval(s.oid, 100000 * (2 + floor(random() * 9000))::int + 7) from pg_class s join pg_namespace n on n.oid = s.relnamespace
      where n.nspname = 'public' and s.relkind = 'S'`,
  );
}

const mine = await worldOf(service, await service.business(), "Quokka");
await leap();
const theirs = await worldOf(service, await service.business(), "Zephyrine");
await leap();
const nobodys = nobodysIds(mine.ids);
const WORD_OF_OTHERS = "Zephyrine";

interface Outcome {
  done: boolean;
  said: unknown;
}

async function outcomeOf(
  person: TestPerson,
  operation: Operation,
  input: Values,
  dry_run: boolean,
): Promise<Outcome> {
  try {
    const actor = await service.mechanism.callers.ofToken(person.token, service.now());
    const result = await service.call(actor, operation, input, {
      dry_run: dry_run && operation.effect === "write",
    });
    return { done: true, said: "answer" in result ? result.answer : result };
  } catch (error) {
    if (!(error instanceof Refusal))
      throw new Error(`${operation.name} broke on ${JSON.stringify(input)}`, { cause: error });
    return {
      done: false,
      said: {
        code: error.code,
        message: error.message,
        errors: error.errors,
        extra: error.extra,
        body: error.body,
      },
    };
  }
}

/** Numbers that sequences give out even to what is rolled back, and moments. */
const PASSING = new Set(["batch_id", "id", "plan_run_id", "expires_at", "computed_at"]);

/** An outcome with the ids asked for left out, so that two can be compared. */
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

const KEPT_ANYWAY = ["audit", "sign_in", "access_token", "counter"];
const tables = (
  await service.system.rows<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id'
      where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition
        and has_table_privilege(c.oid, 'select') order by 1`,
  )
)
  .map(({ name }) => name)
  .filter((name) => !KEPT_ANYWAY.some((word) => name === word || name.startsWith(`${word}_`)));

/** Rows of a business and their last writers. */
async function rowsOf(business_id: number): Promise<string> {
  const parts = tables.map(
    (name) =>
      `select '${name}' as t, count(*) as n, coalesce(sum(r.xmin::text::numeric), 0)::text as x from "${name}" r where r.business_id = $1`,
  );
  return JSON.stringify(await service.system.rows(parts.join(" union all "), [business_id]));
}

const tells = (said: unknown, { mark }: World) =>
  JSON.stringify(said).toLowerCase().includes(mark.toLowerCase());
const short = ({ done, said }: Outcome) =>
  `${done ? "done" : "refused"} ${JSON.stringify(said)?.slice(0, 300)}`;

/** What is open to strangers is open to other businesses too: a number is all it takes. */
const tried = operations.filter(
  (operation) =>
    !operation.access.public && roleFor(operation) !== undefined && trialsOf(operation).length > 0,
);

describe("members that name something", () => {
  test("are all known, and each is tried", () => {
    const wrong = operations.flatMap((operation) => {
      if (roleFor(operation) === undefined) return [];
      const covered = new Set(
        trialsOf(operation).flatMap((trial) => pathsOf(trial.input(mine.ids, mine.ids))),
      );
      return namedIn(operation.input as JsonSchema)
        .filter(({ path }) => !namesNothing(operation, path) && !covered.has(path))
        .map(({ path }) => `${operation.name} ${path}`);
    });
    assert.deepEqual(wrong, []);
  });
});

describe("another business", () => {
  test("is answered like nobody, for every id that an operation takes", async () => {
    const wrong: string[] = [];
    const before = [await rowsOf(mine.t.id), await rowsOf(theirs.t.id)];
    for (const operation of tried) {
      for (const trial of trialsOf(operation)) {
        const person = mine.people[trial.as ?? (roleFor(operation) as keyof World["people"])];
        const own = await outcomeOf(person, operation, trial.input(mine.ids, mine.ids), true);
        for (const kind of kindsOf(trial, mine.ids)) {
          const swapped = (ids: Ids) => trial.input({ ...mine.ids, [kind]: ids[kind] }, mine.ids);
          const [other, none] = [
            await outcomeOf(person, operation, swapped(theirs.ids), true),
            await outcomeOf(person, operation, swapped(nobodys), true),
          ];
          const same = [theirs.ids[kind], nobodys[kind]];
          const at = `${operation.name} ${kind}`;
          if (JSON.stringify(blank(other, same)) !== JSON.stringify(blank(none, same)))
            wrong.push(`${at}: ${short(other)} but nobody's ${short(none)}`);
          if (tells(blank(other, same), theirs)) wrong.push(`${at} tells: ${short(other)}`);
          // Otherwise nothing was tried: the operation answers alike whatever is named.
          const told = JSON.stringify(blank(own, [mine.ids[kind]])) !== JSON.stringify(blank(none, same));
          if (!told) wrong.push(`${at} proves nothing: ${short(own)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    // All of these were previews and reads, most of them of something that would have been done.
    assert.deepEqual([await rowsOf(mine.t.id), await rowsOf(theirs.t.id)], before);
  });

  test("loses no row and no word, whatever is really called with its ids", async () => {
    const wrong: string[] = [];
    for (const operation of tried) {
      for (const trial of trialsOf(operation)) {
        const person = mine.people[trial.as ?? (roleFor(operation) as keyof World["people"])];
        for (const kind of kindsOf(trial, mine.ids)) {
          const before = [await rowsOf(theirs.t.id), await rowsOf(mine.t.id)];
          const other = await outcomeOf(
            person,
            operation,
            trial.input({ ...mine.ids, [kind]: theirs.ids[kind] }, mine.ids),
            false,
          );
          const after = [await rowsOf(theirs.t.id), await rowsOf(mine.t.id)];
          const at = `${operation.name} ${kind}`;
          if (before[0] !== after[0]) wrong.push(`${at} changed another business: ${short(other)}`);
          if (!other.done && before[1] !== after[1])
            wrong.push(`${at} was refused and changed something: ${short(other)}`);
          if (tells(blank(other, [theirs.ids[kind]]), theirs)) wrong.push(`${at} tells: ${short(other)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
    // What was really done beside a wrong id names no row of theirs.
    for (const name of [
      "driver",
      "route",
      "delivery_order",
      "account",
      "customer",
      "price_list",
      "proof",
      "driver_document",
      "address_entry",
    ]) {
      const rows = await service.system.rows(`select * from "${name}" where business_id = $1`, [mine.t.id]);
      for (const row of rows) {
        const strange = Object.entries(row as Values).filter(
          ([column, value]) =>
            column.endsWith("_id") && typeof value === "number" && Object.values(theirs.ids).includes(value),
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
        for (const said of listingsOf(operation)) {
          const outcome = await outcomeOf(mine.people[role], operation, said, false);
          if (tells(outcome, theirs)) wrong.push(`${operation.name} as ${role}: ${short(outcome)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });

  test("is nobody to orders made in the background", async () => {
    const admin = await service.mechanism.callers.ofToken(mine.people.client_admin.token, service.now());
    const made = await service.call(admin, service.mechanism.registry.get("clientBatchOrderCreateAsync"), {
      orders: [{ dropoff }, { dropoff, customer_id: theirs.ids.customer }],
    });
    assert(made.kind === "done");
    const job = service.mechanism.registry.jobs.get("create-order-batch");
    assert.ok(job);
    await runJob(
      service.mechanism,
      job,
      {
        business_id: mine.t.id,
        account_id: mine.people.client_admin.account_id,
        batch_id: made.answer["batch_id"],
      },
      () => false,
    );
    const seen = await mine.people.client_admin.http("GET", `/api/v1/client/async/${made.answer["asyncId"]}`);
    assert.partialDeepStrictEqual(seen.body, { items_done: 1, items_failed: 1 });
    assert.equal(seen.body.orders[1].errors[0].field, "customer_id");
  });
});

/** A list as it is, and a search for every word of the other world. */
function listingsOf(operation: Operation): Values[] {
  const least = sampleOf(operation.input as JsonSchema) as Values;
  const { properties = {} } = operation.input as JsonSchema;
  const paged = "per_page" in properties ? { ...least, per_page: 100 } : least;
  const words = ["q", "search"].filter((name) => name in properties);
  return [paged, ...words.map((name) => ({ ...paged, [name]: WORD_OF_OTHERS }))];
}

describe("another person of the business", () => {
  const ROLES = ["driver", "customer", "broker_employee"] as const;
  /** What everybody of a business may know, and is told apart from here. */
  const SHARED: Record<string, string> = {
    skills: "the business's words for abilities",
    returnReasons: "the business's reasons",
    clientVehicles: "vehicles of the business are not a contractor's secret from its planner",
    addressbookEntries: "contractors and drivers see the business's own addresses",
    addressbookEntry: "as above",
    addressbookResolve: "as above",
    addressbookValidate: "as above",
    driverScan: "a parcel in a driver's hands says where it belongs",
    driverLoadcheck: "as above",
  };

  const isShared = (name: string, role: string) => name in SHARED && role !== "customer";

  test("is answered like nobody or refused, tells nothing and loses nothing", async () => {
    const t = await service.business();
    await leap();
    const own = await worldOf(service, t, "Quokka");
    await leap();
    const peer = await worldOf(service, t, "Zephyrine");
    await hand(own);
    const nobody = nobodysIds(own.ids);
    const wrong: string[] = [];
    for (const role of ROLES) {
      const person = own.people[role];
      const [ours, others] = [await idsOfPerson(own, role), await idsOfPerson(peer, role)];
      for (const operation of operations) {
        if (operation.access.public || !operation.access.roles.includes(role)) continue;
        const listings = operation.effect === "read" ? listingsOf(operation) : [];
        for (const said of listings) {
          const outcome = await outcomeOf(person, operation, said, false);
          if (tells(blank(outcome, [WORD_OF_OTHERS]), peer) && !isShared(operation.name, role))
            wrong.push(`${operation.name} as ${role} lists: ${short(outcome)}`);
        }
        for (const trial of trialsOf(operation)) {
          for (const kind of kindsOf(trial, mine.ids)) {
            if (kind === "skill_code" || kind === "reason" || kind === "vehicle") continue;
            // What a customer makes is the customer's own, whatever it says.
            if (role === "customer" && kind === "customer" && operation.effect === "write") continue;
            const swapped = (ids: Ids) => trial.input({ ...ours, [kind]: ids[kind] }, ours);
            const none = await outcomeOf(person, operation, swapped(nobody), true);
            const before = await rowsOf(t.id);
            const other = await outcomeOf(person, operation, swapped(others), false);
            const after = await rowsOf(t.id);
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
            if (!other.done && before !== after)
              wrong.push(`${at} was refused and changed something: ${short(other)}`);
          }
        }
      }
    }
    assert.deepEqual(wrong, []);
  });

  test("keeps what it proposed, whoever approves it", async () => {
    const t = await service.business();
    const [customer, other] = [await t.customer(), await t.customer()];
    const propose = byName(service, customer.person.call);
    const { approval_id } = await propose("approvalPropose", {
      operation: "clientOrderCreate",
      arguments: { dropoff, customer_id: other.id },
    });
    await byName(service, t.as("client_admin"))("approvalApprove", { approval_id });
    assert.equal((await propose("clientOrders", {})).total, 1);
    assert.equal((await byName(service, other.person.call)("clientOrders", {})).total, 0);
  });
});

/** The ids of a world, with what this person made where a person may make it. */
async function idsOfPerson(
  { ids, people }: World,
  role: "driver" | "customer" | "broker_employee",
): Promise<Ids> {
  const call = byName(service, people[role].call);
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString("base64");
  const token = await call("userTokenCreate", { name: "Own" });
  const file = await call("fileUpload", { content_base64: png, content_type: "image/png", name: "own.png" });
  const made: Partial<Ids> = { token: token.token.id, file: file.file_id };
  if (role === "driver") return { ...ids, ...made, file_of_driver: file.file_id };
  const proposed = await call("approvalPropose", {
    operation: role === "customer" ? "clientOrderCreate" : "clientRouteCreate",
    arguments: role === "customer" ? { dropoff } : {},
    reason: role,
  });
  if (role === "broker_employee") return { ...ids, ...made, approval: proposed.approval_id };
  const rate = await call("clientOrderRate", { dropoff });
  return {
    ...ids,
    ...made,
    approval: proposed.approval_id,
    entry: ids.entry_of_customer,
    rate: rate.rates[0].rate_id,
  };
}

/** Gives a world's routes, driver and orders to its contractor. */
async function hand({ t, ids, people }: World): Promise<void> {
  const { system } = service;
  const account_id = people.broker_employee.account_id;
  await system.execute("update driver set contractor_id = $2 where id = $1", [ids.driver, ids.contractor]);
  const routes = Object.entries(ids).flatMap(([kind, id]) => (kind.startsWith("route") ? [id] : []));
  await system.execute("update route set contractor_id = $2 where business_id = $1 and id = any($3::int[])", [
    t.id,
    ids.contractor,
    routes,
  ]);
  await system.execute(
    `update delivery_order set contractor_account_id = $2, tender_state = null
      where business_id = $1 and (route_id = any($3::int[]) or id = $4)`,
    [t.id, account_id, routes, ids.order],
  );
  service.mechanism.callers.forget();
}
