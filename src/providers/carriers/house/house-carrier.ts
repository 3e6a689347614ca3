/**
 * A carrier that needs nobody: the business's own deliveries sold as labels, with rate cards, GS1 labels, manifests and
 * pickups. It works without a connection, and keeps books of its own (`books.ts`) like any foreign company.
 */
import { drawInThread } from "#platform/drawing/threads.ts";
import { findUnprintable } from "#platform/drawing/typeset.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { addDays } from "#vocabulary/calendar.ts";
import {
  type Carrier,
  CarrierFailed,
  type CarrierFault,
  type CarrierRate,
  type LabelFile,
  type LabelFormat,
  type Manifest,
  type PackageState,
  type Pickup,
  type Purchase,
  type Shipment,
  type TrackAnswer,
  type TrackEvent,
} from "../port.ts";
import { checkAddress } from "./addresses.ts";
import { type HouseLabelContents, template as labelTemplate } from "./label.ts";
import { type HouseManifestContents, template as manifestTemplate } from "./manifest.ts";
import {
  buildConfirmation,
  buildRouting,
  buildSortCode,
  buildSscc,
  formatSscc,
  parseSscc,
} from "./numbers.ts";
import { quote } from "./pricing.ts";
import type { ServiceCard } from "./rate-card.ts";
import type {
  HouseAccount,
  HouseManifest,
  HousePackage,
  HousePickup,
  HouseShipment,
  PackageChange,
} from "./store.ts";

/** A refund is requested within this many days after the purchase. */
const REFUND_DAYS = 30;
/** A request for a refund is decided after a day. */
const REFUND_DECIDED_AFTER_MS = 24 * 60 * 60_000;
/** Pickups are ordered at most this many days ahead, and need an hour. */
const PICKUP_DAYS_MAX = 14;
const PICKUP_WINDOW_MIN_MS = 60 * 60_000;

export function createHouseCarrier(account: HouseAccount): Carrier {
  const { store, currency, rate_card, now } = account;
  const findService = (code: string): ServiceCard => {
    const service = rate_card.services.find((one) => one.code === code);
    if (service === undefined)
      throw new CarrierFailed("request_refused", `There is no service ${code}.`, "UNKNOWN_SERVICE");
    return service;
  };
  const getShipment = async (reference: string): Promise<HouseShipment> => {
    const [shipment] = await store.findShipments([reference]);
    if (shipment === undefined) throw new CarrierFailed("unknown", `There is no shipment ${reference}.`);
    return shipment;
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
      return rate_card.services.map(({ code, name }) => ({ code, name, carrier: "house" }));
    },

    async rate(shipment, services) {
      const unprintable = findUnprintablePart(shipment);
      if (unprintable !== null)
        return { rates: [], faults: [{ carrier: "house", code: "UNPRINTABLE", text: unprintable }] };
      const rates: CarrierRate[] = [];
      const faults: CarrierFault[] = [];
      for (const service of rate_card.services) {
        if (services.length > 0 && !services.includes(service.code)) continue;
        const quoted = quote(rate_card, service, shipment, currency);
        if ("rate" in quoted) rates.push(quoted.rate);
        else
          faults.push({
            carrier: "house",
            code: quoted.refused.code,
            text: `${service.name}: ${quoted.refused.text}`,
          });
      }
      return { rates, faults };
    },

    async buy({ reference, service: code, shipment, charge_minor }) {
      const [existing] = await store.findShipments([reference]);
      if (existing !== undefined) return toPurchase(existing, now);
      const unprintable = findUnprintablePart(shipment);
      if (unprintable !== null) throw new CarrierFailed("request_refused", unprintable, "UNPRINTABLE");
      const quoted = quote(rate_card, findService(code), shipment, currency);
      if ("refused" in quoted)
        throw new CarrierFailed("request_refused", quoted.refused.text, quoted.refused.code);
      const { rate, zone, packages_minor } = quoted;
      if (charge_minor !== null && rate.charge_minor > charge_minor)
        throw new CarrierFailed(
          "price_changed",
          "The carrier charges more than was quoted.",
          "PRICE_CHANGED",
        );
      const sold = await store.enterSale({
        reference,
        service: code,
        zone,
        shipment,
        charge_minor: rate.charge_minor,
        currency,
        gs1_prefix: account.gs1_prefix,
        packages_minor,
        bought_at: now,
      });
      return toPurchase(sold, now);
    },

    async find(reference) {
      const [shipment] = await store.findShipments([reference]);
      return shipment === undefined ? null : toPurchase(shipment, now);
    },

    async getLabels({ reference }, format) {
      return drawLabels(account, await getShipment(reference), format);
    },

    async cancel({ reference, tracking_number }) {
      const changed = await store.changePackages(
        reference,
        (shipment) => decideCancellation(shipment, tracking_number),
        now,
      );
      if (changed === null) throw new CarrierFailed("unknown", `There is no shipment ${reference}.`);
      return toPurchase(changed, now);
    },

    async manifest({ reference, purchases, from, date }) {
      const entered = await store.enterManifest(
        { reference, from, date, created_at: now },
        purchases.map((one) => one.reference),
      );
      return toManifest(account, entered);
    },

    async schedulePickup({ reference, place, window_start, window_end, packages }) {
      // Repeated after its window is over, it is the one that was entered.
      const existing = await store.findPickup(reference);
      if (existing !== null) return toPickup(existing, currency);
      const fault = findWindowFault(window_start, window_end, now);
      if (fault !== null) throw new CarrierFailed("request_refused", fault, "WINDOW");
      return toPickup(
        await store.enterPickup({ reference, place, window_start, window_end, packages }),
        currency,
      );
    },

    async findPickup(reference) {
      const pickup = await store.findPickup(reference);
      return pickup === null ? null : toPickup(pickup, currency);
    },

    async cancelPickup({ reference }) {
      const pickup = await store.cancelPickup(reference, now);
      if (pickup === null) throw new CarrierFailed("unknown", `There is no pickup ${reference}.`);
    },

    async track(tracking_number) {
      const serial = parseSscc(tracking_number, account.gs1_prefix);
      const shipment = serial === null ? null : await store.findByPackage(serial);
      const one = shipment?.packages.find(({ id }) => id === serial);
      if (shipment === null || one === undefined)
        throw new CarrierFailed("unknown", `There is no package ${tracking_number}.`);
      return buildTrack(shipment, one);
    },

    async checkAddress(place) {
      return checkAddress(place);
    },
  };
}

