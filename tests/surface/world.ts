/**
 * One of every kind of thing a business has, made through its own operations, and what members of inputs are
 * called that name one.
 */
import assert from "node:assert/strict";
import type { Caller, TestBusiness, TestPerson, TestService } from "#tests/support/service.ts";

type Values = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: any operation's answer.
type Anything = any;

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from("picture"),
]);

/** Kinds of things, and for each the ids of a world. */
export interface World {
  t: TestBusiness;
  /** A word in every name, address and note of this world and of no other. */
  mark: string;
  people: Record<"client_admin" | "employee" | "driver" | "customer" | "broker_employee", TestPerson>;
  ids: Record<Kind, number | string>;
}

export const KINDS = [
  "order",
  "order_on_road",
  "order_done",
  "order_routed",
  "route",
  "route_empty",
  "route_other",
  "route_ready",
  "route_released",
  "route_road",
  "route_over",
  "route_next",
  "stop",
  "stop_other",
  "stop_road",
  "plan_run",
  "plan_run_queued",
  "file",
  "file_of_driver",
  "vehicle",
  "driver",
  "document",
  "customer",
  "contractor",
  "price_list",
  "entry",
  "entry_of_customer",
  "import",
  "token",
  "employee",
  "approval",
  "batch",
  "batch_queued",
  "skill",
  "skill_code",
  "vehicle_skill_code",
  "reason",
  "rate",
  "number",
  "label_code",
  "ref",
] as const;
export type Kind = (typeof KINDS)[number];

/** Calls an operation by its name. */
export function byName(service: TestService, call: Caller) {
  return (name: string, input: Values): Promise<Anything> =>
    call(service.mechanism.registry.get(name) as never, input as never);
}

