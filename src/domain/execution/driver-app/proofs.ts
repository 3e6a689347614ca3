/** Proofs of what happened at a stop: check what a phone sent, store it, report what is missing. */

import { isCode, readCode } from "#codes/read-code.ts";
import {
  type Evidence,
  insertProofs,
  isPinCorrect,
  loadParcels,
  loadPinTries,
  type OrderRow,
  type ParcelRow,
  PIN_TRIES_MAX,
  type ProofKind,
  recordWrongPin,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Proof as TrackingProof } from "#otep/event.ts";
import { parseEpochMs } from "#vocabulary/calendar.ts";
import { messages } from "./messages.ts";
import type { OwnStop, StopOrder } from "./own-routes.ts";
import type { DriverContext } from "./refusals.ts";
import type { Moment } from "./rules.ts";
import type { ProofInput } from "./shapes.ts";

export interface CheckedProofs {
  /** Evidence sent with this command, by order. */
  sent_evidence: Map<number, Evidence[]>;
  /** Kinds present for each order, sent now or before. */
  kinds: Map<number, Set<ProofKind>>;
}

interface StoredFile {
  id: number;
  sha256: string;
}

/** What proofs are about. Riders' jobs have neither stop nor route. */
interface ProvenPlace {
  orders: readonly OrderRow[];
  stop_id: number | null;
  route_id: number | null;
}

/** The orders of a stop. */
export function getProvenPlace({ own_route, stop, jobs }: OwnStop): ProvenPlace {
  return { orders: getUniqueOrders(jobs), stop_id: stop?.id ?? null, route_id: own_route.route.id };
}

/**
 * Check proofs for the orders of a stop or of a rider's job. A file must be the caller's own upload, a PIN must match its order, a scanned
 * code must be on one of its parcels. Kinds sent earlier for the stop count too.
 */
export async function checkProofs(
  context: DriverContext,
  { orders, stop_id, route_id }: ProvenPlace,
  proofs: readonly ProofInput[],
  moment: Moment,
): Promise<CheckedProofs> {
  const { at } = moment;
  const { db, business_id, actor, now, refuse } = context;
  const ids = orders.map((order) => order.id);
  const file_ids = proofs.flatMap((proof) => proof.file_id ?? []);
  const [files, parcels, ahead] = await Promise.all([
    file_ids.length === 0
      ? []
      : db.rows<StoredFile>(
          "select id, sha256 from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3",
          [business_id, file_ids, actor.account_id],
        ),
    proofs.some((proof) => proof.kind === "scan") ? loadParcels(db, business_id, ids) : [],
    db.rows<{ order_id: number; kind: ProofKind }>(
      `select distinct subject_id as order_id, kind from proof
        where business_id = $1 and subject_type = 'order' and subject_id = any($2::bigint[]) and stop_id is not distinct from $3::bigint`,
      [business_id, ids, stop_id],
    ),
  ]);
  const kinds = new Map(
    ids.map((id) => [id, new Set(ahead.filter((row) => row.order_id === id).map((row) => row.kind))]),
  );
  const sent_evidence = new Map(ids.map((id) => [id, [] as Evidence[]]));
  const faults: RefusalDetail[] = [];
  const pins = await checkPins(context, route_id, orders, proofs, moment);
  proofs.forEach((proof, index) => {
    const at_field = (member: string) => `proofs/${index}/${member}`;
    const target_orders = orders.filter(
      (order) => proof.order_id === undefined || proof.order_id === order.id,
    );
    if (target_orders.length === 0) {
      faults.push({ field: at_field("order_id"), message: messages.not_of_this_stop });
      return;
    }
    const file = files.find((one) => one.id === proof.file_id);
    if (proof.file_id !== undefined && file === undefined) {
      faults.push({ field: at_field("file_id"), message: messages.unknown_file });
      return;
    }
    const lacking = findMissingMember(proof);
    if (lacking !== null) {
      faults.push({ field: at_field(lacking), message: messages.proof_required.with({ kind: lacking }) });
      return;
    }
    const fitting = target_orders.filter((order) =>
      proof.kind === "pin" ? pins.get(index)?.has(order.id) === true : matchesOrder(proof, order, parcels),
    );
    if (fitting.length === 0) {
      faults.push({ field: at_field("value"), message: messages.not_of_this_stop });
      return;
    }
    for (const order of fitting) {
      sent_evidence.get(order.id)?.push(buildEvidence(proof, file, at, now));
      kinds.get(order.id)?.add(proof.kind);
    }
  });
  if (faults.length > 0) throw refuse("proof_invalid", { message: messages.proof_invalid, errors: faults });
  return { sent_evidence, kinds };
}

function findMissingMember(proof: ProofInput): "file_id" | "value" | null {
  if (proof.kind === "photo" && proof.file_id === undefined) return "file_id";
  if (proof.kind === "signature" && proof.file_id === undefined) return "file_id";
  if ((proof.kind === "pin" || proof.kind === "scan" || proof.kind === "note") && !proof.value)
    return "value";
  return null;
}

function matchesOrder(proof: ProofInput, order: OrderRow, parcels: readonly ParcelRow[]): boolean {
  if (proof.kind !== "scan") return true;
  const read = readCode(proof.value ?? "");
  // The number that the order was created with is on the label of its sender.
  const of_order = order.external_tracking;
  if (of_order !== null && isCode(read, of_order)) return true;
  return parcels.some(
    (box) => box.order_id === order.id && (isCode(read, box.label_code) || isCode(read, box.tracking_number)),
  );
}

/**
 * Which orders the PINs of a command match, by the index of their proofs. The first PIN without a match counts as a
 * wrong try of every order that it is meant for, and ends the check: a command is one try. Orders whose tries are used
 * up are not checked. Callers hold the locks of the orders, and have written nothing yet.
 *
 * A dry run stores no count, so it accepts every PIN.
 */
