/** Writes proposed by agents and programs, with what they would change; a person approves or rejects them. */
import { Alert, Button, SegmentedControl, Table, TextInput } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import { Json } from "../../../parts/json.tsx";
import { humanize, humanizeCodes } from "../../../parts/labels.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { failed, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { type Approval, type ApprovalState, approvalsQuery, decide } from "./queries.ts";
import { text } from "./text.ts";

const STATES = ["pending", "executed", "rejected", "execution_failed", "expired"] as const;
const RISK_TONE = { low: "grey", medium: "warn", high: "bad" } as const;

export function Approvals() {
  const [state, setState] = useState<ApprovalState>("pending");
  const { approval_id: asked } = useSearch({ from: "/inside/mcp-approvals" });
  const query = useQuery(approvalsQuery(state));
  return (
    <Page
      subtitle={text.about}
      actions={
        <SegmentedControl
          aria-label={text.state}
          value={state}
          onChange={(value) => setState(value as ApprovalState)}
          data={STATES.map((value) => ({ value, label: text.states[value] }))}
        />
      }
    >
      <Loaded query={query}>
        {({ approvals }) =>
          approvals.length === 0 ? (
            <Sheet>
              <Empty icon={IconChecklist} title={state === "pending" ? text.none : text.none_here}>
                {state === "pending" ? text.none_about : undefined}
              </Empty>
            </Sheet>
          ) : (
            putFirst(approvals, asked).map((approval) => (
              <Proposal key={approval.approval_id} approval={approval} />
            ))
          )
        }
      </Loaded>
    </Page>
  );
}

/** An agent sends a person to one proposal: it comes first. */
function putFirst(approvals: readonly Approval[], approval_id: number | undefined): Approval[] {
  const [first, others] = [
    approvals.filter((one) => one.approval_id === approval_id),
    approvals.filter((one) => one.approval_id !== approval_id),
  ];
  return [...first, ...others];
}

