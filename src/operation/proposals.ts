/**
 * The queue of writes that wait for a person: a proposal is stored with its preview, bound to a digest of
 * operation and input, and executed at most once.
 */
import { readerOf } from "#platform/db/db.ts";
import { type Call, digestOf, type Preview } from "./call.ts";
import type { Mechanism } from "./mechanism.ts";
import { transact } from "./transaction.ts";

/** A proposal nobody decides on expires after this long. */
export const PROPOSAL_LIFE_MS = 7 * 24 * 3600 * 1000;

interface Proposed {
  call: Call;
  business_id: number;
  preview: Preview;
  now: Date;
  reason: string | null;
}

export async function queueProposal(
  mechanism: Mechanism,
  { call, business_id, preview, now, reason }: Proposed,
): Promise<{ approval_id: number; expires_at: string }> {
  const expires_at = new Date(now.getTime() + PROPOSAL_LIFE_MS).toISOString();
  const { actor, operation, input, request } = call;
  const done = await transact(mechanism, {
    business_id,
    role: "service",
    dry_run: false,
    claim: null,
    now,
    stamp: {
      actor_kind: actor.kind,
      actor_id: actor.account_id,
      surface: request.surface,
      on_behalf_of: actor.on_behalf_of,
      operation: operation.name,
      correlation_id: request.id,
    },
    async run(db, emitted) {
      const row = await db.row<{ id: number }>(
        `insert into proposal (business_id, operation, tool, arguments, digest, preview, reason, proposed_by, proposed_token,
           proposed_profile, proposed_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
        [
          business_id,
          operation.name,
          call.agent?.tool ?? null,
          JSON.stringify(input),
          digestOf(operation.name, input),
          JSON.stringify(preview),
          reason,
          actor.account_id,
          actor.token_id,
          actor.profile,
          now,
          expires_at,
        ],
      );
      const id = row?.id ?? 0;
      emitted.push({
        subject: { type: "proposal", id, first: true },
        kind: "approval.pending",
        payload: { operation: operation.name, tool: call.agent?.tool ?? null, expires_at },
      });
      return id;
    },
    audit: () => ({
      business_id,
      at: now.toISOString(),
      operation: operation.name,
      effect: "write",
      outcome: "proposed",
      refusal: null,
      actor_kind: actor.kind,
      actor_id: actor.account_id,
      token_id: actor.token_id,
      surface: request.surface,
      on_behalf_of: actor.on_behalf_of,
      request_id: request.id,
      subjects: [],
      changes: [],
      duration_ms: null,
    }),
    keep: () => ({ answer: "{}", sealed: false }),
  });
  return { approval_id: done.kind === "done" ? (done.answer as number) : 0, expires_at };
}

export interface ProposalRow {
  id: number;
  state: string;
  operation: string;
  tool: string | null;
  arguments: Record<string, unknown>;
  digest: string;
  proposed_by: number;
  proposed_token: number | null;
  proposed_profile: string | null;
  expires_at: string;
}

/** The proposal as the service sees it, or undefined. */
export async function findProposal(
  mechanism: Mechanism,
  business_id: number,
  id: number,
): Promise<ProposalRow | undefined> {
  return readerOf(mechanism.pools.service, business_id).row<ProposalRow>(
    `select id, state, operation, tool, arguments, digest, proposed_by, proposed_token, proposed_profile, expires_at
       from proposal where business_id = $1 and id = $2`,
    [business_id, id],
  );
}
