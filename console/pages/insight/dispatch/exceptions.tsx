/**
 * What needs a person: items by kind, why each is one, and the actions that help. Kinds with many items are one row with
 * actions for all of them. Everything works by keyboard.
 */
import { Button, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useIsFetching, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { IconCircleCheck, IconX } from "#icons";
import { useMe } from "../../../api/session.ts";
import { useCommands } from "../../../parts/commands.ts";
import { number } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Failure, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { useFollowed } from "../../../parts/use-followed.ts";
import { ActedOn, type AskedAction, type PendingAct } from "./act.tsx";
import { listActions, listGroupActions } from "./actions.ts";
import { useAssign } from "./assign.tsx";
import { DecisionLog } from "./decision-log.tsx";
import type { ItemAction } from "./define-attention.ts";
import { GroupDetail, ItemDetail } from "./detail.tsx";
import type { ExceptionFilters, Whose } from "./filters.ts";
import { buildKey, type Entry, useRowKeys } from "./keys.ts";
import { KINDS } from "./kinds.ts";
import {
  assigneesQuery,
  boardQuery,
  GROUP_ROWS_MAX,
  type Group,
  groupsQuery,
  type Item,
  itemsQuery,
} from "./queries.ts";
import { text } from "./text.ts";
import { describeWhy, nameItem } from "./why.ts";
import "./exceptions.css";

const route = getRouteApi("/inside/exceptions");
const TONE = { critical: "bad", warning: "warn", info: "blue" } as const;

export function Exceptions() {
  const { kind, state, whose } = route.useSearch();
  const navigate = useNavigate({ from: "/exceptions" });
  const listed = state === "snoozed" ? "snoozed" : "open";
  const board = useQuery({ ...boardQuery(listed, whose), placeholderData: keepPreviousData });
  const all = board.data?.groups ?? [];
  const open = all.reduce((sum, group) => sum + group.open, 0);
  const snoozed = all.reduce((sum, group) => sum + group.snoozed, 0);
  const critical = all
    .filter(({ severity }) => severity === "critical")
    .reduce((sum, group) => sum + group.open, 0);
  const change = (part: Partial<ExceptionFilters>) =>
    void navigate({ search: (old: ExceptionFilters) => ({ ...old, ...part }) });
  useCommands(text.whose.label, [
    {
      label: text.keys.mine,
      key: "m",
      run: () => change({ whose: whose === "me" ? undefined : "me" }),
    },
  ]);
  return (
    <Page
      subtitle={
        board.data === undefined
          ? "…"
          : open === 0
            ? text.list.nothing
            : critical > 0
              ? text.list.with_critical({ n: open, critical })
              : text.list.exceptions({ n: open })
      }
      actions={
        <>
          {state === "decided" ? null : (
            <WhoseControl whose={whose} change={(next) => change({ whose: next })} />
          )}
          <SegmentedControl
            aria-label={text.list.which}
            value={state ?? "open"}
            onChange={(value) =>
              change({
                kind: undefined,
                state: value === "open" ? undefined : (value as "snoozed" | "decided"),
              })
            }
            data={[
              { value: "open", label: open > 0 ? text.list.open_count({ n: open }) : text.list.open },
              {
                value: "snoozed",
                label: snoozed > 0 ? text.list.snoozed_count({ n: snoozed }) : text.list.snoozed,
              },
              { value: "decided", label: text.list.decided },
            ]}
          />
        </>
      }
    >
      {state === "decided" ? (
        <DecisionLog />
      ) : board.data === undefined ? (
        board.error ? (
          <Failure error={board.error} retry={() => void board.refetch()} />
        ) : (
          <Waiting rows={8} height={44} />
        )
      ) : (
        <Inbox
          groups={all}
          newest={board.isPlaceholderData ? undefined : board.data.items}
          kind={kind}
          state={listed}
          whose={whose}
        />
      )}
    </Page>
  );
}

const focusRow = (key: string) => document.querySelector<HTMLElement>(`[data-entry="${key}"]`)?.focus();

function Inbox({
  groups,
  newest,
  kind,
  state,
  whose,
}: {
  groups: readonly Group[];
  /** The newest items of every kind; undefined while those of another choice are shown. */
  newest: readonly Item[] | undefined;
  kind: string | undefined;
  state: "open" | "snoozed";
  whose: Whose | undefined;
}) {
  const navigate = useNavigate({ from: "/exceptions" });
  const openOrder = useOpenRecord("order");
  const openRoute = useOpenRecord("route");
  const visible_groups = groups.filter(
    (group) => group[state] > 0 && (kind === undefined || group.kind === kind),
  );
  const isOneRow = (group: Group) => kind === undefined && group[state] > GROUP_ROWS_MAX;
  const whole_group = useInfiniteQuery({
    ...itemsQuery({ kind, state, whose }),
    enabled: kind !== undefined,
  });
  const sections = visible_groups.map((group) => {
    const items: readonly Item[] | undefined = isOneRow(group)
      ? []
      : kind === undefined
        ? newest?.filter((item) => item.kind === group.kind)
        : whole_group.data?.pages.flatMap((page) => page.items);
    return { group, is_one_row: isOneRow(group), items };
  });
  const listRows = ({ group, is_one_row, items = [] }: (typeof sections)[number]): Entry[] => {
    const rows = items.map((item): Entry => ({ item }));
    return is_one_row || (kind !== undefined && rows.length > 1) ? [{ group }, ...rows] : rows;
  };
  const entries = sections.flatMap(listRows);
  const [pending_act, setPendingAct] = useState<PendingAct | null>(null);
  /** The row of the dialog that closed last. */
  const [closed, setClosed] = useState<string | null>(null);
  const is_narrow = useMediaQuery("(max-width: 1100px)", false, { getInitialValueInEffect: false });
  const is_reading = useIsFetching({ queryKey: ["dispatch"] }) > 0;
  const followed_row = useFollowed(entries.map(buildKey), focusRow, (key) => is_reading && key === closed);
  const current_key = followed_row.key;
  const place = Math.max(
    0,
    entries.findIndex((entry) => buildKey(entry) === current_key),
  );
  const current = entries[place];
  const me = useMe();
  const may_decide = me.permissions.includes("dispatch:write");
  const ask = (action: AskedAction) => {
    if (current !== undefined) setPendingAct({ entry: current, action, listed: { state, whose } });
  };
  const taken_items = current !== undefined && "item" in current ? [current.item] : [];
  const take = useAssign(taken_items, () => {});
  const move = (by: number) => {
    const next = entries[Math.min(entries.length - 1, Math.max(0, place + by))];
    if (next === undefined) return;
    followed_row.choose(buildKey(next));
    focusRow(buildKey(next));
  };
  useCommands(
    current === undefined ? "" : nameEntry(current),
    current === undefined
      ? []
      : [
          { label: text.keys.next, key: "j", run: () => move(1) },
          { label: text.keys.previous, key: "k", run: () => move(-1) },
          ...(may_decide
            ? [
                ...buildActions(current).map((action, index) => ({
                  label: action.label(),
                  key: String(index + 1),
                  run: followed_row.acting(() => ask(action)),
                })),
                ...(taken_items[0] !== undefined && taken_items[0].assigned_to !== me.user.id
                  ? [
                      {
                        label: text.assign.take,
                        key: "i",
                        run: followed_row.acting(() =>
                          take.mutate({ account_id: me.user.id, name: me.user.name }),
                        ),
                      },
                    ]
                  : []),
                { label: text.assign.assign, key: "a", run: followed_row.acting(() => ask("assign")) },
                { label: text.keys.snooze, key: "s", run: followed_row.acting(() => ask("snooze")) },
                { label: text.keys.nothing, key: "d", run: followed_row.acting(() => ask("nothing")) },
              ]
            : []),
        ],
  );
  useRowKeys({
    move,
    open: () => {
      if (current === undefined) return;
      if ("group" in current)
        void navigate({ search: (old: ExceptionFilters) => ({ ...old, kind: current.group.kind }) });
      else if (current.item.order_id !== null) openOrder(current.item.order_id);
      else if (current.item.route_id !== null) openRoute(current.item.route_id);
    },
  });

  if (visible_groups.length === 0) {
    if (whose !== undefined) return <NothingOf whose={whose} state={state} />;
    return (
      <Sheet>
        <Empty
          icon={IconCircleCheck}
          title={state === "open" ? text.list.nothing : text.list.nothing_snoozed}
        >
          {state === "open" ? text.list.nothing_about : text.list.nothing_snoozed_about}
        </Empty>
      </Sheet>
    );
  }
  const renderDetail = (entry: Entry): ReactNode =>
    "group" in entry ? (
      <GroupDetail
        group={entry.group}
        state={state}
        whose={whose}
        is_list={kind !== undefined}
        ask={may_decide ? (action) => setPendingAct({ entry, action, listed: { state, whose } }) : null}
      />
    ) : (
      <ItemDetail
        key={entry.item.id}
        item={entry.item}
        ask={may_decide ? (action) => setPendingAct({ entry, action, listed: { state, whose } }) : null}
      />
    );
  return (
    <>
      {kind === undefined ? null : (
        <div style={{ marginBottom: 10 }}>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconX size={14} />}
            onClick={() =>
              void navigate({ search: (old: ExceptionFilters) => ({ ...old, kind: undefined }) })
            }
          >
            {text.list.only({ kind: visible_groups[0]?.title ?? kind })}
          </Button>
        </div>
      )}
      <div className="exceptions">
        <div className="stack" style={{ gap: 16 }}>
          {sections.map(({ group, ...section }) => (
            <Sheet
              key={group.kind}
              pad={false}
              title={
                <span className="row tight">
                  <span className={`exception-dot tone-${TONE[group.severity]}`} aria-hidden />
                  {group.title}
                  <span className="dim num">{number(group[state])}</span>
                </span>
              }
            >
              {section.items === undefined ? (
                <Waiting rows={2} height={40} />
              ) : (
                <ul className="list">
                  {listRows({ group, ...section }).map((entry) => {
                    const key = buildKey(entry);
                    const is_current = key === current_key;
                    return (
                      <li key={key}>
                        <Row
                          entry={entry}
                          is_current={is_current}
                          choose={() => followed_row.choose(key)}
                          state={state}
                        />
                        {is_narrow && is_current ? (
                          <div className="exception-inline">{renderDetail(entry)}</div>
                        ) : null}
                      </li>
                    );
                  })}
                </ul>
              )}
            </Sheet>
          ))}
          {whole_group.hasNextPage ? (
            <Button
              variant="default"
              loading={whole_group.isFetchingNextPage}
              onClick={() => void whole_group.fetchNextPage()}
            >
              {text.list.more}
            </Button>
          ) : null}
        </div>
        {is_narrow || current === undefined ? null : (
          <aside className="exceptions-detail" aria-label={text.list.chosen}>
            <Sheet>{renderDetail(current)}</Sheet>
            <p className="dim small" style={{ marginTop: 10 }}>
              {text.keys.line}
            </p>
          </aside>
        )}
      </div>
      {pending_act === null ? null : (
        <ActedOn
          key={buildKey(pending_act.entry)}
          request={pending_act}
          close={() => {
            setClosed(buildKey(pending_act.entry));
            setPendingAct(null);
          }}
        />
      )}
    </>
  );
}

