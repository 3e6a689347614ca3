/** Who of the others read what of the business, by day, person and record. */

import Type from "typebox";
import { defineList, filter, parameter, required } from "#operation/define/list.ts";
import { CalendarDate, Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import type { SortColumn } from "#vocabulary/cursor-page.ts";
import { NoRef, Ref } from "#vocabulary/ref.ts";
import { loadAlliance } from "../records/alliance.ts";
import type { AccessRow } from "../records/alliance-access.ts";
import { loadGrants } from "../records/alliance-grant.ts";
import { ClientCode, GRANT_SCOPES } from "../shapes.ts";

const SORT: readonly SortColumn[] = [
  { sql: "l.day", member: "day", type: "date", descending: true },
  { sql: "l.id", member: "id", type: "bigint", descending: true },
];

export const listAccess = defineList({
  name: "allianceAccessLog",
  summary: "List what members of an alliance read of the business",
  description:
    "One entry for each day, person and record; lists are one entry a day. It stays when grants end.",
  access: { scopes: ["alliance:read"] },
  rest: { method: "GET", path: "/api/v1/alliances/{alliance_id}/access-log" },
  within: { alliance_id: required(Ref("alliance")) },
  filters: {
    client_code: parameter(Ref("alliance_client", ClientCode)),
    date_from: filter(CalendarDate, "l.day >= $date_from"),
    date_to: filter(CalendarDate, "l.day <= $date_to"),
  },
  rows: {
    entries: Type.Array(
      Type.Object({
        id: NoRef("an access to an alliance"),
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
  },
  from: "alliance_access l",
  where: "$wanted::int is null or l.to_business_id = $wanted",
  order: SORT,
  async values(context, { alliance_id, client_code: code }) {
    await loadAlliance(context, alliance_id);
    // A reader of something was granted it.
    const grants = await loadGrants(context.db, context.business_id, null);
    const grantees = new Map(
      grants.map(({ grantee_id, grantee_code: client_code, grantee_name: name }) => [
        grantee_id,
        { client_code, name },
      ]),
    );
    const wanted_grantee_id = [...grantees].find(([, { client_code }]) => client_code === code)?.[0] ?? 0;
    return { grantees, wanted: code === undefined ? null : wanted_grantee_id };
  },
  build: (
    { id, day, to_business_id, account_name, scope, subject, reads, records, first_at, last_at }: AccessRow,
    _,
    { grantees },
  ) => ({
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
});
