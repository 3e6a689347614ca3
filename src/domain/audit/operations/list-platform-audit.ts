/**
 * The audit over all businesses, for platform administrators, newest first.
 *
 * It says who did what to which thing. What changed inside a business, and the names of its people, stay
 * with the business. Source: our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Id, Nullable, Timestamp, Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { OUTCOMES, SURFACES, TOTAL_MAX } from "../entries.ts";

const COLUMNS = `id, business_id, at, operation, effect, outcome, refusal, actor_kind, actor_id, token_id, surface,
  on_behalf_of, request_id, subjects, duration_ms`;

export const listPlatformAudit = defineOperation({
  name: "platformAudit",
  summary: "List audit entries of every business",
  effect: "read",
  access: { roles: ["platform_admin"], scopes: ["platform:admin", "audit:read"] },
  rest: { method: "GET", path: "/api/v1/platform/audit" },
  input: Type.Object({
    ...PageInput,
    business_id: Type.Optional(Id),
    actor_id: Type.Optional(Id),
    operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    surface: Type.Optional(Words(SURFACES)),
    outcome: Type.Optional(Words(OUTCOMES)),
    from: Type.Optional(Timestamp),
    to: Type.Optional(Timestamp),
  }),
  output: Type.Object({
    ...PageOutput,
    total: Type.Integer({ minimum: 0, description: "Counting stops at 10,000." }),
    entries: Type.Array(
      Type.Object({
        id: Type.Integer(),
        business_id: Nullable(Id),
        at: Timestamp,
        operation: Type.String(),
        effect: Words(["read", "write"]),
        outcome: Words(OUTCOMES),
        refusal: Nullable(Type.String()),
        actor_kind: Type.String(),
        actor_id: Nullable(Id),
        token_id: Nullable(Id),
        surface: Words(SURFACES),
        on_behalf_of: Nullable(Id),
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
    const { page, per_page, offset } = pageOf(input);
    const { business_id, actor_id, operation, surface, outcome, from, to } = input;
    const values: unknown[] = [from, to, actor_id, operation, surface, outcome].map((value) => value ?? null);
    const where = [
      "at >= coalesce($1::timestamptz, '-infinity') and at < coalesce($2::timestamptz, 'infinity')",
      "($3::int is null or actor_id = $3) and ($4::text is null or operation = $4)",
      "($5::text is null or surface = $5) and ($6::text is null or outcome = $6)",
    ];
    if (business_id !== undefined) {
      values.push(business_id);
      where.push(`business_id = $${values.length}`);
    }
    const condition = where.join(" and ");
    // Without a business the primary key gives the newest; entries of reads come about a second late there.
    const order = business_id === undefined ? "id desc" : "business_id, at desc, id desc";
    const [entries, counted] = await Promise.all([
      db.rows<never>(
        `select ${COLUMNS} from audit where ${condition} order by ${order}
          limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(
        `select count(*) as n from (select 1 from audit where ${condition} limit $${values.length + 1}) as counted`,
        [...values, TOTAL_MAX],
      ),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, entries };
  },
});
