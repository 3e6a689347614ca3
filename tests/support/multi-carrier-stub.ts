/**
 * A server in the form that EasyPost publishes, strict as its reference is: members that it does not describe, wrong units and
 * forms that a carrier does not have are refused. It keeps what it sold, with addresses and contents as a carrier would print
 * them. Source: the vendor's reference of Shipments, Returns, Orders, Customs, Insurance, Scan Forms, Trackers, Metadata.
 */
import type { ServerResponse } from "node:http";
import Type, { type TSchema } from "typebox";
import { Value } from "typebox/value";
import { serve } from "./exchanges.ts";

const Strict = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object(members, { additionalProperties: false });
const Text = Type.String();
const Address = Strict({
  name: Type.Optional(Text),
  company: Type.Optional(Text),
  street1: Type.String({ minLength: 1 }),
  street2: Type.Optional(Text),
  city: Text,
  state: Text,
  zip: Text,
  country: Type.String({ pattern: "^[A-Z]{2}$" }),
  phone: Type.Optional(Text),
  email: Type.Optional(Text),
});
/** Inches and ounces, with at most one decimal place. */
const Measure = Type.Number({ exclusiveMinimum: 0, multipleOf: 0.1 });
const Parcel = Strict({
  length: Type.Optional(Measure),
  width: Type.Optional(Measure),
  height: Type.Optional(Measure),
  weight: Measure,
});
const CustomsInfo = Strict({
  contents_type: Type.Enum(["documents", "gift", "merchandise", "returned_goods", "sample", "other"]),
  contents_explanation: Type.String({ maxLength: 255 }),
  customs_certify: Type.Boolean(),
  customs_signer: Type.String({ minLength: 1 }),
  eel_pfc: Type.Optional(Text),
  non_delivery_option: Type.Enum(["return", "abandon"]),
  restriction_type: Type.Enum(["none", "other", "quarantine", "sanitary_phytosanitary_inspection"]),
  customs_items: Type.Array(
    Strict({
      description: Type.String({ minLength: 1 }),
      quantity: Type.Number({ exclusiveMinimum: 0 }),
      value: Type.String({ pattern: "^[0-9]+(\\.[0-9]+)?$" }),
      currency: Type.String({ pattern: "^[A-Z]{3}$" }),
      weight: Type.Number({ exclusiveMinimum: 0 }),
      hs_tariff_number: Type.String({ pattern: "^[0-9.]{6,13}$" }),
      origin_country: Type.String({ pattern: "^[A-Z]{2}$" }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});
const Options = Strict({
  label_format: Type.Enum(["PNG", "PDF", "ZPL", "EPL2"]),
  label_date: Text,
  delivery_confirmation: Type.Optional(Type.Enum(["SIGNATURE", "ADULT_SIGNATURE", "NO_SIGNATURE"])),
  saturday_delivery: Type.Optional(Type.Boolean()),
});
const parties = { to_address: Address, from_address: Address, is_return: Type.Boolean() };
const BODIES = {
  shipment: Strict({
    shipment: Strict({
      reference: Type.Optional(Text),
      ...parties,
      carrier_accounts: Type.Optional(Type.Array(Text)),
      parcel: Parcel,
      customs_info: Type.Optional(CustomsInfo),
      options: Options,
    }),
  }),
  order: Strict({
    order: Strict({
      reference: Type.Optional(Text),
      ...parties,
      carrier_accounts: Type.Optional(Type.Array(Strict({ id: Text }))),
      shipments: Type.Array(
        Strict({
          reference: Type.Optional(Text),
          parcel: Parcel,
          customs_info: Type.Optional(CustomsInfo),
          options: Options,
        }),
        { minItems: 1 },
      ),
    }),
  }),
  shipment_buy: Strict({ rate: Strict({ id: Text }) }),
  order_buy: Strict({ carrier: Text, service: Text }),
  insure: Strict({ amount: Type.String({ pattern: "^[0-9]+\\.[0-9]{2}$" }) }),
  refund: Strict({}),
  scan_form: Strict({ shipments: Type.Array(Strict({ id: Text }), { minItems: 1 }) }),
  tracker: Strict({ tracker: Strict({ tracking_code: Text, carrier: Text }) }),
} as const;

type Json = Record<string, unknown>;

export interface StubShipment {
  id: string;
  reference: string;
  /** As the label is printed: those of a return are switched. */
  from_address: Json;
  to_address: Json;
  is_return: boolean;
  parcel: Json;
  customs_info: Json | null;
  options: Json;
  carrier_accounts: readonly string[];
  tracking_code: string | null;
  insurance: string | null;
  refund_status: string | null;
  selected_rate: Json | null;
}

export interface MultiCarrierStub {
  base_url: string;
  /** `POST /v2/shipments`, in their order. */
  requests: string[];
  shipments: StubShipment[];
  /** The next calls of a path are answered so. */
  fail(path: string, status: number, error: Json): void;
  tracker: Json;
  /** What a scan form says that cannot be made; they are made after they were answered. */
  form_failure: string | null;
}

/** `carriers`: as rates spell them; those in `orders` take several packages, those in `forms` have scan forms. */
export async function startMultiCarrierStub({
  carriers = [{ name: "usps", human_readable: "USPS", type: "UspsAccount", rates_as: "USPS" }],
  orders = [],
  forms = ["USPS"],
}: {
  carriers?: readonly { name: string; human_readable: string; type: string; rates_as: string }[];
  orders?: readonly string[];
  forms?: readonly string[];
} = {}): Promise<MultiCarrierStub> {
  const shipments: StubShipment[] = [];
  const held = new Map<string, { kind: "shipment" | "order"; id: string; of: StubShipment[] }>();
  const requests: string[] = [];
  const failures: { path: string; status: number; error: Json }[] = [];
  const tracker: Json = {};
  let last = 0;

  const rates = (of: readonly StubShipment[]) =>
    carriers
      .filter(({ rates_as }) => of.length === 1 || orders.includes(rates_as))
      .map(({ rates_as }, index) => ({
        id: `rate_${index + 1}`,
        object: "Rate",
        carrier: rates_as,
        service: "Priority",
        rate: (7.41 * of.length).toFixed(2),
        currency: "USD",
        delivery_days: 2,
      }));
  const show = (one: StubShipment) => ({
    ...one,
    object: "Shipment",
    rates: rates([one]),
    messages: [],
    scan_form: null,
    postage_label: one.tracking_code === null ? null : { label_url: null },
  });
  const showHeld = ({ kind, id, of }: { kind: string; id: string; of: StubShipment[] }, reference: string) =>
    kind === "shipment"
      ? show(of[0] as StubShipment)
      : { id, object: "Order", reference, shipments: of.map(show), rates: rates(of), messages: [] };

  const create = (members: Json, parts: readonly Json[], kind: "shipment" | "order") => {
    const is_return = members["is_return"] === true;
    const reference = String(members["reference"] ?? "");
    const of = parts.map((part): StubShipment => {
      last += 1;
      return {
        id: `shp_${last}`,
        reference: kind === "shipment" ? reference : String(part["reference"] ?? ""),
        from_address: members[is_return ? "to_address" : "from_address"] as Json,
        to_address: members[is_return ? "from_address" : "to_address"] as Json,
        is_return,
        parcel: part["parcel"] as Json,
        customs_info: (part["customs_info"] as Json | undefined) ?? null,
        options: part["options"] as Json,
        carrier_accounts: ((members["carrier_accounts"] as (string | { id: string })[]) ?? []).map((one) =>
          typeof one === "string" ? one : one.id,
        ),
        tracking_code: null,
        insurance: null,
        refund_status: null,
        selected_rate: null,
      };
    });
    shipments.push(...of);
    const id = kind === "shipment" ? `shp_${last}` : `order_${last}`;
    const entry = { kind, id, of };
    held.set(id, entry);
    if (reference !== "") held.set(`${kind}:${reference}`, entry);
    return { status: 201, body: showHeld(entry, reference) };
  };
  const buy = (of: StubShipment[], rate: Json | undefined) => {
    if (rate === undefined)
      return { status: 422, body: { error: { code: "SHIPMENT.POSTAGE.FAILURE", message: "No such rate." } } };
    for (const one of of) {
      one.selected_rate = { ...rate, rate: "7.41" };
      one.tracking_code = `94001${one.id}`;
    }
    return { status: 200, body: null };
  };

  type Answer = { status: number; body: unknown };
  const notFound: Answer = { status: 404, body: { error: { code: "NOT_FOUND", message: "Not found." } } };
  const read = (method: string, url: URL, text: string): Answer => {
    const path = url.pathname;
    requests.push(`${method} ${path}`);
    const failure = failures.findIndex((one) => one.path === path);
    const [failing] = failure === -1 ? [] : failures.splice(failure, 1);
    if (failing !== undefined) return { status: failing.status, body: { error: failing.error } };
    const payload: Json = text === "" ? {} : JSON.parse(text);
    const refuse = (name: keyof typeof BODIES): Answer | null => {
      if (Value.Check(BODIES[name], payload)) return null;
      const [first] = Value.Errors(BODIES[name], payload);
      const message = `${first?.instancePath} ${first?.message}`;
      return { status: 422, body: { error: { code: "PARAMETER.INVALID", message } } };
    };
    if (path === "/v2/carrier_accounts")
      return {
        status: 200,
        body: carriers.map(({ type, human_readable }, index) => ({
          id: `ca_${index + 1}`,
          type,
          readable: human_readable,
        })),
      };
    if (path === "/v2/metadata/carriers")
      return {
        status: 200,
        body: {
          carriers: carriers.map(({ name, human_readable, type }) => ({
            name,
            human_readable,
            type,
            service_levels: [{ name: "Priority", human_readable: null }],
          })),
        },
      };
    if (method === "POST" && path === "/v2/shipments")
      return (
        refuse("shipment") ?? create(payload["shipment"] as Json, [payload["shipment"] as Json], "shipment")
      );
    if (method === "POST" && path === "/v2/orders") {
      const order = payload["order"] as Json;
      return refuse("order") ?? create(order, order["shipments"] as Json[], "order");
    }
    if (path === "/v2/trackers") return refuse("tracker") ?? { status: 200, body: tracker };
    if (path === "/v2/scan_forms") {
      const refused = refuse("scan_form");
      if (refused !== null) return refused;
      if (stub.form_failure !== null)
        return { status: 201, body: { id: "sf_1", status: "failed", message: stub.form_failure } };
      const carrier = String(shipments[0]?.selected_rate?.["carrier"]);
      return forms.includes(carrier)
        ? { status: 201, body: { id: "sf_1", status: "created", form_url: null } }
        : {
            status: 422,
            body: { error: { code: "SCAN_FORM.ERROR", message: `${carrier} is not supported.` } },
          };
    }
    const [, kinds = "", id = "", verb] = /^\/v2\/(shipments|orders)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const kind = kinds === "orders" ? "order" : "shipment";
    const entry = held.get(id) ?? held.get(`${kind}:${id}`);
    const one =
      shipments.find((shipment) => shipment.id === id) ?? (entry?.kind === kind ? entry.of[0] : undefined);
    if (one === undefined || (verb === undefined && entry !== undefined && entry.kind !== kind))
      return notFound;
    const reference =
      entry?.kind === "order"
        ? ([...held].find(([key, of]) => of === entry && key.startsWith("order:"))?.[0].slice(6) ?? "")
        : one.reference;
    if (verb === undefined)
      return { status: 200, body: entry === undefined ? show(one) : showHeld(entry, reference) };
    if (verb === "buy" && entry !== undefined) {
      const refused = refuse(kind === "order" ? "order_buy" : "shipment_buy");
      if (refused !== null) return refused;
      const rate = rates(entry.of).find((of) =>
        kind === "order"
          ? of.carrier === payload["carrier"] && of.service === payload["service"]
          : of.id === (payload["rate"] as Json)["id"],
      );
      const bought = buy(entry.of, rate);
      return bought.status === 200 ? { status: 200, body: showHeld(entry, reference) } : bought;
    }
    if (verb === "insure") {
      const refused = refuse("insure");
      if (refused !== null) return refused;
      if (one.tracking_code === null)
        return { status: 422, body: { error: { code: "SHIPMENT.INSURANCE", message: "Buy it first." } } };
      one.insurance = String(payload["amount"]);
      return { status: 200, body: show(one) };
    }
    if (verb === "refund") {
      one.refund_status = "submitted";
      return refuse("refund") ?? { status: 200, body: show(one) };
    }
    return notFound;
  };

  const base_url = await serve((request, body, response: ServerResponse) => {
    const answer = read(request.method ?? "GET", new URL(request.url ?? "/", "http://vendor"), body);
    response
      .writeHead(answer.status, { "content-type": "application/json" })
      .end(JSON.stringify(answer.body));
  });
  const stub: MultiCarrierStub = {
    base_url,
    requests,
    shipments,
    tracker,
    form_failure: null,
    fail: (path, status, error) => void failures.push({ path, status, error }),
  };
  return stub;
}
