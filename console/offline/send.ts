/** Sends one batch: files first, then the items, which decides the outcome of each. */
import { ApiError, client } from "../api/client.ts";
import { toBase64 } from "../parts/to-base64.ts";
import { CHANNEL, type Unsent } from "./channels.ts";
import type { Database } from "./database.ts";
import { fillFiles, type ItemOutcome, type ItemRefusal, listFiles, type QueuedItem } from "./items.ts";

/** `other_account`: somebody else signed in with this browser meanwhile. */
export type Connection = "ready" | "sending" | "away" | "signed_out" | "other_account";

/** Nothing more can be sent now. */
export class StopSending extends Error {
  readonly connection: Connection;
  constructor(connection: Connection) {
    super(connection);
    this.connection = connection;
  }
}

export interface Sender {
  account_id: number;
  database: Database;
  device_id: string;
  /** What stays on the device, by route, while these items are sent. */
  listUnsent: (sent_items?: readonly QueuedItem[]) => Unsent;
  settle: (outcomes: readonly ItemOutcome[]) => Promise<void>;
  postpone: (seq: number) => Promise<void>;
}

/** Lost, busy, or told to wait. */
const isAway = ({ status }: ApiError) => [0, 408, 429, 502, 503, 504].includes(status);

function toRefusal({ message, error_code, status, errors }: ApiError): ItemRefusal {
  return { message, error_code, status, details: errors.map((one) => one.message) };
}

/** Rethrows what concerns no single item. */
function expectItemError(error: unknown): ApiError {
  if (!(error instanceof ApiError) || isAway(error)) throw new StopSending("away");
  if (error.status === 401) throw new StopSending("signed_out");
  return error;
}

export async function postBatch(batch: readonly QueuedItem[], sender: Sender): Promise<void> {
  await expectSameAccount(sender.account_id);
  // Photos take a while: the dispatcher should know what is coming before it is there.
  if (batch.some(({ body }) => listFiles(body).length > 0)) await reportUnsent(sender);
  const ready: QueuedItem[] = [];
  for (const item of batch) {
    try {
      ready.push({ ...item, body: fillFiles(item.body, await uploadFiles(item, sender.database)) });
    } catch (error) {
      await fail(item, expectItemError(error), sender);
      // What is later of its subject comes with the next batch, after it.
      break;
    }
  }
  if (ready.length > 0) await postReady(ready, sender);
}

async function postReady(items: readonly QueuedItem[], sender: Sender): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  try {
    await sender.settle(await CHANNEL[first.channel].post(items, sender.device_id, sender.listUnsent(items)));
  } catch (error) {
    const item_error = expectItemError(error);
    if (items.length === 1) return fail(first, item_error, sender);
    // One of them has a form that the service does not know, or makes it fail: each alone, so that the others are done.
    const failed = new Set<string>();
    for (const item of items) {
      if (failed.has(item.subject)) continue;
      await postReady([item], {
        ...sender,
        postpone: (seq) => {
          failed.add(item.subject);
          return sender.postpone(seq);
        },
      });
    }
  }
}

async function reportUnsent({ device_id, listUnsent }: Sender): Promise<void> {
  const unsent = listUnsent();
  if (unsent.length === 0) return;
  await client.driverPositions({ device_id, positions: [], unsent }).catch(expectItemError);
}

/** A failure of the service is tried again later; a refusal is final. */
function fail({ seq }: QueuedItem, error: ApiError, { settle, postpone }: Sender): Promise<void> {
  return error.status >= 500 ? postpone(seq) : settle([{ seq, result: false, refusal: toRefusal(error) }]);
}

/** What one person did is never sent in the session of another. */
async function expectSameAccount(account_id: number): Promise<void> {
  const me = await client.userMe({}, { signal: AbortSignal.timeout(15_000) }).catch((error: unknown) => {
    expectItemError(error);
    throw new StopSending("away");
  });
  if (me.user.id !== account_id) throw new StopSending("other_account");
}

async function uploadFiles(item: QueuedItem, database: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const key of listFiles(item.body)) {
    const file = await database("readonly", (transaction) => transaction.get("files", key));
    if (file === undefined) continue;
    const file_id = file.file_id ?? (await uploadFile(file));
    ids.set(key, file_id);
    if (file.file_id === null)
      await database("readwrite", async (transaction) => transaction.put("files", { ...file, file_id }));
  }
  return ids;
}

async function uploadFile({ blob, key, name }: { blob: Blob; key: string; name: string }): Promise<number> {
  const { file_id } = await client.fileUpload(
    { content_base64: await toBase64(blob), content_type: blob.type as "image/jpeg", name },
    { idempotency_key: key, signal: AbortSignal.timeout(120_000) },
  );
  return file_id;
}

const POSITIONS_MAX = 500;

/** Positions that were collected, the oldest first; each counts once by its number. */
export async function sendPositions({
  account_id,
  database,
  device_id,
  listUnsent,
}: Pick<Sender, "account_id" | "database" | "device_id" | "listUnsent">): Promise<void> {
  const stored_positions = await database("readonly", (transaction) =>
    transaction.list("positions", POSITIONS_MAX),
  );
  const [first] = stored_positions;
  if (first === undefined) return;
  await expectSameAccount(account_id);
  const { route_id, sent_as } = first;
  const same = stored_positions.filter((one) => one.route_id === route_id && one.sent_as === sent_as);
  const positions = same.map(({ route_id: _route, sent_as: _as, ...position }) => position);
  const batch = { device_id, sent_at: new Date().toISOString(), positions };
  try {
    if (sent_as === "rider") await client.instantRiderPositions(batch);
    else
      await client.driverPositions({
        ...batch,
        unsent: listUnsent(),
        ...(route_id === null ? {} : { route_id }),
      });
  } catch (error) {
    // A route that is not theirs any more takes no positions, and nobody can correct them.
    if (expectItemError(error).status >= 500) throw new StopSending("away");
  }
  await database("readwrite", async (transaction) => {
    for (const { seq } of same) transaction.delete("positions", seq);
  });
  if (stored_positions.length === POSITIONS_MAX || same.length < stored_positions.length)
    await sendPositions({ account_id, database, device_id, listUnsent });
}
