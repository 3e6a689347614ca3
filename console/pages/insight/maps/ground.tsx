/** A map with layers of features, on the land areas that come with the console: no other host is asked. */
import { useComputedColorScheme } from "@mantine/core";
import type { FeatureCollection } from "geojson";
import {
  AttributionControl,
  type GeoJSONSource,
  Map as Ground,
  type MapGeoJSONFeature,
  NavigationControl,
  setWorkerUrl,
  type VectorTileSource,
} from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import worker from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { useEffect, useRef, useState } from "react";
import type { CustomMapStyle } from "../../../../packages/client/client.gen.ts";
import { drawNumbersOnDemand, numberImage } from "../../../map/numbers.ts";
import { addLand, fillSea, plainStyle, readCountries } from "../../../map/style.ts";
import { buildColor } from "./style.ts";

setWorkerUrl(worker);

export interface ShownLayer {
  id: number;
  style: CustomMapStyle;
  min_zoom: number;
  max_zoom: number;
  is_clustered: boolean;
  is_shown: boolean;
  data: { features: FeatureCollection } | { tiles: string };
}

export interface PickedFeature {
  layer_id: number;
  id: number | string | undefined;
  properties: Record<string, unknown>;
  at: [lng: number, lat: number];
}

export interface GroundProps {
  label: string;
  layers: readonly ShownLayer[];
  /** West, south, east, north. */
  bounds: readonly number[] | null;
  has_base: boolean;
  focus: { lng: number; lat: number } | null;
  pick: (feature: PickedFeature | null) => void;
  /** The map, once it can be asked for what it shows. */
  onReady?: (map: Ground) => void;
}

const PARTS = ["fill", "line", "circle", "group", "count"] as const;
const nameSource = (id: number) => `layer-${id}`;
const namePart = (id: number, part: (typeof PARTS)[number]) => `layer-${id}-${part}`;

function addLayer(map: Ground, layer: ShownLayer, dark: boolean): void {
  const { id, style, min_zoom, max_zoom, is_clustered, data } = layer;
  const source = nameSource(id);
  if ("tiles" in data) map.addSource(source, { type: "vector", tiles: [data.tiles], maxzoom: 14 });
  else
    map.addSource(source, {
      type: "geojson",
      data: data.features,
      ...(is_clustered ? { cluster: true, clusterRadius: 50, clusterMaxZoom: 13 } : {}),
    });
  const color = buildColor(style);
  const { size = 6, opacity = 0.9 } = style;
  const shared = {
    source,
    minzoom: min_zoom,
    maxzoom: Math.min(24, max_zoom + 1),
    ...("tiles" in data ? { "source-layer": String(id) } : {}),
  };
  const edge = dark ? "#100e0b" : "#ffffff";
  map.addLayer({
    ...shared,
    id: namePart(id, "fill"),
    type: "fill",
    filter: ["==", ["geometry-type"], "Polygon"],
    paint: { "fill-color": color, "fill-opacity": opacity * 0.35 },
  });
  map.addLayer({
    ...shared,
    id: namePart(id, "line"),
    type: "line",
    filter: ["!=", ["geometry-type"], "Point"],
    layout: { "line-join": "round", "line-cap": "round" },
    paint: { "line-color": color, "line-width": Math.max(1, size / 3), "line-opacity": opacity },
  });
  map.addLayer({
    ...shared,
    id: namePart(id, "circle"),
    type: "circle",
    filter: ["all", ["==", ["geometry-type"], "Point"], ["!", ["has", "point_count"]]],
    paint: {
      "circle-color": color,
      "circle-radius": size,
      "circle-opacity": opacity,
      "circle-stroke-color": edge,
      "circle-stroke-width": 1.2,
    },
  });
  map.addLayer({
    ...shared,
    id: namePart(id, "group"),
    type: "circle",
    filter: ["has", "point_count"],
    paint: {
      "circle-color": style.color,
      "circle-opacity": 0.85,
      "circle-radius": ["interpolate", ["linear"], ["get", "point_count"], 2, 11, 100, 16, 5000, 24],
      "circle-stroke-color": edge,
      "circle-stroke-width": 1.5,
    },
  });
  map.addLayer({
    ...shared,
    id: namePart(id, "count"),
    type: "symbol",
    filter: ["has", "point_count"],
    layout: {
      // White on the color of the layer, in both schemes.
      "icon-image": [
        "concat",
        numberImage(0, false).replace(/0$/, ""),
        ["to-string", ["get", "point_count"]],
      ],
      "icon-allow-overlap": true,
    },
  });
}

