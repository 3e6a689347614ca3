/** The proofs of a handover as they are collected at the door, and as the service takes them. */
import type { DriverTask } from "../../../packages/client/client.gen.ts";
import type { QueuedItem } from "../../offline/items.ts";
import { getPosition } from "../../offline/positions.ts";
import type { NewFile, Queue } from "../../offline/queue.ts";
import type { Attachment } from "../photos.ts";

/** What is handed over: an order at a stop, or that of a rider's job. */
export type HandoverTask = Pick<
  DriverTask,
  | "order_id"
  | "action"
  | "tracking_number"
  | "ref"
  | "required_proofs"
  | "pin_hash"
  | "pin_tries_left"
  | "cod_minor"
  | "currency"
> & { parcels: readonly Pick<DriverTask["parcels"][number], "label_code" | "tracking_number">[] };

export interface Collected {
  photos: readonly Attachment[];
  signature: Attachment | null;
  /** Who received or gave the goods. */
  name: string;
  /** By order. */
  pins: Readonly<Record<number, string>>;
  /** Codes that were scanned, by order. */
  scans: Readonly<Record<number, readonly string[]>>;
  is_id_checked: boolean;
  note: string;
}

export const NOTHING: Collected = {
  photos: [],
  signature: null,
  name: "",
  pins: {},
  scans: {},
  is_id_checked: false,
  note: "",
};

export type ProofKind = HandoverTask["required_proofs"][number];

export const listRequired = (tasks: readonly HandoverTask[]): ReadonlySet<ProofKind> =>
  new Set(tasks.flatMap(({ required_proofs }) => required_proofs));

export const requires = (task: HandoverTask, kind: ProofKind) => task.required_proofs.includes(kind);

/** What is required and not there yet. */
export function listLacking(tasks: readonly HandoverTask[], collected: Collected): ProofKind[] {
  const has: Record<ProofKind, (task: HandoverTask) => boolean> = {
    photo: () => collected.photos.length > 0,
    signature: () => collected.signature !== null,
    pin: ({ order_id }) => (collected.pins[order_id] ?? "").trim() !== "",
    scan: ({ order_id }) => (collected.scans[order_id] ?? []).length > 0,
    id_check: () => collected.is_id_checked,
    note: () => collected.note.trim() !== "",
  };
  return [...listRequired(tasks)].filter((kind) =>
    tasks.some((task) => requires(task, kind) && !has[kind](task)),
  );
}

/** The proofs of a command, and the files that go with it. */
export function buildProofs(collected: Collected): { proofs: object[]; files: NewFile[] } {
  const { photos, signature, name, pins, scans, is_id_checked, note } = collected;
  const signed_by = name.trim() === "" ? {} : { signed_by: name.trim() };
  const here = getPosition();
  const ofFile = (kind: "photo" | "signature", { key, captured_at }: Attachment) => ({
    ...{ kind, file_id: { $file: key }, captured_at },
    ...signed_by,
    ...here,
  });
  const attached = [...photos.map((photo) => ofFile("photo", photo))];
  if (signature !== null) attached.push(ofFile("signature", signature));
  const words = note.trim();
  const proofs = [
    ...attached,
    ...Object.entries(pins)
      .filter(([, value]) => value.trim() !== "")
      .map(([order_id, value]) => ({ kind: "pin", order_id: Number(order_id), value: value.trim() })),
    ...Object.entries(scans).flatMap(([order_id, codes]) =>
      codes.map((value) => ({ kind: "scan", order_id: Number(order_id), value })),
    ),
    ...(is_id_checked ? [{ kind: "id_check", ...signed_by }] : []),
    ...(words === "" ? [] : [{ kind: "note", value: words, ...signed_by }]),
    // Without anything that was signed the name is a proof of its own.
    ...(name.trim() !== "" && attached.length === 0 && !is_id_checked && words === ""
      ? [{ kind: "note", value: name.trim(), ...signed_by }]
      : []),
  ];
  const files = [...photos, ...(signature === null ? [] : [signature])];
  return { proofs, files: files.map(({ key, blob, name: file_name }) => ({ key, blob, name: file_name })) };
}

interface SentProof {
  kind: ProofKind;
  order_id?: number;
  value?: string;
  signed_by?: string;
  captured_at?: string;
  file_id?: { $file: string };
}

/** What a refused command had collected, to correct it. A PIN is asked for again. */
export async function readCollected({ body }: QueuedItem, queue: Queue): Promise<Collected> {
  const sent_proofs = (body["proofs"] ?? []) as readonly SentProof[];
  const attachments: { kind: ProofKind; attachment: Attachment }[] = [];
  for (const { kind, file_id, captured_at } of sent_proofs) {
    const file = file_id === undefined ? undefined : await queue.findFile(file_id.$file);
    if (file !== undefined)
      attachments.push({
        kind,
        attachment: { key: file.key, blob: file.blob, name: file.name, captured_at: captured_at ?? "" },
      });
  }
  const scans: Record<number, string[]> = {};
  for (const { kind, order_id, value } of sent_proofs)
    if (kind === "scan" && order_id !== undefined && value !== undefined)
      scans[order_id] = [...(scans[order_id] ?? []), value];
  return {
    photos: attachments.filter(({ kind }) => kind === "photo").map(({ attachment }) => attachment),
    signature: attachments.find(({ kind }) => kind === "signature")?.attachment ?? null,
    name: sent_proofs.find(({ signed_by }) => signed_by !== undefined)?.signed_by ?? "",
    pins: {},
    scans,
    is_id_checked: sent_proofs.some(({ kind }) => kind === "id_check"),
    note:
      sent_proofs.find(({ kind, value, signed_by }) => kind === "note" && value !== signed_by)?.value ?? "",
  };
}