/** What a label would show as `?`, and what to do about it; null where it prints everything. */
function findUnprintablePart({ from, to, packages }: Shipment): string | null {
  const texts: [field: string, text: string | null | undefined][] = [
    ...(["ship_from", "ship_to"] as const).flatMap((side) =>
      (["name", "line1", "line2", "city", "region", "postal_code"] as const).map(
        (member): [string, string | null | undefined] => [
          `${side}/${member}`,
          (side === "ship_from" ? from : to)[member],
        ],
      ),
    ),
    ...packages.map(({ reference }, index): [string, string] => [`packages/${index}/reference`, reference]),
  ];
  for (const [field, text] of texts) {
    const lost = text ? findUnprintable(text) : [];
    if (lost.length > 0)
      return `${field} has letters that no font of the label has (${lost.slice(0, 5).join(" ")}): write it in others, such as Latin ones.`;
  }
  return null;
}

/** Before the manifest packages are voided; after it their refund is requested, which is decided later. */
function decideCancellation(
  { packages, gs1_prefix, manifested_at }: HouseShipment,
  tracking_number: string | null,
): PackageChange {
  const matching_packages = packages.filter(
    ({ id }) => tracking_number === null || buildSscc(gs1_prefix, id) === tracking_number,
  );
  if (matching_packages.length === 0)
    throw new CarrierFailed("unknown", `There is no package ${tracking_number}.`);
  const open = matching_packages.filter(({ state }) => state === "bought");
  const state = manifested_at === null ? "voided" : "refund_requested";
  return new Map(open.map(({ id }) => [id, state]));
}

/** What the carrier says of a package now: requests are decided after a day, by the time at which they were made. */
function findState({ state, cancelled_at }: HousePackage, bought_at: Date, now: Date): PackageState {
  if (state !== "refund_requested" || cancelled_at === null) return state;
  if (now.getTime() - cancelled_at.getTime() < REFUND_DECIDED_AFTER_MS) return "refund_requested";
  const days = (cancelled_at.getTime() - bought_at.getTime()) / 86_400_000;
  return days <= REFUND_DAYS ? "refunded" : "refund_rejected";
}

function toPurchase(shipment: HouseShipment, now: Date): Purchase {
  const { gs1_prefix, packages } = shipment;
  const label_packages = packages.map((one) => ({
    tracking_number: buildSscc(gs1_prefix, one.id),
    carrier_reference: String(one.id),
    charge_minor: one.charge_minor,
    state: findState(one, shipment.bought_at, now),
  }));
  return {
    reference: shipment.reference,
    carrier_reference: String(shipment.id),
    carrier: "house",
    service: shipment.service,
    charge_minor: shipment.charge_minor,
    currency: shipment.currency,
    tracking_number: label_packages[0]?.tracking_number ?? "",
    packages: label_packages,
    manifest_reference: shipment.manifest_reference,
  };
}

