/**
 * The queue of writes that wait for a person: a proposal is stored with its preview, bound to a digest of
 * operation and input and to the subjects that the preview would have touched, and executed at most once.
 *
 * The family `approvals` lists and decides; the approval header of MCP queues from here.
 */
import type { Db } from "#platform/db/db.ts";
import type { Actor } from "./actor.ts";
import { type Call, digestOf, type Preview, type Previewed, type Target } from "./call.ts";
import type { Emitted, JobRequest } from "./context.ts";
import type { Operation } from "./define.ts";
import { keptAnswer } from "./idempotency.ts";
import type { Mechanism } from "./mechanism.ts";
import { isProposable } from "./others.ts";
import { Refusal } from "./refusal.ts";
import { type Claim, type StoredAnswer, transact } from "./transaction.ts";

/** A proposal nobody decides on expires after this long. */
export const PROPOSAL_LIFE_MS = 7 * 24 * 3600 * 1000;

/** The job that marks it, where the installation has the family. */
const EXPIRY_JOB = "approvals.expire";
const EXPIRY_SLACK_S = 60;

/** What a preview came to, where it was refused. */
export interface RefusedPreview {
  refused: { error_code: string; message: string };
}

export interface Proposal {
  business_id: number;
  operation: Operation;
  tool: string | null;
  input: Record<string, unknown>;
  /** Null where nobody could preview it. */
  preview: Preview | RefusedPreview | null;
  targets: Target[];
  /** What is executed instead of preparing again; null for most. */
  prepared: unknown;
  reason: string | null;
  actor: Pick<Actor, "account_id" | "token_id" | "profile">;
  now: Date;
}

/** The transaction that a proposal is stored in. */
interface Within {
  db: Db;
  emit(event: Emitted): void;
  enqueue(job: JobRequest): void;
}

export interface Queued {
  approval_id: number;
  expires_at: string;
}

/** Of the same write proposed twice at once, each would not see the other. */
const IN_TURN = "select pg_advisory_xact_lock(hashtextextended($1, 0))";

const SUPERSEDE = `update proposal set state = 'superseded', decided_at = $4, prepared = null
  where business_id = $1 and proposed_by = $2 and digest = $3 and state = 'pending' returning id`;

const INSERT = `insert into proposal (business_id, operation, tool, arguments, digest, preview, targets, reason, proposed_by,
    proposed_token, proposed_profile, proposed_at, expires_at, prepared)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`;

/** Store a proposal. The same write proposed again by the same account supersedes the one still waiting. */
export async function storeProposal({ db, emit, enqueue }: Within, proposal: Proposal): Promise<Queued> {
  const { business_id, operation, tool, input, preview, targets, prepared, reason, actor, now } = proposal;
  const expires_at = new Date(now.getTime() + PROPOSAL_LIFE_MS).toISOString();
  const digest = digestOf(operation.name, input);
  await db.execute(IN_TURN, [`proposal ${business_id} ${actor.account_id} ${digest}`]);
  const [superseded, made] = await Promise.all([
    db.rows<{ id: number }>(SUPERSEDE, [business_id, actor.account_id, digest, now]),
    db.row<{ id: number }>(INSERT, [
      business_id,
      operation.name,
      tool,
      JSON.stringify(input),
      digest,
      preview === null ? null : JSON.stringify(preview),
      JSON.stringify(targets),
      reason,
      actor.account_id,
      actor.token_id,
      actor.profile,
      now,
      expires_at,
      prepared === null ? null : JSON.stringify(prepared),
    ]),
  ]);
  const approval_id = made?.id ?? 0;
  for (const { id } of superseded) {
    emit({ subject: { type: "proposal", id }, kind: "approval.superseded", payload: { by: approval_id } });
  }
  emit({
    subject: { type: "proposal", id: approval_id, first: true },
    kind: "approval.pending",
    payload: { operation: operation.name, tool, expires_at },
  });
  enqueue({
    name: EXPIRY_JOB,
    data: { business_id, account_id: actor.account_id, approval_id },
    start_after_s: PROPOSAL_LIFE_MS / 1000 + EXPIRY_SLACK_S,
  });
  return { approval_id, expires_at };
}

interface ToQueue {
  call: Call;
  business_id: number;
  previewed: Previewed;
  now: Date;
  /** The key of the call, if it has one. */
  claim: Claim | null;
}

/**
 * A high-risk call under the approval header waits for a person instead of happening. What is kept under its key is
 * the answer with its preview.
 */
export async function queueProposal(
  mechanism: Mechanism,
  { call, business_id, previewed, now, claim }: ToQueue,
): Promise<{ kind: "queued"; queued: Queued } | { kind: "replay"; stored: StoredAnswer }> {
  const { actor, operation, input, request } = call;
  if (!isProposable(operation, input)) {
    throw new Refusal("not_proposable", "invalid", {
      message: `${call.agent?.tool ?? operation.name} cannot wait for approval: it carries a secret or decides an approval itself.`,
    });
  }
  const done = await transact(mechanism, {
    business_id,
    role: "service",
    dry_run: false,
    claim,
    now,
    stamp: {
      actor_kind: actor.kind,
      actor_id: actor.account_id,
      surface: request.surface,
      on_behalf_of: actor.on_behalf_of,
      operation: operation.name,
      correlation_id: request.id,
    },
    run: (db, emitted, jobs) =>
      storeProposal(
        {
          db,
          emit: (event) => void emitted.push(event),
          enqueue: (job) => {
            if (mechanism.registry.jobs.has(job.name)) jobs.push(job);
          },
        },
        {
          business_id,
          operation,
          tool: call.agent?.tool ?? null,
          input,
          preview: previewed.shown,
          targets: previewed.targets,
          prepared: previewed.prepared,
          reason: null,
          actor,
          now,
        },
      ),
    audit: (_answer, emitted) => ({
      business_id,
      at: now.toISOString(),
      operation: operation.name,
      effect: operation.effect,
      outcome: "proposed",
      refusal: null,
      actor_kind: actor.kind,
      actor_id: actor.account_id,
      token_id: actor.token_id,
      surface: request.surface,
      on_behalf_of: actor.on_behalf_of,
      request_id: request.id,
      subjects: emitted.map(({ subject, kind }) => ({ type: subject.type, id: subject.id, kind })),
      changes: [],
      duration_ms: null,
    }),
    keep: (queued) =>
      keptAnswer(mechanism, operation, JSON.stringify({ ...(queued as Queued), preview: previewed.shown })),
  });
  return done.kind === "replay" ? done : { kind: "queued", queued: done.answer as Queued };
}
