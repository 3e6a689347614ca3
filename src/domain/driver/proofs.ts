/** Proofs of what happened at a stop: checking what a phone sent, keeping it, telling what is missing. */

import { type OrderRow, type ParcelRow, parcelsOf, pinFits } from "#domain/orders/public.ts";
import type { Context } from "#operation/context.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import type { Proof as TrackingProof } from "#otep/event.ts";
import { messages } from "./messages.ts";
import type { Job } from "./own.ts";
import type { DriverContext } from "./refusals.ts";
import { type ProofKind, type ProofPolicy, proofKindsOf, readable } from "./rules.ts";
import type { ProofInput } from "./shapes.ts";
import type { ProofRow } from "./tables.ts";

/** A proof before it has a row. */
type Evidence = Omit<ProofRow, "id" | "business_id" | "order_id" | "stop_id" | "captured_by" | "created_at">;

export interface Checked {
  /** Evidence sent with this command, by order. */
  given: Map<number, Evidence[]>;
  /** Kinds that are there for each order, sent now or before. */
  kinds: Map<number, Set<ProofKind>>;
}

interface StoredFile {
  id: number;
  sha256: string;
}

/**
 * Check proofs for the orders of a stop. A file must be the caller's own upload, a PIN must fit the order it is
 * for, a scanned code must be on one of its parcels. Kinds sent ahead for the stop count too.
 */
export async function checkProofs(
  context: DriverContext,
  stop_id: number | null,
  orders: readonly OrderRow[],
  proofs: readonly ProofInput[],
  at: string,
): Promise<Checked> {
  const { db, business_id, actor, now, refuse, say } = context;
  const ids = orders.map((order) => order.id);
  const file_ids = proofs.flatMap((proof) => proof.file_id ?? []);
  const [files, parcels, ahead] = await Promise.all([
    file_ids.length === 0
      ? []
      : db.rows<StoredFile>(
          "select id, sha256 from file where business_id = $1 and id = any($2::int[]) and uploaded_by = $3",
          [business_id, file_ids, actor.account_id],
        ),
    proofs.some((proof) => proof.kind === "scan") ? parcelsOf(db, business_id, ids) : [],
    db.rows<{ order_id: number; kind: ProofKind }>(
      `select distinct order_id, kind from proof
        where business_id = $1 and order_id = any($2::int[]) and stop_id is not distinct from $3::int`,
      [business_id, ids, stop_id],
    ),
  ]);
  const kinds = new Map(
    ids.map((id) => [id, new Set(ahead.filter((row) => row.order_id === id).map((row) => row.kind))]),
  );
  const given = new Map(ids.map((id) => [id, [] as Evidence[]]));
  const faults: RefusalDetail[] = [];
  proofs.forEach((proof, index) => {
    const at_field = (member: string) => `proofs/${index}/${member}`;
    const meant = orders.filter((order) => proof.order_id === undefined || proof.order_id === order.id);
    if (meant.length === 0) {
      faults.push({ field: at_field("order_id"), message: say(messages.not_of_this_stop) });
      return;
    }
    const file = files.find((one) => one.id === proof.file_id);
    if (proof.file_id !== undefined && file === undefined) {
      faults.push({ field: at_field("file_id"), message: say(messages.unknown_file) });
      return;
    }
    const lacking = lackingMember(proof);
    if (lacking !== null) {
      faults.push({ field: at_field(lacking), message: say(messages.proof_required, { kind: lacking }) });
      return;
    }
    const fitting = meant.filter((order) => fits(proof, order, parcels));
    if (fitting.length === 0) {
      if (proof.kind === "pin")
        throw refuse("wrong_pin", {
          message: messages.wrong_pin,
          errors: [{ field: at_field("value"), message: say(messages.wrong_pin) }],
        });
      faults.push({ field: at_field("value"), message: say(messages.not_of_this_stop) });
      return;
    }
    for (const order of fitting) {
      given.get(order.id)?.push(evidenceOf(proof, file, at, now));
      kinds.get(order.id)?.add(proof.kind);
    }
  });
  if (faults.length > 0) throw refuse("proof_invalid", { message: messages.proof_invalid, errors: faults });
  return { given, kinds };
}

function lackingMember(proof: ProofInput): "file_id" | "value" | null {
  if (proof.kind === "photo" && proof.file_id === undefined) return "file_id";
  if (proof.kind === "signature" && proof.file_id === undefined) return "file_id";
  if ((proof.kind === "pin" || proof.kind === "scan" || proof.kind === "note") && !proof.value)
    return "value";
  return null;
}

