/** A published map: legend, layers, search and what is nearest. Designed for a phone, and for frames of other pages. */
import { ActionIcon, Button, Checkbox, Loader, TextInput } from "@mantine/core";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "@tanstack/react-router";
import type { Feature, FeatureCollection } from "geojson";
import type { Map as Ground } from "maplibre-gl";
import { lazy, type ReactElement, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { IconX } from "#icons";
import type { CustomMapPublicLayer } from "../../../../../packages/client/client.gen.ts";
import {
  ApiError,
  createLinkClient,
  publicClient,
  client as signedInClient,
} from "../../../../api/client.ts";
import { signedInFlag } from "../../../../api/signed-in.ts";
import { canDrawMaps } from "../../../../map/webgl.ts";
import "../../../../map/map.css";
import { Failure } from "../../../../parts/states.tsx";
import { usePageTitle } from "../../../../parts/use-page-title.ts";
import type { PickedFeature, ShownLayer } from "../ground.tsx";
import type { MapSearch } from "../search.ts";
import { describeFeature, describeRule, findOtherColor } from "../style.ts";
import { text } from "./text.ts";
import "./map.css";

const View = lazy(() => import("../ground.tsx"));

const NO_FEATURES: FeatureCollection = { type: "FeatureCollection", features: [] };
const RESULTS_MAX = 20;
const EARTH_KM = 6371;

type Reader = Pick<typeof publicClient, "mapPublic" | "mapPublicLayer">;

/** The token stands behind `#`, which browsers do not send. */
function useReader(): Reader {
  const { hash }: { hash: string } = useLocation();
  const token = /^#?token=(.+)$/.exec(hash)?.[1];
  return useMemo(() => (token === undefined ? publicClient : createLinkClient(token)), [token]);
}

/** Somebody of the business sees a map that is closed to others. */
async function readAsMember<T>(read: () => Promise<T>, readSignedIn: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const is_closed = error instanceof ApiError && [403, 404].includes(error.status);
    if (!is_closed || !signedInFlag.get()) throw error;
    return readSignedIn().catch(() => {
      throw error;
    });
  }
}

export function MapPage(): ReactElement {
  const params = useParams({ strict: false }) as { slug?: string; map?: string };
  const slug = params.slug ?? params.map ?? "";
  const client = useReader();
  const query = useQuery({
    queryKey: ["public-map", slug, client === publicClient],
    queryFn: ({ signal }) =>
      readAsMember(
        () => client.mapPublic({ slug }, { signal }),
        () => signedInClient.mapPublic({ slug }, { signal }),
      ),
    refetchInterval: ({ state }) => {
      const seconds = state.data?.published_map.layers.map(({ refresh_s }) => refresh_s) ?? [];
      return state.data === undefined ? false : Math.min(300, ...seconds) * 1000;
    },
    retry: false,
  });
  const { data, error } = query;
  usePageTitle(data?.published_map.title ?? text.map);
  if (data === undefined) {
    if (error instanceof ApiError && [401, 403, 404, 410].includes(error.status)) {
      const is_closed = error.status !== 404;
      return (
        <main className="public-map" style={{ placeContent: "center", padding: 20 }}>
          <div role="alert" className="stack" style={{ maxWidth: 360 }}>
            <h1>{is_closed ? text.closed : text.not_here}</h1>
            <p className="dim">{is_closed ? text.closed_about : text.not_here_about}</p>
          </div>
        </main>
      );
    }
    return (
      <main className="public-map" style={{ placeContent: "center" }}>
        {error ? (
          <Failure error={error} retry={() => void query.refetch()} />
        ) : (
          <Loader aria-label={text.loading} />
        )}
      </main>
    );
  }
  return <PublishedMap key={slug} slug={slug} client={client} {...data} />;
}

type Opened = Awaited<ReturnType<Reader["mapPublic"]>>;

function buildTiles(slug: string, { id, data_tag }: CustomMapPublicLayer, ticket: string | null): string {
  const query = `layer=${id}&v=${data_tag}${ticket === null ? "" : `&ticket=${ticket}`}`;
  return `${location.origin}/api/v1/maps/public/${slug}/tiles/{z}/{x}/{y}?${query}`;
}

/** The linked layer alone, or those that are shown when the map opens. */
function listInitialIds(
  layers: readonly CustomMapPublicLayer[],
  linked: number | undefined,
): ReadonlySet<number> {
  const is_there = layers.some(({ id }) => id === linked);
  return new Set(
    layers.filter(({ id, is_visible }) => (is_there ? id === linked : is_visible)).map(({ id }) => id),
  );
}

