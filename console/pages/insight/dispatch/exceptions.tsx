/**
 * What needs a person: items by kind, why each is one, and the actions that help. Kinds with many items are one row with
 * actions for all of them. Everything works by keyboard.
 */
import { Button, Kbd, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCircleCheck, IconX } from "@tabler/icons-react";
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useMe } from "../../../api/session.ts";
import { count } from "../../../parts/format.ts";
import { Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Failure, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { ActedOn, type Asked } from "./act.tsx";
import { type ItemAction, listActions, listGroupActions } from "./actions.ts";
import { DecisionLog } from "./decision-log.tsx";
import { GroupDetail, ItemDetail } from "./detail.tsx";
import { type Entry, keyOf, useExceptionKeys } from "./keys.ts";
import { fewItemsQuery, GROUP_SHOWN, type Group, groupsQuery, type Item, itemsQuery } from "./queries.ts";
import { describeWhy, nameItem } from "./why.ts";
import "./exceptions.css";

const route = getRouteApi("/inside/exceptions");
const TONE = { critical: "bad", warning: "warn", info: "blue" } as const;

export function Exceptions() {
  const { kind, state } = route.useSearch();
  const navigate = useNavigate({ from: "/exceptions" });
  const groups = useQuery(groupsQuery);
  const all = groups.data?.groups ?? [];
  const open = all.reduce((sum, group) => sum + group.open, 0);
  const snoozed = all.reduce((sum, group) => sum + group.snoozed, 0);
  const critical = all
    .filter(({ severity }) => severity === "critical")
    .reduce((sum, group) => sum + group.open, 0);
  return (
    <Page
      about={
        groups.data === undefined
          ? "…"
          : open === 0
            ? "Nothing needs you"
            : `${count(open, "exception")}${critical > 0 ? ` · ${critical} critical` : ""}`
      }
      actions={
        <SegmentedControl
          aria-label="Which exceptions"
          value={state ?? "open"}
          onChange={(value) =>
            void navigate({
              search: value === "open" ? {} : { state: value as "snoozed" | "decided" },
            })
          }
          data={[
            { value: "open", label: `Open${open > 0 ? ` (${open})` : ""}` },
            { value: "snoozed", label: `Snoozed${snoozed > 0 ? ` (${snoozed})` : ""}` },
            { value: "decided", label: "Decided" },
          ]}
        />
      }
    >
      {state === "decided" ? (
        <DecisionLog />
      ) : groups.data === undefined ? (
        groups.error ? (
          <Failure error={groups.error} retry={() => void groups.refetch()} />
        ) : (
          <Waiting rows={8} height={44} />
        )
      ) : (
        <Inbox groups={all} kind={kind} state={state ?? "open"} />
      )}
    </Page>
  );
}

function Inbox({
  groups,
  kind,
  state,
}: {
  groups: readonly Group[];
  kind: string | undefined;
  state: "open" | "snoozed";
}) {
  const navigate = useNavigate({ from: "/exceptions" });
  const shown = groups.filter((group) => group[state] > 0 && (kind === undefined || group.kind === kind));
  const isOneRow = (group: Group) => kind === undefined && group[state] > GROUP_SHOWN;
  const small = shown.filter((group) => kind === undefined && !isOneRow(group));
  const lists = useQueries({
    queries: small.map((group) => fewItemsQuery(group.kind, state)),
  });
  const whole = useInfiniteQuery({ ...itemsQuery({ kind, state }), enabled: kind !== undefined });
  const sections = shown.map((group) => {
    const place = small.indexOf(group);
    const items: readonly Item[] | undefined = isOneRow(group)
      ? []
      : kind === undefined
        ? lists[place]?.data?.items
        : whole.data?.pages.flatMap((page) => page.items);
    return { group, is_one_row: isOneRow(group), items };
  });
  const listRows = ({ group, is_one_row, items = [] }: (typeof sections)[number]): Entry[] => {
    const rows = items.map((item): Entry => ({ item }));
    return is_one_row || (kind !== undefined && rows.length > 1) ? [{ group }, ...rows] : rows;
  };
  const entries = sections.flatMap(listRows);
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const is_narrow = useMediaQuery("(max-width: 1100px)", false, { getInitialValueInEffect: false });
  const place = Math.max(
    0,
    entries.findIndex((entry) => keyOf(entry) === chosen),
  );
  const current = entries[place];
  // What ended takes its place to the next one.
  const current_key = current === undefined ? null : keyOf(current);
  useEffect(() => {
    if (current_key !== null && chosen !== null && current_key !== chosen) setChosen(current_key);
  }, [current_key, chosen]);
  const may_decide = useMe().permissions.includes("dispatch:write");
  useExceptionKeys({
    entries,
    place,
    choose: (entry) => setChosen(keyOf(entry)),
    act: (entry, index) => {
      if (!may_decide) return;
      const action = actionsOf(entry)[index];
      if (action !== undefined) setAsked({ entry, action });
    },
    snooze: (entry) => may_decide && setAsked({ entry, action: "snooze" }),
    nothing: (entry) => may_decide && setAsked({ entry, action: "nothing" }),
    open: (entry) => {
      if ("group" in entry)
        void navigate({ search: { kind: entry.group.kind, ...(state === "snoozed" ? { state } : {}) } });
      else if (entry.item.order_id !== null)
        void navigate({ to: "/orders/$order_id", params: { order_id: String(entry.item.order_id) } });
      else if (entry.item.route_id !== null)
        void navigate({ to: "/routes/$route_id", params: { route_id: String(entry.item.route_id) } });
    },
  });

  if (shown.length === 0) {
    return (
      <Sheet>
        <Empty icon={IconCircleCheck} title={state === "open" ? "Nothing needs you" : "Nothing is snoozed"}>
          {state === "open"
            ? "Failed attempts, late stops, stalled routes and the like appear here."
            : "What you put off until later waits here, and comes back at its time."}
        </Empty>
      </Sheet>
    );
  }
  const detailOf = (entry: Entry): ReactNode =>
    "group" in entry ? (
      <GroupDetail
        group={entry.group}
        state={state}
        is_list={kind !== undefined}
        ask={may_decide ? (action) => setAsked({ entry, action }) : null}
      />
    ) : (
      <ItemDetail
        key={entry.item.id}
        item={entry.item}
        ask={may_decide ? (action) => setAsked({ entry, action }) : null}
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
            onClick={() => void navigate({ search: state === "snoozed" ? { state } : {} })}
          >
            Only: {shown[0]?.title ?? kind}
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
                  <span className="dim num">{group[state].toLocaleString("en-GB")}</span>
                </span>
              }
            >
              {section.items === undefined ? (
                <Waiting rows={2} height={40} />
              ) : (
                <ul className="list">
                  {listRows({ group, ...section }).map((entry) => {
                    const key = keyOf(entry);
                    const is_current = key === current_key;
                    return (
                      <li key={key}>
                        <Row
                          entry={entry}
                          is_current={is_current}
                          choose={() => setChosen(key)}
                          state={state}
                        />
                        {is_narrow && is_current ? (
                          <div className="exception-inline">{detailOf(entry)}</div>
                        ) : null}
                      </li>
                    );
                  })}
                </ul>
              )}
            </Sheet>
          ))}
          {whole.hasNextPage ? (
            <Button
              variant="default"
              loading={whole.isFetchingNextPage}
              onClick={() => void whole.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </div>
        {is_narrow || current === undefined ? null : (
          <aside className="exceptions-detail" aria-label="The chosen exception">
            <Sheet>{detailOf(current)}</Sheet>
            <p className="dim small" style={{ marginTop: 10 }}>
              <Kbd>j</Kbd> <Kbd>k</Kbd> next and previous · <Kbd>1</Kbd>–<Kbd>3</Kbd> actions · <Kbd>s</Kbd>{" "}
              snooze · <Kbd>d</Kbd> nothing to do · <Kbd>Enter</Kbd> open
            </p>
          </aside>
        )}
      </div>
      {asked === null ? null : (
        <ActedOn key={keyOf(asked.entry)} asked={asked} close={() => setAsked(null)} />
      )}
    </>
  );
}

const actionsOf = (entry: Entry): ItemAction[] =>
  "group" in entry ? listGroupActions(entry.group.kind) : listActions(entry.item);

function describeItem(item: Item, shown_in: { times: Times; currency: string }) {
  const { severity, since, snoozed_until } = item;
  const { times } = shown_in;
  return {
    severity,
    name: nameItem(item),
    why: describeWhy(item, shown_in),
    since: snoozed_until === null ? times.ago(since) : `until ${times.moment(snoozed_until)}`,
    exactly_since: times.exact(since),
  };
}

function describeGroup(group: Group, state: "open" | "snoozed", times: Times) {
  const { severity, oldest_since } = group;
  return {
    severity,
    name: `All ${group[state].toLocaleString("en-GB")}`,
    why: "One action for all of them.",
    since: oldest_since === null ? "" : `oldest ${times.ago(oldest_since)}`,
    exactly_since: undefined,
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
  const { severity, name, why, since, exactly_since } = useMemo(
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
      data-entry={keyOf(entry)}
      aria-current={is_current}
      onClick={choose}
    >
      <span className={`exception-dot tone-${TONE[severity]}`} aria-hidden />
      <span>
        <span className="strong">{name}</span>
        <br />
        <span className="exception-why">{why}</span>
      </span>
      <span className="dim small nowrap" title={exactly_since}>
        {since}
      </span>
    </button>
  );
}
