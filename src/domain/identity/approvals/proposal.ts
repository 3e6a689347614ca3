/** Proposals: rows, what a caller may see of them, and their schema. */

import Type from "typebox";
import { buildApproveUrl, type ProposedAs, type RefusedPreview } from "#operation/approval/proposals.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { filterPayload } from "#operation/define/events.ts";
import { type Preview, shortenPreview, type Target } from "#operation/run/call.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "./messages.ts";
import { buildOverview, OVERVIEW_LINES_MAX } from "./overview.ts";
import { chooseSeparation, computeState, isSeparate, PROPOSAL_STATES, type ProposalState } from "./rules.ts";

export interface ProposalRow {
  id: number;
  state: ProposalState;
  operation: string;
  tool: string | null;
  arguments: Record<string, unknown>;
  digest: string;
  preview: Preview | RefusedPreview | null;
  targets: Target[];
  reason: string | null;
  proposed_by: number;
  proposed_by_name: string | null;
  proposed_token: number | null;
  proposed_profile: string | null;
  proposed_token_name: string | null;
  /** Pending proposals with a common target. */
  waits_with: number[];
  /** Null for proposals from before this was stored. */
  proposed_as: ProposedAs | null;
  proposed_at: string;
  expires_at: string;
  decided_by: number | null;
  decided_by_name: string | null;
  decided_at: string | null;
  decision_note: string | null;
  answer: Record<string, unknown> | null;
  refusal: { error_code: string; message: string } | null;
}

const COLUMNS = `p.id, p.state, p.operation, p.tool, p.arguments, p.digest, p.preview, p.targets, p.reason, p.proposed_by,
  a.name as proposed_by_name, p.proposed_token, p.proposed_profile, p.proposed_as, p.proposed_at, p.expires_at, p.decided_by,
  d.name as decided_by_name, p.decided_at, p.decision_note, p.answer, p.refusal,
  t.name as proposed_token_name,
  case when p.state <> 'pending' then '{}'::bigint[] else array(select o.id from proposal o
    where o.business_id = p.business_id and o.state = 'pending' and o.id <> p.id and exists (
      select from jsonb_array_elements(p.targets) mine join jsonb_array_elements(o.targets) other
        on mine->>'id' = other->>'id' and mine->>'type' = other->>'type')
    order by o.id limit 20) end as waits_with`;

export const PROPOSALS = `select ${COLUMNS} from proposal p
  join account a on a.id = p.proposed_by left join account d on d.id = p.decided_by
  left join access_token t on t.id = p.proposed_token`;

/** What a caller may see proposals of; null for all. */
interface Visibility {
  account: number | null;
  customer: number | null;
  contractor: number | null;
}

/** Proposals that the caller may see: the parameters have the values of `getVisibility`. */
export const isVisible = (account: string, customer: string, contractor: string) =>
  `(${account}::bigint is null or p.proposed_by = ${account})
    and (${customer}::bigint is null or a.customer_id = ${customer})
    and (${contractor}::bigint is null or a.contractor_id = ${contractor})`;

/**
 * People of the business see every proposal; customers and contractors see those of their own people, everybody else
 * their own.
 */
export function getVisibility({ role, account_id, customer_id, contractor_id }: Actor): Visibility {
  const all = { account: null, customer: null, contractor: null };
  if (role === "client_admin" || role === "employee") return all;
  if (role === "customer" && customer_id !== null) return { ...all, customer: customer_id };
  if (role === "broker_employee" && contractor_id !== null) return { ...all, contractor: contractor_id };
  return { ...all, account: account_id };
}

/** The proposal, or `not_found`. */
export async function getProposal(context: Context<never>, approval_id: number): Promise<ProposalRow> {
  const { db, business_id, actor, refuse } = context;
  const { account, customer, contractor } = getVisibility(actor);
  const row = await db.row<ProposalRow>(
    `${PROPOSALS} where p.business_id = $1 and ${isVisible("$2", "$3", "$4")} and p.id = $5`,
    [business_id, account, customer, contractor, approval_id],
  );
  if (row === undefined)
    throw refuse("not_found", { message: messages.no_proposal, values: { id: approval_id } });
  return row;
}

