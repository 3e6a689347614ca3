/**
 * The only way to run an operation. In order: limits, authentication, gates, scopes, input, tenancy, approval,
 * confirmation, idempotency and transaction, hidden prices, audit.
 *
 * Surfaces pass a call and show the result; they decide nothing.
 */
import { readOnlyDb } from "#platform/db/db.ts";
import { createProposal, needsApproval, refuseUnconfirmed } from "../approval/confirmation.ts";
import { authorize, requireToken } from "../caller/authorize.ts";
import { authorizeBusinessFeature, authorizeFeature } from "../caller/feature-gate.ts";
import { resolveBusiness } from "../caller/tenancy.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { enqueueExternalCall, performExternalCall } from "../external/external-calls.ts";
import { countCall, countUnknownIds } from "../limits/count-call.ts";
import { recordAnswer, recordFailure } from "../records/call-records.ts";
import { filterResponse } from "../response/response-filter.ts";
import type { Call, Result } from "./call.ts";
import { buildIdempotencyClaim } from "./idempotency.ts";
import { checkCustomer, checkInput } from "./input.ts";
import { type Invocation, startInvocation } from "./invocation.ts";
import { buildContext, previewWrite, runWrite } from "./run.ts";
import { checkUploadedFile } from "./uploaded-file.ts";

export async function invoke(runtime: Runtime, call: Call): Promise<Result> {
  const received = startInvocation(runtime, call);
  let outcome = "failed";
  try {
    await authorizeCall(received);
    const business_id = await resolveBusiness(received);
    const invocation = business_id === received.business_id ? received : { ...received, business_id };
    const { operation } = invocation;
    if (operation.feature !== undefined && operation.access.public && operation.tenant !== undefined)
      await authorizeBusinessFeature(runtime, operation.feature, business_id);
    const result = await dispatchCall(invocation);
    countUnknownIds(received, result);
    outcome = recordAnswer(received, result);
    return result;
  } catch (error) {
    const refusal_or_failure = recordFailure(received, error);
    if (refusal_or_failure instanceof Refusal) {
      outcome = "refused";
      countUnknownIds(received, refusal_or_failure);
    }
    throw refusal_or_failure;
  } finally {
    const { operation, request, started } = received;
    runtime.measure(operation.name, request.surface, outcome, (performance.now() - started) / 1000);
  }
}

/** Every check that needs the caller and its input alone, in the order of the contract. */
async function authorizeCall(invocation: Invocation): Promise<void> {
  const { runtime, operation, actor, input, agent, now } = invocation;
  if (invocation.counted !== true) await countCall(runtime, invocation, now);
  requireToken(operation, invocation.bearer_hash);
  await refreshModule(invocation);
  if (operation.feature !== undefined && !operation.access.public)
    await authorizeFeature(runtime, operation.feature, actor, now);
  authorize(operation, actor, agent?.scopes ?? null, runtime.modules);
  if (invocation.fault !== undefined) throw invocation.fault;
  // A misspelt filter sent by an agent must be refused, not return every row.
  checkInput(operation, input, agent !== undefined);
  checkCustomer(actor, input);
  if (operation.accepts_file !== undefined) await checkUploadedFile(operation, input);
}

/** Checks again for missing module tables until they are found; anonymous callers do not trigger the check. */
async function refreshModule({ runtime: { modules }, operation, actor }: Invocation): Promise<void> {
  if (operation.module === undefined || modules.has(operation.module)) return;
  if (actor.business?.modules.has(operation.module)) await modules.refresh();
}

/** Executes the call as one of four: a proposal, a read, a dry run or a write. */
async function dispatchCall(invocation: Invocation): Promise<Result> {
  if (needsApproval(invocation)) return createProposal(invocation);
  if (invocation.agent !== undefined) await refuseUnconfirmed(invocation);
  if (invocation.operation.effect === "read") return read(invocation);
  if (invocation.dry_run) return { kind: "dry_run", ...(await previewWrite(invocation)).shown };
  return write(invocation);
}

async function read(invocation: Invocation): Promise<Result> {
  const { runtime, operation, actor, input, role, business_id } = invocation;
  const context = buildContext(invocation, readOnlyDb(runtime.pools[role], business_id));
  const prepared = await operation.prepare?.(context, input);
  const answer = await operation.run(context, input, prepared);
  if (answer instanceof Refusal) throw answer;
  return { kind: "done", answer: filterResponse(operation, actor, answer), replayed: false };
}

async function write(invocation: Invocation): Promise<Result> {
  const { operation, actor } = invocation;
  const claim = buildIdempotencyClaim(invocation);
  const done = await runWrite(
    invocation,
    claim,
    operation.perform && ((db, answer) => enqueueExternalCall(invocation, db, claim, answer)),
  );
  const { shown, external_call_id, replayed } = done;
  if (shown !== null && external_call_id === null)
    return { kind: "done", answer: shown.answer, text: shown.text, replayed };
  const answer =
    external_call_id === null
      ? done.answer
      : await performExternalCall(invocation, { id: external_call_id, claim }, done.answer);
  // A stored response may contain prices that have been hidden since.
  return { kind: "done", answer: filterResponse(operation, actor, answer), replayed };
}
