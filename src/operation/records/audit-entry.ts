/** Builds the caller's part of events, and audit entries, from a call. */
import type { Actor } from "../caller/actor.ts";
import type { Emitted, RequestFacts } from "../define/context.ts";
import type { EventStamp } from "../run/commit-records.ts";
import type { Invocation } from "../run/invocation.ts";
import type { AuditEntry } from "./audit.ts";

/** An operation, or an MCP tool that is none. */
type Recorded = Pick<Invocation["operation"], "name" | "effect">;

type Caller = Pick<Invocation, "actor"> & {
  operation: Recorded;
  request: Pick<RequestFacts, "id" | "surface" | "user_agent">;
} & Partial<{ agent: Pick<NonNullable<Invocation["agent"]>, "tool"> | undefined }>;

export function buildEventStamp({ actor, operation, request }: Caller): EventStamp {
  return {
    actor_kind: actor.kind,
    actor_id: actor.account_id,
    surface: request.surface,
    on_behalf_of: actor.on_behalf_of,
    operation: operation.name,
    correlation_id: request.id,
  };
}

interface AuditFacts {
  outcome: AuditEntry["outcome"];
  refusal?: string | null;
  duration_ms?: number;
  emitted?: Emitted[];
  /** The business whose data it is about; the caller's when absent. 0: of no business. */
  business_id?: number;
}

const LISTED_MAX = 200;

let latest_time = { at: Number.NaN, text: "" };

/** Most entries are of the same millisecond as the one before, and share its text. */
function toIsoTime(now: Date): string {
  const at = now.getTime();
  if (at !== latest_time.at) latest_time = { at, text: now.toISOString() };
  return latest_time.text;
}

/** Entries of reads wait in memory for a second, thousands of them: they share one empty list. */
const NONE: readonly never[] = [];

function listAuditedRecords({ link, device }: Actor, emitted: readonly Emitted[]) {
  return [
    ...(link ? [{ type: "link", id: link.id, kind: "link.used" }] : []),
    ...(device ? [{ type: "locker_device", id: device.id, kind: "device.called" }] : []),
    ...emitted
      .slice(0, LISTED_MAX)
      .map(({ subject, kind }) => ({ type: subject.type, id: subject.id, kind })),
  ];
}

function listChanges(emitted: readonly Emitted[]) {
  return emitted
    .filter((fact) => fact.before !== undefined || fact.after !== undefined)
    .slice(0, LISTED_MAX)
    .map(({ subject, before, after }) => ({
      type: subject.type,
      id: subject.id,
      before: before ?? null,
      after: after ?? null,
    }));
}

export function buildAuditEntry(
  { operation, actor, request, agent, now }: Caller & Pick<Invocation, "now">,
  facts: AuditFacts,
): AuditEntry {
  const emitted = facts.emitted ?? [];
  const business_id =
    emitted.find((fact) => fact.business_id !== undefined)?.business_id ??
    facts.business_id ??
    actor.business_id;
  return {
    business_id: business_id === 0 ? null : business_id,
    at: toIsoTime(now),
    operation: operation.name,
    effect: operation.effect,
    outcome: facts.outcome,
    refusal: facts.refusal ?? null,
    actor_kind: actor.kind,
    actor_id: actor.account_id,
    token_id: actor.token_id,
    surface: request.surface,
    on_behalf_of: actor.on_behalf_of,
    request_id: request.id,
    subjects:
      emitted.length === 0 && !actor.link && !actor.device ? NONE : listAuditedRecords(actor, emitted),
    changes: emitted.length === 0 ? NONE : listChanges(emitted),
    tool: agent?.tool ?? null,
    client: request.surface === "mcp" && request.user_agent !== "" ? request.user_agent : null,
    duration_ms: facts.duration_ms === undefined ? null : Math.round(facts.duration_ms * 1000) / 1000,
  };
}
