/**
 * A call of every operation that takes the id of anything, made from the ids of a world: its own, or the least that
 * its schema takes with each member that names something. An operation added tomorrow is tried too.
 */
import type { Operation } from "#operation/define.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { sampleOf } from "./inputs.ts";
import type { Kind, World } from "./world.ts";

type Values = Record<string, unknown>;
export type Ids = World["ids"];

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
  broker_id: "broker",
  assignment_id: "assignment",
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
  provider_id: "provider",
  rental_id: "rental",
  number: "number",
  numbers: "number",
  tracking_number: "number",
  tracking_numbers: "number",
  ref: "ref",
  subject: "order",
  appCode: "app",
  template_id: "template",
  customer_template_id: "template",
  registration_id: "registration",
  session_id: "app_session",
  identity_id: "identity",
};

/** Members with such names that name nothing of a business's. */
const NAMES_NOTHING: Record<string, string> = {
  device_id: "a phone's own word",
  client_id: "signed, and of no business",
  warehouse_ids: "there are no warehouses yet",
  "driverinfoDocumentAdd number": "what is printed on the document",
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
  "otepProviderCreate code": "the caller's own word for a new provider",
  "skillCreate code": "a word for a new skill",
  "returnReasonCreate code": "a word for a new reason",
  "addressbookEntryCreate access/code": "the code of a door",
  "addressbookEntryUpdate access/code": "the code of a door",
  "oauthToken code": "a secret, tried in its own test",
  challenge_id: "a secret, tried in its own test",
  "appRegistrationComplete code": "a secret, tried in its own test",
  "appAuthLogout appCode": "must be that of the token; tried in its own test",
};

export const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.72, lng: -47.89 };
const window = { window_start: "2026-12-01T10:00:00Z", window_end: "2026-12-01T12:00:00Z" };
const rule = { name: "Flat", base_minor: 100 };
const draft = { dropoff };

export interface Trial {
  as?: keyof World["people"];
  /** `own` are ids of the caller's own things, whatever is tried. */
  input(ids: Ids, own: Ids): Values;
}

/** What an operation is called with, where the least that its schema takes would not do. */
const TRIALS: Record<string, Trial[]> = {
  addressbookEntryCreate: [{ input: (i) => ({ place: dropoff, customer_id: i.customer, label: "Door" }) }],
  addressbookImport: [
    {
      input: (i) => ({ csv: "label,line1,city,country\nDoor,Quadra 9,Brasília,BR", customer_id: i.customer }),
    },
  ],
  addressbookEntryUpdate: [{ input: (i) => ({ entry_id: i.entry, label: "New" }) }],
  approvalPropose: [{ input: () => ({ operation: "clientCustomerCreate", arguments: { name: "New" } }) }],
  fileUpload: [
    { input: () => ({ content_base64: "iVBORw0KGgoB", content_type: "image/png", name: "picture.png" }) },
  ],
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
      input: (i, own) => ({
        preview: true,
        time_limit_s: 1,
        driver_ids: [own.driver],
        locks: [{ order_id: i.order, driver_id: i.driver }],
      }),
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
    { input: (i) => ({ route_id: i.route, add: [i.order], remove: [i.order_routed] }) },
  ],
  clientRouteCancel: [{ input: (i) => ({ route_id: i.route }) }],
  clientRouteClose: [
    {
      input: (i) => ({ route_id: i.route_over, reconciliation: { accepted_order_ids: [i.order_done] } }),
    },
  ],
  clientRouteCreate: [{ input: (i) => ({ driver_id: i.driver, order_ids: [i.order] }) }],
  clientRouteRelease: [{ input: (i) => ({ route_id: i.route_ready }) }],
  clientRouteResequence: [{ input: (i) => ({ route_id: i.route_other, stop_ids: [i.stop_other] }) }],
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
  brokerOrderAssignments: [
    { input: (i) => ({ broker_id: i.broker }) },
    { input: (i) => ({ order_id: i.order_assigned }) },
  ],
  assignOrdersToBroker: [{ input: (i) => ({ order_ids: [i.order], broker_id: i.broker }) }],
  revokeBrokerOrderAssignments: [{ input: (i) => ({ order_ids: [i.order_assigned] }) }],
  releaseBrokerOrderAssignment: [{ as: "broker_employee", input: (i) => ({ order_id: i.order_assigned }) }],
  clientCustomerCreate: [{ input: (i) => ({ name: "New", price_list_id: i.price_list }) }],
  clientCustomerUpdate: [{ input: (i) => ({ customer_id: i.customer, price_list_id: i.price_list }) }],
  returnReasonCreate: [
    {
      input: () => ({
        code: "dog_in_garden",
        labels: { en: "A dog" },
        applies_to: ["failed"],
        next_action: "reattempt",
        fault: "recipient",
      }),
    },
  ],
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
    { input: (i) => ({ stop_id: i.stop_road, route_id: i.route_road }) },
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
  clientAppUpdate: [{ input: (i) => ({ appCode: i.app, customer_template_id: i.template }) }],
  clientCustomerTemplateCreate: [{ input: (i) => ({ name: "New", price_list_id: i.price_list }) }],
  clientCustomerTemplateUpdate: [
    { input: (i) => ({ template_id: i.template, price_list_id: i.price_list }) },
  ],
  userAppSessionRevoke: [{ as: "customer", input: (i) => ({ session_id: i.app_session }) }],
  userIdentityRemove: [{ as: "customer", input: (i) => ({ identity_id: i.identity }) }],
  userEmployeeUpdate: [{ input: (i) => ({ employee_id: i.employee, name: "New" }) }],
};

interface Found {
  path: string;
  kind: Kind | undefined;
}

/** Members at any depth that name something. */
export function namedIn(schema: JsonSchema, at: string[] = []): Found[] {
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

export function namesNothing(operation: Operation, path: string): boolean {
  const last = path.split("/").at(-1) ?? "";
  return last in NAMES_NOTHING || `${operation.name} ${path}` in NAMES_NOTHING;
}

/** Paths that a value has, without the places in arrays. */
export function pathsOf(value: unknown, at: string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, at));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...at, key]));
  return [at.join("/")];
}

/** The trials of an operation: its own, or one for each member that names something. */
export function trialsOf(operation: Operation): Trial[] {
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
export function kindsOf(trial: Trial, ids: Ids): Kind[] {
  const used = new Set<Kind>();
  const noting = new Proxy(ids, {
    get: (known, kind) => {
      used.add(kind as Kind);
      return known[kind as Kind];
    },
  });
  trial.input(noting, ids);
  return [...used];
}

export function roleFor({ access }: Operation): keyof World["people"] | undefined {
  if (access.public) return "client_admin";
  const role = access.roles.find((one) => one === "client_admin") ?? access.roles[0];
  return role === "platform_admin" ? undefined : role;
}
