/** Audit entries: their schema, and reading them newest first. */
import Type from "typebox";
import { findWithheld, Withheld } from "#operation/caller/event-access.ts";
import type { Context } from "#operation/define/context.ts";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";

export const OUTCOMES = ["done", "refused", "dry_run", "proposed", "replayed", "failed"] as const;
export const SURFACES = ["rest", "graphql", "mcp", "app", "device", "job", "ingest", "console"] as const;

/** Counting stops here: a business records every read, and nobody pages further. */
export const TOTAL_MAX = 10_000;

const Subject = Type.Object({
  type: Type.String(),
  id: Type.Union([Type.Integer(), Type.String()]),
  kind: Type.String({ description: "Kind of the event that happened to it." }),
});

const Change = Type.Object({
  type: Type.String(),
  id: Type.Union([Type.Integer(), Type.String()]),
  before: Nullable(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true })),
  after: Nullable(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true })),
  withheld: Type.Optional(Withheld),
});

export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    at: Timestamp,
    operation: Type.String(),
    effect: StringEnum(["read", "write"]),
    outcome: StringEnum(OUTCOMES),
    refusal: Nullable(Type.String({ description: "Code of the refusal, if the call was refused." })),
    actor_kind: Type.String(),
    actor_id: Nullable(Id),
    actor_name: Nullable(Type.String()),
    token_id: Nullable(Id),
    token_name: Nullable(Type.String({ description: "Name of the API token." })),
    surface: StringEnum(SURFACES),
    on_behalf_of: Nullable(Id),
    request_id: Type.String(),
    subjects: Type.Array(Subject),
    changes: Type.Array(Change, { description: "Members before and after; personal data is left out." }),
    duration_ms: Nullable(Type.Number()),
    tool: Nullable(Type.String({ description: "The tool that an agent called." })),
    client: Nullable(Type.String({ description: "What the agent's program calls itself." })),
  },
  { $id: "AuditEntry" },
);
export type AuditEntry = Type.Static<typeof AuditEntry>;

export const AuditFilters = {
  actor_id: Type.Optional(
    Ref("employee", { ...Id, description: "The person who did it, or on whose behalf it was done." }),
  ),
  operation: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  effect: Type.Optional(StringEnum(["read", "write"])),
  surface: Type.Optional(StringEnum(SURFACES)),
  outcome: Type.Optional(StringEnum(OUTCOMES)),
  token_id: Type.Optional(Ref("token", { ...Id, description: "Done with this token." })),
  tool: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: "Calls of this tool by agents." }),
  ),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Type.String({ format: "date-time", maxLength: 40, description: "Exclusive." })),
  subject: Type.Optional(
    Ref(
      "subject",
      Type.String({
        pattern: "^[a-z_]{1,40}/[^/\\s]{1,80}$",
        description: "Writes that touched one thing: `order/15`.",
      }),
    ),
  ),
};

export interface AuditFilter {
  actor_id?: number;
  operation?: string;
  effect?: string;
  surface?: string;
  outcome?: string;
  token_id?: number;
  tool?: string;
  from?: string;
  to?: string;
  subject?: string;
}

const COLUMNS = `a.id, a.at, a.operation, a.effect, a.outcome, a.refusal, a.actor_kind, a.actor_id, p.name as actor_name,
  a.token_id, t.name as token_name, a.surface, a.on_behalf_of, a.request_id, a.subjects, a.changes, a.duration_ms, a.tool, a.client`;

interface SqlCondition {
  where: string;
  values: unknown[];
}

/**
 * A filter that has an index of its own has a query of its own; the others are always in the query text, with their
 * values as parameters.
 */
function buildCondition(business_id: number, filter: AuditFilter): SqlCondition {
  const { operation, effect, surface, outcome, from, to, actor_id, subject, token_id, tool } = filter;
  const values: unknown[] = [business_id, from, to, operation, effect, surface, outcome].map(
    (value) => value ?? null,
  );
  const where = [
    "a.business_id = $1",
    "a.at >= coalesce($2::timestamptz, '-infinity') and a.at < coalesce($3::timestamptz, 'infinity')",
    "($4::text is null or a.operation = $4) and ($5::text is null or a.effect = $5)",
    "($6::text is null or a.surface = $6) and ($7::text is null or a.outcome = $7)",
  ];
  if (actor_id !== undefined) {
    values.push(actor_id);
    where.push(`(a.actor_id = $${values.length} or a.on_behalf_of = $${values.length})`);
  }
  if (token_id !== undefined) where.push(`a.token_id = $${values.push(token_id)}`);
  if (tool !== undefined) where.push(`a.tool = $${values.push(tool)}`);
  // A constant, because the index of agents' calls has this condition.
  if (surface === "mcp") where.push("a.surface = 'mcp'");
  if (subject !== undefined) {
    const [type, id] = subject.split("/");
    values.push(type, id);
    // An entry and the events of its write have the same time and request; events are indexed by subject.
    where.push(`a.effect = 'write' and (a.at, a.request_id) in (select e.recorded_at, e.correlation_id from event e
      where e.business_id = $1 and e.subject_type = $${values.length - 1} and e.subject_id = $${values.length})`);
  }
  return { where: where.join(" and "), values };
}

const SORT: readonly SortColumn[] = [
  { sql: "a.at", member: "at", type: "timestamptz", descending: true },
  { sql: "a.id", member: "id", type: "bigint", descending: true },
];

export async function loadEntries(
  context: Pick<Context, "db" | "business_id" | "actor" | "events">,
  filter: AuditFilter,
  paging: { page?: number; per_page?: number; cursor?: string },
): Promise<{ page: number; per_page: number; next_cursor: string | null; entries: AuditEntry[] }> {
  const { db, business_id } = context;
  const { where, values } = buildCondition(business_id, filter);
  const window = buildWindow(paging, SORT, { condition: where, values, sorted_within: "a.business_id" });
  const read = await db.rows<AuditEntry>(
    `select ${COLUMNS} from audit a left join account p on p.id = a.actor_id and p.business_id = a.business_id
      left join access_token t on t.id = a.token_id and t.business_id = a.business_id
      where ${where}${window.sql}`,
    window.values,
  );
  const { rows, next_cursor } = window.shown(read);
  const entries = rows.map((entry) => withholdChanges(context, entry));
  return { page: window.page, per_page: window.per_page, next_cursor, entries };
}

/** Who did what is for every reader of the audit; values are for those who may read the record. */
function withholdChanges(
  { actor, events }: Pick<Context, "actor" | "events">,
  entry: AuditEntry,
): AuditEntry {
  const changes = entry.changes.map((change) => {
    const { type, id } = change;
    const kinds = entry.subjects.flatMap((one) => (one.type === type && one.id === id ? [one.kind] : []));
    const withheld = kinds.map((kind) => findWithheld(events, kind, actor)).find((one) => one !== null);
    return withheld === undefined ? change : { type, id, before: null, after: null, withheld };
  });
  return { ...entry, changes };
}

/** Number of entries, up to `TOTAL_MAX`. */
export async function countEntries(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  filter: AuditFilter,
): Promise<number> {
  const { where, values } = buildCondition(business_id, filter);
  const row = await db.row<{ n: number }>(
    `select count(*) as n from (select 1 from audit a where ${where} limit $${values.length + 1}) as counted`,
    [...values, TOTAL_MAX],
  );
  return row?.n ?? 0;
}