/** Whose exceptions are listed; somebody else's are chosen by their name at an exception. */
function WhoseControl({
  whose,
  change,
}: {
  whose: Whose | undefined;
  change: (whose: Whose | undefined) => void;
}) {
  const people = useQuery({ ...assigneesQuery, enabled: typeof whose === "number" }).data?.assignees ?? [];
  const name = people.find(({ account_id }) => account_id === whose)?.name ?? String(whose);
  return (
    <SegmentedControl
      aria-label={text.whose.label}
      value={String(whose ?? "all")}
      onChange={(value) => change(value === "me" || value === "nobody" ? value : undefined)}
      data={[
        { value: "all", label: text.whose.all },
        { value: "me", label: text.whose.me },
        { value: "nobody", label: text.whose.nobody },
        ...(typeof whose === "number" ? [{ value: String(whose), label: text.whose.of({ name }) }] : []),
      ]}
    />
  );
}

function NothingOf({ whose, state }: { whose: Whose; state: "open" | "snoozed" }) {
  const people = useQuery({ ...assigneesQuery, enabled: typeof whose === "number" }).data?.assignees ?? [];
  const all = useQuery(groupsQuery).data?.groups ?? [];
  const n = all.reduce((sum, group) => sum + group[state], 0);
  const title =
    typeof whose === "number"
      ? text.whose.none.other({
          name: people.find(({ account_id }) => account_id === whose)?.name ?? String(whose),
        })
      : text.whose.none[whose];
  return (
    <Sheet>
      <Empty
        icon={IconCircleCheck}
        title={title}
        action={
          n === 0 ? null : (
            <ButtonLink to="/exceptions" search={state === "snoozed" ? { state } : {}} variant="default">
              {text.whose.show_all({ n })}
            </ButtonLink>
          )
        }
      >
        {n > 0 && whose !== "nobody" ? text.whose.none_about : null}
      </Empty>
    </Sheet>
  );
}

