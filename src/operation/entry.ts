/** Who called what, as events and the audit have it. */
import type { AuditEntry } from "./audit.ts";
import type { Call } from "./call.ts";
import type { Emitted } from "./context.ts";
import type { Stamp } from "./leave.ts";

export function stampOf({ actor, operation, request }: Call): Stamp {
  return {
    actor_kind: actor.kind,
    actor_id: actor.account_id,
    surface: request.surface,
    on_behalf_of: actor.on_behalf_of,
    operation: operation.name,
    correlation_id: request.id,
  };
}

interface EntryFacts {
  outcome: AuditEntry["outcome"];
  refusal?: string | null;
  duration_ms?: number;
  emitted?: Emitted[];
  business_id?: number;
}

export function entryOf({ operation, actor, request }: Call, now: Date, facts: EntryFacts): AuditEntry {
  const emitted = facts.emitted ?? [];
  const business_id =
    emitted.find((fact) => fact.business_id !== undefined)?.business_id ??
    facts.business_id ??
    actor.business_id;
  return {
    business_id: business_id === 0 ? null : business_id,
    at: now.toISOString(),
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
    subjects: emitted
      .slice(0, 200)
      .map(({ subject, kind }) => ({ type: subject.type, id: subject.id, kind })),
    changes: emitted
      .filter((fact) => fact.before !== undefined || fact.after !== undefined)
      .slice(0, 200)
      .map(({ subject, before, after }) => ({
        type: subject.type,
        id: subject.id,
        before: before ?? null,
        after: after ?? null,
      })),
    duration_ms: facts.duration_ms === undefined ? null : Math.round(facts.duration_ms * 1000) / 1000,
  };
}
