/**
 * A commercial API to many carriers, in the form that EasyPost publishes: JSON, the key as user of basic authentication.
 * One package is a shipment there, which every carrier has; several are an order, which few have. Both are created with
 * rates and then bought.
 *
 * Our reference names the shipment or order wherever its id would: what an earlier attempt created is found by it, and
 * bought or returned. Nothing is charged for what is not bought.
 *
 * Source: the vendor's public reference of Shipments, Returns, Orders, Customs Infos, Shipping Insurance, Refunds, Scan
 * Forms, Pickups, Trackers, Addresses, Carrier Metadata.
 */
import { splitAmount } from "#vocabulary/money.ts";
import { type Calls, createCalls, failed } from "../calls.ts";
import {
  type Carrier,
  CarrierFailed,
  type LabelFormat,
  type Purchase,
  type PurchaseRequest,
  type Shipment,
} from "../port.ts";
import {
  buildServiceCode,
  type Held,
  holdOrder,
  holdShipment,
  isBought,
  isSameService,
  readCheck,
  readError,
  readFault,
  readPickup,
  readPurchase,
  readRate,
  readTrackState,
  spellCarrier,
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
import { writeAddress, writeInsurance, writeOrder, writeShipment } from "./write-shipment.ts";

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
  const path = (held: Pick<Held, "kind">, id: string) => `/v2/${held.kind}s/${encodeURIComponent(id)}`;
  const findHeld = async (kind: Held["kind"], id: string): Promise<Held | null> => {
    if (kind === "order") {
      const order = await calls.find(path({ kind }, id), Order);
      return order === null ? null : holdOrder(order);
    }
    const shipment = await calls.find(path({ kind }, id), OrderedShipment);
    return shipment === null ? null : holdShipment(shipment);
  };
  const findById = (id: string) => findHeld(id.startsWith("order_") ? "order" : "shipment", id);
  /** By our reference. Where the number of packages is not known, it may be of either. */
  const find = async (reference: string, shipment?: Shipment): Promise<Held | null> => {
    if ((shipment?.packages.length ?? 0) > 1) return findHeld("order", reference);
    return (await findHeld("shipment", reference)) ?? findHeld("order", reference);
  };
  const create = async (shipment: Shipment, format: LabelFormat, reference: string | null): Promise<Held> => {
    const terms = { carrier_ids, format, reference };
    if (shipment.packages.length > 1)
      return holdOrder(await calls.post("/v2/orders", { order: writeOrder(shipment, terms) }, Order));
    const body = { shipment: writeShipment(shipment, terms) };
    return holdShipment(await calls.post("/v2/shipments", body, OrderedShipment));
  };

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
      const carriers_answer = await calls.get(
        `/v2/metadata/carriers?carriers=${carriers}&types=service_levels`,
        Carriers,
      );
      return carriers_answer.carriers.flatMap(({ name, human_readable, type, service_levels = [] }) => {
        const carrier = spellCarrier(human_readable ?? name, type ?? findAccountType(accounts, name));
        return service_levels.map((level) => ({
          code: buildServiceCode(carrier, level.name),
          name: `${human_readable ?? name} ${level.human_readable ?? level.name}`,
          carrier,
        }));
      });
    },

    async rate(shipment, services) {
      writeInsurance(shipment);
      const { rates, messages } = await create(shipment, "pdf", null);
      return {
        // In the spelling that was asked for: accounts have stored either.
        rates: rates.map(readRate).flatMap((rate) => {
          const code =
            services.length === 0 ? rate.code : services.find((one) => isSameService(one, rate.code));
          return code === undefined ? [] : [{ ...rate, code }];
        }),
        faults: messages.map(readFault),
      };
    },

    async buy(request) {
      const { reference, format, shipment } = request;
      writeInsurance(shipment);
      const existing = await find(reference, shipment);
      if (existing !== null && isBought(existing)) return insure(calls, existing, shipment);
      const held = existing ?? (await create(shipment, format, reference));
      return insure(calls, await buyHeld(calls, held, request), shipment);
    },

    async find(reference, shipment) {
      const held = await find(reference, shipment);
      if (held === null || !isBought(held)) return null;
      return shipment === undefined ? readPurchase(held) : insure(calls, held, shipment);
    },

    async getLabels({ carrier_reference }, format) {
      const held = await findById(carrier_reference);
      if (held === null) throw failed("unknown");
      return Promise.all(
        held.shipments.map(async (shipment) => ({
          tracking_number: shipment.tracking_code ?? "",
          format,
          bytes: await calls.getFile(await findLabelUrl(calls, shipment, format)),
        })),
      );
    },

    async cancel({ carrier_reference, tracking_number }) {
      const held = await findById(carrier_reference);
      if (held === null) throw failed("unknown");
      const matching_shipments = held.shipments.filter(
        ({ tracking_code }) => tracking_number === null || tracking_code === tracking_number,
      );
      if (matching_shipments.length === 0) throw failed("unknown");
      await refund(calls, matching_shipments);
      const now = await findById(held.id);
      if (now === null) throw failed("unreadable_answer");
      return readPurchase(now);
    },

    async manifest({ reference, purchases }) {
      const ids = purchases.flatMap(({ packages }) => packages.flatMap((one) => one.carrier_reference ?? []));
      const form = await findOrCreateForm(calls, ids);
      if (form.status === "failed") {
        const refused = failed("request_refused", form.message ?? "", "SCAN_FORM");
        throw isWithoutForms(refused) ? failed("unsupported", refused.message, "SCAN_FORM") : refused;
      }
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
      const existing = await calls.find(`/v2/pickups/${encodeURIComponent(reference)}`, MultiPickup);
      const shipments = purchases.flatMap(({ packages }) =>
        packages.flatMap((one) => one.carrier_reference ?? []),
      );
      const pickup =
        existing ??
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
      const {
        status,
        updated_at,
        tracking_details = [],
      } = await calls.post("/v2/trackers", { tracker }, Tracker);
      return {
        state: readTrackState(status),
        known_at: updated_at ?? null,
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

/** The type of account that a carrier of the metadata belongs to. */
const findAccountType = (accounts: readonly { type: string }[], name: string): string | null =>
  accounts.find(({ type }) => type.replace(/Account$/, "").toLowerCase() === name.toLowerCase())?.type ??
  null;

/** Buys what was created at its rate for the service, if it costs no more than was quoted. */
async function buyHeld(
  calls: Calls,
  held: Held,
  { service: code, charge_minor, reference }: PurchaseRequest,
): Promise<Held> {
  const [rate] = held.rates
    .filter(({ carrier, service }) => isSameService(buildServiceCode(carrier, service), code))
    .toSorted((one, other) => readRate(one).charge_minor - readRate(other).charge_minor);
  if (rate === undefined)
    throw failed("request_refused", "The carrier does not offer this service for the shipment.", "NO_RATE");
  if (charge_minor !== null && readRate(rate).charge_minor > charge_minor)
    throw failed("price_changed", "", "PRICE_CHANGED");
  const { carrier, service, id } = rate;
  const path = `/v2/${held.kind}s/${encodeURIComponent(held.id)}/buy`;
  try {
    return held.kind === "order"
      ? holdOrder(await calls.post(path, { carrier, service }, Order))
      : holdShipment(await calls.post(path, { rate: { id } }, OrderedShipment));
  } catch (error) {
    // An overlapping attempt bought it first.
    if (!(error instanceof CarrierFailed) || error.failure !== "request_refused") throw error;
    const at = `/v2/${held.kind}s/${encodeURIComponent(reference)}`;
    const now =
      held.kind === "order"
        ? await calls.find(at, Order).then((order) => (order === null ? null : holdOrder(order)))
        : await calls.find(at, OrderedShipment).then((one) => (one === null ? null : holdShipment(one)));
    if (now === null || !isBought(now)) throw error;
    return now;
  }
}

async function refund(calls: Calls, shipments: Held["shipments"]): Promise<void> {
  for (const { id, refund_status } of shipments)
    if (!refund_status)
      await calls.post(`/v2/shipments/${encodeURIComponent(id)}/refund`, {}, OrderedShipment);
}

/**
 * Insures what was bought, in equal parts on its packages; the vendor takes insurance once it is bought. What it refuses to
 * insure is not kept: the labels are given back, and the purchase is refused.
 */
async function insure(calls: Calls, held: Held, shipment: Shipment): Promise<Purchase> {
  const insured_minor = writeInsurance(shipment);
  if (insured_minor === null || held.shipments.some(({ refund_status }) => refund_status))
    return readPurchase(held);
  const parts = splitAmount(
    insured_minor,
    held.shipments.map(() => 1),
  );
  for (const [index, { id, insurance }] of held.shipments.entries()) {
    if (Number(insurance ?? 0) > 0) continue;
    const amount = ((parts[index] ?? 0) / 100).toFixed(2);
    try {
      await calls.post(`/v2/shipments/${encodeURIComponent(id)}/insure`, { amount }, OrderedShipment);
    } catch (error) {
      if (!(error instanceof CarrierFailed) || error.is_temporary) throw error;
      await refund(calls, held.shipments);
      throw failed("request_refused", `The carrier does not insure it: ${error.message}`, error.carrier_code);
    }
  }
  return readPurchase(held);
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
  try {
    return await calls.post("/v2/scan_forms", { shipments: ids.map((id) => ({ id })) }, ScanForm);
  } catch (error) {
    throw isWithoutForms(error)
      ? failed("unsupported", (error as CarrierFailed).message, "SCAN_FORM")
      : error;
  }
}

/** Most carriers have no forms; the vendor says so in words only. */
const isWithoutForms = (error: unknown) =>
  error instanceof CarrierFailed &&
  error.failure === "request_refused" &&
  /(not|n't|un)[ -]?(currently |yet )?support/i.test(`${error.carrier_code} ${error.message}`);

/** A pickup is of one shipment or of one batch. */
async function writeSubject(calls: Calls, ids: readonly string[]) {
  const shipments = ids.map((id) => ({ id }));
  if (ids.length === 1) return { shipment: shipments[0] };
  return { batch: { id: (await calls.post("/v2/batches", { batch: { shipments } }, Batch)).id } };
}
