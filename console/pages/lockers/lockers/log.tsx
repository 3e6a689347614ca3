/** What happened at lockers, told by them and done by people and the service: filtered, exported, its chain verified. */
import { Alert, Button, Drawer, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { IconListDetails, IconShieldCheck } from "#icons";
import { client } from "../../../api/client.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import type { FilterChip } from "../../../parts/grid/grid-bar.tsx";
import { PagedGrid } from "../../../parts/grid/paged-grid.tsx";
import { usePagedRows } from "../../../parts/grid/source.ts";
import { useLayout } from "../../../parts/grid/use-layout.ts";
import { Json } from "../../../parts/json.tsx";
import { nameCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { bindFilters, FilterDay, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { Fact, Facts, Page } from "../../../parts/page.tsx";
import { Photo } from "../../../parts/photo.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, type Times, useTimes } from "../../../parts/times.ts";
import { describeActor, describeDetails, listMarks } from "./describe-operation.ts";
import { nameAction, OperationMarks } from "./operation-row.tsx";
import { type DeviceOperation, LOCKERS, lockersQuery } from "./queries.ts";
import type { LogSearch } from "./search.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/lockers/log");
const FILTERS = getFilters("deviceOperations");
/** The service counts no further. */
const COUNT_MAX = 1_000;

const getKey = ({ id }: DeviceOperation) => id;
const getName = ({ action, device_name }: DeviceOperation) => `${nameAction(action)}, ${device_name}`;

/** Days are those of the business; the last one is included. */
function toInput({ page: _page, from, to, ...filters }: LogSearch, times: Times) {
  return {
    ...filters,
    ...(from === undefined ? {} : { from: times.getDayStart(from) }),
    ...(to === undefined ? {} : { to: times.getDayStart(addDays(to, 1)) }),
  };
}

type Change = (part: { [Name in keyof LogSearch]?: LogSearch[Name] | undefined }) => void;

export function LockerLog() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate({ from: "/lockers/log" });
  const [layout, setLayout] = useLayout("locker-log");
  const [opened, setOpened] = useState<DeviceOperation | null>(null);
  const [is_verifying, setVerifying] = useState(false);
  const lockers = useQuery(lockersQuery({ per_page: 200 })).data?.lockers ?? [];
  const input = toInput(search, times);
  const change = useCallback<Change>(
    (part) =>
      void navigate({
        search: (old: LogSearch) => ({ ...old, page: undefined, ...part }) as LogSearch,
        replace: true,
      }),
    [navigate],
  );
  const turn = useCallback(
    (page: number | undefined) =>
      void navigate({
        search: (old: LogSearch) => ({ ...old, page }) as LogSearch,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const query = usePagedRows<DeviceOperation>(
    {
      queryKey: [LOCKERS, "operations", "log", input],
      live_subjects: ["locker_compartment", "locker_device", "locker_reservation"],
      read: async (at, per_page, signal) => {
        const { operations, total, next_cursor } = await client.deviceOperations(
          { ...input, ...at, per_page },
          { signal },
        );
        return { rows: operations, total, next_cursor };
      },
    },
    search.page,
  );
  const columns = useMemo(() => buildColumns(times), [times]);
  const compartment = query.data?.rowAt(0)?.compartment;
  const locker = lockers.find(({ locker_id }) => locker_id === search.device_id);
  const chips = listChips(search, change, {
    locker: locker?.name,
    compartment: search.compartment_id === undefined ? undefined : (compartment ?? undefined),
  });
  return (
    <Page
      fill
      above={<BackLink to="/lockers">{text.title}</BackLink>}
      subtitle={text.log.about}
      actions={
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} />}
          disabled={search.device_id === undefined}
          title={search.device_id === undefined ? text.log.choose_locker : undefined}
          onClick={() => setVerifying(true)}
        >
          {text.log.verify}
        </Button>
      }
    >
      <PagedGrid
        id="locker-log"
        label={text.log.title}
        noun={text.log.nouns}
        query={query}
        columns={columns}
        getKey={getKey}
        getName={getName}
        onOpen={setOpened}
        card={(operation) => <Card operation={operation} times={times} />}
        layout={layout}
        onLayout={setLayout}
        page={search.page}
        onPage={turn}
        search={
          <FilterSelect
            label={text.locker}
            any={text.log.any_locker}
            searchable
            w={{ base: "100%", sm: 200 }}
            data={lockers.map(({ locker_id, name }) => ({ value: String(locker_id), label: name }))}
            {...bindFilters(FILTERS, search, (part) => change({ ...part, compartment_id: undefined }))(
              "device_id",
            )}
          />
        }
        filters={<Filters search={search} change={change} />}
        count={(n) => (n < COUNT_MAX ? text.log.count({ n }) : text.log.count_more({ n: COUNT_MAX }))}
        chips={chips}
        clear={() => void navigate({ search: {}, replace: true })}
        actions={null}
        empty={
          <Empty
            icon={IconListDetails}
            title={chips.length > 0 ? text.log.none_found : text.log.none}
            action={
              chips.length > 0 ? (
                <Button variant="default" onClick={() => void navigate({ search: {} })}>
                  {text.show_all}
                </Button>
              ) : null
            }
          >
            {chips.length > 0 ? null : text.log.none_about}
          </Empty>
        }
      />
      {opened === null ? null : (
        <EntryDrawer operation={opened} times={times} close={() => setOpened(null)} />
      )}
      {is_verifying && search.device_id !== undefined ? (
        <ChainDialog
          device_id={search.device_id}
          name={locker?.name ?? ""}
          close={() => setVerifying(false)}
        />
      ) : null}
    </Page>
  );
}

function Filters({ search, change }: { search: LogSearch; change: Change }) {
  const filter = bindFilters(FILTERS, search, change);
  return (
    <>
      <FilterSelect
        label={text.log.actor}
        any={text.log.any_actor}
        names={text.actors}
        {...filter("actor_type")}
        w={{ base: "100%", xs: 136 }}
      />
      <FilterSelect
        label={text.log.action}
        any={text.log.any_action}
        searchable
        data={Object.entries(text.actions).map(([value, label]) => ({ value, label }))}
        {...filter("action")}
        w={{ base: "100%", xs: 160 }}
      />
      <FilterDay
        aria-label={text.log.from}
        title={text.log.from}
        {...filter("from")}
        max={search.to}
        w={{ base: "100%", xs: 132 }}
      />
      <FilterDay
        aria-label={text.log.to}
        title={text.log.to}
        {...filter("to")}
        min={search.from}
        w={{ base: "100%", xs: 132 }}
      />
    </>
  );
}

function listChips(
  { device_id, compartment_id, actor_type, action, from, to }: LogSearch,
  change: Change,
  names: { locker: string | undefined; compartment: string | undefined },
): FilterChip[] {
  const chips: FilterChip[] = [];
  const add = (label: string, part: Parameters<Change>[0]) =>
    chips.push({ label, remove: () => change(part) });
  if (device_id !== undefined)
    add(names.locker ?? `#${device_id}`, { device_id: undefined, compartment_id: undefined });
  if (compartment_id !== undefined)
    add(text.compartment_of({ code: names.compartment ?? `#${compartment_id}` }), {
      compartment_id: undefined,
    });
  if (actor_type !== undefined) add(nameCode(text.actors, actor_type), { actor_type: undefined });
  if (action !== undefined) add(nameAction(action), { action: undefined });
  if (from !== undefined) add(`${text.log.from} ${from}`, { from: undefined });
  if (to !== undefined) add(`${text.log.to} ${to}`, { to: undefined });
  return chips;
}

const buildColumns = (times: Times): Column<DeviceOperation>[] => [
  {
    key: "at",
    head: text.log.at,
    width: 164,
    value: ({ occurred_at }) => occurred_at,
    cell: ({ occurred_at }) => (
      <time dateTime={occurred_at} title={times.exact(occurred_at)}>
        {times.moment(occurred_at)}
      </time>
    ),
  },
  {
    key: "locker",
    head: text.locker,
    width: 190,
    window_width_min: 900,
    value: ({ device_name }) => device_name,
    cell: ({ device_name }) => <span className="cut">{device_name}</span>,
  },
  {
    key: "compartment",
    head: text.log.compartment,
    width: 126,
    value: ({ compartment }) => compartment,
    cell: ({ compartment }) => compartment ?? <span className="dim">–</span>,
  },
  {
    key: "what",
    head: text.log.what,
    value: ({ action }) => nameAction(action),
    cell: (operation) => (
      <span className="row tight">
        <span className="strong">{nameAction(operation.action)}</span>{" "}
        <OperationMarks operation={operation} />
      </span>
    ),
  },
  {
    key: "details",
    head: text.log.details,
    window_width_min: 900,
    value: (operation) => describeDetails(operation, times),
    cell: (operation) => <span className="dim cut">{describeDetails(operation, times)}</span>,
  },
  {
    key: "marks",
    head: text.log.marks,
    width: 140,
    optional: true,
    value: (operation) =>
      listMarks(operation)
        .map(({ mark }) => text.marks[mark])
        .join(", "),
    cell: (operation) => <OperationMarks operation={operation} />,
  },
  {
    key: "actor",
    head: text.log.actor,
    width: 150,
    value: describeActor,
    cell: (operation) => <span className="cut">{describeActor(operation)}</span>,
  },
  {
    key: "number",
    head: text.log.number,
    width: 90,
    align: "end",
    window_width_min: 1360,
    value: ({ seq }) => seq,
    cell: ({ seq }) => (seq === null ? <span className="dim">–</span> : <span className="num">{seq}</span>),
  },
];

function Card({ operation, times }: { operation: DeviceOperation; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{nameAction(operation.action)}</span>
        <span className="dim small nowrap">{times.moment(operation.occurred_at)}</span>
      </span>
      <span className="small">
        {[operation.device_name, operation.compartment].filter(Boolean).join(" · ")}
      </span>
      <span className="dim small">
        {[describeActor(operation), describeDetails(operation, times)].filter(Boolean).join(" · ")}
      </span>
      <span className="row tight">
        <OperationMarks operation={operation} />
      </span>
    </>
  );
}

/** Everything that is stored of one entry. */
function EntryDrawer({
  operation,
  times,
  close,
}: {
  operation: DeviceOperation;
  times: Times;
  close: () => void;
}) {
  const { id, device_id, device_name, compartment, compartment_id, epoch, seq, file_id, hash } = operation;
  const marks = listMarks(operation);
  return (
    <Drawer opened onClose={close} title={nameAction(operation.action)} size="md">
      <div className="stack">
        {marks.length > 0 ? (
          <ul className="stack tight">
            {marks.map(({ mark, tone }) => (
              <li key={mark} className={`note tone-${tone}`}>
                {text.marks_about[mark]}
              </li>
            ))}
          </ul>
        ) : null}
        <Facts>
          <Fact name={text.locker}>
            <RecordLink type="locker_device" id={device_id} inherit>
              {device_name}
            </RecordLink>
          </Fact>
          <Fact name={text.log.compartment}>{compartment_id === null ? "–" : (compartment ?? "–")}</Fact>
          <Fact name={text.log.actor}>{describeActor(operation)}</Fact>
          <Fact name={text.log.result}>{text.results[operation.result]}</Fact>
          <Fact name={text.log.at}>{times.exact(operation.occurred_at)}</Fact>
          <Fact name={text.log.recorded}>{times.exact(operation.recorded_at)}</Fact>
          {seq === null || epoch === null ? null : (
            <Fact name={text.log.number}>{text.log.number_of({ seq, epoch })}</Fact>
          )}
          <Fact name={text.log.entry}>
            <span className="num">{id}</span>
          </Fact>
        </Facts>
        {file_id === null ? null : <Photo file_id={file_id} alt={text.log.photo} />}
        <section className="stack tight">
          <h3>{text.log.details}</h3>
          <Json value={operation.details} />
        </section>
        <section className="stack tight">
          <h3>{text.log.hash}</h3>
          <p className="mono small">{hash}</p>
        </section>
      </div>
    </Drawer>
  );
}

/** Computes the chain of a locker again, and says where it is broken. */
function ChainDialog({ device_id, name, close }: { device_id: number; name: string; close: () => void }) {
  const query = useQuery({
    queryKey: [LOCKERS, "chain", device_id],
    queryFn: ({ signal }) => client.deviceOperationChain({ device_id }, { signal }),
    gcTime: 0,
    retry: false,
  });
  return (
    <Modal opened onClose={close} title={text.chain.title({ name })}>
      <div className="stack">
        <p className="dim">{text.chain.about}</p>
        <Loaded query={query} fallback={<Waiting rows={2} />}>
          {({ intact, operations, head, broken_at }) => (
            <div className="stack" role="status">
              {intact ? (
                <Alert color="green" variant="outline" title={text.chain.intact}>
                  {text.chain.intact_about({ n: operations })}
                </Alert>
              ) : (
                <Alert color="red" variant="outline" title={text.chain.broken}>
                  {broken_at === null ? null : text.chain.faults[broken_at.why]}{" "}
                  {broken_at?.operation_id == null
                    ? null
                    : text.chain.at({ id: String(broken_at.operation_id), n: operations })}
                </Alert>
              )}
              {head === null ? null : (
                <Facts>
                  <Fact name={text.chain.head}>
                    <span className="mono small">{head}</span>
                  </Fact>
                </Facts>
              )}
            </div>
          )}
        </Loaded>
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button data-autofocus onClick={close}>
            {text.back}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