/** The same, with a row lock for a decision. */
export async function lockProposal(context: Context<never>, approval_id: number): Promise<ProposalRow> {
  await context.db.execute("select 1 from proposal where business_id = $1 and id = $2 for update", [
    context.business_id,
    approval_id,
  ]);
  return getProposal(context, approval_id);
}

const Anything = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });
/** Agents get the members that tell what was done, and not the whole record again. */
const AnswerOfWrite = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  additionalProperties: true,
  "x-compact": ["..."],
});
const Person = Type.Object({ account_id: Ref("account"), name: Nullable(Type.String()) });

const OverviewLine = Type.Object(
  {
    what: Type.String({ description: "The kind of record, or the member." }),
    text: Nullable(Type.String()),
    before: Nullable(Type.String()),
    after: Nullable(Type.String()),
  },
  { $id: "OverviewLine" },
);

export const Approval = Type.Object(
  {
    approval_id: Ref("approval"),
    state: StringEnum(PROPOSAL_STATES),
    operation: Type.String(),
    tool: Nullable(Type.String()),
    summary: Type.String(),
    risk: StringEnum(["low", "medium", "high"]),
    required_scopes: Type.Array(Type.String(), {
      description: "Scopes that the reviewer needs besides approvals:write.",
    }),
    reason: Nullable(Type.String()),
    overview: Type.Array(OverviewLine, {
      maxItems: OVERVIEW_LINES_MAX,
      description:
        "What is decided: who receives something, the records, their members before and after, and who asked.",
    }),
    arguments: Nullable(Anything),
    preview: Nullable(Anything),
    proposed_by: Person,
    proposed_profile: Nullable(Type.String()),
    proposed_token: Nullable(Type.String({ description: "Name of the API token." })),
    proposed_client: Nullable(Type.String({ description: "What the program calls itself." })),
    approve_url: Type.String({ description: "Where a person decides it." }),
    waits_with: Type.Array(Ref("account"), {
      description: "Other proposals that wait and would change the same record.",
    }),
    proposed_at: Timestamp,
    expires_at: Timestamp,
    decided_by: Nullable(Person),
    decided_at: Nullable(Timestamp),
    decision_note: Nullable(Type.String()),
    answer: Nullable(AnswerOfWrite),
    refusal: Nullable(Type.Object({ error_code: Type.String(), message: Type.String() })),
    is_mine: Type.Boolean(),
    can_approve: Type.Boolean({ description: "True if this caller may approve it now." }),
  },
  {
    $id: "Approval",
    "x-compact": [
      "approval_id",
      "state",
      "tool",
      "summary",
      "risk",
      "overview when state is pending",
      "proposed_at",
      "expires_at when state is pending",
      "decided_by",
      "decided_at",
      "decision_note",
      "answer",
      "refusal",
      "approve_url when state is pending",
      "waits_with when state is pending",
      "is_mine",
      "can_approve",
    ],
    description:
      "A write that waits for a person. Preview and answer are shown to callers who may use the operation themselves, arguments to its proposer too.",
  },
);
export type Approval = Type.Static<typeof Approval>;

export const APPROVE = "approvalApprove";

/** Many share the reads of what they are about. */
export async function buildApprovals(
  context: Context<never>,
  rows: readonly ProposalRow[],
): Promise<Approval[]> {
  const titles = await loadTitles(context, rows);
  return rows.map((row) => buildApproval(context, row, titles));
}

export async function loadApproval(context: Context<never>, approval_id: number): Promise<Approval> {
  const row = await getProposal(context, approval_id);
  return buildApproval(context, row, await loadTitles(context, [row]));
}

/** Further records of a proposal are not shown by name. */
const TITLES_MAX = 40;

/** How people know the existing records that proposals would change, by `type/id`. */
async function loadTitles(
  context: Context<never>,
  rows: readonly ProposalRow[],
): Promise<Map<string, string>> {
  const ids_of = Map.groupBy(
    rows
      .flatMap((row) => listRecords(row).slice(0, TITLES_MAX))
      .filter(({ id }) => Number.isSafeInteger(Number(id))),
    ({ type }) => type,
  );
  const titles_by_type = await Promise.all(
    [...ids_of].map(async ([type, records]) => {
      const ids = [...new Set(records.map(({ id }) => Number(id)))];
      const titles = await context.record_kinds.get(type)?.describe?.(context, ids);
      return [...(titles ?? [])].map(
        ([id, { number, name }]) =>
          [`${type}/${id}`, [number, name].filter((part) => part).join(" · ")] as const,
      );
    }),
  );
  return new Map(titles_by_type.flat());
}

