/** The lockers of the business: where they are, whether they are heard, what is free and what is wrong; a list and a map. */
import { Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { IconChartBar, IconListDetails, IconLockSquareRounded } from "#icons";
import { isStaff, useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel, nameCode } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSearch, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Page } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { describeLastHeard } from "./describe.ts";
import { DEVICE_STATUS } from "./labels.ts";
import { LockerForm } from "./locker-form.tsx";
import { LOCKERS_PER_PAGE, type LockerHealth, lockersQuery } from "./queries.ts";
import type { LockersSearch } from "./search.ts";
import { PROBLEM_TONES } from "./states.ts";
import { text } from "./text.ts";
import "./lockers.css";

const here = getRouteApi("/inside/lockers");
const NONE: LockerHealth[] = [];

/** Of pins: what needs somebody first. */
const COLOURS = { bad: "#a02f21", warn: "#7d5a00", good: "#1c6b47", grey: "#6f6659", blue: "#20568f" };

export function Lockers() {
  const me = useMe();
  const may_create = isStaff(me) && me.permissions.includes("lockers:write");
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const { page = 1, ...filters } = search;
  const query = useQuery(lockersQuery({ ...filters, page, per_page: LOCKERS_PER_PAGE }));
  const lockers = query.data?.lockers ?? NONE;
  const filtered = Object.keys(filters).length > 0;
  const show = (next: LockersSearch) => void navigate({ to: "/lockers", search: next });
  const open = useOpenRecord("locker_device");
  const pins = useMemo(() => buildPins(lockers), [lockers]);
  return (
    <Page
      subtitle={query.data ? (filtered ? text.found : text.total)({ n: query.data.total }) : "…"}
      actions={
        <>
          <ButtonLink to="/lockers/health" variant="default" leftSection={<IconChartBar size={16} />}>
            {text.open_health}
          </ButtonLink>
          <ButtonLink to="/lockers/log" variant="default" leftSection={<IconListDetails size={16} />}>
            {text.open_log}
          </ButtonLink>
          {may_create ? (
            <CreateButton label={text.create}>{(close) => <LockerForm close={close} />}</CreateButton>
          ) : null}
        </>
      }
    >
      <div className="lockers">
        <TableList
          label={text.title}
          toolbar={
            <div className="filters">
              <Filters search={filters} show={show} />
            </div>
          }
          query={query}
          rows={(answer) => answer.lockers}
          empty={
            <Empty
              icon={IconLockSquareRounded}
              title={filtered ? text.none_found : text.none}
              action={
                filtered ? (
                  <Button variant="default" onClick={() => show({})}>
                    {text.show_all}
                  </Button>
                ) : null
              }
            >
              {filtered ? text.none_found_about : may_create ? text.none_about : text.none_ask}
            </Empty>
          }
          columns={buildColumns(times)}
          getKey={({ locker_id }) => locker_id}
          getName={({ name }) => name}
          onOpen={({ locker_id }) => open(locker_id)}
          card={(locker) => <Card locker={locker} times={times} />}
          foot={(answer) =>
            answer.total > LOCKERS_PER_PAGE ? (
              <Pager
                {...answer}
                noun={text.noun}
                onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
              />
            ) : null
          }
        />
        {pins.length > 0 ? (
          <div className="lockers-map sheet">
            <BaseMap label={text.where} pins={pins} onPin={open} fit={JSON.stringify(search)} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** Changing a filter returns to the first page. */
function Filters({ search, show }: { search: LockersSearch; show: (next: LockersSearch) => void }) {
  const change = (part: { [Name in keyof LockersSearch]?: LockersSearch[Name] | undefined }) =>
    show({ ...search, ...part } as LockersSearch);
  const filter = bindFilters(getFilters("lockerHealth"), search, change);
  return (
    <>
      <FilterSearch label={text.find} placeholder={text.find_about} {...filter("text")} on_leave />
      <FilterSelect
        label={text.status}
        any={text.any_status}
        names={DEVICE_STATUS}
        {...filter("status")}
        w={{ base: "100%", xs: 190 }}
      />
      <SegmentedControl
        aria-label={text.which}
        value={search.only_problems ? "faults" : "all"}
        onChange={(value) => change({ only_problems: value === "faults" ? true : undefined })}
        data={[
          { value: "all", label: text.all },
          { value: "faults", label: text.with_faults },
        ]}
      />
    </>
  );
}

type PinTone = keyof typeof COLOURS;

function findPinTone({ status, problems }: LockerHealth): PinTone {
  if (status === "RETIRED") return "grey";
  if (status === "PROVISIONING") return "blue";
  const tones = problems.map(({ kind }) => PROBLEM_TONES[kind]);
  if (tones.includes("bad")) return "bad";
  return tones.includes("warn") || status === "MAINTENANCE" ? "warn" : "good";
}

/** The text of a pin is the number of its faults. */
const buildPins = (lockers: readonly LockerHealth[]): MapPin[] =>
  lockers.flatMap((locker): MapPin[] => {
    const { locker_id, name, place, status, problems } = locker;
    const { lat, lng } = place ?? {};
    if (typeof lat !== "number" || typeof lng !== "number") return [];
    const state = DEVICE_STATUS[status].label;
    return [
      {
        id: String(locker_id),
        kind: "stop",
        lat,
        lng,
        text: problems.length > 0 ? String(problems.length) : "",
        title:
          problems.length > 0
            ? text.pin_faults({ name, state, n: problems.length })
            : text.pin({ name, state }),
        colour: COLOURS[findPinTone(locker)],
      },
    ];
  });

const buildColumns = (times: Times): Column<LockerHealth>[] => [
  {
    key: "name",
    head: text.locker,
    cell: ({ name, serial, place }) => (
      <TwoLines below={[serial, place === null ? "" : oneLine(place)].filter(Boolean).join(" · ")}>
        {name}
      </TwoLines>
    ),
  },
  {
    key: "status",
    head: text.status,
    width: 178,
    cell: (locker) => (
      <span className="stack two-lines">
        <StatusBadge badge={findLabel(DEVICE_STATUS, locker.status)} />
        <span className="dim small">{describeLastHeard(locker, times)}</span>
      </span>
    ),
  },
  { key: "free", head: text.free, width: 160, cell: (locker) => <FreeSizes locker={locker} /> },
  { key: "faults", head: text.faults, width: 150, cell: (locker) => <Problems locker={locker} /> },
  {
    key: "firmware",
    head: text.firmware,
    width: 84,
    window_width_min: 1360,
    cell: ({ firmware }) => firmware || <span className="dim">–</span>,
  },
];

function FreeSizes({ locker: { free, compartments, status } }: { locker: LockerHealth }) {
  if (compartments === 0) return <span className="dim">{text.no_compartments}</span>;
  if (free.length === 0)
    return <span className="dim">{status === "ONLINE" || status === "OFFLINE" ? text.none_free : "–"}</span>;
  return (
    <ul className="row tight" aria-label={text.free}>
      {free.map(({ size, free: count }) => (
        <li key={size} className="nowrap">
          <span className="dim">{size}</span> <span className="strong num">{count}</span>
        </li>
      ))}
    </ul>
  );
}

/** Kinds of faults with their numbers. */
function Problems({ locker: { problems } }: { locker: LockerHealth }) {
  if (problems.length === 0) return <span className="dim">{text.no_fault}</span>;
  const by_kind = Map.groupBy(problems, ({ kind }) => kind);
  return (
    <span className="row tight">
      {[...by_kind].map(([kind, of_kind]) => (
        <Tag key={kind} tone={PROBLEM_TONES[kind]}>
          {of_kind.some(({ compartment_id }) => compartment_id !== null)
            ? text.counted_fault({ n: of_kind.length, fault: nameCode(text.problems, kind) })
            : nameCode(text.problems, kind)}
        </Tag>
      ))}
    </span>
  );
}

function Card({ locker, times }: { locker: LockerHealth; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{locker.name}</span>
        <StatusBadge badge={findLabel(DEVICE_STATUS, locker.status)} />
      </span>
      <span className="dim small">
        {[locker.place === null ? "" : oneLine(locker.place), describeLastHeard(locker, times)]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <FreeSizes locker={locker} />
      {locker.problems.length > 0 ? <Problems locker={locker} /> : null}
    </>
  );
}
