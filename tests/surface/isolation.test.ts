/**
 * Whose things are whose. Every operation that takes an id of anything is called with an id of another business,
 * of another person inside the business, and of nobody: the first answers like the last, tells nothing, changes nothing.
 *
 * Members that name something are found in the schemas, so that an operation added tomorrow is tried too.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Operation } from "#operation/define.ts";
import { Refusal } from "#operation/refusal.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { sampleOf } from "./inputs.ts";
import { type Kind, nobodysIds, type World, worldOf } from "./world.ts";

const service = await testService();
const operations = [...service.mechanism.registry.operations.values()];

type Values = Record<string, unknown>;
type Ids = World["ids"];

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

/** What members that name something are called, and the kind of thing that they name. */
const KIND_OF_MEMBER: Record<string, Kind> = {
  order_id: "order",
  order_ids: "order",
  accepted_order_ids: "order",
  add: "order",
  remove: "order",
  route_id: "route",
  from_route_id: "route_other",
  route_ids: "route_ready",
  stop_id: "stop_road",
  stop_ids: "stop",
  plan_run_id: "plan_run",
  file_id: "file",
  file_ids: "file",
  vehicle_id: "vehicle",
  driver_id: "driver",
  driver_ids: "driver",
  document_id: "document",
  customer_id: "customer",
  contractor_id: "contractor",
  price_list_id: "price_list",
  root_id: "price_list",
  entry_id: "entry",
  import_id: "import",
  token_id: "token",
  employee_id: "employee",
  actor_id: "employee",
  approval_id: "approval",
  skill_id: "skill",
  skills: "skill_code",
  id: "batch",
  code: "reason",
  codes: "label_code",
  return_reason: "reason",
  rate_id: "rate",
  number: "number",
  numbers: "number",
  tracking_number: "number",
  tracking_numbers: "number",
  ref: "ref",
  subject: "order",
};

/** Members with such names that name nothing of a business's. */
const NAMES_NOTHING: Record<string, string> = {
  device_id: "a phone's own word",
  client_id: "signed, and of no business",
  "driverSync body": "the members of the other commands, which are tried one by one",
  "approvalPropose arguments": "those of the other operations, tried apart below",
  "clientOrderCreate requirements/skills": "a word for planning; no row is looked up",
  "clientBatchOrderCreate orders/requirements/skills": "as above",
  "clientBatchOrderCreateAsync orders/requirements/skills": "as above",
  "clientBatchOrderCreateAsync orders/customer_id": "decided by the job; tried apart below",
  "clientBatchOrderCreateAsync orders/rate_id": "decided by the job, which takes none",
  "clientBatchOrderCreate orders/rate_id": "a batch takes none",
  "clientOrderCreate ref": "the caller's own word for a new order",
  "clientBatchOrderCreate orders/ref": "as above",
  "clientBatchOrderCreateAsync orders/ref": "as above",
  "clientCustomerCreate code": "the caller's own word for a new customer",
  "clientCustomerUpdate code": "as above",
  "platformBusinessCreate code": "a word for a new business",
  "skillCreate code": "a word for a new skill",
  "returnReasonCreate code": "a word for a new reason",
  "addressbookEntryCreate access/code": "the code of a door",
  "addressbookEntryUpdate access/code": "the code of a door",
  "oauthToken code": "a secret, tried in its own test",
};

const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.72, lng: -47.89 };
const window = { window_start: "2026-12-01T10:00:00Z", window_end: "2026-12-01T12:00:00Z" };
const rule = { name: "Flat", base_minor: 100 };
const draft = { dropoff };

interface Trial {
  as?: keyof World["people"];
  input(ids: Ids): Values;
}

