/**
 * Every operation that can be proposed, for every role that may propose it: approved by somebody else, it runs
 * with the same caller and gives the same response or refusal as when its proposer calls it directly. Source:
 * docs/contract/mcp.md, "Approvals".
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isProposable } from "#operation/approval/proposable.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import type { Operation } from "#operation/define/define.ts";
import { filterPayload } from "#operation/define/events.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { compileResponseFilter } from "#operation/define/schema.ts";
import { applyMask, maskDifferences } from "#tests/support/masks.ts";
import type { TestPerson } from "#tests/support/service.ts";
import type { Role } from "#vocabulary/roles.ts";
import { createFixture, loadIds, ownIds, surfaceService } from "./fixture.ts";
import { listSampleCalls } from "./sample-calls.ts";

type Values = Record<string, unknown>;

const service = await surfaceService();
const business = await service.business();
const fixture = await createFixture(service, business, "Walrus");

const PROPOSERS = ["client_admin", "employee", "broker_employee", "customer"] as const;

/** Another account of the same customer or contractor, for proposals that nobody else may approve. */
async function createColleague(person: TestPerson): Promise<TestPerson> {
  const colleague = await business.person(person.actor.role as Role, "Colleague");
  await service.system.execute("update account set customer_id = $2, contractor_id = $3 where id = $1", [
    colleague.account_id,
    person.actor.customer_id,
    person.actor.contractor_id,
  ]);
  service.runtime.authentication.clearCache();
  return {
    ...colleague,
    actor: await service.runtime.authentication.authenticateToken(colleague.token, service.now()),
  };
}

/** Callers that runs of operations have seen since this was last cleared. */
const callers: Values[] = [];
const facts = ({
  account_id,
  role,
  customer_id,
  contractor_id,
  driver_id,
  hidden_prices,
}: Actor): Values => ({
  account_id,
  role,
  customer_id,
  contractor_id,
  driver_id,
  hidden_prices: [...hidden_prices].sort(),
});
const operations = service.runtime.registry.operations as Map<string, Operation>;
for (const [name, operation] of operations) {
  if (!isProposable(operation, {})) continue;
  operations.set(name, {
    ...operation,
    run(context: Context<string>, input: unknown, prepared: unknown) {
      callers.push(facts(context.actor));
      return operation.run(context, input, prepared);
    },
  });
}

interface Outcome {
  refused: string | null;
  answer: unknown;
  events: unknown;
}

/** Events of each subject in order; those of different subjects may interleave. */
type Fact = { subject_type: string; kind: string; payload: Values };
const toFacts = (events: readonly Fact[]): Fact[] =>
  events
    .filter(({ subject_type }) => subject_type !== "proposal")
    .map(({ subject_type, kind, payload }) => ({ subject_type, kind, payload }))
    .sort((one, other) => formatFact(one).localeCompare(formatFact(other)));
const formatFact = ({ subject_type, kind }: Fact) => `${subject_type} ${kind}`;

async function directly(person: TestPerson, operation: Operation, input: Values): Promise<Outcome> {
  try {
    const result = await service.call(person.actor, operation, input, { dry_run: true });
    // A high-risk read is the same in a dry run.
    if (result.kind === "done") return { refused: null, answer: result.answer, events: [] };
    assert(result.kind === "dry_run");
    return { refused: null, answer: result.answer, events: toFacts(result.would_emit) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { refused: error.error_code, answer: null, events: [] };
  }
}

/** Proposed with a token without the scopes, so that even a call that will be refused waits for approval. */
async function approved(
  person: TestPerson,
  reviewer: TestPerson,
  operation: Operation,
  input: Values,
): Promise<Outcome> {
  const token_scopes = new Set(["approvals:read" as const]);
  const scopeless = operation.access.public || operation.access.scopes.length === 0;
  let approval_id: number;
  try {
    const proposal = await service.call(
      { ...person.actor, token_scopes },
      operations.get("approvalPropose") as Operation,
      {
        operation: operation.name,
        arguments: input,
      },
    );
    assert(proposal.kind === "done");
    approval_id = Number(proposal.answer["approval_id"]);
  } catch (error) {
    // An operation without scopes is refused immediately.
    if (!(error instanceof Refusal) || !scopeless) throw error;
    return { refused: error.error_code, answer: null, events: [] };
  }
  const result = await service.call(
    reviewer.actor,
    operations.get("approvalApprove") as Operation,
    { approval_id },
    { dry_run: true },
  );
  assert(result.kind === "dry_run");
  // Not left waiting: an account has a limited number of pending proposals.
  await service.system.execute("update proposal set state = 'rejected' where id = $1", [approval_id]);
  const { answer, refusal } = result.answer["approval"] as {
    answer: unknown;
    refusal: { error_code: string } | null;
  };
  const filtered_answer =
    answer === null ? null : compileResponseFilter(operation.output, person.actor.hidden_prices)(answer);
  const { events: declared } = service.runtime.registry;
  const events = toFacts(result.would_emit).map((fact) => ({
    ...fact,
    payload: filterPayload(declared, fact, person.actor.hidden_prices),
  }));
  return {
    refused: refusal?.error_code ?? null,
    answer: filtered_answer,
    events: refusal === null ? events : [],
  };
}

test("an approved operation behaves as when its proposer calls it directly: caller, response, refusals", {
  timeout: 600_000,
}, async () => {
  const ids = await loadIds(fixture);
  const wrong: string[] = [];
  let [answered, refused] = [0, 0];
  for (const role of PROPOSERS) {
    const person = fixture.people[role];
    const own_ids = await ownIds(fixture, role);
    const admin = await business.person("client_admin", "Reviewer");
    const colleague = await createColleague(person);
    for (const operation of [...operations.values()]) {
      const { access } = operation;
      if (access.public || !access.roles.includes(role)) continue;
      // The reviewer's permission replaces one that the account lacks; there is no direct call to compare with.
      if (access.scopes.some((scope) => !person.actor.permissions.has(scope))) continue;
      const reviewer = access.roles.includes("client_admin") ? admin : colleague;
      const sample_calls = listSampleCalls(operation);
      for (const input of [
        {},
        ...sample_calls.map((sample_call) => sample_call.input(own_ids, own_ids)),
        ...(role === "customer" || role === "broker_employee"
          ? sample_calls.map((sample_call) => sample_call.input(ids, own_ids))
          : []),
      ]) {
        if (!isProposable(operation, input)) continue;
        const one = await directly(person, operation, input);
        if (one.refused === "INVALID_REQUEST") continue;
        const two = one.refused === null ? await directly(person, operation, input) : one;
        callers.length = 0;
        const indirect = await approved(person, reviewer, operation, input);
        const foreign_actors = callers.filter(
          (actor) => JSON.stringify(actor) !== JSON.stringify(facts(person.actor)),
        );
        if (one.refused === null) answered += 1;
        else refused += 1;
        try {
          assert.deepEqual(foreign_actors, [], "ran as somebody else");
          const expected = maskDifferences(one, two);
          assert.deepEqual(applyMask(indirect, expected), expected);
        } catch (error) {
          wrong.push(`${operation.name} by ${role}: ${(error as Error).message.slice(0, 900)}`);
        }
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(answered > 60 && refused > 20, `Only ${answered} were answered and ${refused} refused.`);
});
