/** The audit as it is read: what an entry is, and the lists of them, newest first. */
import Type from "typebox";
import { Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import type { SortColumn } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findWithheld, Withheld } from "../caller/event-access.ts";
import type { Context } from "../define/context.ts";
import { filter, indexed, parameter } from "../define/list.ts";

export const OUTCOMES = ["done", "refused", "dry_run", "proposed", "replayed", "failed"] as const;
export const SURFACES = ["rest", "graphql", "mcp", "app", "device", "job", "ingest", "console"] as const;

export const AUDIT_COUNT_MAX = 10_000;

const AuditedRecord = Type.Object({
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
    actor_id: Nullable(Ref("account")),
    actor_name: Nullable(Type.String()),
    token_id: Nullable(Ref("token")),
    token_name: Nullable(Type.String({ description: "Name of the API token." })),
    surface: StringEnum(SURFACES),
    on_behalf_of: Nullable(Ref("account")),
    request_id: Type.String(),
    subjects: Type.Array(AuditedRecord),
    changes: Type.Array(Change, { description: "Members before and after; personal data is left out." }),
    duration_ms: Nullable(Type.Number()),
    tool: Nullable(Type.String({ description: "The tool that an agent called." })),
    client: Nullable(Type.String({ description: "What the agent's program calls itself." })),
  },
  { $id: "AuditEntry" },
);
export type AuditEntry = Type.Static<typeof AuditEntry>;

/** The person who did it, or on whose behalf it was done. */
export const isBy = (account: string): string => `a.actor_id = ${account} or a.on_behalf_of = ${account}`;

/** A filter that has an index of its own has a query of its own. */
export const AUDIT_FILTERS = {
  actor_id: indexed(
    Ref("employee", { ...Id, description: "The person who did it, or on whose behalf it was done." }),
    isBy("$actor_id"),
  ),
  operation: filter(Type.String({ minLength: 1, maxLength: 100 })),
  effect: filter(StringEnum(["read", "write"])),
  surface: filter(StringEnum(SURFACES)),
  outcome: filter(StringEnum(OUTCOMES)),
  token_id: indexed(Ref("token", { ...Id, description: "Done with this token." })),
  tool: indexed(Type.String({ minLength: 1, maxLength: 64, description: "Calls of this tool by agents." })),
  from: parameter(Timestamp),
  to: parameter(Type.String({ format: "date-time", maxLength: 40, description: "Exclusive." })),
  subject: indexed(
    Ref(
      "subject",
      Type.String({
        pattern: "^[a-z_]{1,40}/[^/\\s]{1,80}$",
        description: "Writes that touched one thing: `order/15`.",
      }),
    ),
    // An entry and the events of its write have the same time and request; events are indexed by subject.
    `a.effect = 'write' and (a.at, a.request_id) in (select e.recorded_at, e.correlation_id from event e
      where e.business_id = $1 and e.subject_type = split_part($subject, '/', 1)
        and e.subject_id = split_part($subject, '/', 2))`,
  ),
};

const SORT: readonly SortColumn[] = [
  { sql: "a.at", member: "at", type: "timestamptz", descending: true },
  { sql: "a.id", member: "id", type: "bigint", descending: true },
];

/** Its values are of `bindAudit`. */
export const AUDIT_LIST = {
  rows: { entries: Type.Array(AuditEntry) },
  from: "audit a",
  select: `select a.id, a.at, a.operation, a.effect, a.outcome, a.refusal, a.actor_kind, a.actor_id, p.name as actor_name,
      a.token_id, t.name as token_name, a.surface, a.on_behalf_of, a.request_id, a.subjects, a.changes, a.duration_ms, a.tool, a.client
    from audit a left join account p on p.id = a.actor_id and p.business_id = a.business_id
      left join access_token t on t.id = a.token_id and t.business_id = a.business_id`,
  where: [
    "a.at >= coalesce($from::timestamptz, '-infinity') and a.at < coalesce($to::timestamptz, 'infinity')",
    // A constant, because the index of agents' calls has this condition.
    "$is_of_agents::bool and a.surface = 'mcp'",
  ],
  order: SORT,
  sorted_within: "a.business_id",
  // A business records every read, and nobody pages further.
  count_max: AUDIT_COUNT_MAX,
  build: withholdChanges,
};

export const bindAudit = ({ from, to, surface }: { from?: string; to?: string; surface?: string }) => ({
  from: from ?? null,
  to: to ?? null,
  is_of_agents: surface === "mcp" ? true : undefined,
});

/** Who did what is for every reader of the audit; values are for those who may read the record. */
export function withholdChanges(
  entry: AuditEntry,
  { actor, events }: Pick<Context<never>, "actor" | "events">,
): AuditEntry {
  const changes = entry.changes.map((change) => {
    const { type, id } = change;
    const kinds = entry.subjects.flatMap((one) => (one.type === type && one.id === id ? [one.kind] : []));
    const withheld = kinds.map((kind) => findWithheld(events, kind, actor)).find((one) => one !== null);
    return withheld === undefined ? change : { type, id, before: null, after: null, withheld };
  });
  return { ...entry, changes };
}
