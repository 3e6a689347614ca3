/**
 * The audit of all businesses, for platform administrators, newest first.
 *
 * It lists who did what to which subject. What changed in a business, and the names of its people, are not included.
 * Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { AUDIT_COUNT_MAX, OUTCOMES, SURFACES } from "#operation/records/audit-log.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { BusinessId, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";

const COLUMNS = `id, business_id, at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface,
  on_behalf_of, request_id, subjects, duration_ms`;

const SORT: readonly SortColumn[] = [
  { sql: "at", member: "at", type: "timestamptz", descending: true },
  { sql: "id", member: "id", type: "bigint", descending: true },
];

export const listPlatformAudit = defineOperation({
  name: "platformAudit",
  summary: "List audit entries of every business",
  access: { roles: ["platform_admin"], scopes: ["platform:admin", "audit:read"] },
  rest: { method: "GET", path: "/api/v1/platform/audit" },
  input: Type.Object({
    ...CursorInput,
    business_id: Type.Optional(Ref("business", BusinessId)),
    actor_id: Type.Optional(Ref("employee")),
    operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    surface: Type.Optional(StringEnum(SURFACES)),
    outcome: Type.Optional(StringEnum(OUTCOMES)),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...CursorOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(
      Type.Object({
        id: Type.Integer(),
        business_id: Nullable(Ref("business")),
        at: Timestamp,
        operation: Type.String(),
        effect: StringEnum(["read", "write"]),
        outcome: StringEnum(OUTCOMES),
        refusal: Nullable(Type.String()),
        actor_kind: Type.String(),
        actor_id: Nullable(Ref("account")),
        token_id: Nullable(Ref("token")),
        surface: StringEnum(SURFACES),
        on_behalf_of: Nullable(Ref("account")),
        request_id: Type.String(),
        subjects: Type.Array(
          Type.Object({
            type: Type.String(),
            id: Type.Union([Type.Integer(), Type.String()]),
            kind: Type.String(),
          }),
        ),
        duration_ms: Nullable(Type.Number()),
      }),
    ),
  }),

  async run({ db }, input) {
    const { business_id, actor_id, operation, surface, outcome, from, to } = input;
    const values: unknown[] = [from, to, actor_id, operation, surface, outcome].map((value) => value ?? null);
    const where = [
      "at >= coalesce($1::timestamptz, '-infinity') and at < coalesce($2::timestamptz, 'infinity')",
      "($3::bigint is null or actor_id = $3) and ($4::text is null or operation = $4)",
      "($5::text is null or surface = $5) and ($6::text is null or outcome = $6)",
    ];
    if (business_id !== undefined) {
      values.push(business_id);
      where.push(`business_id = $${values.length}`);
    }
    const condition = where.join(" and ");
    // Without a business the primary key gives the newest; there, entries of reads appear about a second late.
    const window =
      business_id === undefined
        ? buildWindow(input, SORT.slice(1), { condition, values })
        : buildWindow(input, SORT, { condition, values, sorted_within: "business_id" });
    const { rows: entries, paging } = await readListPage<never>(
      db,
      window,
      `select ${COLUMNS} from audit where ${condition}${window.sql}`,
      countRows(db, `from (select 1 from audit where ${condition} limit $${values.length + 1}) as counted`, [
        ...values,
        AUDIT_COUNT_MAX,
      ]),
    );
    return { ...paging, entries };
  },
});
