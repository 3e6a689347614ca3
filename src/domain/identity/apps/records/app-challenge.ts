/** Challenges: codes that were sent to telephones, and what becomes of each. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";

interface ChallengeRow extends Row<"app_challenge"> {
  /** `superseded`: by a newer one; `failed`: not sent. */
  state: "open" | "used" | "superseded" | "failed";
  /** The network prefix of its requester. */
  address: string;
}

const ChallengeRecord = defineRecord<"app_challenge", ChallengeRow>("app_challenge");

type Writer = Pick<Context, "db" | "business_id" | "now">;

/** Ends the open one that the same network requested for the number. */
export async function insertChallenge(
  context: Writer,
  challenge: NewRow<"app_challenge", ChallengeRow>,
): Promise<void> {
  const { db, business_id } = context;
  await db.execute(
    `update app_challenge set state = 'superseded'
      where business_id = $1 and phone_e164 = $2 and address = $3 and state = 'open'`,
    [business_id, challenge.phone_e164, challenge.address],
  );
  await ChallengeRecord.insert(context, challenge);
}

/** False if another request ended it meanwhile. */
export async function endChallenge(
  { db, business_id }: Pick<Writer, "db" | "business_id">,
  challenge_id: string,
  state: "used" | "failed",
): Promise<boolean> {
  const ended = await db.execute(
    "update app_challenge set state = $3 where business_id = $1 and challenge_id = $2 and state = 'open'",
    [business_id, challenge_id, state],
  );
  return ended === 1;
}
