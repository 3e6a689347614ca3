/**
 * A gateway to many carriers that a business runs itself, in the form that Karrio publishes: JSON, a token, shipments
 * that are drafts until their label is purchased.
 *
 * The gateway has no keys that make a request happen once. Before each purchase the shipment is looked up by our
 * reference: a draft that an earlier attempt left is purchased, a purchased shipment is the answer.
 *
 * Source: the OpenAPI description of the Karrio API, version 2026.1.
 */
import type { Static } from "typebox";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { type Calls, createCalls, failed } from "../calls.ts";
import { type Carrier, CarrierFailed, type PurchaseRequest } from "../port.ts";
import {
  readError,
  readEventTime,
  readFault,
  readFormat,
  readPickup,
  readPurchase,
  readRate,
  readTrackState,
  writeName,
} from "./read-answers.ts";
import {
  Connections,
  GatewayAddress,
  GatewayManifest,
  GatewayPickup,
  GatewayShipment,
  Manifests,
  Pickups,
  Rates,
  Services,
  Shipments,
  ShippingDocument,
  Tracker,
} from "./schemas.ts";
import { writeAddress, writeShipment } from "./write-shipment.ts";

export interface ShippingGatewayOptions {
  api_key: string;
  base_url: string;
  /** Connections of the gateway that this account uses; all when empty. */
  carrier_ids: readonly string[];
  private_addresses: boolean;
  user_agent: string;
  timeout_ms?: number | undefined;
}

const LIST_MAX = 20;

export function createShippingGateway(options: ShippingGatewayOptions): Carrier {
  const calls = createCalls({ ...options, authorization: `Token ${options.api_key}`, readError });
  const { carrier_ids } = options;

  const findShipment = async (reference: string): Promise<GatewayShipment | null> => {
    const { results } = await calls.get(
      `/v1/shipments?reference=${encodeURIComponent(reference)}&limit=${LIST_MAX}`,
      Shipments,
    );
    const ours = results.filter((one) => one.reference === reference);
    // One that was purchased counts, whatever drafts are beside it.
    return ours.find(({ status }) => status !== "draft") ?? ours[0] ?? null;
  };

  const findPickup = async (reference: string): Promise<GatewayPickup | undefined> => {
    const { results } = await calls.get(
      `/v1/pickups?metadata_key=reference&metadata_value=${encodeURIComponent(reference)}&limit=${LIST_MAX}`,
      Pickups,
    );
    return results.find(({ metadata }) => metadata?.["reference"] === reference);
  };

  return {
    capabilities: {
      formats: ["pdf", "zpl", "png"],
      voids_packages: false,
      manifests: true,
      pickups: true,
      decides_later: false,
    },

    async listServices() {
      const { results } = await calls.get(`/v1/connections?limit=100`, Connections);
      const names = new Set(
        results
          .filter(({ active, carrier_id }) => active !== false && isUsed(carrier_ids, carrier_id))
          .map(({ carrier_name }) => carrier_name),
      );
      const services = await Promise.all(
        [...names].map(async (carrier) => {
          const codes = await calls.get(`/v1/carriers/${encodeURIComponent(carrier)}/services`, Services);
          return Object.keys(codes).map((code) => ({ code, name: writeName(code), carrier }));
        }),
      );
      return services.flat();
    },

    async rate(shipment, services) {
      const body = { ...writeShipment(shipment), carrier_ids, ...(services.length > 0 ? { services } : {}) };
      const { rates, messages = [] } = await calls.post("/v1/proxy/rates", body, Rates);
      return { rates: rates.flatMap(readRate), faults: messages.map(readFault) };
    },

    async buy(request) {
      const existing = await findShipment(request.reference);
      if (existing !== null && existing.status !== "draft") return readPurchase(existing);
      const draft =
        existing ??
        (await calls.post(
          "/v1/shipments",
          {
            ...writeShipment(request.shipment),
            reference: request.reference,
            label_type: request.format.toUpperCase(),
            services: [request.service],
            carrier_ids,
          },
          GatewayShipment,
        ));
      try {
        return readPurchase(await purchase(calls, draft, request));
      } catch (error) {
        const now = isStateError(error) ? await findShipment(request.reference) : null;
        if (now === null || now.status === "draft") throw error;
        return readPurchase(now);
      }
    },

    async find(reference) {
      const shipment = await findShipment(reference);
      return shipment === null || shipment.status === "draft" ? null : readPurchase(shipment);
    },

    async getLabels({ carrier_reference, reference }) {
      const { format, base64 } = await calls.post(
        `/v1/shipments/${encodeURIComponent(carrier_reference)}/documents/label`,
        {},
        ShippingDocument,
      );
      const shipment = await findShipment(reference);
      if (!base64 || shipment === null) throw failed("unreadable_answer");
      const bytes = Buffer.from(base64, "base64");
      return [
        {
          format: readFormat(bytes, format ?? "PDF"),
          bytes,
          tracking_number: shipment.tracking_number ?? "",
        },
      ];
    },

    async cancel({ reference, carrier_reference, tracking_number }) {
      const shipment = await findShipment(reference);
      if (shipment === null) throw failed("unknown");
      const purchased = readPurchase(shipment);
      if (tracking_number !== null && purchased.packages.length > 1)
        throw failed("unsupported", "The gateway cancels whole shipments only.");
      if (shipment.status === "cancelled") return purchased;
      const path = `/v1/shipments/${encodeURIComponent(carrier_reference)}/cancel`;
      return readPurchase(await calls.post(path, {}, GatewayShipment));
    },

    async manifest({ reference, carrier, purchases, from }) {
      const manifests = await calls.get(
        `/v1/manifests?carrier_name=${encodeURIComponent(carrier)}&limit=${LIST_MAX}`,
        Manifests,
      );
      const manifest =
        manifests.results.find((one) => one.reference === reference) ??
        (await createManifest(calls, {
          carrier_name: carrier,
          address: writeAddress(from),
          reference,
          shipment_ids: purchases.map(({ carrier_reference }) => carrier_reference),
        }));
      const { base64 } = await calls.post(
        `/v1/manifests/${encodeURIComponent(manifest.id)}/document`,
        {},
        ShippingDocument,
      );
      return {
        reference,
        carrier_reference: manifest.id,
        state: "created",
        purchases: purchases.map((one) => one.reference),
        file: base64 ? Buffer.from(base64, "base64") : null,
      };
    },

    async schedulePickup(request) {
      const { reference, carrier, place, window_start, window_end, time_zone, packages } = request;
      const pickup =
        (await findPickup(reference)) ??
        (await calls.post(
          "/v1/pickups",
          {
            carrier_code: carrier,
            pickup_date: toLocalDate(window_start, time_zone),
            ready_time: toLocalTime(window_start, time_zone),
            closing_time: toLocalTime(window_end, time_zone),
            address: writeAddress(place),
            parcels_count: packages,
            instruction: request.instructions,
            tracking_numbers: request.purchases.map(({ tracking_number }) => tracking_number),
            metadata: { reference },
          },
          GatewayPickup,
        ));
      return readPickup(pickup, reference);
    },

    async findPickup(reference) {
      const pickup = await findPickup(reference);
      return pickup === undefined ? null : readPickup(pickup, reference);
    },

    async cancelPickup({ carrier_reference }) {
      const path = `/v1/pickups/${encodeURIComponent(carrier_reference)}/cancel`;
      try {
        await calls.post(path, { reason: "Not needed" }, GatewayPickup);
      } catch (error) {
        // It is cancelled already.
        if (!isStateError(error)) throw error;
      }
    },

    async track(tracking_number, carrier) {
      const { status, events = [] } = await calls.post(
        "/v1/trackers",
        { tracking_number, carrier_name: carrier },
        Tracker,
      );
      return {
        state: readTrackState(status),
        known_at: null,
        // The gateway gives the latest first.
        events: events.toReversed().map((event) => ({
          state: readTrackState(event.status),
          at: readEventTime(event),
          text: event.description ?? "",
          city: event.location ?? "",
          country: "",
        })),
      };
    },

    async checkAddress(place) {
      const checked = await calls.post(
        "/v1/addresses",
        { ...writeAddress(place), validate_location: true },
        GatewayAddress,
      );
      return { is_deliverable: checked.validation?.success ?? null, corrected: null, reasons: [] };
    },
  };
}

