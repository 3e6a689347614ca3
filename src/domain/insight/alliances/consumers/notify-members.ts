/**
 * Tells the other members of an alliance what one of them decided: an event in the log of each whom it concerns. Who leaves or
 * declines ends what others granted to it, which is a change of their grants.
 */
import type { ConsumerContext } from "#operation/define/consumer.ts";
import { defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import type { Db } from "#platform/db/db.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { NOTIFIED_KINDS } from "../events.ts";
import { emitGrantChanged, type GrantBetween, loadGrants } from "../records/alliance-grant.ts";
import { loadMembers } from "../records/alliance-member.ts";

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
  return transaction(event.business_id, async ({ db, business_id, business }) => {
    const by = business.code;
    if (event.kind === "grant.changed") {
      const grants = await loadGrants(db, business_id, null);
      const to = grants.filter(
        (grant) => grant.alliance_id === alliance_id && grant.grantee_code === event.payload["client_code"],
      );
      return { by, recipients: to.map(({ grantee_id }) => grantee_id) };
    }
    const members = await loadMembers(db, alliance_id);
    const recipients =
      members.length > 0
        ? members
            .filter(({ state }) => state !== "left" && state !== "declined")
            .map(({ member_id }) => member_id)
        : await listConcernedByEnd(db, event);
    return { by, recipients: recipients.filter((id) => id !== business_id) };
  });
}

/** Who left or declined sees no members any more: the owner is notified, and so are members that had granted something to it. */
async function listConcernedByEnd(db: Db, event: LoggedEvent): Promise<number[]> {
  const [owners, ended] = await Promise.all([
    db.rows<{ owner_id: number }>("select owner_id from my_alliances() where id = $1", [
      Number(event.subject_id),
    ]),
    listEndedGrants(db, null, event),
  ]);
  return [
    ...new Set([...owners.map(({ owner_id }) => owner_id), ...ended.map(({ grantor_id }) => grantor_id)]),
  ];
}

/** Once, however often the event is delivered. */
async function notify(
  { transaction }: ConsumerContext,
  event: LoggedEvent,
  business_id: number,
  by: string,
): Promise<void> {
  await transaction(business_id, async (context) => {
    const { db, emit } = context;
    const notified_event = await db.row(
      `select 1 from event where business_id = $1 and subject_type = 'alliance' and subject_id = $2
         and kind = 'alliance.updated' and payload ->> 'event_id' = $3`,
      [business_id, event.subject_id, String(event.id)],
    );
    if (notified_event !== undefined) return;
    emit({
      subject: { type: "alliance", id: Number(event.subject_id) },
      kind: "alliance.updated",
      payload: { what: event.kind as NotifiedKind, by, event_id: event.id },
    });
    if (event.kind === "alliance.left" || event.kind === "alliance.declined")
      await emitEndedGrant(context, event);
  });
}

/** The grant that the decision of its member ended in the rows, in the log of the business that had given it. */
async function emitEndedGrant(
  context: Pick<Context, "db" | "business_id" | "emit">,
  event: LoggedEvent,
): Promise<void> {
  const [ended] = await listEndedGrants(context.db, context.business_id, event);
  if (ended === undefined) return;
  const { alliance_id, grantee_code, ended_scopes, fields_masked } = ended;
  const before = { scopes: ended_scopes, fields_masked };
  emitGrantChanged(context, { alliance_id, client_code: grantee_code }, before, ended);
}

/** Grants to the business that left or declined which ended with it: of one business, or of all that gave one. */
async function listEndedGrants(
  db: Db,
  grantor_id: number | null,
  { subject_id, business_id, occurred_at }: LoggedEvent,
): Promise<GrantBetween[]> {
  const left_at = new Date(occurred_at).getTime();
  return (await loadGrants(db, grantor_id, business_id)).filter(
    ({ alliance_id, scopes, changed_at }) =>
      alliance_id === Number(subject_id) && scopes.length === 0 && new Date(changed_at).getTime() === left_at,
  );
}
