/** What agents did and tried: by which token, program and tool, with what outcome. */
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconRobot } from "#icons";
import type { Column } from "../../../parts/grid/columns.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import { type ActivityFilters, type FilterSurface, SURFACES } from "./filters.ts";
import { type AuditEntry, activityQuery, ownTokensQuery, toolsQuery } from "./queries.ts";
import { text } from "./text.ts";
import { describeToken, explainRefusal, nameActor, nameCall, OutcomeBadge } from "./words.tsx";

type Change = { [Filter in keyof ActivityFilters]: ActivityFilters[Filter] | undefined };

export function AgentActivity() {
  const times = useTimes();
  const navigate = useNavigate();
  const filters = useSearch({ from: "/inside/agent-activity" });
  const { token, tool, outcome, way = "mcp", entry } = filters;
  const query = useQuery(activityQuery(filters));
  const titles = new Map(useQuery(toolsQuery).data?.tools.map(({ name, title }) => [name, title]));
  const set = (change: Change) => {
    const next = Object.entries({ ...filters, page: undefined, entry: undefined, ...change });
    const search: ActivityFilters = Object.fromEntries(next.filter(([, value]) => value !== undefined));
    void navigate({ to: "/agent-activity", search, replace: true });
  };
  const is_filtered = token !== undefined || tool !== undefined || outcome !== undefined;
  const opened = query.data?.entries.find(({ id }) => id === entry);
  return (
    <ListPage
      subtitle={text.about}
      actions={
        <>
          <ButtonLink variant="default" to="/settings/$section" params={{ section: "tokens" }}>
            {text.tokens}
          </ButtonLink>
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {text.refresh}
          </Button>
        </>
      }
      label={text.title}
      toolbar={<Filters filters={filters} entries={query.data?.entries ?? []} set={set} />}
      query={query}
      rows={({ entries }) => entries}
      empty={<Nothing way={way} is_filtered={is_filtered} set={set} />}
      columns={buildColumns(times, titles)}
      getKey={({ id }) => id}
      getName={(row) => nameCall(row, titles)}
      onOpen={({ id }) => set({ page: filters.page, entry: id })}
      isCurrent={({ id }) => id === entry}
      card={(row) => <Card entry={row} titles={titles} times={times} />}
      foot={(page) => <Pager {...page} onPage={(next) => set({ page: next })} noun={text.noun} />}
    >
      {opened === undefined ? null : (
        <EntryDrawer
          entry={opened}
          titles={titles}
          close={() => set({ page: filters.page })}
          choose={(one) => set({ token: undefined, tool: undefined, outcome: undefined, ...one })}
        />
      )}
    </ListPage>
  );
}

function Nothing({
  way,
  is_filtered,
  set,
}: {
  way: FilterSurface;
  is_filtered: boolean;
  set: (change: Change) => void;
}) {
  if (is_filtered)
    return (
      <Empty
        icon={IconRobot}
        title={text.no_match}
        action={
          <Button
            variant="default"
            onClick={() => set({ token: undefined, tool: undefined, outcome: undefined })}
          >
            {text.clear}
          </Button>
        }
      >
        {text.no_match_about}
      </Empty>
    );
  if (way !== "mcp") return <Empty icon={IconRobot} title={text.none_other} />;
  return (
    <Empty
      icon={IconRobot}
      title={text.none}
      action={
        <ButtonLink to="/settings/$section" params={{ section: "tokens" }}>
          {text.create_token}
        </ButtonLink>
      }
    >
      {text.none_about}
    </Empty>
  );
}

function Filters({
  filters,
  entries,
  set,
}: {
  filters: ActivityFilters;
  entries: readonly AuditEntry[];
  set: (change: Change) => void;
}) {
  const { token, tool, way = "mcp" } = filters;
  const filter = bindFilters(getFilters("audit"), filters, set);
  const own_tokens = useQuery(ownTokensQuery).data?.tokens ?? [];
  const tools = useQuery(toolsQuery).data?.tools ?? [];
  const tokens = new Map([
    ...own_tokens.map(({ id, name }) => [id, name ?? text.unnamed_token({ id: String(id) })] as const),
    ...entries.flatMap((entry) =>
      entry.token_id === null ? [] : [[entry.token_id, describeToken(entry)] as const],
    ),
  ]);
  if (token !== undefined && !tokens.has(token)) tokens.set(token, text.unnamed_token({ id: String(token) }));
  const names = new Set([...tools.map(({ name }) => name), ...(tool === undefined ? [] : [tool])]);
  return (
    <div className="filters">
      <FilterSelect
        className="grow"
        label={text.token}
        any={text.any_token}
        searchable
        data={[...tokens].map(([id, label]) => ({ value: String(id), label }))}
        {...filter("token", "token_id")}
      />
      <FilterSelect
        className="grow"
        label={text.tool}
        any={text.any_tool}
        searchable
        data={[...names].sort()}
        {...filter("tool")}
      />
      <FilterSelect
        className="grow"
        label={text.outcome}
        any={text.any_outcome}
        names={text.outcomes}
        {...filter("outcome")}
      />
      <Select
        className="grow"
        aria-label={text.way}
        allowDeselect={false}
        value={way}
        onChange={(value) =>
          set({ way: value === "mcp" || value === null ? undefined : (value as FilterSurface) })
        }
        data={SURFACES.map((value) => ({ value, label: text.ways[value] }))}
      />
    </div>
  );
}

type Titles = ReadonlyMap<string, string>;

const buildColumns = (times: Times, titles: Titles): Column<AuditEntry>[] => [
  {
    key: "what",
    head: text.what,
    cell: (entry) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <span className="strong cut">{nameCall(entry, titles)}</span>
        <span className="mono dim small cut">{entry.tool ?? entry.operation}</span>
      </span>
    ),
  },
  {
    key: "outcome",
    head: text.outcome,
    cell: (entry) => (
      <span className="stack tight" style={{ gap: 0 }}>
        <OutcomeBadge outcome={entry.outcome} />
        <span className="dim small cut">{explainRefusal(entry)}</span>
      </span>
    ),
  },
  {
    key: "who",
    head: text.token,
    window_width_min: 641,
    cell: (entry) => (
      <TwoLines className="cut" below={nameActor(entry)}>
        {describeToken(entry)}
      </TwoLines>
    ),
  },
  {
    key: "client",
    head: text.client,
    window_width_min: 1240,
    cell: ({ client }) => (
      <span className="mono small cut" style={{ display: "block", maxWidth: 220 }} title={client ?? ""}>
        {client ?? "–"}
      </span>
    ),
  },
  {
    key: "at",
    head: text.at,
    width: 150,
    align: "end",
    cell: ({ at }) => <span title={times.exact(at)}>{times.moment(at)}</span>,
  },
];

function Card({ entry, titles, times }: { entry: AuditEntry; titles: Titles; times: Times }) {
  return (
    <div className="stack tight">
      <span className="row nowrap">
        <span className="strong grow cut">{nameCall(entry, titles)}</span>
        <OutcomeBadge outcome={entry.outcome} />
      </span>
      {entry.outcome === "refused" ? <span className="small">{explainRefusal(entry)}</span> : null}
      <span className="row nowrap dim small">
        <span className="grow cut">
          {describeToken(entry)} · {nameActor(entry)}
        </span>
        <span>{times.moment(entry.at)}</span>
      </span>
    </div>
  );
}
