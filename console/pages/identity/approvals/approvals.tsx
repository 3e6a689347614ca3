/** Writes proposed by agents and programs, with what they would change; a person approves or rejects them. */
import { Alert, Button, SegmentedControl, Table, TextInput, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { IconChecklist } from "#icons";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { humanizeCodes } from "../../../parts/codes/codes.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import { Json } from "../../../parts/json.tsx";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { nameEvent } from "../../../parts/words/name-event.ts";
import { findRecordKindName, nameRecord } from "../../../parts/words/name-record.ts";
import { type Approval, type ApprovalState, approvalsQuery, decide } from "./queries.ts";
import { text } from "./text.ts";

const STATES = ["pending", "executed", "rejected", "execution_failed", "expired"] as const;
const RISK_TONE = { low: "grey", medium: "warn", high: "bad" } as const;

export function Approvals() {
  const [state, setState] = useState<ApprovalState>("pending");
  const { approval_id } = useSearch({ from: "/inside/mcp-approvals" });
  const query = useQuery(approvalsQuery(state, state === "pending" ? approval_id : undefined));
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
        {(approvals) =>
          approvals.length === 0 ? (
            <Sheet>
              <Empty icon={IconChecklist} title={state === "pending" ? text.none : text.none_here}>
                {state === "pending" ? text.none_about : undefined}
              </Empty>
            </Sheet>
          ) : (
            approvals.map((approval) => <Proposal key={approval.approval_id} approval={approval} />)
          )
        }
      </Loaded>
    </Page>
  );
}

/** The kind of record or the member that a line is about. Members have the names of the API where there is no word. */
function nameLine(what: string): ReactNode {
  const word =
    findWord(text.lines, what) ??
    findRecordKindName(what.replace(/^more_/, "").replace(/(?<=^more_.*)s$/, ""));
  return word ?? <code>{what}</code>;
}

/** What is decided, in few lines: for whom, which records, each member before and after, and who asked. */
function Overview({ lines }: { lines: Approval["overview"] }) {
  return (
    <Table aria-label={text.overview} verticalSpacing={4} className="overview">
      <Table.Tbody>
        {lines.map(({ what, text: line_text, before, after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a proposal do not change, and may be equal.
          <Table.Tr key={index}>
            <Table.Th
              scope="row"
              className="dim"
              w={{ base: "30%", sm: 180 }}
              style={{ fontWeight: "normal" }}
            >
              {lines[index - 1]?.what === what ? "" : nameLine(what)}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>
              {line_text === null ? (
                <>
                  <span className="dim">{humanizeCodes(before ?? "–")}</span> <span aria-hidden>→</span>
                  <VisuallyHidden>{text.becomes}</VisuallyHidden> {humanizeCodes(after ?? "–")}
                </>
              ) : (
                line_text
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
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
      else if (result) notifySuccess(text.done({ summary: approval.summary }));
      else notifyWarning(humanizeCodes(after.refusal?.message ?? text.refused), text.not_possible);
    },
    onError: (error) => notifyFailure(error, text.not_decided),
    onSettled: () => client.invalidateQueries(),
  });
  const {
    would_emit: emits = [],
    would_emit_total: facts = emits.length,
    ...preview
  } = (approval.preview ?? {}) as {
    would_emit?: { kind: string; subject_type: string; subject_id: string }[];
    would_emit_total?: number;
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
          {approval.proposed_profile ? `${approval.proposed_profile} · ` : ""}
          {times.ago(approval.proposed_at)}
        </span>
      }
    >
      <div className="stack">
        <Overview lines={approval.overview} />
        {approval.waits_with.length > 0 ? (
          <Alert variant="outline" color="yellow">
            {text.waits_with({ ids: approval.waits_with.map((id) => `#${id}`).join(", ") })}
          </Alert>
        ) : null}
        <details>
          <summary className="dim">{text.everything}</summary>
          <div className="two">
            <section className="look-ahead" aria-label={text.asked}>
              <h3>{text.asked}</h3>
              {approval.arguments ? (
                <Json value={approval.arguments} />
              ) : (
                <p className="dim">{text.hidden}</p>
              )}
            </section>
            <section className="look-ahead" aria-label={text.preview}>
              <h3>{approval.state === "pending" ? text.preview : text.preview_past}</h3>
              {emits.length > 0 ? (
                <ul className="stack tight">
                  {emits.map((event) => (
                    <li key={`${event.kind}${event.subject_type}${event.subject_id}`}>
                      {nameEvent(event.kind)} (
                      <RecordLink type={event.subject_type} id={event.subject_id}>
                        {nameRecord(event.subject_type, event.subject_id)}
                      </RecordLink>
                      )
                    </li>
                  ))}
                  {facts > emits.length ? (
                    <li className="dim">{text.more({ n: number(facts - emits.length) })}</li>
                  ) : null}
                </ul>
              ) : null}
              {approval.preview === null ? <p className="dim">{text.hidden}</p> : <Json value={preview} />}
            </section>
          </div>
        </details>
        {approval.state === "pending" ? (
          <div className="row">
            <TextInput
              className="grow"
              aria-label={text.note}
              placeholder={text.note}
              {...toMemberProps(getRules("approvalApprove"), "note")}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <span className="dim small">{text.lapses({ when: times.ago(approval.expires_at) })}</span>
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
            {nameCode(text.states, approval.state)}{" "}
            {approval.decided_at ? times.moment(approval.decided_at) : ""}
            {approval.decided_by?.name ? ` ${text.by({ name: approval.decided_by.name })}` : ""}
            {approval.decision_note ? `: “${approval.decision_note}”` : ""}
          </p>
        )}
        {approval.state === "pending" && !approval.can_approve ? (
          <Alert variant="outline" color="yellow">
            {(approval.is_mine ? text.cannot_own : text.cannot)({
              needs: approval.required_scopes.join(", ") || text.another,
            })}
          </Alert>
        ) : null}
        {approval.refusal ? <p className="note tone-bad">{humanizeCodes(approval.refusal.message)}</p> : null}
      </div>
    </Sheet>
  );
}