const nameEntry = (entry: Entry): string =>
  "group" in entry ? entry.group.title : nameItem(KINDS, entry.item);

const buildActions = (entry: Entry): ItemAction[] =>
  "group" in entry ? listGroupActions(KINDS, entry.group.kind) : listActions(KINDS, entry.item);

function describeItem(item: Item, shown_in: { times: Times; currency: string }) {
  const { severity, since, snoozed_until } = item;
  const { times } = shown_in;
  return {
    severity,
    name: nameItem(KINDS, item),
    why: describeWhy(KINDS, item, shown_in),
    since:
      snoozed_until === null ? times.ago(since) : text.list.until({ moment: times.moment(snoozed_until) }),
    exactly_since: times.exact(since),
    handler: item.assigned_to_name,
  };
}

function describeGroup(group: Group, state: "open" | "snoozed", times: Times) {
  const { severity, oldest_since } = group;
  return {
    severity,
    name: text.list.all({ n: number(group[state]) }),
    why: text.list.one_action,
    since: oldest_since === null ? "" : text.list.oldest({ ago: times.ago(oldest_since) }),
    exactly_since: undefined,
    handler: null,
  };
}

function Row({
  entry,
  is_current,
  choose,
  state,
}: {
  entry: Entry;
  is_current: boolean;
  choose: () => void;
  state: "open" | "snoozed";
}) {
  const times = useTimes();
  const currency = useMe().business?.currency ?? "EUR";
  const { severity, name, why, since, exactly_since, handler } = useMemo(
    () =>
      "item" in entry
        ? describeItem(entry.item, { times, currency })
        : describeGroup(entry.group, state, times),
    [entry, state, times, currency],
  );
  return (
    <button
      type="button"
      className="exception-row"
      data-entry={buildKey(entry)}
      aria-current={is_current}
      onClick={choose}
    >
      <span className={`exception-dot tone-${TONE[severity]}`} aria-hidden />
      <span>
        <span className="strong">{name}</span>
        <br />
        <span className="exception-why">{why}</span>
      </span>
      <span className="dim small nowrap exception-since" title={exactly_since}>
        {since}
        {handler === null ? null : <span className="exception-handler">{handler}</span>}
      </span>
    </button>
  );
}