async function drawLabels(
  { name, language }: HouseAccount,
  shipment: HouseShipment,
  format: LabelFormat,
): Promise<LabelFile[]> {
  const { gs1_prefix, packages, service, zone, shipment: of } = shipment;
  return Promise.all(
    packages.map(async ({ id }, index) => {
      const sscc = buildSscc(gs1_prefix, id);
      const one = of.packages[index];
      const contents: HouseLabelContents = {
        shipper: name,
        service,
        ship_date: of.ship_date,
        from: of.from,
        to: of.to,
        reference: shipment.reference,
        sort_code: buildSortCode(service, zone),
        routing: buildRouting(of.to, service, zone),
        marks: [
          ...(of.is_return ? ["RETURN"] : []),
          ...(of.signature_required ? ["SIGNATURE"] : []),
          ...(of.saturday_delivery ? ["SATURDAY"] : []),
          ...(of.customs === null ? [] : ["CUSTOMS"]),
        ],
        packages: [
          {
            sscc,
            sscc_text: formatSscc(sscc, gs1_prefix),
            weight_g: one?.weight_g ?? 0,
            part: `${index + 1} / ${packages.length}`,
            reference: one?.reference ?? "",
          },
        ],
      };
      const issued_at = shipment.bought_at.toISOString();
      const { bytes } = await draw({
        template_url: labelTemplate.url,
        format,
        contents,
        language,
        issued_at,
      });
      return { tracking_number: sscc, format, bytes };
    }),
  );
}

async function draw(drawing: Parameters<typeof drawInThread>[0]): Promise<{ bytes: Buffer }> {
  try {
    return { bytes: Buffer.from((await drawInThread(drawing)).bytes) };
  } catch (error) {
    if (error instanceof ThreadsBusy)
      throw new CarrierFailed("rate_limited", "Too many labels are being drawn.");
    throw error;
  }
}

async function toManifest(
  { name, language }: HouseAccount,
  { manifest, shipments }: { manifest: HouseManifest; shipments: readonly HouseShipment[] },
): Promise<Manifest> {
  const lines = shipments.flatMap(({ reference, service, shipment, packages, gs1_prefix }) =>
    packages.flatMap(({ id, state }, index) => {
      if (state === "voided") return [];
      const { city = "", country = "", postal_code = "" } = shipment.to;
      const weight_g = shipment.packages[index]?.weight_g ?? 0;
      return [
        {
          sscc: buildSscc(gs1_prefix, id),
          reference,
          service,
          to: `${postal_code} ${city} ${country}`.trim(),
          weight_g,
        },
      ];
    }),
  );
  const number = buildConfirmation("MF", manifest.id);
  const contents: HouseManifestContents = {
    shipper: name,
    number,
    date: manifest.date,
    from: manifest.from,
    weight_g: lines.reduce((sum, { weight_g }) => sum + weight_g, 0),
    lines,
  };
  const issued_at = manifest.created_at.toISOString();
  const { bytes } = await draw({ template_url: manifestTemplate.url, contents, language, issued_at });
  return {
    reference: manifest.reference,
    carrier_reference: number,
    state: "created",
    purchases: shipments.map(({ reference }) => reference),
    file: bytes,
  };
}

function findWindowFault(start: Date, end: Date, now: Date): string | null {
  if (end.getTime() - start.getTime() < PICKUP_WINDOW_MIN_MS) return "The window is shorter than an hour.";
  if (end <= now) return "The window is over.";
  const last = Date.parse(`${addDays(now.toISOString().slice(0, 10), PICKUP_DAYS_MAX)}T23:59:59Z`);
  return start.getTime() > last ? `The window is more than ${PICKUP_DAYS_MAX} days ahead.` : null;
}

const toPickup = ({ id, reference, cancelled_at }: HousePickup, currency: string): Pickup => ({
  reference,
  confirmation: buildConfirmation("PU", id),
  carrier_reference: String(id),
  charge_minor: 0,
  currency,
  state: cancelled_at === null ? "scheduled" : "cancelled",
});

/** What the carrier itself did; nobody scans for it. */
function buildTrack(
  { bought_at, manifested_at, shipment: { from } }: HouseShipment,
  { state, cancelled_at }: HousePackage,
): TrackAnswer {
  const place = { city: from.city ?? "", country: from.country ?? "" };
  const events: TrackEvent[] = [
    { state: "label_created", at: bought_at.toISOString(), text: "Label created", ...place },
  ];
  if (manifested_at !== null)
    events.push({ state: "label_created", at: manifested_at.toISOString(), text: "On a manifest", ...place });
  if (cancelled_at !== null)
    events.push({
      state: state === "voided" ? "cancelled" : "exception",
      at: cancelled_at.toISOString(),
      text: state === "voided" ? "Label voided" : "Refund requested",
      ...place,
    });
  return { state: events.at(-1)?.state ?? "unknown", known_at: null, events };
}
