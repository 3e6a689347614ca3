/** Changes of custody: each bag by its tag, with a photo, by who has the bags. */
import type { Context } from "#operation/define/context.ts";
import { attachFiles } from "#operation/files/attached-files.ts";
import { messages } from "./messages.ts";
import { type RelayNotice, tellOfRelay } from "./notify.ts";
import { type BagRow, listBags, RelayRecord, type RelayRow, ScanRecord } from "./records/relay.ts";
import { compareTags, isHolder, type Scan } from "./rules.ts";

export const CUSTODY_REFUSALS = {
  wrong_status: "conflict",
  wrong_holder: "forbidden",
  wrong_bags: "conflict",
  unknown_photo: "invalid",
} as const;

export type Custody = Context<keyof typeof CUSTODY_REFUSALS>;

interface Scanned {
  tag: string;
  photo_file_id: number;
}

/** The bags of a locked relay, each of which was scanned by who may have them. */
export async function scanBags(
  context: Custody,
  relay: RelayRow,
  step: Exclude<Scan, "collect">,
  scanned_bags: readonly Scanned[],
): Promise<BagRow[]> {
  const { actor, refuse } = context;
  if (!isHolder(step, relay.holder_account_id, actor.account_id))
    throw refuse("wrong_holder", { message: messages.wrong_holder });
  const bags = await listBags(context, relay.id);
  const { missing, unknown } = compareTags(
    bags.map(({ tag }) => tag),
    scanned_bags.map(({ tag }) => tag),
  );
  if (missing.length > 0 || unknown.length > 0)
    throw refuse("wrong_bags", {
      message: messages.wrong_bags,
      values: { missing: missing.join(", ") || "–", unknown: unknown.join(", ") || "–" },
      extra: { missing, unknown },
    });
  await recordScans(context, relay, step, bags, scanned_bags);
  return bags;
}

/** Stores who had which bag when, with the photo of each. */
export async function recordScans(
  context: Custody,
  relay: RelayRow,
  step: Scan,
  bags: readonly BagRow[],
  scanned_bags: readonly Scanned[],
): Promise<void> {
  const { db, business_id, actor, now, refuse } = context;
  const file_ids = scanned_bags.map(({ photo_file_id }) => photo_file_id);
  const files = await db.rows<{ id: number }>(
    "select id from file where business_id = $1 and id = any($2::bigint[]) and uploaded_by = $3 and content_type like 'image/%'",
    [business_id, file_ids, actor.account_id],
  );
  const own_file_ids = new Set(files.map(({ id }) => id));
  const errors = file_ids.flatMap((id, index) =>
    own_file_ids.has(id) ? [] : [{ field: `bags/${index}/photo_file_id`, message: messages.unknown_photo }],
  );
  if (errors.length > 0) throw refuse("unknown_photo", { message: messages.unknown_photo, errors });
  const photos = new Map(scanned_bags.map(({ tag, photo_file_id }) => [tag, photo_file_id]));
  await ScanRecord.insertMany(
    context,
    bags.map(({ id, tag }) => ({
      relay_id: relay.id,
      bag_id: id,
      step,
      tag,
      photo_file_id: photos.get(tag) ?? 0,
      account_id: actor.account_id,
      scanned_at: now.toISOString(),
    })),
  );
  const subject = { type: "luggage_relay", id: relay.id };
  await attachFiles(
    context,
    file_ids.map((file_id) => ({ file_id, subject })),
  );
}

type RelayEvent =
  | "relay.created"
  | "relay.collected"
  | "relay.arrived"
  | "relay.departed"
  | "relay.handed_in"
  | "relay.deposited"
  | "relay.ended"
  | "relay.resolved";

/** Stores a change of a locked relay, and tells the renter where the bags are. */
export async function changeRelay(
  context: Context<never>,
  relay: RelayRow,
  changes: Parameters<typeof RelayRecord.change>[2],
  { kind, at, notice }: { kind: RelayEvent; at?: Date; notice?: RelayNotice | undefined },
): Promise<RelayRow> {
  const changed = await RelayRecord.change(context, relay, changes);
  context.emit({
    subject: { type: "luggage_relay", id: relay.id },
    kind,
    payload: { rental_id: relay.rental_id, status: changed.status },
    before: { status: relay.status, holder_account_id: relay.holder_account_id },
    after: { status: changed.status, holder_account_id: changed.holder_account_id },
    ...(at === undefined ? {} : { occurred_at: at.toISOString() }),
  });
  if (notice !== undefined) await tellOfRelay(context, changed, notice);
  return changed;
}
