/**
 * A commercial API to many carriers, in the form that EasyPost publishes: JSON, the key as user of basic authentication,
 * orders of several shipments that are created with rates and then bought.
 *
 * Our reference names the order wherever its id would: what an earlier attempt created is found by it, and bought or
 * returned. Nothing is charged for an order that is not bought.
 *
 * Source: the vendor's public reference of Orders, Shipments, Refunds, Scan Forms, Pickups, Trackers, Addresses, Metadata.
 */
import { type Calls, createCalls, failed } from "../calls.ts";
import { type Carrier, CarrierFailed, type LabelFormat, type PurchaseRequest } from "../port.ts";
import {
  buildServiceCode,
  isBought,
  readCheck,
  readError,
  readFault,
  readPickup,
  readPurchase,
  readRate,
  readTrackState,
  splitServiceCode,
} from "./read-answers.ts";
import {
  Accounts,
  Batch,
  Carriers,
  MultiPickup,
  Order,
  OrderedShipment,
  ScanForm,
  Tracker,
  VerifiedAddress,
} from "./schemas.ts";
import { writeAddress, writeOrder } from "./write-order.ts";

/** The vendor's own address. */
export const MULTI_CARRIER_URL = "https://api.easypost.com";

export interface MultiCarrierOptions {
  api_key: string;
  base_url: string;
  /** Carrier accounts of the vendor that this account uses; all when empty. */
  carrier_ids: readonly string[];
  private_addresses: boolean;
  user_agent: string;
  timeout_ms?: number | undefined;
}

export function createMultiCarrierApi(options: MultiCarrierOptions): Carrier {
  const basic = Buffer.from(`${options.api_key}:`).toString("base64");
  const calls = createCalls({ ...options, authorization: `Basic ${basic}`, readError });
  const { carrier_ids } = options;
  const find = (reference: string) => calls.find(`/v2/orders/${encodeURIComponent(reference)}`, Order);

  return {
    capabilities: {
      formats: ["pdf", "png", "zpl"],
      voids_packages: true,
      manifests: true,
      pickups: true,
      decides_later: true,
    },

    async listServices() {
      const accounts = await calls.get("/v2/carrier_accounts", Accounts);
      const names = accounts
        .filter(({ id }) => carrier_ids.length === 0 || carrier_ids.includes(id))
        .map(({ type }) => type.replace(/Account$/, "").toLowerCase());
      if (names.length === 0) return [];
      const carriers = encodeURIComponent([...new Set(names)].join(","));
      const known = await calls.get(
        `/v2/metadata/carriers?carriers=${carriers}&types=service_levels`,
        Carriers,
      );
      return known.carriers.flatMap(({ name, human_readable, service_levels = [] }) =>
        service_levels.map((level) => ({
          code: buildServiceCode(human_readable ?? name, level.name),
          name: `${human_readable ?? name} ${level.human_readable ?? level.name}`,
          carrier: human_readable ?? name,
        })),
      );
    },

    async rate(shipment, services) {
      const order = await calls.post(
        "/v2/orders",
        { order: writeOrder(shipment, { carrier_ids, format: "pdf", reference: null }) },
        Order,
      );
      return {
        rates: (order.rates ?? [])
          .map(readRate)
          .filter(({ code }) => services.length === 0 || services.includes(code)),
        faults: (order.messages ?? []).map(readFault),
      };
    },

    async buy(request) {
      const known = await find(request.reference);
      if (known !== null && isBought(known)) return readPurchase(known);
      const { reference, format } = request;
      const order =
        known ??
        (await calls.post(
          "/v2/orders",
          { order: writeOrder(request.shipment, { carrier_ids, format, reference }) },
          Order,
        ));
      return readPurchase(await buyOrder(calls, order, request));
    },

    async find(reference) {
      const order = await find(reference);
      return order === null || !isBought(order) ? null : readPurchase(order);
    },

    async getLabels({ reference }, format) {
      const order = await find(reference);
      if (order === null) throw failed("unknown");
      return Promise.all(
        order.shipments.map(async (shipment) => ({
          tracking_number: shipment.tracking_code ?? "",
          format,
          bytes: await calls.getFile(await findLabelUrl(calls, shipment, format)),
        })),
      );
    },

    async cancel({ reference, tracking_number }) {
      const order = await find(reference);
      if (order === null) throw failed("unknown");
      const meant = order.shipments.filter(
        ({ tracking_code }) => tracking_number === null || tracking_code === tracking_number,
      );
      if (meant.length === 0) throw failed("unknown");
      for (const { id, refund_status } of meant)
        if (!refund_status)
          await calls.post(`/v2/shipments/${encodeURIComponent(id)}/refund`, {}, OrderedShipment);
      const now = await find(reference);
      if (now === null) throw failed("unreadable_answer");
      return readPurchase(now);
    },

    async manifest({ reference, purchases }) {
      const ids = purchases.flatMap(({ packages }) => packages.flatMap((one) => one.carrier_reference ?? []));
      const form = await findOrCreateForm(calls, ids);
      if (form.status === "failed") throw failed("request_refused", form.message ?? "", "SCAN_FORM");
      return {
        reference,
        carrier_reference: form.id,
        state: form.form_url ? "created" : "pending",
        purchases: purchases.map((one) => one.reference),
        file: form.form_url ? await calls.getFile(form.form_url) : null,
      };
    },

    async schedulePickup(request) {
      const { reference, purchases } = request;
      const known = await calls.find(`/v2/pickups/${encodeURIComponent(reference)}`, MultiPickup);
      const shipments = purchases.flatMap(({ packages }) =>
        packages.flatMap((one) => one.carrier_reference ?? []),
      );
      const pickup =
        known ??
        (await calls.post(
          "/v2/pickups",
          {
            pickup: {
              reference,
              min_datetime: request.window_start.toISOString(),
              max_datetime: request.window_end.toISOString(),
              address: writeAddress(request.place),
              is_account_address: false,
              instructions: request.instructions,
              ...(await writeSubject(calls, shipments)),
            },
          },
          MultiPickup,
        ));
      if (pickup.confirmation) return readPickup(pickup, reference);
      const [rate] = (pickup.pickup_rates ?? []).toSorted(
        (one, other) => Number(one.rate) - Number(other.rate),
      );
      if (rate === undefined)
        throw failed("request_refused", "The carrier does not pick up there and then.", "PICKUP");
      const { carrier, service } = rate;
      return readPickup(
        await calls.post(
          `/v2/pickups/${encodeURIComponent(pickup.id)}/buy`,
          { carrier, service },
          MultiPickup,
        ),
        reference,
      );
    },

    async findPickup(reference) {
      const pickup = await calls.find(`/v2/pickups/${encodeURIComponent(reference)}`, MultiPickup);
      // Without a confirmation nobody comes: it was asked for its rates and not bought.
      return pickup?.confirmation ? readPickup(pickup, reference) : null;
    },

    async cancelPickup({ carrier_reference }) {
      const path = `/v2/pickups/${encodeURIComponent(carrier_reference)}`;
      const { status } = await calls.get(path, MultiPickup);
      if (status !== "canceled") await calls.post(`${path}/cancel`, {}, MultiPickup);
    },

    async track(tracking_number, carrier) {
      const tracker = { tracking_code: tracking_number, carrier };
      const { status, tracking_details = [] } = await calls.post("/v2/trackers", { tracker }, Tracker);
      return {
        state: readTrackState(status),
        events: tracking_details.map((event) => ({
          state: readTrackState(event.status),
          at: event.datetime ?? "",
          text: event.message ?? "",
          city: event.tracking_location?.city ?? "",
          country: event.tracking_location?.country ?? "",
        })),
      };
    },

    async checkAddress(place) {
      const body = { address: writeAddress(place), verify: true };
      return readCheck(place, await calls.post("/v2/addresses", body, VerifiedAddress));
    },
  };
}