/** The purchase of a draft at the rate of the service, if it costs no more than was quoted. */
async function purchase(
  calls: Calls,
  draft: GatewayShipment,
  { service, charge_minor, format, reference }: PurchaseRequest,
): Promise<GatewayShipment> {
  const rates = (draft.rates ?? []).filter((one) => one.service === service);
  const [cheapest] = rates
    .flatMap((rate) => readRate(rate).map((read) => ({ id: rate.id, charge_minor: read.charge_minor })))
    .sort((one, other) => one.charge_minor - other.charge_minor);
  if (cheapest?.id === undefined || cheapest.id === null)
    throw failed("request_refused", "The carrier does not offer this service for the shipment.", "NO_RATE");
  if (charge_minor !== null && cheapest.charge_minor > charge_minor)
    throw failed("price_changed", "", "PRICE_CHANGED");
  return calls.post(
    `/v1/shipments/${encodeURIComponent(draft.id)}/purchase`,
    { selected_rate_id: cheapest.id, label_type: format.toUpperCase(), reference },
    GatewayShipment,
  );
}

/** Carriers that take no manifests: the gateway finds no connection that does, or its connector has no such method. */
async function createManifest(calls: Calls, body: object): Promise<Static<typeof GatewayManifest>> {
  try {
    return await calls.post("/v1/manifests", body, GatewayManifest);
  } catch (error) {
    if (!(error instanceof CarrierFailed)) throw error;
    const { failure, carrier_code, message } = error;
    if (failure === "unknown" || carrier_code === "SHIPPING_SDK_NON_SUPPORTED_ERROR")
      throw failed("unsupported", message, carrier_code);
    throw error;
  }
}

/** The gateway's code for a shipment or pickup that is in another state: an earlier attempt has succeeded. */
const isStateError = (error: unknown) =>
  error instanceof CarrierFailed && error.carrier_code === "state_error";

const isUsed = (carrier_ids: readonly string[], carrier_id: string) =>
  carrier_ids.length === 0 || carrier_ids.includes(carrier_id);

const toLocalTime = (at: Date, time_zone: string) =>
  at.toLocaleTimeString("en-GB", { timeZone: time_zone, hour: "2-digit", minute: "2-digit" });