/** The existing records that it would change, each once. */
function listRecords({ targets }: ProposalRow): { type: string; id: string }[] {
  const records = targets.flatMap(({ type, id }) => (id === null ? [] : [{ type, id }]));
  return [...new Map(records.map((record) => [`${record.type}/${record.id}`, record])).values()];
}

function buildApproval(
  context: Context<never>,
  row: ProposalRow,
  titles: ReadonlyMap<string, string>,
): Approval {
  const { actor, now, nested: others } = context;
  const operation = others.findOperation(row.operation);
  const is_mine = row.proposed_by === actor.account_id;
  const may_use = operation !== undefined && others.refusalFor(operation) === null;
  const state = computeState(row.state, row.expires_at, now);
  const approve = others.findOperation(APPROVE);
  const may_approve = approve !== undefined && others.refusalFor(approve) === null;
  const separation = chooseSeparation(actor.business?.settings.approval_separation ?? null, row);
  const is_told = may_use || is_mine;
  const preview = may_use && operation !== undefined ? filterPreview(context, operation, row.preview) : null;
  return {
    approval_id: row.id,
    state,
    operation: row.operation,
    tool: row.tool,
    summary: operation?.summary ?? row.operation,
    risk: operation?.risk ?? "high",
    required_scopes: operation === undefined || operation.access.public ? [] : [...operation.access.scopes],
    reason: row.reason,
    overview: buildOverview({
      arguments: is_told ? row.arguments : {},
      effect:
        preview === null
          ? null
          : {
              ...readEffect(preview),
              records: listRecords(row),
              created: row.targets.filter(({ id }) => id === null).map(({ type }) => type),
            },
      titles,
      reason: row.reason,
      proposer: row.proposed_by_name ?? String(row.proposed_by),
      token: row.proposed_token_name,
      client: row.proposed_as?.client ?? null,
    }),
    arguments: is_told ? row.arguments : null,
    preview: preview === null ? null : { ...preview },
    proposed_by: { account_id: row.proposed_by, name: row.proposed_by_name },
    proposed_profile: row.proposed_profile,
    proposed_token: row.proposed_token_name,
    proposed_client: row.proposed_as?.client ?? null,
    approve_url: buildApproveUrl(context.settings.base_url, row.id),
    waits_with: row.waits_with,
    proposed_at: row.proposed_at,
    expires_at: row.expires_at,
    decided_by: row.decided_by === null ? null : { account_id: row.decided_by, name: row.decided_by_name },
    decided_at: row.decided_at,
    decision_note: row.decision_note,
    answer:
      may_use && operation !== undefined && row.answer !== null
        ? others.buildVisibleAnswer(operation, row.answer)
        : null,
    refusal: is_told ? row.refusal : null,
    is_mine,
    can_approve: state === "pending" && may_use && may_approve && isSeparate(separation, row, actor),
  };
}

type ShownPreview = NonNullable<ReturnType<typeof filterPreview>>;

function readEffect(preview: ShownPreview) {
  return "refused" in preview
    ? { answer: {}, changes: [], refusal: preview.refused.message }
    : { answer: preview.answer, changes: preview.changes ?? [], refusal: null };
}

type FoundOperation = NonNullable<ReturnType<Context["nested"]["find"]>>;

/**
 * A preview is stored with every price; what is hidden from this caller is removed, and long lists of facts are cut.
 */
function filterPreview(
  { actor, events, nested: others }: Context<never>,
  operation: FoundOperation,
  preview: ProposalRow["preview"],
): RefusedPreview | ReturnType<typeof shortenPreview> | null {
  if (preview === null) return null;
  if ("refused" in preview) return { refused: preview.refused };
  const changes = actor.hidden_prices.size > 0 ? [] : (preview.changes ?? []);
  const { answer, would_emit, ...rest } = shortenPreview({ ...preview, changes });
  return {
    answer: others.buildVisibleAnswer(operation, answer),
    would_emit: would_emit.map((fact) => ({
      ...fact,
      payload: filterPayload(events, fact, actor.hidden_prices),
    })),
    ...rest,
  };
}
