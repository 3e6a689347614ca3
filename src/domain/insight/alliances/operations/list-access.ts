/** Who of the others read what of the business, by day, person and record. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { loadAlliance } from "../records/alliance.ts";
import type { AccessRow } from "../records/alliance-access.ts";
import { loadGrants } from "../records/alliance-grant.ts";
import { ClientCode, GRANT_SCOPES } from "../shapes.ts";

const SORT: readonly SortColumn[] = [
  { sql: "l.day", member: "day", type: "date", descending: true },
  { sql: "l.id", member: "id", type: "bigint", descending: true },
];

const FILTER = `l.business_id = $1 and l.alliance_id = $2 and ($3::int is null or l.to_business_id = $3)
  and ($4::date is null or l.day >= $4) and ($5::date is null or l.day <= $5)`;

export const listAccess = defineOperation({
  name: "allianceAccessLog",
  summary: "List what members of an alliance read of the business",
  description:
    "One entry for each day, person and record; lists are one entry a day. It stays when grants end.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}/access-log" },
  input: Type.Object({
    alliance_id: Ref("alliance"),
    ...CursorInput,
    client_code: Type.Optional(Ref("alliance_client", ClientCode)),
    date_from: Type.Optional(CalendarDate),
    date_to: Type.Optional(CalendarDate),
  }),
  output: Type.Object({
    ...CursorOutput,
    entries: Type.Array(
      Type.Object({
        id: Id,
        day: CalendarDate,
        client_code: Type.String(),
        name: Type.String(),
        person: Type.String({ description: "Who read it, there." }),
        scope: StringEnum(GRANT_SCOPES),
        tracking_number: Nullable(Type.String({ description: "Null for a list." })),
        reads: Count,
        records: Count,
        first_at: Timestamp,
        last_at: Timestamp,
      }),
    ),
  }),

  async run(context, input) {
    const { db, business_id } = context;
    await loadAlliance(context, input.alliance_id);
    // Whoever read something was granted it.
    const grantees = new Map(
      (await loadGrants(db, business_id, null)).map(({ grantee_id, grantee_code, grantee_name }) => [
        grantee_id,
        { client_code: grantee_code, name: grantee_name },
      ]),
    );
    const wanted = [...grantees].find(([, { client_code }]) => client_code === input.client_code)?.[0] ?? 0;
    const values = [
      business_id,
      input.alliance_id,
      input.client_code === undefined ? null : wanted,
      input.date_from ?? null,
      input.date_to ?? null,
    ];
    const window = buildWindow(input, SORT, { condition: FILTER, values });
    const { rows, paging } = await readListPage<AccessRow>(
      db,
      window,
      `select l.* from alliance_access l where ${FILTER}${window.sql}`,
      countRows(db, `from alliance_access l where ${FILTER}`, values),
    );
    return {
      ...paging,
      entries: rows.map(
        ({ id, day, to_business_id, account_name, scope, subject, reads, records, first_at, last_at }) => ({
          id,
          day,
          ...(grantees.get(to_business_id) ?? { client_code: "", name: "" }),
          person: account_name,
          scope,
          tracking_number: subject === "" ? null : subject,
          reads,
          records,
          first_at,
          last_at,
        }),
      ),
    };
  },
});