/** What an operation is called with, where the least that its schema takes would not do. */
const TRIALS: Record<string, Trial[]> = {
  addressbookEntryUpdate: [{ input: (i) => ({ entry_id: i.entry, label: "New" }) }],
  approvalApprove: [{ input: (i) => ({ approval_id: i.approval }) }],
  clientAsyncCancel: [{ input: (i) => ({ id: i.batch_queued }) }],
  clientOrdersBulkActivity: [
    { input: (i) => ({ order_ids: [i.order], activity: "hold", reason: "unpaid" }) },
    { input: (i) => ({ order_ids: [i.order], activity: "receive" }) },
  ],
  clientBatchOrderCreate: [{ input: (i) => ({ orders: [{ ...draft, customer_id: i.customer }] }) }],
  clientOrderCreate: [
    { input: (i) => ({ ...draft, customer_id: i.customer }) },
    {
      input: (i) => ({
        dropoff: {
          name: "Somebody",
          line1: "Quokka 7",
          city: "Brasília",
          country: "BR",
          lat: -15.71,
          lng: -47.88,
        },
        rate_id: i.rate,
      }),
    },
  ],
  clientOrderReroute: [{ input: (i) => ({ order_id: i.order, address: dropoff }) }],
  clientOrderRelease: [{ input: (i) => ({ order_id: i.order }) }],
  clientOrdersTimeWindows: [{ input: (i) => ({ items: [{ ref: i.ref, ...window }] }) }],
  clientOrderVoidEvent: [{ input: (i) => ({ order_id: i.order_done, seq: 5, reason: "wrong scan" }) }],
  clientBuildRoute: [
    { input: (i) => ({ preview: true, time_limit_s: 1, order_ids: [i.order] }) },
    { input: (i) => ({ preview: true, time_limit_s: 1, driver_ids: [i.driver] }) },
    {
      input: (i) => ({ preview: true, time_limit_s: 1, locks: [{ order_id: i.order, driver_id: i.driver }] }),
    },
  ],
  clientPlanRunCancel: [{ input: (i) => ({ plan_run_id: i.plan_run_queued }) }],
  clientPriceListReplace: [{ input: (i) => ({ price_list_id: i.price_list, name: "Next", rules: [rule] }) }],
  clientOrderRate: [{ input: (i) => ({ dropoff, customer_id: i.customer }) }],
  clientOrdersBulkAssign: [
    { input: (i) => ({ order_ids: [i.order], route_id: i.route }) },
    { input: (i) => ({ order_ids: [i.order], driver_id: i.driver }) },
  ],
  clientRouteOrders: [
    { input: (i) => ({ route_id: i.route, add: [i.order] }) },
    { input: (i) => ({ route_id: i.route, add: [i.order], remove: [i.order_done] }) },
  ],
  clientRouteCancel: [{ input: (i) => ({ route_id: i.route }) }],
  clientRouteClose: [
    {
      input: (i) => ({ route_id: i.route_over, reconciliation: { accepted_order_ids: [i.order_done] } }),
    },
  ],
  clientRouteCreate: [{ input: (i) => ({ driver_id: i.driver, order_ids: [i.order] }) }],
  clientRouteRelease: [{ input: (i) => ({ route_id: i.route_ready }) }],
  clientRouteResequence: [{ input: (i) => ({ route_id: i.route_other, stop_ids: [i.stop] }) }],
  clientRouteSplit: [{ input: (i) => ({ route_id: i.route, stop_ids: [i.stop], driver_id: i.driver }) }],
  clientRouteUnrelease: [{ input: (i) => ({ route_id: i.route_released }) }],
  driverinfoDocumentReview: [
    { input: (i) => ({ driver_id: i.driver, document_id: i.document, status: "accepted" }) },
  ],
  driverinfoDocumentAdd: [
    { input: (i) => ({ driver_id: i.driver, kind: "insurance", file_id: i.file }) },
    { as: "driver", input: (i) => ({ driver_id: i.driver, kind: "insurance", file_id: i.file_of_driver }) },
  ],
  driverinfoInspectionAdd: [
    { input: (i) => ({ driver_id: i.driver, vehicle_id: i.vehicle, file_ids: [i.file] }) },
  ],
  driverinfoUpdate: [{ input: (i) => ({ driver_id: i.driver, vehicle_id: i.vehicle }) }],
  clientDriverCreate: [
    {
      input: (i) => ({
        name: "New",
        email: "new-driver@test.example",
        password: "correct horse battery",
        vehicle_id: i.vehicle,
        contractor_id: i.contractor,
      }),
    },
  ],
  clientDriverUpdate: [
    { input: (i) => ({ driver_id: i.driver, vehicle_id: i.vehicle, contractor_id: i.contractor }) },
  ],
  clientCustomerCreate: [{ input: (i) => ({ name: "New", price_list_id: i.price_list }) }],
  clientCustomerUpdate: [{ input: (i) => ({ customer_id: i.customer, price_list_id: i.price_list }) }],
  returnReasonUpdate: [{ input: (i) => ({ code: i.reason, active: false }) }],
  skillsDriverSet: [{ input: (i) => ({ driver_id: i.driver, skills: [i.skill_code] }) }],
  skillsVehicleSet: [{ input: (i) => ({ vehicle_id: i.vehicle, skills: [i.vehicle_skill_code] }) }],
  driverLoadcheck: [{ input: (i) => ({ route_id: i.route_released, codes: [i.label_code] }) }],
  driverRouteComplete: [{ input: (i) => ({ route_id: i.route_over }) }],
  driverRouteResume: [{ input: (i) => ({ route_id: i.route_road }) }],
  driverRoutePause: [{ input: (i) => ({ route_id: i.route_road }) }],
  driverRouteStart: [{ input: (i) => ({ route_id: i.route_next }) }],
  driverRoute: [{ input: (i) => ({ route_id: i.route_road }) }],
  driverStopArrive: [
    { input: (i) => ({ stop_id: i.stop_road }) },
    { input: (i) => ({ stop_id: i.stop_road, order_ids: [i.order_on_road] }) },
    { input: (i) => ({ stop_id: 2_000_000_012, route_id: i.route_road, order_ids: [i.order_on_road] }) },
  ],
  driverStopComplete: [
    {
      input: (i) => ({
        stop_id: i.stop_road,
        route_id: i.route_road,
        order_ids: [i.order_on_road],
        handed_to: "recipient",
        proofs: [{ kind: "photo", file_id: i.file_of_driver, order_id: i.order_on_road }],
      }),
    },
  ],
  driverStopFail: [
    {
      input: (i) => ({
        stop_id: i.stop_road,
        route_id: i.route_road,
        order_ids: [i.order_on_road],
        return_reason: i.reason,
        proofs: [{ kind: "photo", file_id: i.file_of_driver, order_id: i.order_on_road }],
      }),
    },
  ],
  driverStopProofs: [
    {
      input: (i) => ({
        stop_id: i.stop_road,
        route_id: i.route_road,
        order_ids: [i.order_on_road],
        proofs: [{ kind: "photo", file_id: i.file_of_driver, order_id: i.order_on_road }],
      }),
    },
  ],
  driverStopSkip: [
    { input: (i) => ({ stop_id: i.stop_road, route_id: i.route_road, order_ids: [i.order_on_road] }) },
  ],
  driverScan: [{ input: (i) => ({ code: i.label_code, action: "load" }) }],
  driverPositions: [
    {
      input: (i) => ({
        device_id: "phone",
        route_id: i.route_road,
        positions: [{ seq: 1, at: "2026-11-20T10:00:00Z", lat: -15.7, lng: -47.8 }],
      }),
    },
  ],
  userEmployeeUpdate: [{ input: (i) => ({ employee_id: i.employee, name: "New" }) }],
};

