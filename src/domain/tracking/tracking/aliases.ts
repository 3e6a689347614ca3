/** Numbers that others gave to a record: customers' references, carriers' numbers. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { buildNumberKey, listNumberKeys, NUMBER_MAX } from "./numbers.ts";
import { buildAmbiguous, findCandidates } from "./resolve.ts";
import { getTrackedKind } from "./tracked-kind.ts";

export const GivenNumber = Type.String({
  minLength: 4,
  maxLength: 128,
  pattern: "[A-Za-z0-9]",
  description:
    "Compared in upper case, without spaces and hyphens, and without what a label has around it: an SSCC as a Digital Link or an EPC URN " +
    "is the same as its 18 digits.",
});

export const KnownNumber = Type.String({
  minLength: 4,
  maxLength: NUMBER_MAX,
  description: "Any number of the record: its tracking number, or one that was given to it.",
});

export const Alias = Type.Object(
  {
    id: Ref("alias"),
    kind: StringEnum(["alias", "carrier"]),
    number: Type.String(),
    carrier: Nullable(Type.String({ description: "Who issued it." })),
    created_at: Timestamp,
  },
  { $id: "TrackingAlias" },
);

interface AliasRow {
  id: number;
  kind: "alias" | "carrier";
  number: string;
  carrier: string | null;
  created_at: string;
}

const ALIAS_COLUMNS = "id, kind, number, carrier, created_at";
const ALIASES_MAX = 50;

export interface Owner {
  type: string;
  id: number;
}

/** The record of a number; undefined when the number is unknown. Refuses one of several records. */
async function findOwner(
  context: Pick<Context, "db" | "business_id">,
  number: string,
  carrier: string | null = null,
): Promise<Owner | undefined> {
  const owners = (await findCandidates(context, [number], carrier)).get(number) ?? [];
  if (owners.length > 1)
    throw buildAmbiguous(
      owners.map(({ type, id }) => ({ subject_type: type, subject_id: id, carrier: null })),
    );
  const [owner] = owners;
  return owner === undefined ? undefined : { type: owner.type, id: owner.id };
}

export const getOwner = defineGet(findOwner, messages.no_tracking_number);

export function loadAliases(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  { type, id }: Owner,
): Promise<AliasRow[]> {
  return db.rows<AliasRow>(
    `select ${ALIAS_COLUMNS} from tracking_alias
      where business_id = $1 and subject_type = $2 and subject_id = $3 and retired_at is null order by id`,
    [business_id, type, id],
  );
}

/**
 * Gives a number to the record of another one. It finds that record from then on, also when it found another before:
 * carriers use numbers again. The same number again changes nothing.
 */
export async function addAlias(
  context: Context<"number_taken" | "too_many_numbers">,
  typed: string,
  given_number: Pick<AliasRow, "kind" | "number" | "carrier">,
): Promise<{ result: boolean; added: boolean; number: AliasRow }> {
  const { db, business_id, actor, now, refuse, emit } = context;
  const owner = await getOwner(context, typed);
  const key = buildNumberKey(given_number.number);
  const own_number = await db.row(
    "select number from tracking_number where business_id = $1 and number = any($2::text[])",
    [business_id, [...listNumberKeys(given_number.number)]],
  );
  if (own_number !== undefined) {
    throw refuse("number_taken", {
      message: messages.number_taken,
      errors: [{ field: "given", message: messages.is_tracking_number }],
    });
  }
  // One at a time for each record, so that the limit holds.
  await db.execute("select pg_advisory_xact_lock($1, hashtext($2))", [
    business_id,
    `${owner.type} ${owner.id}`,
  ]);
  const owner_aliases = await loadAliases(context, owner);
  const same = owner_aliases.find(({ number }) => buildNumberKey(number) === key);
  if (same !== undefined) return { result: true, added: false, number: same };
  if (owner_aliases.length >= ALIASES_MAX)
    throw refuse("too_many_numbers", { message: messages.aliases_max, values: { aliases: ALIASES_MAX } });
  const row = await db.row<AliasRow>(
    `insert into tracking_alias (business_id, kind, number, key, carrier, subject_type, subject_id, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${ALIAS_COLUMNS}`,
    [
      business_id,
      given_number.kind,
      given_number.number.trim(),
      key,
      given_number.carrier,
      owner.type,
      owner.id,
      actor.account_id,
      now,
    ],
  );
  if (row === undefined) throw new Error("The number was not stored.");
  emit({
    subject: { type: getTrackedKind(context, owner.type).log_type, id: owner.id },
    kind: "tracking.number_added",
    payload: { alias_id: row.id, number_kind: given_number.kind, carrier: given_number.carrier },
    before: null,
    after: { number: row.number },
  });
  return { result: true, added: true, number: row };
}
