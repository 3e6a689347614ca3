/** Claims: codes with which a device is provisioned once. An operator makes one and types it at the device. */
import { hash, randomInt } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { addToDirectory, removeFromDirectory } from "#operation/records/directory.ts";
import type { DeviceRow } from "./device.ts";

type ClaimRow = Row<"locker_claim">;

const ClaimRecord = defineRecord<"locker_claim">("locker_claim");

/** Becomes due when a claim expires. */
export const CLAIM_EXPIRY = "devices.claim_expiry";

const LIFE_MS = 24 * 3_600_000;

/** Digits and letters of Crockford's base 32, which nobody mistakes for each other: 60 bits in 12 of them. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** The hash of a claim code however it was typed. Source: crockford.com/base32.html. */
export function hashClaimCode(code: string): Buffer {
  const letters = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hash("sha256", `locker-claim/${letters}`, "buffer");
}

type Writer = Pick<Context, "db" | "business_id" | "now" | "actor" | "due">;

/** A claim for a locked device, which ends the earlier ones. The code is returned here only: the database has its hash. */
export async function createClaim(
  context: Writer,
  { id: device_id }: Pick<DeviceRow, "id">,
): Promise<{ claim_code: string; expires_at: string }> {
  await endClaims(context, device_id);
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const claim_code = letters.replaceAll(/(.{4})(?=.)/g, "$1-");
  const code_hash = hashClaimCode(claim_code);
  const expires_at = new Date(context.now.getTime() + LIFE_MS);
  const claim = await ClaimRecord.insert(context, {
    device_id,
    code_hash,
    expires_at: expires_at.toISOString(),
    created_by: context.actor.account_id,
  });
  await addToDirectory(context, "locker_claim", code_hash);
  context.due.set(CLAIM_EXPIRY, claim.id, expires_at);
  return { claim_code, expires_at: claim.expires_at };
}

/** The claim of a code while it lives, used or not. */
export const lockClaim = (
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  claim_code: string,
): Promise<ClaimRow | undefined> =>
  db.row<ClaimRow>(
    "select * from locker_claim where business_id = $1 and code_hash = $2 and expires_at > $3 for update",
    [business_id, hashClaimCode(claim_code), now],
  );

export async function markClaimUsed(
  context: Pick<Context, "db" | "business_id" | "now">,
  claim: ClaimRow,
): Promise<void> {
  await ClaimRecord.change(context, claim, { used_at: context.now.toISOString() });
}

type Remover = Pick<Writer, "db" | "business_id">;

/** Ends the claims of a locked device, used ones included. */
export async function endClaims(context: Remover & Pick<Writer, "due">, device_id: number): Promise<void> {
  const { db, business_id, due } = context;
  const ids = await db.rows<{ id: number }>(
    "select id from locker_claim where business_id = $1 and device_id = $2",
    [business_id, device_id],
  );
  for (const { id } of ids) {
    await deleteClaim(context, id);
    due.clear(CLAIM_EXPIRY, id);
  }
}

export async function deleteClaim({ db, business_id }: Remover, id: number): Promise<void> {
  const claims = await db.rows<{ code_hash: Buffer }>(
    "delete from locker_claim where business_id = $1 and id = $2 returning code_hash",
    [business_id, id],
  );
  await removeFromDirectory(
    { db, business_id },
    "locker_claim",
    claims.map(({ code_hash }) => code_hash),
  );
}
