/** Where the records of a dataset are, and the queue of those that are still to be located; a pin is set by hand. */
import { Alert, Button, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { IconMapPin, IconMapPinOff } from "#icons";
import { client } from "../../../api/client.ts";
import { BaseMap } from "../../../map/map.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { number } from "../../../parts/format.ts";
import type { Tone } from "../../../parts/labels.ts";
import { Page } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { toText } from "./cells.ts";
import { Above } from "./dataset.tsx";
import { Back } from "./import-page.tsx";
import {
  type Dataset,
  type DatasetRecord,
  datasetKey,
  datasetQuery,
  positionsQuery,
  queueQuery,
  stateQuery,
} from "./queries.ts";
import { text } from "./text.ts";
import "./sheet.css";

type State = DatasetRecord["geocode_state"];

const TONES: Record<State, Tone> = {
  none: "grey",
  given: "good",
  pending: "warn",
  queued: "blue",
  located: "good",
  not_found: "bad",
  failed: "bad",
  pinned: "violet",
};
const STATES: readonly State[] = ["queued", "pending", "not_found", "failed", "located", "pinned", "given"];

export function DatasetMapPage() {
  const { dataset_id } = useParams({ strict: false }) as { dataset_id: string };
  const query = useQuery(datasetQuery(Number(dataset_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <Positions dataset={query.data.dataset} />;
}

const getName = ({ columns }: Dataset, { id, values }: DatasetRecord): string => {
  const title = columns.find(({ type, key }) => type === "text" && values[key] !== undefined);
  return title === undefined ? `#${id}` : toText(values[title.key]);
};

function Positions({ dataset }: { dataset: Dataset }) {
  const [chosen_record, setChosenRecord] = useState<DatasetRecord | null>(null);
  const placed = useQuery(positionsQuery(dataset.id));
  const located = placed.data ?? [];
  const pin = useSave(
    ({ id, at }: { id: number; at: { lat: number; lng: number } | null }) =>
      client.datasetRecordUpdate({ dataset_id: dataset.id, record_id: id, pin: at }),
    {
      keys: [datasetKey(dataset.id)],
      success_message: text.pinned,
      done: ({ record }) => setChosenRecord(record),
    },
  );
  return (
    <Page title={text.map_of({ name: dataset.name })} above={<Back dataset={dataset} />}>
      <section className="sheet ds-map" aria-label={text.map_of({ name: dataset.name })}>
        <div>
          <BaseMap
            label={text.map_of({ name: dataset.name })}
            waiting={placed.isPending}
            stops={located.flatMap((record) =>
              record.lat === null || record.lng === null
                ? []
                : [
                    {
                      id: record.id,
                      lat: record.lat,
                      lng: record.lng,
                      colour: record.geocode_state === "pinned" ? "#7048e8" : "#ac5719",
                      title: getName(dataset, record),
                    },
                  ],
            )}
            pins={
              chosen_record === null ||
              chosen_record.lat === null ||
              chosen_record.lng === null ||
              !dataset.can_write
                ? []
                : [
                    {
                      id: String(chosen_record.id),
                      lat: chosen_record.lat,
                      lng: chosen_record.lng,
                      kind: "stop",
                      title: getName(dataset, chosen_record),
                      is_movable: true,
                    },
                  ]
            }
            stop={chosen_record?.id ?? null}
            onStop={(id) => setChosenRecord(located.find((one) => one.id === id) ?? null)}
            onPinMove={(id, at) => pin.mutate({ id: Number(id), at })}
            onGround={(at) => {
              if (chosen_record !== null && chosen_record.lat === null && dataset.can_write)
                pin.mutate({ id: chosen_record.id, at });
            }}
            fit={`${dataset.id}/${placed.isSuccess}`}
            centre={
              chosen_record?.lat != null && chosen_record.lng !== null
                ? { lat: chosen_record.lat, lng: chosen_record.lng }
                : null
            }
          />
        </div>
        <div className="stack" style={{ padding: 14 }}>
          {chosen_record === null ? null : (
            <ChosenRecord
              dataset={dataset}
              record={chosen_record}
              unpin={() => pin.mutate({ id: chosen_record.id, at: null })}
              close={() => setChosenRecord(null)}
            />
          )}
          <Queue dataset={dataset} choose={setChosenRecord} />
        </div>
      </section>
    </Page>
  );
}

function ChosenRecord({
  dataset,
  record,
  unpin,
  close,
}: {
  dataset: Dataset;
  record: DatasetRecord;
  unpin: () => void;
  close: () => void;
}) {
  return (
    <div className="stack tight">
      <span className="row apart nowrap">
        <span className="strong cut">{getName(dataset, record)}</span>
        <StateBadge state={record.geocode_state} />
      </span>
      <dl className="facts">
        {dataset.columns.slice(0, 8).map(({ key, name }) =>
          record.values[key] === undefined ? null : (
            <div key={key} className="fact">
              <dt>{name}</dt>
              <dd>{toText(record.values[key])}</dd>
            </div>
          ),
        )}
      </dl>
      {dataset.can_write ? (
        <p className="dim small">{record.lat === null ? text.click_to_pin : text.drag_to_pin}</p>
      ) : null}
      <span className="row">
        {record.geocode_state === "pinned" && dataset.can_write ? (
          <Button size="xs" variant="default" leftSection={<IconMapPinOff size={15} />} onClick={unpin}>
            {text.unpin}
          </Button>
        ) : null}
        <Button size="xs" variant="subtle" onClick={close}>
          {text.close}
        </Button>
      </span>
    </div>
  );
}

const StateBadge = ({ state }: { state: State }) => (
  <StatusBadge badge={{ label: text.states[state], tone: TONES[state] }} />
);

function Queue({ dataset, choose }: { dataset: Dataset; choose: (record: DatasetRecord) => void }) {
  const { moment } = useTimes();
  const query = useQuery(queueQuery(dataset.id));
  const [state, setState] = useState<State | null>(null);
  const start = useSave(() => client.datasetGeocode({ dataset_id: dataset.id }), {
    keys: [datasetKey(dataset.id)],
    success_message: ({ queued }) => text.queued({ n: queued }),
  });
  return (
    <Loaded query={query} fallback={<Waiting rows={4} />}>
      {({ states, quota, is_available }) => {
        const present = STATES.filter((one) => states[one] > 0);
        const current = state !== null && present.includes(state) ? state : present[0];
        const open = states.pending + states.not_found + states.failed;
        if (current === undefined)
          return (
            <Empty icon={IconMapPin} title={text.no_positions}>
              {text.no_positions_about}
            </Empty>
          );
        return (
          <>
            <h2>{text.positions}</h2>
            <SegmentedControl
              orientation="vertical"
              size="xs"
              fullWidth
              aria-label={text.positions}
              value={current}
              onChange={(value) => setState(value as State)}
              data={present.map((one) => ({
                value: one,
                label: `${text.states[one]}: ${number(states[one])}`,
              }))}
            />
            {open > 0 && dataset.can_write ? (
              <Button
                size="xs"
                loading={start.isPending}
                disabled={!is_available}
                onClick={() => start.mutate(undefined)}
              >
                {text.locate({ n: open })}
              </Button>
            ) : null}
            {is_available ? (
              <p className="dim small">
                {text.quota({
                  used: number(quota.used),
                  limit: number(quota.limit),
                  at: moment(quota.resets_at),
                })}
              </p>
            ) : open > 0 ? (
              <Alert color="yellow" variant="outline">
                {text.no_geocoder}
              </Alert>
            ) : null}
            <Rows dataset={dataset} state={current} choose={choose} />
          </>
        );
      }}
    </Loaded>
  );
}

function Rows({
  dataset,
  state,
  choose,
}: {
  dataset: Dataset;
  state: State;
  choose: (record: DatasetRecord) => void;
}) {
  const query = useQuery(stateQuery(dataset.id, state));
  return (
    <Loaded query={query} fallback={<Waiting rows={4} />}>
      {({ records }) => (
        <ul className="list" aria-label={text.states[state]}>
          {records.map((record) => (
            <li key={record.id}>
              <Button
                variant="subtle"
                size="xs"
                fullWidth
                justify="space-between"
                onClick={() => choose(record)}
              >
                <span className="cut">{getName(dataset, record)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