interface Found {
  path: string;
  kind: Kind | undefined;
}

/** Members at any depth that name something. */
function namedIn(schema: JsonSchema, at: string[] = []): Found[] {
  const inner = (schema.anyOf ?? []).flatMap((branch) => namedIn(branch, at));
  const items = schema.items === undefined ? [] : namedIn(schema.items, at);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]): Found[] => {
    const path = [...at, name];
    const below = namedIn(member, path);
    if (below.length > 0) return below;
    const named = /(^|_)ids?$/.test(name) || name in KIND_OF_MEMBER;
    return named ? [{ path: path.join("/"), kind: KIND_OF_MEMBER[name] }] : [];
  });
  return [...inner, ...items, ...members];
}

function namesNothing(operation: Operation, path: string): boolean {
  const last = path.split("/").at(-1) ?? "";
  return last in NAMES_NOTHING || `${operation.name} ${path}` in NAMES_NOTHING;
}

/** Paths that a value has, without the places in arrays. */
function pathsOf(value: unknown, at: string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, at));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...at, key]));
  return [at.join("/")];
}

/** The trials of an operation: its own, or one for each member that names something. */
function trialsOf(operation: Operation): Trial[] {
  const own = TRIALS[operation.name];
  if (own !== undefined) return own;
  const schema = operation.input as JsonSchema;
  const found = namedIn(schema).filter(({ path }) => !namesNothing(operation, path));
  const needed = new Set(schema.required ?? []);
  const fill = (ids: Ids, wanted: readonly Found[]) => {
    const input = { ...(sampleOf(schema) as Values) };
    for (const { path, kind } of wanted) {
      if (kind === undefined) continue;
      const is_list = (schema.properties?.[path] as JsonSchema | undefined)?.type === "array";
      input[path] = path === "subject" ? `order/${ids[kind]}` : is_list ? [ids[kind]] : ids[kind];
    }
    return input;
  };
  const required = found.filter(({ path }) => needed.has(path));
  const optional = found.filter(({ path }) => !needed.has(path));
  return [
    ...(required.length > 0 ? [{ input: (ids: Ids) => fill(ids, required) }] : []),
    ...optional.map((one) => ({ input: (ids: Ids) => fill(ids, [...required, one]) })),
  ];
}