function fits(proof: ProofInput, order: OrderRow, parcels: readonly ParcelRow[]): boolean {
  const { pin_hash } = order.requirements;
  if (proof.kind === "pin") return pin_hash !== undefined && pinFits(pin_hash, proof.value ?? "");
  if (proof.kind !== "scan") return true;
  return parcels.some(
    (box) =>
      box.order_id === order.id && (box.label_code === proof.value || box.tracking_number === proof.value),
  );
}

function evidenceOf(proof: ProofInput, file: StoredFile | undefined, at: string, now: Date): Evidence {
  const captured = proof.captured_at === undefined ? undefined : readable(proof.captured_at);
  return {
    kind: proof.kind,
    file_id: file?.id ?? null,
    sha256: file?.sha256 ?? null,
    // That the PIN fitted is the proof; the PIN itself is never kept.
    value: proof.kind === "pin" ? null : (proof.value ?? null),
    signed_by: proof.signed_by ?? null,
    relation: proof.relation ?? null,
    lat: proof.lat ?? null,
    lng: proof.lng ?? null,
    captured_at: captured === undefined || captured > now.getTime() ? at : new Date(captured).toISOString(),
  };
}

/** Keep the evidence; answers how many rows that were. */
export async function keepProofs(
  { db, business_id, actor, now }: Context<never>,
  stop_id: number | null,
  given: Checked["given"],
): Promise<number> {
  const rows = [...given].flatMap(([order_id, evidence]) => evidence.map((one) => ({ order_id, ...one })));
  if (rows.length === 0) return 0;
  return db.execute(
    `insert into proof (business_id, order_id, stop_id, kind, file_id, sha256, value, signed_by, relation, lat, lng, captured_at,
       captured_by, created_at)
     select $1, p.order_id, $3, p.kind, p.file_id, p.sha256, p.value, p.signed_by, p.relation, p.lat, p.lng, p.captured_at, $4, $5
       from json_to_recordset($2::json) as p(order_id int, kind text, file_id int, sha256 text, value text, signed_by text,
         relation text, lat float8, lng float8, captured_at timestamptz)`,
    [business_id, JSON.stringify(rows), stop_id, actor.account_id, now],
  );
}

/** What asks for proofs besides each order: the business's settings and the order's customer. */
export async function policiesOf(
  context: Context<never>,
  orders: readonly Pick<OrderRow, "id" | "customer_id">[],
): Promise<Map<number, ProofPolicy>> {
  const { db, business_id, actor } = context;
  const customer_ids = orders.flatMap((order) => order.customer_id ?? []);
  const rows =
    customer_ids.length === 0
      ? []
      : await db.rows<{ id: number; required_proofs: string[] }>(
          "select id, required_proofs from customer where business_id = $1 and id = any($2::int[])",
          [business_id, [...new Set(customer_ids)]],
        );
  const business = proofKindsOf(actor.business?.settings["required_proofs"]);
  return new Map(
    orders.map((order) => {
      const customer = rows.find((row) => row.id === order.customer_id);
      return [order.id, { business, customer: proofKindsOf(customer?.required_proofs) }];
    }),
  );
}

/** Refuse a stop whose proofs are not complete: one entry for each that is missing. */
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
      message: context.say(messages.proof_required, { kind }),
    })),
  });
}

const TRACKED: Partial<Record<ProofKind, TrackingProof["type"]>> = {
  photo: "photo",
  signature: "signature",
  pin: "pin",
  scan: "barcode",
  id_check: "id_check",
};

/** Proofs as the tracking event tells them, five at most; who signed stays in the proof's own row. */
export function trackedProofs(evidence: readonly Evidence[]): TrackingProof[] {
  return evidence
    .flatMap((one): TrackingProof[] => {
      const type = TRACKED[one.kind];
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

/** Where a photo or signature of this order was taken; null when no phone said. */
export function provenPosition(evidence: readonly Evidence[]): { lat: number; lng: number } | null {
  const shown = evidence.find(
    (one) => (one.kind === "photo" || one.kind === "signature") && one.lat !== null && one.lng !== null,
  );
  return shown === undefined ? null : { lat: shown.lat as number, lng: shown.lng as number };
}

/** Orders of jobs, each once. */
export function ordersOf(jobs: readonly Job[]): OrderRow[] {
  return [...new Map(jobs.map((job) => [job.order.id, job.order])).values()];
}
