/**
 * One of every kind of thing a business has, made through its own operations, and what members of inputs are
 * called that name one.
 */
import assert from "node:assert/strict";
import { storeTrackingEvents } from "#domain/tracking/public.ts";
import { storedStatusEvent } from "#otep/compose.ts";
import { appOf, DEVICE } from "#tests/support/apps.ts";
import {
  type Caller,
  TEST_PASSWORD,
  type TestBusiness,
  type TestPerson,
  type TestService,
} from "#tests/support/service.ts";

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
  "broker",
  "assignment",
  "order_assigned",
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
  "provider",
  "rental",
  "rate",
  "number",
  "label_code",
  "ref",
  "app",
  "template",
  "registration",
  "app_session",
  "identity",
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

  const order_assigned = (await order()).order_id;
  const broker = people.broker_employee.account_id;
  await admin("assignOrdersToBroker", { order_ids: [order_assigned], broker_id: broker, note: mark });
  const { assignments } = await admin("brokerOrderAssignments", { order_id: order_assigned });
  const provider = (
    await admin("otepProviderCreate", {
      code: mark.toLowerCase(),
      name: mark,
      source_types: ["storage"],
      allows_bearer: true,
    })
  ).provider;
  const rental = await rentalOf(service, t.id, customer_made.id, mark);

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
    broker,
    assignment: assignments[0].id,
    order_assigned,
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
    provider: provider.id,
    rental,
    rate: rate.rates[0].rate_id,
    number: plain.tracking_number,
    label_code: plain.order.parcels[0].label_code,
    ref: `${mark}-1`,
    ...(await appThings(service, t, mark, people.customer)),
  };
  for (const [kind, id] of Object.entries(ids)) assert.ok(id, `There is no ${kind}.`);
  return { t, mark, people, ids };
}

/** An app of this business alone: a template, somebody who waits, a session and an identity of the customer. */
async function appThings(
  service: TestService,
  t: TestBusiness,
  mark: string,
  customer: TestPerson,
): Promise<Pick<World["ids"], "app" | "template" | "registration" | "app_session" | "identity">> {
  const admin = byName(service, t.as("client_admin"));
  const app = await appOf(service, t, {
    client: {
      methods: { registration: true },
      registration: { phone_verification_required: false, requires_approval: true },
    },
  });
  await admin("clientAppUpdate", { appCode: app.code, branding: { display_name: mark } });
  const template = await admin("clientCustomerTemplateCreate", { name: mark });
  await app.post("/registration/complete", {
    name: mark,
    email: `${mark.toLowerCase()}-waits@test.example`,
    password: TEST_PASSWORD,
    password_confirmation: TEST_PASSWORD,
    phone: "+5561998765432",
    address: `${mark} 7`,
    city: "Brasília",
    postcode: "70000",
    country: "BR",
    ...DEVICE,
  });
  const { registrations } = await admin("clientAppRegistrations", { state: "pending" });
  await app.signIn(customer.email);
  const { sessions } = await byName(service, customer.call)("userAppSessions", {});
  const identity = await service.system.row<{ id: number }>(
    `insert into identity_binding (business_id, account_id, issuer, subject, created_at)
     values ($1, $2, 'https://issuer.example', $3, now()) returning id`,
    [t.id, customer.account_id, `${mark}-${t.code}`],
  );
  return {
    app: app.code,
    template: template.template_id,
    registration: registrations[0].id,
    app_session: sessions[0].id,
    identity: identity?.id ?? 0,
  };
}

/** A locker storage rental with its first event, as the kiosk leaves it. */
async function rentalOf(
  service: TestService,
  business_id: number,
  customer_id: number,
  mark: string,
): Promise<number> {
  const row = await service.system.row<{ id: number }>(
    `insert into storage_rental (business_id, customer_id, device, device_name, compartment, size, booked_from, booked_to, price_minor,
       charges, currency, created_at, updated_at)
     values ($1, $2, $3, $3, 'A7', 'M', now(), now() + interval '1 day', 777123,
       '[{"code":"over","label":"Over","amount_minor":777123,"at":"2026-11-20T10:00:00.000Z"}]', 'BRL', now(), now()) returning id`,
    [business_id, customer_id, mark],
  );
  const id = row?.id ?? 0;
  const event = storedStatusEvent(
    {
      code: "otep:storage:checked_in",
      subject: { id: String(id), scheme: "rental_id" },
      occurred_at: service.now().getTime(),
      source: { type: "storage", provider: mark.toLowerCase(), raw_text: mark },
    },
    { now: service.now().getTime() },
  );
  await storeTrackingEvents({ db: service.system, business_id }, [
    { order_id: null, number: `rental_id:${id}`, event },
  ]);
  return id;
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
    app: "nobody-app",
  };
  return Object.fromEntries(
    Object.entries(like).map(([kind, id]) => [
      kind,
      typeof id === "number" ? 2_000_000_011 : (numbers[kind as Kind] ?? assert.fail(`Nobody's ${kind}?`)),
    ]),
  ) as World["ids"];
}
