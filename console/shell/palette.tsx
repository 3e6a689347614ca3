/**
 * Search from anywhere: actions on what is selected, pages, settings, commands, and the records of every family.
 * Without a text: the actions, and the pages that were pinned and opened.
 */
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { IconHistory, IconSearch, IconStarFilled } from "#icons";
import { type Me, useMe } from "../api/session.ts";
import { loadWithTexts } from "../language/texts.ts";
import { StatusBadge } from "../parts/badge.tsx";
import { useVisited } from "../parts/pins.tsx";
import { Failure } from "../parts/states.tsx";
import { listActions, listLinks } from "./commands.ts";
import { findCommands } from "./find-commands.ts";
import { listReachable, MANIFESTS } from "./manifests.ts";
import type { Operations } from "./name-command.ts";
import { inOrder, isFor } from "./navigation.ts";
import { text } from "./text.ts";

interface Result {
  key: string;
  run: () => void;
  row: ReactNode;
}

interface Group {
  label: string;
  results: readonly Result[];
}

/** Fewer characters fit nearly every record. */
const SHORTEST = 2;
const MOST_RECENT = 7;

const operationsQuery = {
  queryKey: ["operations"],
  queryFn: async (): Promise<Operations> =>
    (await import("../../packages/client/operations.gen.ts")).OPERATIONS,
  staleTime: Number.POSITIVE_INFINITY,
};

/** What the service's writing operations are called; undefined until they are loaded. */
export const useOperations = (enabled: boolean) => useQuery({ ...operationsQuery, enabled }).data;