/** A business with one of everything, `mark` in all its words. */
export async function worldOf(service: TestService, t: TestBusiness, mark: string): Promise<World> {
  const admin = byName(service, t.as("client_admin"));
  const [driver_made, customer_made, contractor] = [
    await t.driver(),
    await t.customer(),
    await t.contractor(),
  ];
  const people = {
    client_admin: await t.person("client_admin"),
    employee: await t.person("employee"),
    driver: driver_made.person,
    customer: customer_made.person,
    broker_employee: contractor.person,
  };
  const as = (role: keyof typeof people) => byName(service, people[role].call);
  const driver_id = driver_made.id;
  const dropoff = {
    name: `${mark} Dias`,
    phone: "+55 61 99999-0000",
    email: `${mark.toLowerCase()}@test.example`,
    line1: `${mark} 7`,
    city: "Brasília",
    country: "BR",
    lat: -15.71,
    lng: -47.88,
  };
  await service.system.execute("update account set name = name || ' ' || $2 where id = any($1::int[])", [
    [people.driver, people.customer, people.broker_employee].map(({ account_id }) => account_id),
    mark,
  ]);
  for (const [table, id] of [
    ["driver", driver_id],
    ["customer", customer_made.id],
    ["contractor", contractor.id],
  ] as const)
    await service.system.execute(`update ${table} set name = name || ' ' || $2 where id = $1`, [id, mark]);
  service.mechanism.callers.forget();

  let counted = 0;
  const order = async (more: Values = {}) => {
    counted += 1;
    return admin("clientOrderCreate", {
      dropoff,
      ref: `${mark}-${counted}`,
      note: `${mark} note`,
      delivery_instruction: `${mark} door`,
      ...more,
    });
  };
  const plain = await order({ customer_id: customer_made.id });
  const vehicle = await admin("clientVehicleCreate", {
    plate: `${mark.slice(0, 8)}1`,
    name: mark,
    capacity_units: 90,
  });
  const file = await admin("fileUpload", {
    content_base64: PNG.toString("base64"),
    content_type: "image/png",
    name: `${mark}.png`,
  });
  const file_of_driver = await as("driver")("fileUpload", {
    content_base64: PNG.toString("base64"),
    content_type: "image/png",
    name: `${mark}.png`,
  });
  const document = await as("driver")("driverinfoDocumentAdd", {
    driver_id,
    kind: "licence",
    number: mark,
    file_id: file_of_driver.file_id,
  });
  const price_list = await admin("clientPriceListCreate", {
    name: mark,
    rules: [{ name: "Flat", base_minor: 777_123 }],
    is_default: true,
  });
  const rate = await admin("clientOrderRate", { dropoff });
  const entry = await admin("addressbookEntryCreate", { place: dropoff, label: mark });
  const entry_of_customer = await as("customer")("addressbookEntryCreate", { place: dropoff, label: mark });
  const imported = await admin("addressbookImport", {
    csv: `label,line1,city,country\n${mark},${mark} 9,Brasília,BR`,
  });
  const token = await admin("userTokenCreate", { name: mark });
  const skill = await admin("skillCreate", { code: `${mark.toLowerCase()}_d`, name: mark, kind: "driver" });
  const vehicle_skill = await admin("skillCreate", {
    code: `${mark.toLowerCase()}_v`,
    name: mark,
    kind: "vehicle",
  });
  const reason = await admin("returnReasonCreate", {
    code: `${mark.toLowerCase()}_gone`,
    labels: { en: mark },
    applies_to: ["failed"],
    next_action: "reattempt",
  });
  const queued = await admin("clientBatchOrderCreateAsync", { orders: [{ dropoff }] });

  // Routes in every state that a command of theirs needs.
  const routeWith = async (orders: Anything[], more: Values = {}) => {
    const order_ids = orders.map((one) => one.order_id);
    return (await admin("clientRouteCreate", { order_ids, ...more })).route;
  };
  const routed = await order();
  const route = await routeWith([routed, await order()]);
  const route_empty = await routeWith([]);
  const route_other = await routeWith([await order()]);
  const route_ready = await routeWith([await order()], { driver_id });
  const route_next = await routeWith([await order()], { driver_id });
  const route_released = await routeWith([await order()], { driver_id });
  const on_road = await order({ customer_id: customer_made.id });
  const route_road = await routeWith([on_road, await order(), await order()], { driver_id });
  const done = await order();
  const route_over = await routeWith([done], { driver_id });
  for (const one of [route_released, route_over, route_road, route_next])
    await admin("clientRouteRelease", { route_id: one.id });
  await as("driver")("driverRouteStart", { route_id: route_over.id });
  await as("driver")("driverStopComplete", { stop_id: route_over.stops[0].id, handed_to: "recipient" });
  await as("driver")("driverRouteStart", { route_id: route_road.id });

  await order();
  const planned = await admin("clientBuildRoute", {
    preview: true,
    order_ids: [(await order()).order_id],
    driver_ids: [driver_id],
    time_limit_s: 1,
  });
  const planned_later = await admin("clientBuildRoute", { async: true, preview: true, time_limit_s: 1 });
  const approval = await as("employee")("approvalPropose", {
    tool: "cancel_order",
    arguments: { order_id: (await order()).order_id },
    reason: mark,
  });

  const ids: World["ids"] = {
    order: plain.order_id,
    order_on_road: on_road.order_id,
    order_done: done.order_id,
    order_routed: routed.order_id,
    route: route.id,
    route_empty: route_empty.id,
    route_other: route_other.id,
    route_ready: route_ready.id,
    route_released: route_released.id,
    route_road: route_road.id,
    route_over: route_over.id,
    route_next: route_next.id,
    stop: route.stops[1].id,
    stop_other: route_other.stops[0].id,
    stop_road: route_road.stops[0].id,
    plan_run: planned.plan_run_id,
    plan_run_queued: planned_later.plan_run_id,
    file: file.file_id,
    file_of_driver: file_of_driver.file_id,
    vehicle: vehicle.vehicle.id,
    driver: driver_id,
    document: document.document.id,
    customer: customer_made.id,
    contractor: contractor.id,
    price_list: price_list.price_list_id,
    entry: entry.entry_id,
    entry_of_customer: entry_of_customer.entry_id,
    import: imported.import_id,
    token: token.token.id,
    employee: people.employee.account_id,
    approval: approval.approval_id,
    batch: queued.asyncId,
    batch_queued: queued.asyncId,
    skill: skill.skill_id,
    skill_code: `${mark.toLowerCase()}_d`,
    vehicle_skill_code: vehicle_skill.skill.code,
    reason: reason.reason.code,
    rate: rate.rates[0].rate_id,
    number: plain.tracking_number,
    label_code: plain.order.parcels[0].label_code,
    ref: `${mark}-1`,
  };
  for (const [kind, id] of Object.entries(ids)) assert.ok(id, `There is no ${kind}.`);
  return { t, mark, people, ids };
}

/** Ids that belong to nobody, of the type of each kind. */
export function nobodysIds(like: World["ids"]): World["ids"] {
  const numbers: Partial<Record<Kind, string>> = {
    import: "00000000-0000-4000-8000-000000000000",
    batch: "00000000-0000-4000-8000-000000000000",
    batch_queued: "00000000-0000-4000-8000-000000000000",
    number: "PH10000000000085",
    ref: "Nobody-1",
    label_code: "PH10000000000085",
    rate: "rate_nobody",
    skill_code: "nobody_d",
    vehicle_skill_code: "nobody_v",
    reason: "nobody_gone",
  };
  return Object.fromEntries(
    Object.entries(like).map(([kind, id]) => [
      kind,
      typeof id === "number" ? 2_000_000_011 : (numbers[kind as Kind] ?? assert.fail(`Nobody's ${kind}?`)),
    ]),
  ) as World["ids"];
}