function changeLayer(map: Ground, { id, data, is_shown }: ShownLayer): void {
  const source = map.getSource(nameSource(id));
  if ("tiles" in data) (source as VectorTileSource | undefined)?.setTiles([data.tiles]);
  else (source as GeoJSONSource | undefined)?.setData(data.features);
  for (const part of PARTS)
    map.setLayoutProperty(namePart(id, part), "visibility", is_shown ? "visible" : "none");
}

export default function LayerGround({ label, layers, bounds, has_base, focus, pick, onReady }: GroundProps) {
  const dark = useComputedColorScheme("light") === "dark";
  const holder = useRef<HTMLElement>(null);
  const [ground, setGround] = useState<Ground | null>(null);
  const latest = useRef({ layers, pick, onReady });
  latest.current = { layers, pick, onReady };
  const drawn = useRef(new Map<number, string>());
  const first_bounds = useRef(bounds);

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const box = first_bounds.current;
    const map = new Ground({
      container: element,
      style: plainStyle(dark),
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      ...(box === null
        ? { center: [0, 20], zoom: 1 }
        : {
            bounds: box as [number, number, number, number],
            fitBoundsOptions: { padding: 48, maxZoom: 14 },
          }),
    });
    map.touchZoomRotate.disableRotation();
    map.addControl(new NavigationControl({ showCompass: false }), "top-right");
    map.addControl(new AttributionControl({ compact: true }), "bottom-right");
    map.getCanvas().setAttribute("role", "application");
    map.getCanvas().setAttribute("aria-label", label);
    drawNumbersOnDemand(map);
    map.on("click", ({ point }) => {
      const isOfLayer = (feature: MapGeoJSONFeature) => feature.source.startsWith("layer-");
      const [feature] = map
        .queryRenderedFeatures([
          [point.x - 5, point.y - 5],
          [point.x + 5, point.y + 5],
        ])
        .filter(isOfLayer);
      if (feature === undefined) return latest.current.pick(null);
      const at =
        feature.geometry.type === "Point"
          ? (feature.geometry.coordinates as [number, number])
          : (map.unproject(point).toArray() as [number, number]);
      if (feature.properties["point_count"] !== undefined) {
        map.easeTo({ center: at, zoom: Math.min(map.getZoom() + 2.5, 15) });
        return undefined;
      }
      latest.current.pick({
        layer_id: Number(feature.source.slice("layer-".length)),
        id: feature.id,
        properties: feature.properties,
        at,
      });
      return undefined;
    });
    let over = false;
    map.once("style.load", () => {
      drawn.current = new Map();
      setGround(map);
      latest.current.onReady?.(map);
      if (has_base)
        void readCountries().then((land) => {
          if (over) return;
          addLand(map, land);
          map.once("idle", () => over || fillSea(map, dark));
        });
    });
    return () => {
      over = true;
      setGround(null);
      map.remove();
    };
  }, [dark, label, has_base]);

  useEffect(() => {
    if (ground === null) return;
    const ids = new Set(layers.map(({ id }) => id));
    for (const id of drawn.current.keys())
      if (!ids.has(id)) {
        removeLayer(ground, id);
        drawn.current.delete(id);
      }
    for (const layer of layers) {
      const { id, style, min_zoom, max_zoom, is_clustered, data } = layer;
      const look = JSON.stringify([style, min_zoom, max_zoom, is_clustered, "tiles" in data]);
      if (drawn.current.get(id) !== look) {
        if (drawn.current.has(id)) removeLayer(ground, id);
        addLayer(ground, layer, dark);
        drawn.current.set(id, look);
      }
      changeLayer(ground, layer);
    }
    if (layers.length > 0)
      ground.once("idle", () => {
        if (holder.current !== null) holder.current.dataset["drawn"] = "";
      });
  }, [ground, layers, dark]);

  useEffect(() => {
    if (ground !== null && focus !== null)
      ground.easeTo({ center: [focus.lng, focus.lat], zoom: Math.max(ground.getZoom(), 14), duration: 500 });
  }, [ground, focus]);

  return <section ref={holder} className="map-view" aria-label={label} />;
}

function removeLayer(map: Ground, id: number): void {
  for (const part of PARTS) map.removeLayer(namePart(id, part));
  map.removeSource(nameSource(id));
}
