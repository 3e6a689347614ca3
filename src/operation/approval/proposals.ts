/**
 * The queue of writes that wait for an approval. A proposal is stored with its preview, bound to a digest of
 * operation and input and to the subjects that the preview would have changed, and executed at most once.
 *
 * The family `approvals` lists and decides proposals; the approval header of MCP queues them through this file.
 */
import type { Db } from "#platform/db/db.ts";
import type { Role } from "#vocabulary/roles.ts";
import type { Actor } from "../caller/actor.ts";
import type { Emitted } from "../define/context.ts";
import type { Operation } from "../define/define.ts";
import type { DueTasks } from "../define/due.ts";
import { Refusal } from "../define/refusal.ts";
import { buildDueTasks } from "../due/due-tasks.ts";
import { buildAuditEntry } from "../records/audit-entry.ts";
import { refusals } from "../response/platform-messages.ts";
import { computeDigest, type Preview, type Previewed, type Target } from "../run/call.ts";
import { encryptStoredAnswer } from "../run/idempotency.ts";
import type { Invocation } from "../run/invocation.ts";
import { type Claim, runTransaction, type StoredAnswer } from "../run/transaction.ts";
import { isProposable } from "./proposable.ts";

/** A pending proposal expires after this time. */
const PROPOSAL_TTL_MS = 7 * 24 * 3600 * 1000;

/** What becomes due at its expiry, with its id; the family `approvals` handles it. */
export const PROPOSAL_EXPIRY = "approvals.expire";

/** The preview of a write that was refused. */
export interface RefusedPreview {
  refused: { error_code: string; message: string };
}

export interface Proposal {
  business_id: number;
  operation: Operation;
  tool: string | null;
  input: Record<string, unknown>;
  /** Null when there could be no preview. */
  preview: Preview | RefusedPreview | null;
  targets: Target[];
  /** The stored result of `prepare`, for operations that execute it instead of preparing again; null for most. */
  prepared: unknown;
  reason: string | null;
  actor: Actor;
  /** The user agent of the request. */
  client: string;
  /** True when the account itself may use the operation, whatever its token allows. */
  may_use: boolean;
  now: Date;
}

/** The account's rights when it proposed: they must be the same when the proposal is approved. */
export interface ProposedAs {
  role: Role | null;
  customer_id: number | null;
  contractor_id: number | null;
  driver_id: number | null;
  /** True when the account could use the operation itself; then it must still be able to. */
  may_use: boolean;
  /** True for a program or agent: a person must approve. Absent in proposals from before this was stored. */
  by_api_token?: boolean;
  /** True when the token itself allowed the operation; then it must still allow it. Absent as above. */
  token_may_use?: boolean;
  /** What the program calls itself. */
  client?: string;
}

/** The transaction in which a proposal is stored. */
interface Within {
  db: Db;
  emit(event: Emitted): void;
  due: DueTasks;
}

/** Do the scopes of the token allow the operation? Those of the account are another matter. */
export function isAllowedByToken(
  { access }: Operation,
  { token_scopes }: Pick<Actor, "token_scopes">,
): boolean {
  if (access.public) return true;
  return token_scopes === null || access.scopes.every((scope) => token_scopes.has(scope));
}

/** Where a person decides a proposal. */
export function buildApproveUrl(base_url: string, approval_id: number): string {
  return `${base_url}/mcp-approvals?approval_id=${approval_id}`;
}

/** The notification of the decision to the proposer. */
export function buildPoll(approval_id: number) {
  return { tool: "list_pending_approvals", arguments: { approval_id } };
}

export interface QueuedProposal {
  approval_id: number;
  expires_at: string;
}

/** Serializes the proposals of an account, which would otherwise not see each other. */
const LOCK_PROPOSER = "select pg_advisory_xact_lock(hashtextextended($1, 0))";

const SUPERSEDE = `update proposal set state = 'superseded', decided_at = $4, prepared = null
  where business_id = $1 and proposed_by = $2 and digest = $3 and state = 'pending' returning id`;

/** Proposals of one account that wait at a time: more than people decide, and few enough for a list that they can read. */
export const PENDING_MAX = 100;

