/**
 * Idempotency keys under attack: repeats and concurrent twins of calls that refuse, fail, are expensive, call
 * external services or lock in different orders; and runs whose parts continue after one of them has refused.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { plainMessage } from "#operation/response/messages.ts";
import { testEvent } from "#tests/support/events.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import type { Operation } from "../define/define.ts";
import { Refusal } from "../define/refusal.ts";

const service = await testService();
const registry = service.runtime.registry.operations as Map<string, Operation>;

type Input = { code: string; name?: string };

/** Creates a customer; each test replaces the part it attacks. */
const plain = {
  name: "testPlain",
  summary: "Create a customer",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin", "employee"], scopes: [] },
  input: Type.Object({ code: Type.String(), name: Type.Optional(Type.String()) }),
  output: Type.Object({ id: Type.Integer() }),
  refusals: { taken: "conflict", too_late: "conflict" },
  async run({ db, business_id, emit }, input) {
    const { code, name = "Ann" } = input as Input;
    const row = await db.row<{ id: number }>(
      "insert into customer (business_id, code, name) values ($1, $2, $3) returning id",
      [business_id, code, name],
    );
    emit(testEvent({ subject: { type: "customer", id: row?.id ?? 0, is_new: true }, kind: "test.created" }));
    return { id: row?.id };
  },
} as Operation;

let made_count = 0;
function operation(change: Partial<Operation>): Operation {
  made_count += 1;
  const test_operation = { ...plain, name: `test${made_count}`, ...change } as Operation;
  registry.set(test_operation.name, test_operation);
  return test_operation;
}

const readCustomers = async (business: TestBusiness) =>
  (
    await service.system.rows<{ code: string }>(
      "select code from customer where business_id = $1 order by id",
      [business.id],
    )
  ).map(({ code }) => code);

const keyed = (idempotency_key: string) => ({ idempotency_key });

/** Sends the call and its repeat: the same response, marked as a replay. */
async function repeats(
  business: TestBusiness,
  test_operation: Operation,
  input: Input = { code: "A" },
): Promise<void> {
  const { actor } = await business.person("client_admin");
  const first = await service.call(actor, test_operation, input, keyed("k"));
  const again = await service.call(actor, test_operation, input, keyed("k"));
  assert.partialDeepStrictEqual(again, { kind: "done", replayed: true });
  assert.deepEqual("answer" in again && again.answer, "answer" in first && first.answer);
  const other = service.call(actor, test_operation, { ...input, name: "Ben" }, keyed("k"));
  assert.equal((await catchRefusal(other)).code, "idempotency_key_reused");
}

const breaks =
  (change: string): Operation["run"] =>
  ({ db, business_id }) =>
    db.execute(`update customer set ${change} where business_id = $1`, [business_id]);

test("a repeat gets the stored response, whatever its run would do with the changed data", async () => {
  const faults: [string, Operation["run"]][] = [
    [
      "a refusal",
      (context) =>
        Promise.reject(context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") })),
    ],
    [
      "a refusal that is kept",
      async (context) => context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") }),
    ],
    ["a check", breaks("status = 'gone'")],
    ["a value that must be there", breaks("name = null")],
    ["a row that is nobody's", breaks("business_id = 0")],
    ["a row that is gone", async () => assert.fail("There was no such row.")],
  ];
  for (const [what, fault] of faults) {
    const business = await service.business();
    let runs = 0;
    const test_operation = operation({
      run: (context, input, prepared) => {
        runs += 1;
        return runs === 1 ? plain.run(context, input, prepared) : fault(context, input, prepared);
      },
    });
    await repeats(business, test_operation).catch((error) => {
      throw new Error(`after ${what}`, { cause: error });
    });
    assert.deepEqual(await readCustomers(business), ["A"], what);
  }
});

test("a repeat gets the stored response although `prepare` refuses it", async () => {
  const business = await service.business();
  let prepared = 0;
  const prepare: Operation["prepare"] = async ({ refuse }) => {
    prepared += 1;
    if (prepared > 1) throw refuse("too_late", { message: plainMessage({ en: "Too late." }, "business") });
  };
  await repeats(business, operation({ prepare }));
  assert.deepEqual(await readCustomers(business), ["A"]);
});

test("a repeat does not run `prepare` again for an operation that checks the key first", async () => {
  const business = await service.business();
  let prepared = 0;
  const prepare = async () => {
    prepared += 1;
  };
  await repeats(business, operation({ checks_idempotency_first: true, prepare }));
  assert.equal(prepared, 1);
});

test("concurrent twins call the external service once", async () => {
  const business = await service.business();
  const { actor } = await business.person("client_admin");
  let performed = 0;
  const test_operation = operation({
    perform: async () => {
      performed += 1;
    },
  });
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.call(actor, test_operation, { code: `C${round}` }, keyed(`same-${round}`)),
      ),
    );
    assert.equal(new Set(answers.map((one) => "answer" in one && one.answer["id"])).size, 1);
    assert.equal(performed, round + 1);
  }
  const call_count = await service.system.row<{ n: number }>(
    "select count(*) as n from external_call where business_id = $1",
    [business.id],
  );
  assert.equal(call_count?.n, 5);
});

