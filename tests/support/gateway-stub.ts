/**
 * A server in the form that Karrio publishes, strict as its description is: members that it does not describe and lengths
 * beyond its own are refused. It keeps each shipment as the carrier behind it prints and declares it. Source: the OpenAPI
 * description of the Karrio API, and the serializers of its server.
 */
import Type, { type TSchema } from "typebox";
import { Value } from "typebox/value";
import { serve } from "./exchanges.ts";

const Strict = <T extends Record<string, TSchema>>(members: T) =>
  Type.Object(members, { additionalProperties: false });
const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Address = Strict({
  person_name: Text(50),
  company_name: Text(50),
  address_line1: Text(50),
  address_line2: Text(50),
  city: Text(30),
  state_code: Text(20),
  postal_code: Text(10),
  country_code: Type.String({ pattern: "^[A-Z]{2}$" }),
  phone_number: Text(20),
  email: Text(254),
});
const Unit = Type.Enum(["KG", "LB", "OZ", "G"]);
const Amount = Type.Number({ minimum: 0 });
const Commodity = Strict({
  title: Text(35),
  description: Text(100),
  quantity: Type.Integer({ minimum: 1 }),
  weight: Amount,
  weight_unit: Unit,
  hs_code: Text(35),
  origin_country: Type.String({ pattern: "^[A-Z]{2}$" }),
  value_amount: Amount,
  value_currency: Type.String({ pattern: "^[A-Z]{3}$" }),
});
const shipment = {
  shipper: Address,
  recipient: Address,
  parcels: Type.Array(
    Strict({
      weight: Amount,
      weight_unit: Unit,
      length: Type.Optional(Amount),
      width: Type.Optional(Amount),
      height: Type.Optional(Amount),
      dimension_unit: Type.Optional(Type.Enum(["CM", "IN"])),
      description: Text(250),
      reference_number: Text(100),
    }),
    { minItems: 1 },
  ),
  options: Type.Record(Type.String(), Type.Unknown()),
  is_return: Type.Boolean(),
  carrier_ids: Type.Array(Type.String()),
  services: Type.Optional(Type.Array(Type.String())),
  customs: Type.Optional(
    Strict({
      content_type: Type.Enum(["documents", "gift", "sample", "merchandise", "return_merchandise", "other"]),
      content_description: Type.String(),
      certify: Type.Boolean(),
      signer: Text(50),
      commercial_invoice: Type.Boolean(),
      options: Type.Record(Type.String(), Type.Unknown()),
      duty: Strict({ paid_by: Type.Enum(["sender", "recipient", "third_party"]), currency: Type.String() }),
      commodities: Type.Array(Commodity, { minItems: 1 }),
    }),
  ),
};
const Form = Type.Enum(["PDF", "ZPL", "PNG"]);
const BODIES = {
  rates: Strict(shipment),
  shipment: Strict({ ...shipment, reference: Text(35), label_type: Type.Optional(Form) }),
  purchase: Strict({ selected_rate_id: Type.String(), label_type: Type.Optional(Form), reference: Text(35) }),
  manifest: Strict({
    carrier_name: Type.String(),
    address: Address,
    reference: Text(35),
    shipment_ids: Type.Array(Type.String(), { minItems: 1 }),
  }),
  tracker: Strict({ tracking_number: Type.String(), carrier_name: Type.String() }),
};

/** No connection of the gateway takes manifests. */
const WITHOUT_MANIFESTS = {
  status: 404,
  code: "not_found",
  message: "No active carrier connection found to process the request",
};

type Json = Record<string, unknown>;
type Line = Type.Static<typeof Commodity>;

export interface GatewayStub {
  base_url: string;
  /** What the label says: the addresses of a return are switched. */
  printed(): { from: unknown; to: unknown }[];
  /** The last request of rates. */
  getRatesRequest(): Json;
  /** What is declared to customs of the last shipment: carriers multiply weight and value by the quantity. */
  declared(): { pieces: number; weight_g: number; value: string };
  /** The form of the last label as it was drafted, and as it was purchased: the gateway buys a PDF where none is named. */
  forms(): { drafted: string; purchased: string };
  /**
   * Options of the server: the form of its labels, whether its carriers take manifests or how they refuse them, what a
   * tracker says.
   */
  settings: {
    sells_as: string | null;
    manifests: boolean | { status: number; code: string; message: string };
    tracker: Json;
    extra_charges: Json[];
  };
}