/** Buys the order at its rate for the service, if it costs no more than was quoted. */
async function buyOrder(
  calls: Calls,
  order: Order,
  { service: code, charge_minor, reference }: PurchaseRequest,
): Promise<Order> {
  const { carrier, service } = splitServiceCode(code);
  const rate = order.rates?.find((one) => one.carrier === carrier && one.service === service);
  if (rate === undefined)
    throw failed("request_refused", "The carrier does not offer this service for the shipment.", "NO_RATE");
  if (charge_minor !== null && readRate(rate).charge_minor > charge_minor)
    throw failed("price_changed", "", "PRICE_CHANGED");
  try {
    return await calls.post(`/v2/orders/${encodeURIComponent(order.id)}/buy`, { carrier, service }, Order);
  } catch (error) {
    // An attempt that overlapped with this one may have bought it.
    if (!(error instanceof CarrierFailed) || error.failure !== "request_refused") throw error;
    const now = await calls.find(`/v2/orders/${encodeURIComponent(reference)}`, Order);
    if (now === null || !isBought(now)) throw error;
    return now;
  }
}

const FILE_TYPES: Readonly<Record<LabelFormat, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  zpl: "application/zpl",
};

/** The address of a label in a format; the vendor converts it where it has another one. */
async function findLabelUrl(calls: Calls, shipment: OrderedShipment, format: LabelFormat): Promise<string> {
  const present = getLabelUrl(shipment, format);
  if (present !== null) return present;
  const path = `/v2/shipments/${encodeURIComponent(shipment.id)}/label?file_format=${format.toUpperCase()}`;
  const converted = getLabelUrl(await calls.get(path, OrderedShipment), format);
  if (converted === null)
    throw failed("unsupported", `The carrier gives no label as ${format.toUpperCase()}.`);
  return converted;
}

function getLabelUrl({ postage_label: label }: OrderedShipment, format: LabelFormat): string | null {
  if (label?.label_file_type === FILE_TYPES[format] && label.label_url) return label.label_url;
  if (format === "pdf") return label?.label_pdf_url ?? null;
  return format === "zpl" ? (label?.label_zpl_url ?? null) : null;
}

/** Shipments are on one form only: that of the first shows whether an earlier attempt created it. */
async function findOrCreateForm(calls: Calls, ids: readonly string[]): Promise<ScanForm> {
  const [first] = ids;
  if (first === undefined) throw failed("request_refused", "A manifest needs a package.");
  const { scan_form } = await calls.get(`/v2/shipments/${encodeURIComponent(first)}`, OrderedShipment);
  if (scan_form) return calls.get(`/v2/scan_forms/${encodeURIComponent(scan_form.id)}`, ScanForm);
  return calls.post("/v2/scan_forms", { shipments: ids.map((id) => ({ id })) }, ScanForm);
}

/** A pickup is of one shipment or of one batch. */
async function writeSubject(calls: Calls, ids: readonly string[]) {
  const shipments = ids.map((id) => ({ id }));
  if (ids.length === 1) return { shipment: shipments[0] };
  return { batch: { id: (await calls.post("/v2/batches", { batch: { shipments } }, Batch)).id } };
}
