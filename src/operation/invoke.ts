/**
 * The one road to a run: limits, who, gates, scope, input, whose rows, approval, confirm, idempotency and transaction,
 * prices, audit.
 *
 * Surfaces hand over a call and show what comes back; they decide nothing.
 */
import { readerOf } from "#platform/db/db.ts";
import { propose, refuseUnconfirmed, waitsForApproval } from "./agents.ts";
import { countCall, countMisses } from "./allowance.ts";
import type { Call, Result } from "./call.ts";
import { admitBusinessToFamily, admitToFamily } from "./family-gate.ts";
import { admit, requireToken } from "./gate.ts";
import { claimOf } from "./idempotency.ts";
import type { Mechanism } from "./mechanism.ts";
import { checkInput } from "./others.ts";
import { performOwed } from "./perform.ts";
import { noteAnswered, noteFailed } from "./record.ts";
import { Refusal } from "./refusal.ts";
import { contextOf, previewOf, runWrite } from "./run.ts";
import { pick } from "./shown.ts";
import { businessOf, roleOf } from "./tenancy.ts";

export async function invoke(mechanism: Mechanism, call: Call): Promise<Result> {
  const { operation, actor, request, agent } = call;
  const started = performance.now();
  const now = mechanism.now();
  let outcome = "failed";
  try {
    if (call.counted !== true) countCall(mechanism, call, now);
    requireToken(operation, call.bearer_hash);
    await lookForModule(mechanism, call);
    if (operation.feature !== undefined && !operation.access.public)
      await admitToFamily(mechanism, operation.feature, actor, now);
    admit(operation, actor, agent?.scopes ?? null, mechanism.modules);
    if (call.fault !== undefined) throw call.fault;
    // A filter that an agent has misspelt must not come back as everything there is.
    checkInput(operation, call.input, agent !== undefined);
    const business_id = await businessOf(mechanism, call);
    if (operation.feature !== undefined && operation.access.public && operation.tenant !== undefined)
      await admitBusinessToFamily(mechanism, operation.feature, business_id);
    const result = await resultOf(mechanism, call, now, business_id);
    countMisses(mechanism, call, now, result);
    outcome = noteAnswered(mechanism, call, now, result, started);
    return result;
  } catch (error) {
    const told = noteFailed(mechanism, call, now, error, started);
    if (told instanceof Refusal) {
      outcome = "refused";
      countMisses(mechanism, call, now, told);
    }
    throw told;
  } finally {
    mechanism.measure(operation.name, request.surface, outcome, (performance.now() - started) / 1000);
  }
}

/** Until its tables are found; strangers are turned away without a look. */
async function lookForModule({ modules }: Mechanism, { operation, actor }: Call): Promise<void> {
  if (operation.module === undefined || modules.has(operation.module)) return;
  if (actor.business?.modules.has(operation.module)) await modules.look();
}

/** One of four: a proposal, a read, a dry run, a write. */
async function resultOf(mechanism: Mechanism, call: Call, now: Date, business_id: number): Promise<Result> {
  if (waitsForApproval(call)) return propose(mechanism, call, now, business_id);
  if (call.agent !== undefined) await refuseUnconfirmed(mechanism, call, now, business_id);
  if (call.operation.effect === "read") return read(mechanism, call, now, business_id);
  if (call.dry_run) return { kind: "dry_run", ...(await previewOf(mechanism, call, now, business_id)).shown };
  return write(mechanism, call, now, business_id);
}

async function read(mechanism: Mechanism, call: Call, now: Date, business_id: number): Promise<Result> {
  const { operation, actor, input } = call;
  const db = readerOf(mechanism.pools[roleOf(call)], business_id);
  const context = contextOf(mechanism, call, now, business_id, db);
  const prepared = await operation.prepare?.(context, input);
  const answer = await operation.run(context, input, prepared);
  if (answer instanceof Refusal) throw answer;
  return { kind: "done", answer: pick(operation, actor, answer), replayed: false };
}

async function write(mechanism: Mechanism, call: Call, now: Date, business_id: number): Promise<Result> {
  const { operation, actor } = call;
  const claim = claimOf(mechanism, call, now);
  const done = await runWrite(mechanism, call, now, business_id, claim);
  // What was answered then may hold prices that were hidden since.
  if (done.replayed) return { kind: "done", answer: pick(operation, actor, done.answer), replayed: true };
  if (done.owed !== null) {
    const owed = { id: done.owed, business_id, claim };
    const answer = await performOwed(mechanism, call, owed, done.answer);
    return { kind: "done", answer: pick(operation, actor, answer), replayed: false };
  }
  const { shown } = done;
  return shown === null
    ? { kind: "done", answer: pick(operation, actor, done.answer), replayed: false }
    : { kind: "done", answer: shown.answer, text: shown.text, replayed: false };
}