export function Palette({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={close} padding={0} size="lg" centered={false} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label={text.palette.label}>
        <Search close={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ close }: { close: () => void }) {
  const [typed, setTyped] = useState("");
  const [query] = useDebouncedValue(typed.trim(), 180);
  const [at, setAt] = useState(0);
  const records = useRecords(query);
  const groups = useGroups(typed.trim(), records.groups);
  const results = groups.flatMap((group) => group.results);
  const is_settled = query === typed.trim() && !records.is_loading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text selects its first result.
  useEffect(() => setAt(0), [typed]);

  const selected = results[Math.min(at, results.length - 1)];
  useEffect(() => {
    document.getElementById(`palette-${selected?.key}`)?.scrollIntoView({ block: "nearest" });
  }, [selected?.key]);
  const choose = (result: Result) => {
    close();
    // After the dialog has returned the focus: what the action opens takes it.
    setTimeout(result.run);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt((was) => Math.min(results.length - 1, was + 1));
    else if (event.key === "ArrowUp") setAt((was) => Math.max(0, was - 1));
    else if (event.key === "Enter" && selected) choose(selected);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        // No member of a request: it finds pages, commands and orders.
        data-autofocus
        className="palette-field"
        size="md"
        variant="unstyled"
        px="md"
        py={4}
        aria-label={text.palette.label}
        placeholder={text.palette.about}
        leftSection={<IconSearch size={18} />}
        leftSectionWidth={44}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls="palette-results"
        aria-activedescendant={selected ? `palette-${selected.key}` : undefined}
      />
      <div className="palette">
        {records.error ? <Failure error={records.error} retry={records.retry} /> : null}
        {results.length === 0 && is_settled && !records.error ? (
          <p className="dim palette-empty">
            {typed.trim() === ""
              ? text.palette.empty
              : query.length < SHORTEST
                ? text.palette.too_short
                : text.palette.no_match({ asked: query })}
          </p>
        ) : null}
        <div id="palette-results" role="listbox" aria-label={text.palette.results}>
          {groups.map(({ label, results: listed }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, for which there is no element.
            <div key={label} role="group" aria-label={label}>
              <div className="palette-group" aria-hidden>
                {label}
              </div>
              {listed.map((result) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field above.
                // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
                <div
                  key={result.key}
                  id={`palette-${result.key}`}
                  role="option"
                  aria-selected={result === selected}
                  className="list-row palette-row"
                  aria-current={result === selected}
                  onClick={() => choose(result)}
                  onMouseMove={() => setAt(results.indexOf(result))}
                >
                  {result.row}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

const hasResults = ({ results }: Group) => results.length > 0;

function useGroups(typed: string, records: readonly Group[]): readonly Group[] {
  const me = useMe();
  const navigate = useNavigate();
  const operations = useOperations(true);
  const [{ pinned, recent }] = useVisited();
  const actions = listActions(me, operations).map((entry, index) => ({
    ...entry,
    result: {
      key: `action-${index}`,
      run: entry.run,
      row: (
        <>
          <span className="grow">
            <span className="strong">{entry.label}</span> <span className="dim small">{entry.hint}</span>
          </span>
          {entry.key === undefined ? null : <kbd>{entry.key}</kbd>}
        </>
      ),
    },
  }));
  if (typed === "") {
    const toResult =
      (icon: ReactNode) =>
      ({ pathname, title }: { pathname: string; title: string }): Result => ({
        key: `visited-${pathname}`,
        run: () => void navigate({ to: pathname }),
        row: (
          <>
            {icon}
            <span className="grow cut">{title}</span>
            <span className="dim small mono">{pathname}</span>
          </>
        ),
      });
    const rest = recent
      .filter(({ pathname }) => pathname !== window.location.pathname)
      .filter(({ pathname }) => !pinned.some((pin) => pin.pathname === pathname));
    return [
      { label: text.palette.actions, results: actions.map(({ result }) => result) },
      {
        label: text.palette.pinned,
        results: pinned.map(toResult(<IconStarFilled size={16} className="dim" />)),
      },
      {
        label: text.palette.recent,
        results: rest.slice(0, MOST_RECENT).map(toResult(<IconHistory size={16} className="dim" />)),
      },
    ].filter(hasResults);
  }
  return [
    { label: text.palette.actions, results: findCommands(actions, typed).map(({ result }) => result) },
    {
      label: text.palette.pages,
      results: findCommands(listLinks(me), typed).map(
        ({ label, hint, to, search }): Result => ({
          key: `${hint}-${to}-${label}`.replaceAll(/\W+/g, "-"),
          // A manifest checked the query against the page at the address.
          run: () => void navigate({ to, search: search as never }),
          row: (
            <span className="grow">
              <span className="strong">{label}</span> <span className="dim small">{hint}</span>
            </span>
          ),
        }),
      ),
    },
    ...records,
  ].filter(hasResults);
}

const SEARCHES = inOrder(MANIFESTS.flatMap(({ searches }) => searches));

const searchesFor = (me: Me) => SEARCHES.filter((search) => isFor(me, search));

/** The records that fit the text, of every family that the account may see. */
function useRecords(query: string) {
  const me = useMe();
  const navigate = useNavigate();
  const searches = searchesFor(me);
  const enabled = query.length >= SHORTEST;
  const queries = useQueries({
    queries: searches.map(({ label, load }) => ({
      queryKey: ["find", label, query],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadWithTexts(load))(query, { signal }),
      enabled,
      placeholderData: keepPreviousData,
      staleTime: 5000,
    })),
  });
  const toResult = (kind: string, { record, target }: ReturnType<typeof listReachable>[number]): Result => ({
    key: `${kind}-${record.page}`.replaceAll(/\W+/g, "-"),
    run: () => void navigate(target),
    row: (
      <>
        <span className="grow">
          <span className="strong">{record.label}</span>{" "}
          {record.number ? <span className="dim mono">{record.number}</span> : null}
          {record.about ? (
            <>
              <br />
              <span className="dim small">{record.about}</span>
            </>
          ) : null}
        </span>
        {record.state ? <StatusBadge badge={record.state} /> : null}
      </>
    ),
  });
  const failure = enabled ? queries.find(({ error }) => error !== null) : undefined;
  return {
    groups: enabled
      ? searches.map(
          ({ label }, index): Group => ({
            label,
            results: listReachable(me, queries[index]?.data ?? []).map((one) => toResult(label, one)),
          }),
        )
      : [],
    is_loading: enabled && queries.some(({ isFetching }) => isFetching),
    error: failure?.error,
    retry: () => void failure?.refetch(),
  };
}