/** Without the one that this one supersedes. */
const COUNT_PENDING = `select count(*) as n from proposal
  where business_id = $1 and proposed_by = $2 and digest <> $3 and state = 'pending' and expires_at > $4`;

function tooManyPending(): Refusal {
  return new Refusal("too_many_pending", "too_many", {
    message: refusals.pending_max.with({ proposals: PENDING_MAX }),
    extra: { pending_max: PENDING_MAX },
  });
}

const INSERT = `insert into proposal (business_id, operation, tool, arguments, digest, preview, targets, reason, proposed_by,
    proposed_token, proposed_profile, proposed_at, expires_at, prepared, proposed_as)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`;

/** Stores a proposal. The same write proposed again by the same account supersedes the pending proposal. */
export async function storeProposal({ db, emit, due }: Within, proposal: Proposal): Promise<QueuedProposal> {
  const {
    business_id,
    operation,
    tool,
    input,
    preview,
    targets,
    prepared,
    reason,
    actor,
    client,
    may_use,
    now,
  } = proposal;
  const { role, customer_id, contractor_id, driver_id } = actor;
  const by_api_token = actor.is_signed_in !== true;
  const proposed_as: ProposedAs = {
    role,
    customer_id,
    contractor_id,
    driver_id,
    may_use,
    by_api_token,
    token_may_use: isAllowedByToken(operation, actor),
    ...(client === "" ? {} : { client }),
  };
  const expires_at = new Date(now.getTime() + PROPOSAL_TTL_MS).toISOString();
  const digest = computeDigest(operation.name, input);
  await db.execute(LOCK_PROPOSER, [`proposal ${business_id} ${actor.account_id}`]);
  const waiting = await db.row<{ n: number }>(COUNT_PENDING, [business_id, actor.account_id, digest, now]);
  if ((waiting?.n ?? 0) >= PENDING_MAX) throw tooManyPending();
  const [superseded, created_proposal] = await Promise.all([
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
      JSON.stringify(proposed_as),
    ]),
  ]);
  const approval_id = created_proposal?.id ?? 0;
  for (const { id } of superseded) {
    emit({ subject: { type: "proposal", id }, kind: "approval.superseded", payload: { by: approval_id } });
    due.clear(PROPOSAL_EXPIRY, id);
  }
  emit({
    subject: { type: "proposal", id: approval_id, is_new: true },
    kind: "approval.pending",
    payload: { operation: operation.name, tool, expires_at },
  });
  due.set(PROPOSAL_EXPIRY, approval_id, new Date(expires_at));
  return { approval_id, expires_at };
}

/**
 * Queues a high-risk call with the approval header instead of executing it. The response stored under its
 * idempotency key contains its preview.
 */
export async function queueProposal(
  invocation: Invocation,
  previewed: Previewed,
  claim: Claim | null,
): Promise<{ kind: "queued"; queued: QueuedProposal } | { kind: "replay"; stored: StoredAnswer }> {
  const { runtime, actor, operation, input, agent, business_id, now } = invocation;
  if (!isProposable(operation, input)) {
    throw new Refusal("not_proposable", "invalid", {
      message: refusals.cannot_wait.with({ name: agent?.tool ?? operation.name }),
    });
  }
  const result = await runTransaction(
    { ...invocation, role: "service", dry_run: false },
    {
      claim,
      run: (db, emitted) =>
        storeProposal(
          {
            db,
            emit: (event) => void emitted.push(event),
            due: buildDueTasks({ registry: runtime.registry, db, business_id, now }),
          },
          {
            business_id,
            operation,
            tool: agent?.tool ?? null,
            input,
            preview: previewed.full_preview,
            targets: previewed.targets,
            prepared: previewed.prepared,
            reason: null,
            actor,
            client: invocation.request.user_agent,
            may_use: true,
            now,
          },
        ),
      audit: (_answer, emitted) => [
        buildAuditEntry(invocation, { outcome: "proposed", emitted, business_id }),
      ],
      keep: (queued) =>
        encryptStoredAnswer(
          invocation,
          JSON.stringify({ ...(queued as QueuedProposal), preview: previewed.caller_preview }),
        ),
    },
  );
  return result.kind === "replay" ? result : { kind: "queued", queued: result.answer as QueuedProposal };
}
