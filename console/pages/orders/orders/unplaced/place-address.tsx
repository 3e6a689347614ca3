/** One address: suggestions, the map, and what placing it would change. */
import { Alert, Button, Checkbox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { BaseMap } from "../../../../map/map.tsx";
import type { MapPin } from "../../../../map/shapes.ts";
import { oneLine } from "../../../../parts/address/queries.ts";
import { Tag } from "../../../../parts/badge.tsx";
import { useCommands } from "../../../../parts/commands.ts";
import { RecordLink } from "../../../../parts/record-link.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../../parts/toast.ts";
import { useDepot } from "../../../identity/settings/queries.ts";
import { candidatesQuery, type UnplacedAddress } from "./queries.ts";
import { text } from "./text.ts";

interface Point {
  lat: number;
  lng: number;
}

const HERE = "here";
/** About a tenth of a metre. */
const round = ({ lat, lng }: Point): Point => ({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) });

export function PlaceAddress({
  address,
  next,
  acting,
}: {
  address: UnplacedAddress;
  next: () => void;
  /** Wraps what a key does. */
  acting: (run: () => void) => () => void;
}) {
  const me = useMe();
  const queries = useQueryClient();
  const may_remember = me.permissions.includes("address:write");
  const [at, setAt] = useState<Point | null>(null);
  const [remember, setRemember] = useState(true);
  const { depot } = useDepot();
  const candidates_query = useQuery({
    ...candidatesQuery(address.place),
    enabled: me.permissions.includes("address:read"),
  });
  const candidates = candidates_query.data?.candidates ?? NONE;
  const { address_key } = address;
  const [settled] = useDebouncedValue(at, 200);
  const preview = useQuery({
    queryKey: ["preview", "place", address_key, settled],
    queryFn: ({ signal }) =>
      client.clientOrdersPlace({ address_key, ...(settled as Point) }, { dry_run: true, signal }),
    enabled: settled !== null,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const save = useMutation({
    mutationFn: async (point: Point) => {
      let done_count = 0;
      // One call takes 500 orders.
      for (let remaining = 1; remaining > 0; ) {
        const answer = await client.clientOrdersPlace({ address_key, ...point });
        done_count += answer.done;
        remaining = answer.done > 0 ? answer.remaining : 0;
      }
      return { done: done_count, unsaved: may_remember && remember ? await saveEntry(address, point) : null };
    },
    onSuccess: ({ done, unsaved }) => {
      if (unsaved === null) notifySuccess(text.placed({ n: done }));
      else notifyWarning(text.placed_not_remembered({ why: unsaved }));
    },
    onError: (error) => notifyFailure(error, text.not_placed),
    onSettled: () => void queries.invalidateQueries({ queryKey: ["orders"] }),
  });
  const may_save = at !== null && settled === at && (preview.data?.done ?? 0) > 0 && !save.isPending;
  const run = () => {
    if (at !== null && may_save) save.mutate(at);
  };
  useCommands(text.candidates, [
    ...candidates.map((candidate, index) => ({
      label: text.use({ n: String(index + 1), label: candidate.label }),
      key: String(index + 1),
      run: acting(() => setAt(round(candidate))),
    })),
    ...(may_save
      ? [
          {
            label: text.place({ n: preview.data?.done ?? 0 }),
            operation: "clientOrdersPlace" as const,
            key: "s",
            run: acting(run),
          },
        ]
      : []),
  ]);
  const pins = useMemo<MapPin[]>(() => {
    const around: MapPin[] = depot ? [{ id: "depot", kind: "depot", ...depot }] : [];
    const suggested = candidates.map(
      ({ lat, lng, label }, index): MapPin => ({
        id: String(index),
        kind: "stop",
        lat,
        lng,
        title: label,
        text: String(index + 1),
        colour: "#5c6470",
      }),
    );
    const chosen_pins: MapPin[] =
      at === null ? [] : [{ id: HERE, kind: "driver", ...at, title: text.here, text: "●", is_movable: true }];
    return [...(suggested.length + chosen_pins.length > 0 ? [] : around), ...suggested, ...chosen_pins];
  }, [candidates, at, depot]);
  return (
    <div className="place-address">
      <BaseMap
        label={text.map}
        pins={pins}
        fit={`${address_key} ${candidates.length}`}
        centre={at}
        onGround={(point) => setAt(round(point))}
        onPin={(id) => {
          const candidate = candidates[Number(id)];
          if (candidate !== undefined) setAt(round(candidate));
        }}
        onPinMove={(_, point) => setAt(round(point))}
      />
      <section className="sheet sheet-body stack" aria-label={oneLine(address.place)}>
        <div className="row apart">
          <h2>{oneLine(address.place)}</h2>
          <RecordLink
            type="order"
            id={address.order_ids[0] ?? 0}
            inherit
            className="small"
            title={text.wrong_address}
          >
            {text.open_order}
          </RecordLink>
        </div>
        {candidates.length > 0 ? (
          <ol className="candidates" aria-label={text.candidates}>
            {candidates.map((candidate, index) => (
              <li key={`${candidate.lat} ${candidate.lng} ${candidate.label}`}>
                <button
                  type="button"
                  className="list-row"
                  aria-pressed={at !== null && isAt(candidate, at)}
                  onClick={() => setAt(round(candidate))}
                >
                  <kbd>{index + 1}</kbd>
                  <span className="grow cut">{candidate.label}</span>
                  <Tag tone={candidate.source === "geocoder" ? "grey" : "blue"}>
                    {text.source[candidate.source]}
                  </Tag>
                </button>
              </li>
            ))}
          </ol>
        ) : candidates_query.isFetching ? null : (
          <p className="dim small">{text.no_candidates}</p>
        )}
        {candidates_query.data?.is_geocoder_away ? (
          <p className="note tone-warn">{text.geocoder_away}</p>
        ) : null}
        <div className="look-ahead stack tight" role="status">
          {at === null ? (
            <span className="dim">{text.choose}</span>
          ) : (
            <>
              <span className="num">
                {text.position({ at: `${at.lat.toFixed(5)}, ${at.lng.toFixed(5)}` })}
              </span>
              {preview.data ? (
                <span>
                  {preview.data.done > 0
                    ? text.will_place({ n: preview.data.done + preview.data.remaining })
                    : text.none_possible}{" "}
                  {preview.data.failed > 0
                    ? `${text.will_not({ n: preview.data.failed })} ${preview.data.errors[0]?.message ?? ""}`
                    : ""}
                </span>
              ) : null}
            </>
          )}
        </div>
        {preview.error ? (
          <Alert color="red" variant="outline" role="alert">
            {preview.error.message}
          </Alert>
        ) : null}
        {may_remember ? (
          <Checkbox
            label={text.remember}
            description={text.remember_about}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
        ) : null}
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={next} rightSection={<kbd>j</kbd>}>
            {text.skip}
          </Button>
          <Button disabled={!may_save} loading={save.isPending} onClick={run} rightSection={<kbd>s</kbd>}>
            {text.place({ n: preview.data ? preview.data.done + preview.data.remaining : address.orders })}
          </Button>
        </div>
      </section>
    </div>
  );
}

const NONE: readonly never[] = [];

const isAt = (one: Point, other: Point) => round(one).lat === other.lat && round(one).lng === other.lng;

/** The reason why the address book did not take it; null when it did. */
async function saveEntry(address: UnplacedAddress, point: Point): Promise<string | null> {
  try {
    await client.addressbookEntryCreate({ place: { ...address.place, ...point }, pinned: true });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
