/** Our layers on top of any style: lines of routes, circles of stops. */
import type { FeatureCollection } from "geojson";
import type { ExpressionSpecification, Map as Ground } from "maplibre-gl";
import type { MapLine, MapStop } from "./shapes.ts";

export const LAYERS = { lines: "route-lines", stops: "route-stops", chosen: "chosen-stop" } as const;

export function toStopFeatures(stops: readonly MapStop[]): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: stops.map(({ id, lat, lng, colour, title, faint, route }) => ({
      type: "Feature",
      properties: { id, colour, title, faint: faint === true, route: route ?? -1 },
      geometry: { type: "Point", coordinates: [lng, lat] },
    })),
  };
}

export function toLineFeatures(lines: readonly MapLine[]): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: lines.map(({ id, colour, points }) => ({
      type: "Feature",
      properties: { route: id, colour },
      geometry: { type: "LineString", coordinates: points },
    })),
  };
}

const NO_FEATURES = { type: "FeatureCollection", features: [] } as const satisfies FeatureCollection;

export function addLayers(map: Ground, dark: boolean): void {
  if (map.getSource(LAYERS.lines) !== undefined) return;
  const edge = dark ? "#100e0b" : "#ffffff";
  map.addSource(LAYERS.lines, { type: "geojson", data: NO_FEATURES });
  map.addSource(LAYERS.stops, { type: "geojson", data: NO_FEATURES });
  map.addLayer({
    id: LAYERS.lines,
    type: "line",
    source: LAYERS.lines,
    layout: { "line-join": "round", "line-cap": "round" },
    paint: { "line-color": ["get", "colour"], "line-width": 2 },
  });
  map.addLayer({
    id: LAYERS.stops,
    type: "circle",
    source: LAYERS.stops,
    paint: {
      "circle-color": ["get", "colour"],
      "circle-radius": ["interpolate", ["linear"], ["zoom"], 8, 2.6, 11, 4.2, 14, 7],
      "circle-stroke-color": edge,
      "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 9, 0.6, 13, 1.6],
    },
  });
  map.addLayer({
    id: LAYERS.chosen,
    type: "circle",
    source: LAYERS.stops,
    filter: ["==", ["get", "id"], -1],
    paint: {
      "circle-color": ["get", "colour"],
      "circle-radius": 9,
      "circle-stroke-color": dark ? "#ffffff" : "#25211c",
      "circle-stroke-width": 3,
    },
  });
}

/** Highlights one route and fades the others; without one, all look the same. */
export function highlightRoute(map: Ground, route: number | null, stop: number | null): void {
  if (map.getLayer(LAYERS.lines) === undefined) return;
  const mine: ExpressionSpecification = ["==", ["get", "route"], route ?? -2];
  map.setPaintProperty(LAYERS.lines, "line-opacity", route === null ? 0.75 : ["case", mine, 1, 0.14]);
  map.setPaintProperty(LAYERS.lines, "line-width", route === null ? 2 : ["case", mine, 4, 1.5]);
  const plain: ExpressionSpecification = ["case", ["get", "faint"], 0.4, 1];
  const shown: ExpressionSpecification | number = route === null ? plain : ["case", mine, 1, 0.22];
  map.setPaintProperty(LAYERS.stops, "circle-opacity", shown);
  map.setPaintProperty(LAYERS.stops, "circle-stroke-opacity", shown);
  map.setFilter(LAYERS.chosen, ["==", ["get", "id"], stop ?? -1]);
}