export async function startGatewayStub(): Promise<GatewayStub> {
  const created_shipments: {
    id: string;
    request: Json;
    status: string;
    drafted: string;
    label_type: string;
  }[] = [];
  const settings: GatewayStub["settings"] = {
    sells_as: null,
    manifests: true,
    tracker: {},
    extra_charges: [],
  };
  let requested_shipment: Json = {};
  const rate = () => ({
    id: "rat_1",
    carrier_name: "canadapost",
    carrier_id: "canadapost",
    currency: "CAD",
    service: "canadapost_priority",
    total_charge: 16.51,
    transit_days: 2,
    extra_charges: settings.extra_charges,
  });
  const show = ({ id, request, status, label_type }: (typeof created_shipments)[number]) => ({
    id,
    status,
    reference: request["reference"],
    label_type,
    carrier_name: "canadapost",
    service: "canadapost_priority",
    tracking_number: status === "draft" ? null : `12345678901${id.slice(4)}`,
    parcels: request["parcels"],
    rates: [rate()],
    selected_rate: status === "draft" ? null : rate(),
    meta: {},
  });
  const parties = ({ shipper, recipient, is_return }: Json) =>
    is_return === true ? { from: recipient, to: shipper } : { from: shipper, to: recipient };
  const refuse = (name: keyof typeof BODIES, payload: Json) => {
    const [first] = Value.Errors(BODIES[name], payload);
    return first === undefined
      ? null
      : {
          status: 400,
          body: { errors: [{ code: "invalid", message: `${first.instancePath} ${first.message}` }] },
        };
  };
  const answer = (method: string, url: URL, payload: Json): { status: number; body: unknown } => {
    const path = url.pathname;
    const at = created_shipments.find(({ id }) => path.startsWith(`/v1/shipments/${id}/`));
    if (path === "/v1/proxy/rates") {
      requested_shipment = payload;
      return refuse("rates", payload) ?? { status: 200, body: { rates: [rate()], messages: [] } };
    }
    if (path === "/v1/shipments" && method === "POST") {
      const form = String(payload["label_type"] ?? "PDF");
      const one = {
        id: `shp_${created_shipments.length + 1}`,
        request: payload,
        status: "draft",
        drafted: form,
        label_type: form,
      };
      const refused = refuse("shipment", payload);
      if (refused === null) created_shipments.push(one);
      return refused ?? { status: 201, body: show(one) };
    }
    if (path === "/v1/shipments") {
      const of = created_shipments.filter(
        ({ request: { reference } }) => reference === url.searchParams.get("reference"),
      );
      return { status: 200, body: { results: of.map(show) } };
    }
    if (at !== undefined && path.endsWith("/purchase")) {
      const refused = refuse("purchase", payload);
      if (refused !== null) return refused;
      Object.assign(at, { status: "purchased", label_type: String(payload["label_type"] ?? "PDF") });
      return { status: 200, body: show(at) };
    }
    if (at !== undefined && path.endsWith("/documents/label")) {
      const form = settings.sells_as ?? at.label_type;
      const bytes = { PDF: "%PDF-1.4", PNG: "\u0089PNG\r\n", ZPL: "^XA^XZ" }[form] ?? "";
      const base64 = Buffer.from(bytes, "latin1").toString("base64");
      return { status: 200, body: { category: "label", format: at.label_type, base64 } };
    }
    if (path === "/v1/manifests" && method === "GET") return { status: 200, body: { results: [] } };
    if (path === "/v1/manifests") {
      const { manifests } = settings;
      if (manifests === true) return refuse("manifest", payload) ?? { status: 201, body: { id: "manf_1" } };
      const { status, ...error } = manifests === false ? WITHOUT_MANIFESTS : manifests;
      return { status, body: { errors: [error] } };
    }
    if (path === "/v1/trackers") return refuse("tracker", payload) ?? { status: 200, body: settings.tracker };
    if (path.startsWith("/v1/manifests/")) return { status: 200, body: { format: "PDF", base64: null } };
    return { status: 404, body: { errors: [{ code: "not_found", message: `There is no ${path}.` }] } };
  };
  const base_url = await serve((request, body, response) => {
    const payload = body === "" ? {} : JSON.parse(body);
    const reply = answer(request.method ?? "GET", new URL(request.url ?? "/", "http://gateway"), payload);
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.body));
  });
  const customs = () =>
    ((created_shipments.at(-1)?.request ?? requested_shipment)["customs"] ?? {}) as { commodities?: Line[] };
  const sum = (of: (line: Line) => number) =>
    (customs().commodities ?? []).reduce((all, line) => all + of(line), 0);
  return {
    base_url,
    settings,
    getRatesRequest: () => requested_shipment,
    forms: () => ({
      drafted: created_shipments.at(-1)?.drafted ?? "",
      purchased: created_shipments.at(-1)?.label_type ?? "",
    }),
    printed: () =>
      [requested_shipment, ...created_shipments.map(({ request }) => request)]
        .filter(({ shipper }) => shipper)
        .map(parties),
    declared: () => ({
      pieces: sum(({ quantity }) => quantity),
      weight_g: Number((sum(({ quantity, weight }) => quantity * weight) * 1000).toFixed(6)),
      value: sum(({ quantity, value_amount }) => quantity * value_amount).toFixed(2),
    }),
  };
}
