/** Tells the other members of an alliance what one of them decided: an event in the log of each whom it concerns. */
import type { ConsumerContext } from "#operation/define/consumer.ts";
import { defineConsumer } from "#operation/define/consumer.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { NOTIFIED_KINDS } from "../events.ts";
import { listGrants } from "../grants.ts";
import { listMembers } from "../load.ts";

type NotifiedKind = (typeof NOTIFIED_KINDS)[number];

export const notifyMembers = defineConsumer({
  name: "alliances.notify-members",

  listKinds: () => NOTIFIED_KINDS,

  async handle(context, events) {
    for (const event of events) {
      const { by, recipients } = await findRecipients(context, event);
      for (const business_id of recipients) await notify(context, event, business_id, by);
    }
  },
});

/** A grant concerns the two; everything else every member but those who left or declined. */
async function findRecipients({ transaction }: ConsumerContext, event: LoggedEvent) {
  const alliance_id = Number(event.subject_id);
  return transaction(event.business_id, async ({ db, business_id }) => {
    const own = await db.row<{ code: string }>("select code from business where id = $1", [business_id]);
    const by = own?.code ?? "";
    if (event.kind === "grant.changed") {
      const grants = await listGrants(db, business_id, null);
      const to = grants.filter(
        (grant) => grant.alliance_id === alliance_id && grant.grantee_code === event.payload["client_code"],
      );
      return { by, recipients: to.map(({ grantee_id }) => grantee_id) };
    }
    const members = await listMembers(db, alliance_id);
    // Who left or declined sees no members any more: the owner is told.
    const recipients =
      members.length > 0
        ? members
            .filter(({ state }) => state !== "left" && state !== "declined")
            .map(({ member_id }) => member_id)
        : (
            await db.rows<{ owner_id: number }>("select owner_id from my_alliances() where id = $1", [
              alliance_id,
            ])
          ).map(({ owner_id }) => owner_id);
    return { by, recipients: recipients.filter((id) => id !== business_id) };
  });
}

/** Once, however often the event is delivered. */
async function notify(
  { transaction }: ConsumerContext,
  event: LoggedEvent,
  business_id: number,
  by: string,
): Promise<void> {
  await transaction(business_id, async ({ db, emit }) => {
    const known = await db.row(
      `select 1 from event where business_id = $1 and subject_type = 'alliance' and subject_id = $2
         and kind = 'alliance.updated' and payload ->> 'event_id' = $3`,
      [business_id, event.subject_id, String(event.id)],
    );
    if (known !== undefined) return;
    emit({
      subject: { type: "alliance", id: Number(event.subject_id) },
      kind: "alliance.updated",
      payload: { what: event.kind as NotifiedKind, by, event_id: event.id },
    });
  });
}