test("the same key from two accounts is two keys; of several concurrent bodies the first wins", async () => {
  const business = await service.business();
  const [one, two] = [
    (await business.person("client_admin")).actor,
    (await business.person("employee")).actor,
  ];
  const test_operation = operation({});
  await Promise.all([
    service.call(one, test_operation, { code: "one" }, keyed("shared")),
    service.call(two, test_operation, { code: "two" }, keyed("shared")),
  ]);
  assert.deepEqual((await readCustomers(business)).sort(), ["one", "two"]);
  const outcomes = await Promise.all(
    ["x", "y", "z"].map((code) =>
      service.call(one, test_operation, { code }, keyed("bodies")).then(
        () => "done",
        (error) => (error instanceof Refusal ? error.code : "broken"),
      ),
    ),
  );
  assert.deepEqual(outcomes.sort(), ["done", "idempotency_key_reused", "idempotency_key_reused"]);
  assert.equal((await readCustomers(business)).length, 3);
});

test("a call that is refused does not get the response of another account with the same key", async () => {
  const business = await service.business();
  const [admin, employee] = [await business.person("client_admin"), await business.person("employee")];
  const refusing = operation({
    run: (context, input) =>
      context.actor.role === "employee"
        ? Promise.reject(context.refuse("taken", { message: plainMessage({ en: "Taken." }, "business") }))
        : plain.run(context, input, undefined),
  });
  await service.call(admin.actor, refusing, { code: "A" }, keyed("k"));
  const refused = service.call(employee.actor, refusing, { code: "A" }, keyed("k"));
  assert.equal((await catchRefusal(refused)).code, "taken");
});

test("of twins that lock in different orders one runs and the other gets its response", async () => {
  const business = await service.business();
  const { actor } = await business.person("client_admin");
  const ids = [(await business.customer()).id, (await business.customer()).id];
  let runs = 0;
  const test_operation = operation({
    async run(context, input, prepared) {
      runs += 1;
      const order = runs % 2 === 0 ? ids : ids.toReversed();
      for (const id of order) {
        await context.db.execute("update customer set name = name || '.' where id = $1", [id]);
        await context.db.row("select pg_sleep(0.02)");
      }
      return plain.run(context, input, prepared);
    },
  });
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(
      [1, 2].map(() => service.call(actor, test_operation, { code: `D${round}` }, keyed(`dead-${round}`))),
    );
    assert.equal(new Set(answers.map((one) => "answer" in one && one.answer["id"])).size, 1);
  }
  const names = await service.system.rows<{ name: string }>("select name from customer where id = any($1)", [
    ids,
  ]);
  for (const { name } of names) assert.equal(name, "Customer..");
});

test("an expired key is reused once, however many calls use it at once", async () => {
  const business = await service.business();
  const { actor } = await business.person("client_admin");
  const test_operation = operation({ idempotency_ttl_h: 1 });
  let runs = 0;
  const use = () => {
    runs += 1;
    return service.call(actor, test_operation, { code: `E${runs}` }, keyed("old"));
  };
  await use();
  service.advance(3_600_001);
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      use().then(
        () => "done",
        (error) => (error instanceof Refusal ? error.code : `broken: ${error.message}`),
      ),
    ),
  );
  assert.equal(outcomes.filter((word) => word === "done").length, 1, outcomes.join());
  assert.equal(outcomes.filter((word) => word === "idempotency_key_reused").length, 5, outcomes.join());
  assert.equal((await readCustomers(business)).length, 2);
});

test("an unawaited failed statement fails the call, which reports the first failure", async () => {
  const business = await service.business();
  const { actor } = await business.person("client_admin");
  const test_operation = operation({
    async run({ db, business_id, emit }) {
      // Not awaited: later statements fail only because of it.
      db.execute("update customer set tier = (1 / 0)::text where business_id = $1", [business_id]).catch(
        () => {},
      );
      db.execute("update customer set name = name where business_id = $1", [business_id]).catch(() => {});
      emit(testEvent({ subject: { type: "customer", id: 1, is_new: true }, kind: "test.created" }));
      return { id: 1 };
    },
  });
  for (const options of [{}, keyed("unheard"), { dry_run: true }]) {
    const refusal = await catchRefusal(service.call(actor, test_operation, { code: "F" }, options));
    assert.equal(refusal.code, "invalid_request");
  }
  assert.deepEqual(await business.readEvents("customer", 1), []);
  assert.equal(
    await service.system.row("select 1 from idempotency where business_id = $1", [business.id]),
    undefined,
  );
});

test("a part of a run that continues after another has refused writes nothing", async () => {
  const business = await service.business();
  const administrator = await service.platformAdmin();
  let began = 0;
  const test_operation = operation({
    access: { roles: ["platform_admin"], scopes: [] },
    async run({ db, refuse }) {
      const slow = async (): Promise<never> => {
        await db.row("select pg_sleep(0.05)");
        began += 1;
        await db.execute("insert into customer (business_id, code, name) values ($1, 'late', 'Late')", [
          business.id,
        ]);
        throw new Error("It went on.");
      };
      const refused = async (): Promise<never> => {
        throw refuse("taken", { message: plainMessage({ en: "Taken." }, "business") });
      };
      await Promise.all([slow(), refused()]);
      return { id: 0 };
    },
  });
  assert.equal(
    (await catchRefusal(service.call(administrator.actor, test_operation, { code: "G" }))).code,
    "taken",
  );
  // The next calls use the connection that it released.
  for (let turns = 0; turns < 10; turns += 1) await service.call(administrator.actor, listing, { code: "G" });
  assert.equal(began, 1);
  assert.deepEqual(await readCustomers(business), []);
});

const listing = operation({
  access: { roles: ["platform_admin"], scopes: [] },
  run: async ({ db }) => (await db.row<{ id: number }>("select 1 as id")) ?? { id: 0 },
});
