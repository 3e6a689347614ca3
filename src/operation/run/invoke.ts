/**
 * The only way to run an operation. In order: limits, authentication, gates, scopes, input, tenancy, approval,
 * confirmation, idempotency and transaction, hidden prices, audit.
 *
 * Surfaces pass a call and show the result; they decide nothing.
 */
import { readOnlyDb } from "#platform/db/db.ts";
import { payAs } from "#platform/fairness/payer.ts";
import { createProposal, needsApproval, refuseUnconfirmed } from "../approval/confirmation.ts";
import { authorize, requireToken } from "../caller/authorize.ts";
import { authorizeBusinessFeature, authorizeFeature } from "../caller/feature-gate.ts";
import { requireSignIn } from "../caller/require-sign-in.ts";
import { resolveBusiness } from "../caller/tenancy.ts";
import type { AuthorCatalogue } from "../define/authors.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { answersSecret } from "../define/secrets.ts";
import { enqueueExternalCall, performExternalCall } from "../external/external-calls.ts";
import {
  admitAttempt,
  admitGuessableIds,
  countCall,
  countUnknownIds,
  countWrongAttempt,
} from "../limits/count-call.ts";
import { recordAnswer, recordFailure } from "../records/call-records.ts";
import { refusals } from "../response/platform-messages.ts";
import { filterResponse } from "../response/response-filter.ts";
import { withholdUntrustedText } from "../response/untrusted-text.ts";
import type { Call, Result } from "./call.ts";
import { buildIdempotencyClaim } from "./idempotency.ts";
import { checkCustomer, checkInput } from "./input.ts";
import { type Invocation, startInvocation } from "./invocation.ts";
import { bindCursor, readCursor } from "./list-cursor.ts";
import { buildContext, previewWrite, runWrite } from "./run.ts";
import { checkUploadedFile } from "./uploaded-file.ts";

export function invoke(runtime: Runtime, call: Call): Promise<Result> {
  return payAs(call.actor.business_id, () => invokeAsPayer(runtime, call));
}

async function invokeAsPayer(runtime: Runtime, call: Call): Promise<Result> {
  const received = startInvocation(runtime, call);
  let outcome = "failed";
  try {
    await authorizeCall(received);
    const invocation = await resolveBusiness(received);
    const { operation, business_id } = invocation;
    if (operation.feature !== undefined && operation.access.public && operation.tenant !== undefined)
      await authorizeBusinessFeature(runtime, operation.feature, business_id);
    // A caller of no business, such as a recipient, uses the share of the business it came to.
    const result = await payAs(received.business_id || business_id, () => dispatchCall(invocation));
    countUnknownIds(received, result);
    outcome = recordAnswer(received, result);
    return call.agent?.withholds_text === true ? withholdText(runtime.registry.authors, result) : result;
  } catch (error) {
    const refusal_or_failure = recordFailure(received, error);
    if (refusal_or_failure instanceof Refusal) {
      outcome = "refused";
      countUnknownIds(received, refusal_or_failure);
      countWrongAttempt(received, refusal_or_failure);
    }
    throw refusal_or_failure;
  } finally {
    const { operation, request, started } = received;
    runtime.measure(operation.name, request.surface, outcome, (performance.now() - started) / 1000);
  }
}

/** Here, and not where it is shown: a GraphQL document gives members other names. */
function withholdText(authors: AuthorCatalogue, result: Result): Result {
  const { answer } = result as { answer?: Record<string, unknown> };
  switch (result.kind) {
    case "done": {
      const { text: _rendered, ...rest } = result;
      return { ...rest, answer: withholdUntrustedText(authors, answer ?? {}) };
    }
    case "dry_run":
      return withholdUntrustedText(authors, result);
    case "proposed":
      return { ...result, preview: withholdUntrustedText(authors, result.preview) };
  }
}

/** Every check that needs the caller and its input alone, in the order of the contract. */
async function authorizeCall(invocation: Invocation): Promise<void> {
  const { runtime, operation, actor, input, agent, now } = invocation;
  if (invocation.counted !== true) await countCall(runtime, invocation, now);
  requireToken(operation, invocation.bearer_token);
  await refreshModule(invocation);
  if (operation.feature !== undefined && !operation.access.public)
    await authorizeFeature(runtime, operation.feature, actor, now);
  authorize(operation, actor, agent?.scopes ?? null, runtime.modules);
  // A tool of its own, which the contract names, may: the secret of a webhook is shown to those who set it up.
  if (agent !== undefined && operation.mcp === undefined && answersSecret(operation)) {
    throw new Refusal("secret_answer", "forbidden", {
      message: refusals.secret_answer.with({ operation: operation.name }),
    });
  }
  if (invocation.fault !== undefined) throw invocation.fault;
  // A misspelt filter sent by an agent must be refused, not return every row.
  checkInput(operation, input, agent !== undefined);
  admitGuessableIds(invocation);
  admitAttempt(invocation);
  checkCustomer(actor, input);
  requireSignIn(operation, input, actor, runtime.settings.base_url);
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
  if (invocation.dry_run) return { kind: "dry_run", ...(await previewWrite(invocation)).caller_preview };
  return write(invocation);
}

async function read(invocation: Invocation): Promise<Result> {
  const { runtime, operation, actor, role, business_id } = invocation;
  const input = readCursor(operation, invocation.input);
  const context = buildContext(invocation, readOnlyDb(runtime.pools[role], business_id));
  const prepared = await operation.prepare?.(context, input);
  const answer = await operation.run(context, input, prepared);
  if (answer instanceof Refusal) throw answer;
  const visible_answer = filterResponse(operation, actor, bindCursor(operation, answer));
  return { kind: "done", answer: visible_answer, replayed: false };
}

async function write(invocation: Invocation): Promise<Result> {
  const { operation, actor } = invocation;
  const claim = buildIdempotencyClaim(invocation);
  const outcome = await runWrite(
    invocation,
    claim,
    operation.perform && ((db, answer) => enqueueExternalCall(invocation, db, claim, answer)),
  );
  const { rendered_response, external_call_id, replayed } = outcome;
  if (rendered_response !== null && external_call_id === null)
    return { kind: "done", answer: rendered_response.answer, text: rendered_response.text, replayed };
  const answer =
    external_call_id === null
      ? outcome.answer
      : await performExternalCall(invocation, { id: external_call_id, claim }, outcome.answer);
  // A stored response may contain prices that have been hidden since.
  return { kind: "done", answer: filterResponse(operation, actor, answer), replayed };
}