/** The kinds that a trial names. */
function kindsOf(trial: Trial): Kind[] {
  const used = new Set<Kind>();
  trial.input(
    new Proxy(mine.ids, {
      get: (ids, kind) => {
        used.add(kind as Kind);
        return ids[kind as Kind];
      },
    }),
  );
  return [...used];
}

function roleFor({ access }: Operation): keyof World["people"] | undefined {
  if (access.public) return "client_admin";
  const role = access.roles.find((one) => one === "client_admin") ?? access.roles[0];
  return role === "platform_admin" ? undefined : role;
}

interface Outcome {
  done: boolean;
  said: unknown;
}

async function outcomeOf(person: TestPerson, operation: Operation, input: Values, dry_run: boolean): Promise<Outcome> {
  try {
    const actor = await service.mechanism.callers.ofToken(person.token, service.now());
    const result = await service.call(actor, operation, input, {
      dry_run: dry_run && operation.effect === "write",
    });
    return { done: true, said: "answer" in result ? result.answer : result };
  } catch (error) {
    if (!(error instanceof Refusal)) throw new Error(`${operation.name} broke on ${JSON.stringify(input)}`, { cause: error });
    return {
      done: false,
      said: { code: error.code, message: error.message, errors: error.errors, extra: error.extra, body: error.body },
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

const tells = (said: unknown, { mark }: World) => JSON.stringify(said).toLowerCase().includes(mark.toLowerCase());
const short = ({ done, said }: Outcome) => `${done ? "done" : "refused"} ${JSON.stringify(said)?.slice(0, 300)}`;

const tried = operations.filter(
  (operation) => roleFor(operation) !== undefined && trialsOf(operation).length > 0,
);

describe("members that name something", () => {
  test("are all known, and each is tried", () => {
    const wrong = operations.flatMap((operation) => {
      if (roleFor(operation) === undefined) return [];
      const covered = new Set(trialsOf(operation).flatMap((trial) => pathsOf(trial.input(mine.ids))));
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
    for (const operation of tried) {
      for (const trial of trialsOf(operation)) {
        const person = mine.people[trial.as ?? (roleFor(operation) as keyof World["people"])];
        const own = await outcomeOf(person, operation, trial.input(mine.ids), true);
        for (const kind of kindsOf(trial)) {
          const swapped = (ids: Ids) => trial.input({ ...mine.ids, [kind]: ids[kind] });
          const [other, none] = [
            await outcomeOf(person, operation, swapped(theirs.ids), true),
            await outcomeOf(person, operation, swapped(nobodys), true),
          ];
          const same = [theirs.ids[kind], nobodys[kind]];
          const at = `${operation.name} ${kind}`;
          if (JSON.stringify(blank(other, same)) !== JSON.stringify(blank(none, same)))
            wrong.push(`${at}: ${short(other)} but nobody's ${short(none)}`);
          if (!operation.access.public && tells(other, theirs)) wrong.push(`${at} tells: ${short(other)}`);
          // Otherwise nothing was tried: the operation answers alike whatever is named.
          const told = JSON.stringify(blank(own, [mine.ids[kind]])) !== JSON.stringify(blank(none, same));
          if (!told) wrong.push(`${at} proves nothing: ${short(own)}`);
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});
