/** The live board of instant deliveries: riders with the age of their positions, jobs, offers in time, actions. */
import { Alert, Button, Drawer, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { IconMotorbike, IconUserOff } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { kilometres, money } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { List } from "../../../parts/list/list.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import "./instant.css";
import {
  type BoardJob,
  type BoardRider,
  boardQuery,
  buildBadge,
  describePlace,
  historyQuery,
  INSTANT_KEYS,
  jobQuery,
} from "./queries.ts";
import { text } from "./text.ts";

export function InstantBoard() {
  const query = useQuery(boardQuery);
  const [shown_id, setShownId] = useState<number | null>(null);
  return (
    <Page>
      <Loaded query={query} fallback={<Waiting rows={8} />}>
        {(board) => (
          <div className="stack">
            <div className="split">
              <div className="stack">
                <BoardMap jobs={board.jobs} riders={board.riders} open={setShownId} />
                <Sheet title={text.board.jobs} pad={false}>
                  {board.jobs.length === 0 ? (
                    <Empty icon={IconMotorbike} title={text.board.none}>
                      {text.board.none_about}
                    </Empty>
                  ) : (
                    <ul className="list" aria-label={text.board.jobs}>
                      {board.jobs.map((job) => (
                        <JobLine key={job.id} job={job} open={() => setShownId(job.id)} />
                      ))}
                    </ul>
                  )}
                </Sheet>
              </div>
              <div className="stack">
                <RiderList riders={board.riders} />
                <History open={setShownId} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
      {shown_id === null ? null : <JobDrawer id={shown_id} close={() => setShownId(null)} />}
    </Page>
  );
}

function BoardMap({
  jobs,
  riders,
  open,
}: {
  jobs: readonly BoardJob[];
  riders: readonly BoardRider[];
  open: (id: number) => void;
}) {
  const times = useTimes();
  const pins = useMemo<MapPin[]>(
    () => [
      ...riders.flatMap(({ driver_id, name, position, position_is_old, active_jobs }): MapPin[] =>
        position === null
          ? []
          : [
              {
                id: `rider ${driver_id}`,
                kind: "driver",
                lat: position.lat,
                lng: position.lng,
                text: name.slice(0, 2),
                title: text.board.rider({ name, ago: times.ago(position.at) }),
                colour: position_is_old ? "#8a8f98" : active_jobs > 0 ? "#2f6fde" : "#1f8a5b",
              },
            ],
      ),
      ...jobs.flatMap(({ id, pickup, dropoff, order_ref, tracking_number, state }): MapPin[] => {
        const has_goods = ["PICKED_UP", "AT_DROPOFF"].includes(state);
        const place = has_goods ? dropoff : pickup;
        if (typeof place?.lat !== "number" || typeof place.lng !== "number") return [];
        const role = has_goods ? text.board.dropoff : text.board.pickup;
        return [
          {
            id: `job ${id}`,
            kind: "stop",
            lat: place.lat,
            lng: place.lng,
            title: `${role}, ${order_ref ?? tracking_number}: ${text.states[state]}`,
            colour: state === "NO_RIDER" ? "#c93a3a" : "#b7791f",
          },
        ];
      }),
    ],
    [jobs, riders, times],
  );
  return (
    <div className="instant-map">
      <BaseMap
        label={text.board.map}
        pins={pins}
        onPin={(pin) => {
          const [kind, id] = pin.split(" ");
          if (kind === "job") open(Number(id));
        }}
        fit={pins.length > 0 ? "some" : "none"}
      />
    </div>
  );
}

function JobLine({ job, open }: { job: BoardJob; open: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="list-row"
        style={{ width: "100%", textAlign: "start", alignItems: "flex-start" }}
        onClick={open}
      >
        <span className="stack tight grow" style={{ gap: 2, minWidth: 0 }}>
          <span className="row tight">
            <span className="strong">{job.order_ref ?? job.tracking_number}</span>
            <StatusBadge badge={buildBadge(job.state)} />
            {job.refusals > 0 ? <Tag tone="warn">{text.board.refusals({ n: job.refusals })}</Tag> : null}
          </span>
          <span className="dim small">
            {describePlace(job.pickup)} → {describePlace(job.dropoff)}
          </span>
          <Who job={job} />
        </span>
        <span className="dim small num">{kilometres(job.distance_m)}</span>
      </button>
    </li>
  );
}

/** Who has the job, or who is asked and how long. */
function Who({ job }: { job: BoardJob }) {
  const times = useTimes();
  const { open_offers, driver_name, driver_position, search_ends_at } = job;
  const [first] = open_offers;
  if (driver_name !== null)
    return (
      <span className="small">
        {driver_position === null
          ? driver_name
          : text.board.rider({ name: driver_name, ago: times.ago(driver_position.at) })}
      </span>
    );
  if (first !== undefined)
    return (
      <span className="small">
        {open_offers.length === 1
          ? text.board.asked({ names: first.driver_name, time: times.time(first.expires_at) })
          : text.board.asked_many({ n: open_offers.length, time: times.time(first.expires_at) })}
      </span>
    );
  return search_ends_at === null ? null : (
    <span className="small">{text.board.searching({ time: times.time(search_ends_at) })}</span>
  );
}

function RiderList({ riders }: { riders: readonly BoardRider[] }) {
  const times = useTimes();
  return (
    <Sheet title={text.board.riders} pad={false}>
      {riders.length === 0 ? (
        <Empty icon={IconUserOff} title={text.board.no_riders}>
          {text.board.no_riders_about}
        </Empty>
      ) : (
        <ul className="list" aria-label={text.board.riders}>
          {riders.map(({ driver_id, name, online, position, position_is_old, active_jobs }) => (
            <li key={driver_id} className="list-row">
              <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
                <RecordLink type="driver" id={driver_id}>
                  {name}
                </RecordLink>
                <span className="dim small">
                  {position === null ? text.board.no_position : times.ago(position.at)}
                  {position !== null && position_is_old ? ` · ${text.board.old}` : ""}
                </span>
              </span>
              <Tag tone={active_jobs > 0 ? "blue" : online ? "good" : "grey"}>
                {active_jobs > 0
                  ? text.board.jobs_of({ n: active_jobs })
                  : online
                    ? text.board.free
                    : text.board.offline}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function History({ open }: { open: (id: number) => void }) {
  const times = useTimes();
  const query = useQuery(historyQuery);
  return (
    <List
      label={text.board.history}
      title={text.board.history}
      query={query}
      rows={({ jobs }) => jobs}
      empty={
        <p className="dim small" style={{ padding: 14 }}>
          {text.board.nothing_ended}
        </p>
      }
      item={(job) => (
        <li key={job.id}>
          <button
            type="button"
            className="list-row"
            style={{ width: "100%", textAlign: "start" }}
            onClick={() => open(job.id)}
          >
            <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
              <span>{job.order_ref ?? job.tracking_number}</span>
              <span className="dim small">
                {[job.driver_name, job.ended_at === null ? null : times.moment(job.ended_at)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </span>
            <StatusBadge badge={buildBadge(job.state)} />
          </button>
        </li>
      )}
    />
  );
}

function JobDrawer({ id, close }: { id: number; close: () => void }) {
  const times = useTimes();
  const query = useQuery(jobQuery(id));
  const may_write = useMe().permissions.includes("dispatch:write");
  const ref = query.data?.job.order_ref ?? query.data?.job.tracking_number ?? "";
  return (
    <Drawer opened onClose={close} title={text.detail.title({ ref })} size="lg">
      <Loaded query={query} fallback={<Waiting rows={6} />}>
        {({ job, explanation, riders, pay }) => (
          <div className="stack">
            <Facts>
              <Fact name={text.board.order}>
                <RecordLink type="order" id={job.order_id}>
                  {job.order_ref ?? job.tracking_number}
                </RecordLink>
              </Fact>
              <Fact name={text.board.pickup}>{describePlace(job.pickup)}</Fact>
              <Fact name={text.board.dropoff}>{describePlace(job.dropoff)}</Fact>
              {job.promised_minor === null ? null : (
                <Fact name={text.board.pay}>{money(job.promised_minor, job.currency)}</Fact>
              )}
              {job.tip_minor === 0 ? null : (
                <Fact name={text.board.tip}>{money(job.tip_minor, job.currency)}</Fact>
              )}
            </Facts>
            <div className="row">
              <StatusBadge badge={buildBadge(job.state)} />
              <Who job={job} />
            </div>
            {may_write ? <JobActions job={job} riders={riders} /> : null}
            {job.state === "SEARCHING" || job.state === "OFFERED" || job.state === "NO_RIDER" ? (
              <Sheet title={text.detail.unavailable} pad={false}>
                <ul className="list">
                  {riders.unavailable.map(({ driver_id, driver_name, reason }) => (
                    <li key={driver_id} className="list-row">
                      <span className="grow">{driver_name}</span>
                      <span className="dim small">{text.skips[reason]}</span>
                    </li>
                  ))}
                </ul>
                {riders.available.length === 0 ? (
                  <p className="dim small" style={{ padding: 14 }}>
                    {text.detail.nobody}
                  </p>
                ) : null}
              </Sheet>
            ) : null}
            <Sheet title={text.detail.why} pad={false}>
              <ol className="list">
                {explanation.toReversed().map((step) => (
                  <li key={`${step.at} ${step.what} ${step.driver_id ?? ""}`} className="list-row">
                    <span className="dim small num" style={{ width: 52 }}>
                      {times.time(step.at)}
                    </span>
                    <span className="grow">
                      {[nameCode(text.steps, step.what), step.driver_name].filter(Boolean).join(": ")}
                    </span>
                  </li>
                ))}
              </ol>
            </Sheet>
            {pay.length === 0 ? null : (
              <Facts>
                {pay.map(({ kind, amount_minor }, index) => (
                  <Fact key={`${kind} ${String(index)}`} name={text.kinds[kind]}>
                    {money(amount_minor, job.currency)}
                  </Fact>
                ))}
              </Facts>
            )}
          </div>
        )}
      </Loaded>
    </Drawer>
  );
}

interface Riders {
  available: readonly { driver_id: number; driver_name: string; pickup_distance_m: number }[];
  unavailable: readonly { driver_id: number; driver_name: string; reason: keyof typeof text.skips }[];
}

function JobActions({ job, riders }: { job: BoardJob; riders: Riders }) {
  const { order_id } = job;
  // Who was asked before may be asked by name.
  const again = riders.unavailable.filter(({ reason }) => reason === "asked_before");
  const can_ask = riders.available.length + again.length > 0;
  const [driver, setDriver] = useState<string | null>(null);
  const [asking, setAsking] = useState<"take_away" | "stop" | null>(null);
  const reason = useMemberText(getRules("clientInstantCancel"), "reason");
  const keys = INSTANT_KEYS;
  const finish = () => {
    setAsking(null);
    reason.clear();
    setDriver(null);
  };
  const search = useSave(() => client.clientInstantDispatch({ order_id }), {
    keys,
    success_message: text.detail.searched,
    done: finish,
  });
  const offer = useSave((driver_id: number) => client.clientInstantDispatch({ order_id, driver_id }), {
    keys,
    success_message: text.detail.offered,
    done: finish,
  });
  const take = useSave(() => client.clientInstantReassign({ order_id, reason: reason.text }), {
    keys,
    success_message: text.detail.taken,
    done: finish,
  });
  const stop = useSave(() => client.clientInstantCancel({ order_id, reason: reason.text }), {
    keys,
    success_message: text.detail.stopped,
    done: finish,
  });
  if (asking !== null) {
    const save = asking === "stop" ? stop : take;
    return (
      <Alert
        color="yellow"
        variant="outline"
        title={asking === "stop" ? text.detail.stop_about : text.detail.take_away_about}
      >
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.text !== "") save.mutate(undefined);
          }}
        >
          <TextInput label={text.detail.reason} {...reason.props} />
          <div className="row">
            <Button type="submit" color="red" loading={save.isPending} disabled={reason.text === ""}>
              {asking === "stop" ? text.detail.stop : text.detail.take_away}
            </Button>
          </div>
        </form>
      </Alert>
    );
  }
  return (
    <div className="stack">
      {job.can_dispatch ? (
        <div className="row" style={{ alignItems: "flex-end" }}>
          <Select
            className="grow"
            label={text.detail.offer_to}
            placeholder={can_ask ? text.detail.available : text.detail.nobody}
            disabled={!can_ask}
            data={[
              ...riders.available.map(({ driver_id, driver_name, pickup_distance_m }) => ({
                value: String(driver_id),
                label: `${driver_name}, ${kilometres(pickup_distance_m)}`,
              })),
              ...again.map(({ driver_id, driver_name, reason }) => ({
                value: String(driver_id),
                label: `${driver_name}, ${text.skips[reason]}`,
              })),
            ]}
            value={driver}
            onChange={setDriver}
          />
          <Button
            disabled={driver === null}
            loading={offer.isPending}
            onClick={() => offer.mutate(Number(driver))}
          >
            {text.detail.offer}
          </Button>
        </div>
      ) : null}
      <div className="row">
        {job.can_dispatch ? (
          <Button variant="default" loading={search.isPending} onClick={() => search.mutate(undefined)}>
            {text.detail.search}
          </Button>
        ) : null}
        {job.can_reassign ? (
          <Button variant="default" onClick={() => setAsking("take_away")}>
            {text.detail.take_away}
          </Button>
        ) : null}
        {job.can_cancel ? (
          <Button variant="default" onClick={() => setAsking("stop")}>
            {text.detail.stop}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