async function checkPins(
  context: DriverContext,
  route_id: number | null,
  orders: readonly OrderRow[],
  proofs: readonly ProofInput[],
  { command_key }: Moment,
): Promise<Map<number, Set<number>>> {
  const { db, business_id, actor, dry_run, refuse } = context;
  const kinds_by_order = new Map<number, Set<number>>();
  if (!proofs.some((proof) => proof.kind === "pin")) return kinds_by_order;
  const guarded = orders.filter((order) => order.requirements.pin_hash !== undefined);
  const tries = await loadPinTries(
    db,
    business_id,
    guarded.map((order) => order.id),
  );
  for (const [index, proof] of proofs.entries()) {
    const { kind, value, order_id } = proof;
    if (kind !== "pin" || value === undefined || value === "") continue;
    const target_orders = guarded.filter((order) => order_id === undefined || order_id === order.id);
    const open = target_orders.filter((order) => (tries.get(order.id) ?? 0) < PIN_TRIES_MAX);
    const fitting = open.filter(
      (order) => dry_run || isPinCorrect(order.requirements.pin_hash as string, value),
    );
    kinds_by_order.set(index, new Set(fitting.map((order) => order.id)));
    if (fitting.length > 0) continue;
    const field = `proofs/${index}/value`;
    if (target_orders.length === 0)
      throw refuse("proof_invalid", {
        message: messages.proof_invalid,
        errors: [{ field, message: messages.no_pin }],
      });
    if (open.length === 0)
      throw refuse("pin_locked", {
        message: messages.pin_locked,
        errors: target_orders.map((order) => ({ field, order_id: order.id, message: messages.pin_locked })),
        extra: { tries_left: 0 },
      });
    const so_far = await recordWrongPin(context, open, { driver_id: actor.driver_id, command_key, route_id });
    const countRemainingTries = (order: OrderRow) => Math.max(0, PIN_TRIES_MAX - (so_far.get(order.id) ?? 0));
    const remaining_tries = Math.min(...open.map(countRemainingTries));
    throw refuse("wrong_pin", {
      message: messages.wrong_pin,
      values: { count: remaining_tries },
      errors: open.map((order) => ({
        field,
        order_id: order.id,
        message: messages.wrong_pin.with({ count: countRemainingTries(order) }),
      })),
      extra: { tries_left: remaining_tries },
    });
  }
  return kinds_by_order;
}

function buildEvidence(proof: ProofInput, file: StoredFile | undefined, at: string, now: Date): Evidence {
  const captured = proof.captured_at === undefined ? undefined : parseEpochMs(proof.captured_at);
  return {
    kind: proof.kind,
    file_id: file?.id ?? null,
    sha256: file?.sha256 ?? null,
    // The proof is that the PIN matched; the PIN itself is never stored.
    value: proof.kind === "pin" ? null : (proof.value ?? null),
    signed_by: proof.signed_by ?? null,
    relation: proof.relation ?? null,
    lat: proof.lat ?? null,
    lng: proof.lng ?? null,
    captured_at: captured === undefined || captured > now.getTime() ? at : new Date(captured).toISOString(),
  };
}

/** Store the evidence; returns the number of rows. */
export function storeProofs(
  context: Context<never>,
  stop_id: number | null,
  sent_evidence: CheckedProofs["sent_evidence"],
): Promise<number> {
  const proofs = [...sent_evidence].flatMap(([order_id, evidence]) =>
    evidence.map((one) => ({ order_id, ...one })),
  );
  return insertProofs(context, stop_id, proofs);
}

/** Refuse a stop whose proofs are incomplete: one entry for each missing proof. */
export function refuseMissing(
  context: DriverContext,
  missing: readonly { order_id: number; kind: string }[],
): void {
  if (missing.length === 0) return;
  throw context.refuse("proof_missing", {
    message: messages.proof_missing,
    errors: missing.map(({ order_id, kind }) => ({
      field: "proofs",
      order_id,
      code: kind,
      message: messages.proof_required.with({ kind }),
    })),
  });
}

const TRACKED_KINDS: Partial<Record<ProofKind, TrackingProof["type"]>> = {
  photo: "photo",
  signature: "signature",
  pin: "pin",
  scan: "barcode",
  id_check: "id_check",
};

/** Proofs in the form of the tracking event, five at most; the signer is only in the proof's own row. */
export function buildTrackedProofs(evidence: readonly Evidence[]): TrackingProof[] {
  return evidence
    .flatMap((one): TrackingProof[] => {
      const type = TRACKED_KINDS[one.kind];
      if (type === undefined) return [];
      return [
        {
          type,
          captured_at: one.captured_at,
          ...(one.file_id === null ? {} : { ref: `file/${one.file_id}` }),
          ...(one.sha256 === null ? {} : { sha256: one.sha256 }),
          ...(one.relation === null ? {} : { relation: one.relation }),
        },
      ];
    })
    .slice(0, 5);
}

/** Where a photo or signature of this order was taken; null without a position from a phone. */
export function findProofPosition(evidence: readonly Evidence[]): { lat: number; lng: number } | null {
  const image_evidence = evidence.find(
    (one) => (one.kind === "photo" || one.kind === "signature") && one.lat !== null && one.lng !== null,
  );
  return image_evidence === undefined
    ? null
    : { lat: image_evidence.lat as number, lng: image_evidence.lng as number };
}

/** The distinct orders of jobs. */
export function getUniqueOrders(jobs: readonly StopOrder[]): OrderRow[] {
  return [...new Map(jobs.map((job) => [job.order.id, job.order])).values()];
}