function PublishedMap({
  slug,
  client,
  published_map,
  ticket,
}: Opened & { slug: string; client: Reader }): ReactElement {
  const { layers } = published_map;
  const search = useSearch({ strict: false }) as MapSearch;
  const [shown_ids, setShownIds] = useState(() => listInitialIds(layers, search.layer));
  const [picked, setPicked] = useState<PickedFeature | null>(null);
  const [focus, setFocus] = useState<{ lng: number; lat: number } | null>(null);
  const [ground, setGround] = useState<Ground | null>(null);
  const small = layers.filter(({ delivery }) => delivery === "geojson");
  const data = useQueries({
    queries: small.map(({ id, refresh_s, data_tag }) => ({
      queryKey: ["public-map", slug, "layer", id, data_tag],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await readAsMember(
          () =>
            client.mapPublicLayer({ slug, layer_id: id, ...(ticket === null ? {} : { ticket }) }, { signal }),
          () => signedInClient.mapPublicLayer({ slug, layer_id: id }, { signal }),
        )) as unknown as FeatureCollection,
      refetchInterval: refresh_s * 1000,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => results.map((result) => result.data),
  });
  const features = useMemo(
    () => new Map(small.map(({ id }, index) => [id, data[index] ?? NO_FEATURES])),
    [small, data],
  );
  const drawn_layers = useMemo<ShownLayer[]>(
    () =>
      layers.map((layer) => ({
        id: layer.id,
        style: layer.style,
        min_zoom: layer.min_zoom,
        max_zoom: layer.max_zoom,
        is_clustered: layer.aggregation === "cluster",
        is_shown: shown_ids.has(layer.id),
        data:
          layer.delivery === "tiles"
            ? { tiles: buildTiles(slug, layer, ticket) }
            : { features: features.get(layer.id) ?? NO_FEATURES },
      })),
    [layers, shown_ids, features, slug, ticket],
  );
  /** What can be searched: layers that were read whole, and of tiles what is in view. */
  const listFeatures = (): PickedFeature[] =>
    layers
      .filter(({ id }) => shown_ids.has(id))
      .flatMap(({ id, delivery }) => {
        const all: Feature[] =
          delivery === "geojson"
            ? (features.get(id)?.features ?? [])
            : (ground?.querySourceFeatures(`layer-${id}`, { sourceLayer: String(id) }) ?? []);
        return all.flatMap((feature) => {
          const at = findPosition(feature);
          const properties = feature.properties ?? {};
          return at === null || "point_count" in properties
            ? []
            : [{ layer_id: id, id: feature.id, properties, at }];
        });
      });
  const choose = (feature: PickedFeature) => {
    setPicked(feature);
    setFocus({ lng: feature.at[0], lat: feature.at[1] });
  };
  const layer = layers.find(({ id }) => id === picked?.layer_id);
  const latest = useRef({ listFeatures, choose });
  latest.current = { listFeatures, choose };
  const linked = useRef(search.focus ?? null);
  // The linked feature, once it was read.
  useEffect(() => {
    if (ground === null) return;
    const focusLinked = () => {
      if (linked.current === null) return;
      const feature = latest.current.listFeatures().find(({ id }) => String(id) === linked.current);
      if (feature === undefined) return;
      linked.current = null;
      latest.current.choose(feature);
    };
    ground.on("idle", focusLinked);
    return () => {
      ground.off("idle", focusLinked);
    };
  }, [ground]);
  return (
    <main className="public-map">
      {canDrawMaps() ? (
        <Suspense fallback={null}>
          <View
            label={text.map}
            layers={drawn_layers}
            bounds={published_map.bounds}
            has_base={published_map.base !== "none"}
            focus={focus}
            pick={setPicked}
            onReady={setGround}
          />
        </Suspense>
      ) : null}
      <Panel
        published_map={published_map}
        shown_ids={shown_ids}
        setShownIds={setShownIds}
        listFeatures={listFeatures}
        choose={choose}
      />
      {picked === null || layer === undefined ? null : (
        <Card picked={picked} layer={layer} close={() => setPicked(null)} />
      )}
    </main>
  );
}

function findPosition({ geometry }: Feature): [number, number] | null {
  let at: unknown = "coordinates" in geometry ? geometry.coordinates : null;
  while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
  return Array.isArray(at) && at.length >= 2 ? [Number(at[0]), Number(at[1])] : null;
}

function computeKm([lng, lat]: readonly [number, number], [x, y]: readonly [number, number]): number {
  const radians = Math.PI / 180;
  const width = (x - lng) * radians * Math.cos(((lat + y) / 2) * radians);
  return EARTH_KM * Math.hypot(width, (y - lat) * radians);
}

interface PanelProps {
  published_map: Opened["published_map"];
  shown_ids: ReadonlySet<number>;
  setShownIds: (ids: ReadonlySet<number>) => void;
  listFeatures: () => PickedFeature[];
  choose: (feature: PickedFeature) => void;
}

function Panel({ published_map, shown_ids, setShownIds, listFeatures, choose }: PanelProps) {
  const { title, business_name, description, layers } = published_map;
  const [word, setWord] = useState("");
  const [here, setHere] = useState<[number, number] | "unknown" | null>(null);
  const words = word.trim().toLowerCase();
  const matches = words.length < 2 ? null : listFeatures().filter((one) => matchesWords(one, words));
  const near =
    here === null || here === "unknown"
      ? null
      : listFeatures()
          .map((one) => ({ ...one, km: computeKm(here, one.at) }))
          .toSorted((one, other) => one.km - other.km);
  const results: (PickedFeature & { km?: number })[] | null = matches ?? near;
  const locate = () => {
    setWord("");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setHere([coords.longitude, coords.latitude]),
      () => setHere("unknown"),
    );
  };
  const toggle = (id: number) => {
    const ids = new Set(shown_ids);
    if (!ids.delete(id)) ids.add(id);
    setShownIds(ids);
  };
  return (
    <div className="public-map-panel stack tight">
      <div>
        <h1>{title}</h1>
        <p className="dim small">{text.shown_by({ name: business_name })}</p>
        {description === "" ? null : <p className="small">{description}</p>}
      </div>
      <div className="row tight nowrap">
        <TextInput
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          value={word}
          onChange={({ currentTarget }) => {
            setHere(null);
            setWord(currentTarget.value);
          }}
          style={{ flex: 1 }}
        />
        <Button variant="default" onClick={locate}>
          {text.nearest}
        </Button>
      </div>
      {here === "unknown" ? (
        <p className="small" role="alert">
          {text.no_position}
        </p>
      ) : null}
      {results === null ? (
        <Legend layers={layers} shown_ids={shown_ids} toggle={toggle} />
      ) : (
        <section aria-label={matches === null ? text.nearest_about : text.found({ n: matches.length })}>
          <p className="dim small" role="status">
            {results.length === 0
              ? matches === null
                ? text.no_nearest
                : text.no_match
              : matches === null
                ? text.nearest_about
                : text.found({ n: results.length })}
          </p>
          {results.slice(0, RESULTS_MAX).map((one) => {
            const layer = layers.find(({ id }) => id === one.layer_id);
            if (layer === undefined) return null;
            const { title: name } = describeFeature(one.properties, layer);
            return (
              <button
                key={`${one.layer_id} ${one.id} ${one.at.join()}`}
                type="button"
                className="public-map-result"
                onClick={() => choose(one)}
              >
                {name === "" ? layer.title : name}
                {one.km === undefined ? null : (
                  <span className="dim small"> · {text.distance({ km: one.km.toFixed(1) })}</span>
                )}
              </button>
            );
          })}
        </section>
      )}
    </div>
  );
}

const matchesWords = ({ properties }: PickedFeature, words: string): boolean =>
  Object.values(properties).some((value) => String(value).toLowerCase().includes(words));

function Legend({
  layers,
  shown_ids,
  toggle,
}: {
  layers: readonly CustomMapPublicLayer[];
  shown_ids: ReadonlySet<number>;
  toggle: (id: number) => void;
}) {
  return (
    <section aria-label={text.layers} className="stack tight">
      {layers.map((layer) => (
        <div key={layer.id}>
          <Checkbox
            checked={shown_ids.has(layer.id)}
            onChange={() => toggle(layer.id)}
            label={
              <span className="row tight nowrap">
                {layer.style.by ? null : (
                  <span className="legend-dot" style={{ background: layer.style.color }} />
                )}
                <span>{layer.title}</span>
              </span>
            }
          />
          {layer.style.by && shown_ids.has(layer.id) ? (
            <ul style={{ listStyle: "none", margin: "4px 0 0 28px", padding: 0 }}>
              {layer.style.by.rules.map((rule) => (
                <li key={JSON.stringify(rule)} className="row tight nowrap small">
                  <span className="legend-dot" style={{ background: rule.color }} />
                  {describeRule(rule)}
                </li>
              ))}
              <li className="row tight nowrap small">
                <span className="legend-dot" style={{ background: findOtherColor(layer.style) }} />
                {text.others}
              </li>
            </ul>
          ) : null}
        </div>
      ))}
    </section>
  );
}

function Card({
  picked,
  layer,
  close,
}: {
  picked: PickedFeature;
  layer: CustomMapPublicLayer;
  close: () => void;
}) {
  const { title, lines } = describeFeature(picked.properties, layer);
  return (
    <section className="public-map-card" aria-label={title === "" ? layer.title : title}>
      <div className="row apart nowrap">
        <h2>{title === "" ? layer.title : title}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={text.close} onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {lines.map((line) => (
        <p key={line} className="small">
          {line}
        </p>
      ))}
    </section>
  );
}
