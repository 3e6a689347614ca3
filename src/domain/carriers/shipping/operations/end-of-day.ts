/**
 * Close the day: every open label is put on a manifest, one for each carrier account, carrier and place of hand-over.
 *
 * Called twice it is safe: the second call finds no open label, and answers with the manifests that are still pending. A
 * carrier that does not answer is asked again by a job, under the same reference.
 *
 * Source: docs/contract/mcp.md, `end_of_day`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Count } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { recordManifest } from "../manifests/record.ts";
import { requestManifest } from "../manifests/request-manifest.ts";
import { LabelManifest, loadManifests } from "../manifests/shapes.ts";
import { startManifests } from "../manifests/start.ts";
import { messages } from "../messages.ts";
import { findEnabledAccounts } from "../rating/request-rates.ts";
import { lockOpenLabels } from "../records/label.ts";
import type { LabelManifestRow } from "../records/label-manifest.ts";

export const endOfDay = defineOperation({
  name: "labelserviceEndofday",
  summary: "Close the day at carriers",
  description:
    "Submits every open label order up to the date and makes a manifest for each carrier and place of hand-over. Labels on a manifest " +
    "are refunded instead of voided. Safe to call twice.",
  risk: "high",
  access: { scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/endofday", pending: "pending" },
  mcp: { user: "end_of_day" },
  input: Type.Object({
    date: Type.Optional({
      ...CalendarDate,
      description: "Labels that ship up to this day; today if absent.",
    }),
    carrier_accounts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
        maxItems: 50,
        uniqueItems: true,
        description: "Codes; every account if absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "A carrier has not confirmed its manifest yet." }),
    manifests: Type.Array(LabelManifest),
    label_count: Type.Unsafe<number>({ ...Count, description: "On these manifests." }),
  }),
  refusals: { unknown_carrier_account: "invalid" },

  async run(context, { date, carrier_accounts = [] }) {
    const { db, business_id, business, now, refuse } = context;
    const enabled_accounts = await findEnabledAccounts(context, carrier_accounts);
    const missing = carrier_accounts.filter(
      (code) => !enabled_accounts.some((account) => account.code === code),
    );
    if (missing.length > 0)
      throw refuse("unknown_carrier_account", {
        message: messages.unknown_accounts,
        errors: missing.map((code) => ({
          field: `carrier_accounts/${carrier_accounts.indexOf(code)}`,
          message: messages.no_enabled_account,
        })),
      });
    const today = toLocalDate(now, business.time_zone);
    const labels = await lockOpenLabels(context, {
      carrier_accounts,
      ship_date_until: date ?? today,
    });
    await startManifests(context, labels, today);
    const waiting = await db.rows<{ id: number }>(
      `select m.id from label_manifest m
         join carrier_account a on a.business_id = m.business_id and a.id = m.carrier_account_id
        where m.business_id = $1 and m.state = 'pending' and (cardinality($2::text[]) = 0 or a.code = any($2))
        order by m.id`,
      [business_id, carrier_accounts],
    );
    return buildAnswer(
      await loadManifests(
        context,
        waiting.map(({ id }) => id),
      ),
    );
  },

  async perform(context, _input, { manifests }) {
    const { db, business_id } = context;
    const rows = await db.rows<LabelManifestRow>(
      "select * from label_manifest where business_id = $1 and id = any($2::bigint[]) and state = 'pending' order by id",
      [business_id, manifests.map(({ id }) => id)],
    );
    return Promise.all(
      rows.map(async (row) => ({ id: row.id, outcome: await requestManifest(context, row) })),
    );
  },

  async settle(context, _input, { manifests }, performed) {
    for (const { id, outcome } of performed) await recordManifest(context, id, outcome);
    return buildAnswer(
      await loadManifests(
        context,
        manifests.map(({ id }) => id),
      ),
    );
  },
  unpredicted: ["pending", "manifests"],
});

function buildAnswer(manifests: Type.Static<typeof LabelManifest>[]) {
  return {
    result: true,
    pending: manifests.some(({ state }) => state === "pending"),
    manifests,
    label_count: manifests.reduce((sum, { label_count }) => sum + label_count, 0),
  };
}
