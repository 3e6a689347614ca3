/** One point of interest: what it is, where it is, when it is open, and who was there. */
import { Button, Menu, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { IconClock, IconDots } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { oneLine } from "../../../parts/address/queries.ts";
import { Tag } from "../../../parts/badge.tsx";
import { duration } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { BackLink } from "../../../parts/links.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Bar, Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { driversQuery } from "../../fleet/drivers/queries.ts";
import { OpenBadge } from "./kinds.tsx";
import { PoiForm } from "./poi-form.tsx";
import { POIS_KEY, type Poi, type PoiVisit, poiQuery, poisQuery, visitsQuery } from "./queries.ts";
import { listLines, PLACE_COLOUR } from "./shapes.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/points-of-interest/$poi_id");

export function PoiPage() {
  const poi_id = Number(here.useParams().poi_id);
  const query = useQuery(poiQuery(poi_id));
  const above = <BackLink to="/points-of-interest">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { poi } = query.data;
  return (
    <Page
      title={poi.name}
      above={above}
      subtitle={
        <span className="row tight">
          <span>{text.kinds[poi.kind]}</span>
          <OpenBadge opening={poi.opening} />
          {poi.visibility === "private" ? null : <Tag tone="blue">{text.visibilities[poi.visibility]}</Tag>}
          {poi.tags.map((tag) => (
            <Tag key={tag} tone="grey">
              {tag}
            </Tag>
          ))}
        </span>
      }
      actions={<Actions poi={poi} />}
    >
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          <Where poi={poi} />
          <Visits poi={poi} />
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <About poi={poi} />
          <Hours poi={poi} />
        </div>
      </div>
    </Page>
  );
}

function Where({ poi }: { poi: Poi }) {
  const pins = useMemo<MapPin[]>(
    () => [{ id: "here", kind: "stop", lat: poi.lat, lng: poi.lng, title: poi.name, colour: PLACE_COLOUR }],
    [poi],
  );
  const lines = useMemo(() => listLines(poi), [poi]);
  return (
    <Sheet pad={false}>
      <div style={{ height: 320 }}>
        <BaseMap label={text.map} pins={pins} lines={lines} fit={poi.version} />
      </div>
    </Sheet>
  );
}

