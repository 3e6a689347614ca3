/** Puts open labels on manifests: one for each carrier account, carrier and place of hand-over. */
import { randomBytes } from "node:crypto";
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { getNextQuestion } from "../change.ts";
import type { LabelManifestRow, LabelOrderRow } from "../tables.ts";

/** A due task: ask the carrier again for a manifest that it has not confirmed. */
export const CHECK_MANIFEST = "shipping.check_manifest";

/** Labels that are ready and whose packages are to be handed over. Locked: of two calls at once the second finds none. */
export function lockOpenLabels(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  { carrier_accounts, ship_date_until }: { carrier_accounts: readonly string[]; ship_date_until: string },
): Promise<LabelOrderRow[]> {
  return db.rows<LabelOrderRow>(
    `select o.* from label_order o
       join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
      where o.business_id = $1 and o.state in ('LABEL_READY', 'INFO_SUBMITTED') and o.manifest_id is null
        and (cardinality($2::text[]) = 0 or a.code = any($2)) and o.shipment->>'ship_date' <= $3
      order by o.id for update of o`,
    [business_id, carrier_accounts, ship_date_until],
  );
}

/** Places that are the same for a carrier. */
export const describeOrigin = ({ line1, postal_code = "", city = "", country = "" }: Place) =>
  [line1, postal_code, city, country].join("\n").toLowerCase();

export async function startManifests(
  context: Context<never>,
  labels: readonly LabelOrderRow[],
  date: string,
): Promise<LabelManifestRow[]> {
  const { db, business_id, now, actor, emit, due } = context;
  const groups = Map.groupBy(
    labels,
    ({ carrier_account_id, carrier, shipment }) =>
      `${carrier_account_id}\n${carrier}\n${describeOrigin(shipment.from)}`,
  );
  const manifests: LabelManifestRow[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const manifest = await db.row<LabelManifestRow>(
      `insert into label_manifest (business_id, reference, carrier_account_id, carrier, origin, date, state, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8) returning *`,
      [
        business_id,
        `PM${randomBytes(10).toString("hex").toUpperCase()}`,
        first.carrier_account_id,
        first.carrier,
        JSON.stringify(first.shipment.from),
        date,
        actor.account_id,
        now,
      ],
    );
    if (manifest === undefined) throw new Error("A manifest that was inserted has no row.");
    await db.execute(
      "update label_order set manifest_id = $3, version = version + 1 where business_id = $1 and id = any($2::bigint[])",
      [business_id, group.map(({ id }) => id), manifest.id],
    );
    due.set(CHECK_MANIFEST, manifest.id, getNextQuestion(now, 1));
    emit({
      subject: { type: "label_manifest", id: manifest.id, is_new: true },
      kind: "label_manifest.changed",
      payload: { carrier: manifest.carrier, state: "pending", labels: group.length, failure: null },
    });
    manifests.push(manifest);
  }
  return manifests;
}
