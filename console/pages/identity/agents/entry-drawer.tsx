/** One call: who, by which token and program, why it was refused, and what it changed. */

import { Button, Drawer, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Copy } from "../../../parts/copy.tsx";
import { number } from "../../../parts/format.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useTimes } from "../../../parts/times.ts";
import { nameEvent } from "../../../parts/words/name-event.ts";
import type { ActivityFilters } from "./filters.ts";
import { type AuditEntry, ownTokensQuery } from "./queries.ts";
import { text } from "./text.ts";
import { describeToken, explainRefusal, nameActor, nameCall, nameRecord, OutcomeBadge } from "./words.tsx";

const RECORDS_MAX = 20;

export function EntryDrawer({
  entry,
  titles,
  close,
  choose,
}: {
  entry: AuditEntry;
  titles: ReadonlyMap<string, string>;
  close: () => void;
  choose: (filters: Pick<ActivityFilters, "token" | "tool">) => void;
}) {
  const times = useTimes();
  const own_tokens = useQuery(ownTokensQuery).data?.tokens ?? [];
  const { token_id, tool, client, on_behalf_of, duration_ms, request_id, operation, at } = entry;
  const why = explainRefusal(entry);
  return (
    <Drawer opened onClose={close} title={nameCall(entry, titles)} size="lg">
      <div className="stack">
        <OutcomeBadge outcome={entry.outcome} />
        {why === "" ? null : (
          <p className="note tone-bad">
            {why} <span className="mono small">{entry.refusal}</span>
          </p>
        )}
        <Facts>
          <Fact name={text.who}>{nameActor(entry)}</Fact>
          <Fact name={text.token}>
            {own_tokens.some(({ id }) => id === token_id) ? (
              <AnchorLink
                to="/settings/$section"
                params={{ section: "tokens" }}
                hash={`token-${token_id}`}
                title={text.own_token}
              >
                {describeToken(entry)}
              </AnchorLink>
            ) : (
              describeToken(entry)
            )}
          </Fact>
          <Fact name={text.at}>{times.exact(at)}</Fact>
          {client === null ? null : (
            <Fact name={text.client}>
              <span className="mono" style={{ overflowWrap: "anywhere" }}>
                {client}
              </span>
            </Fact>
          )}
          <Fact name={text.tool}>
            <span className="mono" style={{ overflowWrap: "anywhere" }}>
              {tool ?? operation}
            </span>
          </Fact>
          {on_behalf_of === null ? null : (
            <Fact name={text.behalf}>{text.account({ id: String(on_behalf_of) })}</Fact>
          )}
          {duration_ms === null ? null : (
            <Fact name={text.took}>{text.milliseconds({ n: number(Math.round(duration_ms)) })}</Fact>
          )}
          <Fact name={text.request}>
            <span className="row tight nowrap">
              <span className="mono cut">{request_id}</span>
              <Copy value={request_id} label={text.request} />
            </span>
          </Fact>
        </Facts>
        <Records entry={entry} />
        <Changes entry={entry} />
        <div className="row drawer-foot">
          {tool === null ? null : (
            <Button variant="default" onClick={() => choose({ tool })}>
              {text.all_of_tool}
            </Button>
          )}
          {token_id === null ? null : (
            <Button variant="default" onClick={() => choose({ token: token_id })}>
              {text.all_of_token}
            </Button>
          )}
        </div>
      </div>
    </Drawer>
  );
}

/** Each record that the call touched, once, whatever happened to it. */
function Records({ entry: { subjects, effect, outcome } }: { entry: AuditEntry }) {
  const records = new Map(subjects.map((one) => [`${one.type}/${one.id}`, one]));
  if (records.size === 0)
    return effect === "write" && outcome === "done" ? <p className="dim small">{text.no_records}</p> : null;
  const visible_records = [...records].slice(0, RECORDS_MAX);
  return (
    <section aria-label={text.records}>
      <h3>{text.records}</h3>
      <ul className="stack tight">
        {visible_records.map(([key, { type, id, kind }]) => (
          <li key={key}>
            <RecordLink type={type} id={id}>
              {nameRecord(type)} {id}
            </RecordLink>{" "}
            <span className="dim small">{nameEvent(kind)}</span>
          </li>
        ))}
        {records.size > visible_records.length ? (
          <li className="dim">{text.more({ n: records.size - visible_records.length })}</li>
        ) : null}
      </ul>
    </section>
  );
}

function formatMember(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, member]) =>
      Array.isArray(value) ? formatMember(member) : `${name}: ${formatMember(member)}`,
    )
    .join(", ");
}

/** Members that differ, before and after. */
function Changes({ entry: { changes } }: { entry: AuditEntry }) {
  const rows = changes.slice(0, RECORDS_MAX).flatMap(({ type, id, before, after }, index) =>
    Object.keys({ ...before, ...after }).map((member) => ({
      key: `${index}/${member}`,
      record: `${nameRecord(type)} ${id}`,
      member,
      before: formatMember(before?.[member]),
      after: formatMember(after?.[member]),
    })),
  );
  if (rows.length === 0) return null;
  const has_several = changes.length > 1;
  return (
    <section aria-label={text.changes}>
      <h3>{text.changes}</h3>
      <Table.ScrollContainer minWidth={300}>
        <Table aria-label={text.changes} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {has_several ? <Table.Th>{text.record}</Table.Th> : null}
              <Table.Th>{text.member}</Table.Th>
              <Table.Th>{text.before}</Table.Th>
              <Table.Th>{text.after}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, record, member, before, after }, index) => (
              <Table.Tr key={key}>
                {has_several ? (
                  <Table.Td className="dim">{rows[index - 1]?.record === record ? "" : record}</Table.Td>
                ) : null}
                <Table.Td>
                  <code>{member}</code>
                </Table.Td>
                <Table.Td className="dim">{before}</Table.Td>
                <Table.Td>{after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