function About({ poi }: { poi: Poi }) {
  const { geofence, service_time_s, observed_service_time_s, observed_visits } = poi;
  return (
    <Sheet title={text.about}>
      <Facts>
        <Fact name={text.address}>{oneLine(poi.place) || "–"}</Fact>
        {poi.ref === null ? null : (
          <Fact name={text.ref}>
            <span className="mono">{poi.ref}</span>
          </Fact>
        )}
        <Fact name={text.geofence}>
          {geofence === null
            ? text.fences.none
            : text.fence_about({
                shape: text.fences[geofence.shape],
                dwell: duration(geofence.dwell_s ?? 120),
              })}
        </Fact>
        <Fact name={text.service_time}>
          {service_time_s !== null
            ? duration(service_time_s)
            : observed_service_time_s !== null
              ? text.observed({ time: duration(observed_service_time_s), n: observed_visits })
              : text.not_observed}
        </Fact>
        {poi.entrances.map(({ name, instructions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entrance is its place in the list.
          <Fact key={index} name={name}>
            {instructions ?? text.entrances.no_instructions}
          </Fact>
        ))}
        {Object.entries(poi.attributes).map(([key, value]) => (
          <Fact key={key} name={key}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Sheet>
  );
}

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

const formatIntervals = (intervals: readonly { opens: string; closes: string }[]) =>
  intervals.length === 0
    ? text.is_closed
    : intervals.map(({ opens, closes }) => `${opens}–${closes}`).join(", ");

function Hours({ poi: { hours, opening, time_zone } }: { poi: Poi }) {
  const times = useTimes();
  return (
    <Sheet title={text.hours}>
      {hours === null ? (
        <p className="dim">{text.no_hours}</p>
      ) : (
        <Facts>
          {DAYS.map((day) => (
            <Fact key={day} name={text.days[day]}>
              {formatIntervals(
                hours.weekly.filter(({ days }) => days.includes(day)).flatMap(({ intervals }) => intervals),
              )}
            </Fact>
          ))}
          {hours.exceptions?.map(({ from, to, intervals, note }) => (
            <Fact key={`${from} ${to}`} name={to === undefined ? from : `${from} – ${to}`}>
              {formatIntervals(intervals)} {note}
            </Fact>
          ))}
          {hours.holidays ? (
            <Fact name={text.holidays_of({ calendar: hours.holidays.calendar })}>
              {formatIntervals(hours.holidays.intervals)}
            </Fact>
          ) : null}
          {opening.changes_at === null ? null : (
            <Fact name={opening.is_open ? text.closes_next : text.opens_next}>
              {times.moment(opening.changes_at)}
            </Fact>
          )}
          <Fact name={text.time_zone}>{time_zone}</Fact>
        </Facts>
      )}
    </Sheet>
  );
}

function Visits({ poi }: { poi: Poi }) {
  const query = useQuery(visitsQuery(poi.id));
  const times = useTimes();
  const { data: drivers } = useQuery(driversQuery);
  const names = new Map((drivers?.drivers ?? []).map(({ id, name }) => [id, name]));
  const longest = Math.max(1, ...(query.data?.visits ?? []).map(({ stay_s }) => stay_s));
  return (
    <TableList
      label={text.visits}
      title={text.visits}
      query={query}
      rows={({ visits }) => visits}
      empty={
        <Empty icon={IconClock} title={text.no_visits}>
          {poi.geofence === null ? text.no_fence_about : text.no_visits_about}
        </Empty>
      }
      columns={buildColumns(times, longest, names)}
      getKey={({ id }) => id}
      getName={({ arrived_at }) => times.moment(arrived_at)}
    />
  );
}

const buildColumns = (
  times: Times,
  longest: number,
  names: ReadonlyMap<number, string>,
): Column<PoiVisit>[] => [
  { key: "arrived", head: text.arrived, cell: ({ arrived_at }) => times.moment(arrived_at) },
  {
    key: "stay",
    head: text.stay,
    cell: ({ stay_s, status, has_gap }) => (
      <span className="stack tight" style={{ gap: 2 }}>
        <Bar value={stay_s} of={longest} label={duration(stay_s)} />
        <span className="small num">
          {duration(stay_s)}
          {status === "inside" ? ` · ${text.still_there}` : has_gap ? ` · ${text.with_gap}` : ""}
        </span>
      </span>
    ),
  },
  {
    key: "driver",
    head: text.driver,
    width: 110,
    cell: ({ driver_id }) => (
      <RecordLink type="driver" id={driver_id}>
        {names.get(driver_id) ?? text.driver_number({ id: String(driver_id) })}
      </RecordLink>
    ),
  },
];

function Actions({ poi }: { poi: Poi }) {
  const may_write = useMe().permissions.includes("address:write");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"change" | "merge" | "delete" | null>(null);
  const [duplicate, setDuplicate] = useState<string | null>(null);
  const { data: others } = useQuery({
    ...poisQuery({ near: `${poi.lat},${poi.lng}` }),
    enabled: open === "merge",
  });
  if (!may_write) return null;
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    notifySuccess(message);
    return queries.invalidateQueries({ queryKey: POIS_KEY });
  };
  return (
    <>
      <Button onClick={() => setOpen("change")}>{text.change}</Button>
      <Menu>
        <Menu.Target>
          <Button variant="default" aria-label={text.more}>
            <IconDots size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("merge")}>{text.merge}</Menu.Item>
          <Menu.Item color="red" onClick={() => setOpen("delete")}>
            {text.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "change" ? <PoiForm poi={poi} close={close} /> : null}
      <ActionDialog
        name="poiMerge"
        opened={open === "merge"}
        close={close}
        title={text.merge_into({ name: poi.name })}
        confirm={text.merge}
        danger
        input={duplicate === null ? null : { poi_id: poi.id, duplicate }}
        run={(options) =>
          client.poiMerge(
            { poi_id: poi.id, duplicate_ids: [Number(duplicate)] },
            { ...options, if_match: poi.version },
          )
        }
        done={() => void finish(text.merged({ name: poi.name }))}
      >
        <p>{text.merge_about}</p>
        <Select
          label={text.duplicate}
          searchable
          data={(others?.pois ?? [])
            .filter(({ id }) => id !== poi.id)
            .map(({ id, name, distance_m }) => ({
              value: String(id),
              label: distance_m === null ? name : text.at_distance({ name, metres: String(distance_m) }),
            }))}
          value={duplicate}
          onChange={setDuplicate}
        />
      </ActionDialog>
      <ActionDialog
        name="poiDelete"
        opened={open === "delete"}
        close={close}
        title={text.delete_of({ name: poi.name })}
        confirm={text.delete}
        danger
        input={{ poi_id: poi.id }}
        run={(options) => client.poiDelete({ poi_id: poi.id }, { ...options, if_match: poi.version })}
        done={() => {
          void finish(text.deleted({ name: poi.name }));
          void navigate({ to: "/points-of-interest" });
        }}
      >
        <p>{text.delete_about}</p>
      </ActionDialog>
    </>
  );
}