interface Change {
  type: string;
  id: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Each member that differs, before and after. */
function Changes({ changes }: { changes: readonly Change[] }) {
  const rows = changes.flatMap(({ type, id, before, after }) =>
    Object.keys({ ...before, ...after }).map((member) => ({
      key: `${type}/${id}/${member}`,
      record: id === null ? text.new_record(humanize(type)) : `${humanize(type)} ${id}`,
      member: humanize(member),
      before: formatMember(before[member]),
      after: formatMember(after[member]),
    })),
  );
  if (rows.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table aria-label={text.changes} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text.record}</Table.Th>
            <Table.Th>{text.member}</Table.Th>
            <Table.Th>{text.before}</Table.Th>
            <Table.Th>{text.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, record, member, before, after }, index) => (
            <Table.Tr key={key}>
              <Table.Td className="dim">{rows[index - 1]?.record === record ? "" : record}</Table.Td>
              <Table.Td>{member}</Table.Td>
              <Table.Td className="dim">{before}</Table.Td>
              <Table.Td>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function formatMember(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function Proposal({ approval }: { approval: Approval }) {
  const times = useTimes();
  const client = useQueryClient();
  const may_decide = useMe().permissions.includes("approvals:write");
  const [note, setNote] = useState("");
  const act = useMutation({
    mutationFn: (verdict: "approve" | "reject") => decide(approval.approval_id, verdict, note.trim()),
    onSuccess: ({ result, approval: after }, verdict) => {
      if (verdict === "reject") notifySuccess(text.rejected);
      else if (result) notifySuccess(text.done(approval.summary));
      else notifyWarning(humanizeCodes(after.refusal?.message ?? text.refused), text.not_possible);
    },
    onError: (error) => failed(error, text.not_decided),
    onSettled: () => client.invalidateQueries(),
  });
  const {
    would_emit: emits = [],
    would_emit_total: facts = emits.length,
    refused,
    changes = [],
    ...preview
  } = (approval.preview ?? {}) as {
    would_emit?: { kind: string; subject_type: string; subject_id: string }[];
    would_emit_total?: number;
    refused?: { message: string };
    changes?: Change[];
  } & Record<string, unknown>;
  return (
    <Sheet
      title={
        <span className="row tight">
          {approval.summary} <span className="dim">#{approval.approval_id}</span>
          <Tag tone={RISK_TONE[approval.risk]}>{text.risks[approval.risk]}</Tag>
        </span>
      }
      actions={
        <span className="dim small" title={times.exact(approval.proposed_at)}>
          {approval.proposed_by.name ?? text.somebody}
          {approval.proposed_profile ? ` (${approval.proposed_profile})` : ""}
          {approval.proposed_token ? ` · ${text.token(approval.proposed_token)}` : ""} ·{" "}
          {times.ago(approval.proposed_at)}
        </span>
      }
    >
      <div className="stack">
        {approval.reason ? <p>“{approval.reason}”</p> : null}
        {approval.proposed_client ? (
          <p className="dim small" style={{ overflowWrap: "anywhere" }}>
            {text.client(approval.proposed_client)}
          </p>
        ) : null}
        {approval.waits_with.length > 0 ? (
          <Alert variant="outline" color="yellow">
            {text.waits_with(approval.waits_with.map((id) => `#${id}`).join(", "))}
          </Alert>
        ) : null}
        <Changes changes={changes} />
        <div className="two">
          <section className="look-ahead" aria-label={text.asked}>
            <h3>{text.asked}</h3>
            {approval.arguments ? <Json value={approval.arguments} /> : <p className="dim">{text.hidden}</p>}
          </section>
          <section className="look-ahead" aria-label={text.preview}>
            <h3>{approval.state === "pending" ? text.preview : text.preview_past}</h3>
            {refused ? (
              <p className="note tone-bad">{text.would_refuse(humanizeCodes(refused.message))}</p>
            ) : null}
            {emits.length > 0 ? (
              <ul className="stack tight">
                {emits.map((event) => (
                  <li key={`${event.kind}${event.subject_type}${event.subject_id}`}>
                    {humanize(event.kind)}{" "}
                    <span className="dim">
                      ({event.subject_type} {event.subject_id})
                    </span>
                  </li>
                ))}
                {facts > emits.length ? (
                  <li className="dim">{text.more(number(facts - emits.length))}</li>
                ) : null}
              </ul>
            ) : null}
            {approval.preview === null ? (
              <p className="dim">{text.hidden}</p>
            ) : (
              <details>
                <summary className="dim">{text.whole}</summary>
                <Json value={preview} />
              </details>
            )}
          </section>
        </div>
        {approval.state === "pending" ? (
          <div className="row">
            <TextInput
              className="grow"
              aria-label={text.note}
              placeholder={text.note}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <span className="dim small">{text.lapses(times.ago(approval.expires_at))}</span>
            <Button
              variant="default"
              disabled={!may_decide}
              loading={act.isPending && act.variables === "reject"}
              onClick={() => act.mutate("reject")}
            >
              {text.reject}
            </Button>
            <Button
              disabled={!approval.can_approve}
              loading={act.isPending && act.variables === "approve"}
              onClick={() => act.mutate("approve")}
            >
              {text.approve}
            </Button>
          </div>
        ) : (
          <p className="dim small">
            {(text.states as Record<string, string>)[approval.state] ?? humanize(approval.state)}{" "}
            {approval.decided_at ? times.moment(approval.decided_at) : ""}
            {approval.decided_by?.name ? ` ${text.by(approval.decided_by.name)}` : ""}
            {approval.decision_note ? `: “${approval.decision_note}”` : ""}
          </p>
        )}
        {approval.state === "pending" && !approval.can_approve ? (
          <Alert variant="outline" color="yellow">
            {(approval.is_mine ? text.cannot_own : text.cannot)(
              approval.required_scopes.join(", ") || text.another,
            )}
          </Alert>
        ) : null}
        {approval.refusal ? <p className="note tone-bad">{humanizeCodes(approval.refusal.message)}</p> : null}
      </div>
    </Sheet>
  );
}
