/** Our layers on top of any style: lines of routes, circles of stops. */
import type { FeatureCollection } from "geojson";
import type { ExpressionSpecification, Map as Ground } from "maplibre-gl";
import { numberImage } from "./numbers.ts";
import type { MapLine, MapStop } from "./shapes.ts";

export const LAYERS = {
  lines: "route-lines",
  stops: "route-stops",
  chosen: "chosen-stop",
  numbers: "stop-numbers",
} as const;

/** Below this zoom only the numbers of the highlighted route are shown. */
const NUMBERS_FROM_ZOOM = 12.5;

export function toStopFeatures(stops: readonly MapStop[], dark: boolean): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: stops.map(({ id, lat, lng, colour, title, faint, route, number }) => ({
      type: "Feature",
      properties: {
        id,
        colour,
        title,
        faint: faint === true,
        route: route ?? -1,
        ...(number === undefined ? {} : { number: numberImage(number, dark) }),
      },
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
      "circle-radius": radiusFor(null),
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
  map.addLayer({
    id: LAYERS.numbers,
    type: "symbol",
    source: LAYERS.stops,
    minzoom: NUMBERS_FROM_ZOOM,
    filter: ["has", "number"],
    layout: { "icon-image": ["get", "number"], "icon-padding": 0 },
  });
}

/** Highlights one route and the chosen stops, and fades the other routes; without a route, all look the same. */
export function highlight(
  map: Ground,
  { route, stop, chosen }: { route: number | null; stop: number | null; chosen: readonly number[] },
): void {
  if (map.getLayer(LAYERS.lines) === undefined) return;
  const mine: ExpressionSpecification = ["==", ["get", "route"], route ?? -2];
  const picked: ExpressionSpecification = [
    "in",
    ["get", "id"],
    ["literal", stop === null ? [...chosen] : [...chosen, stop]],
  ];
  map.setPaintProperty(LAYERS.lines, "line-opacity", route === null ? 0.75 : ["case", mine, 1, 0.14]);
  map.setPaintProperty(LAYERS.lines, "line-width", route === null ? 2 : ["case", mine, 4, 1.5]);
  const plain: ExpressionSpecification = ["case", ["get", "faint"], 0.4, 1];
  const opacity: ExpressionSpecification | number = route === null ? plain : ["case", mine, 1, 0.22];
  map.setPaintProperty(LAYERS.stops, "circle-opacity", opacity);
  map.setPaintProperty(LAYERS.stops, "circle-stroke-opacity", opacity);
  map.setPaintProperty(LAYERS.stops, "circle-radius", radiusFor(route === null ? null : mine));
  map.setFilter(LAYERS.chosen, picked);
  map.setFilter(LAYERS.numbers, route === null ? ["has", "number"] : ["all", ["has", "number"], mine]);
  map.setLayerZoomRange(LAYERS.numbers, route === null ? NUMBERS_FROM_ZOOM : 8, 24);
}

/** Stops of the highlighted route are large enough for their numbers at any zoom. */
function radiusFor(mine: ExpressionSpecification | null): ExpressionSpecification {
  const at = (px: number): number | ExpressionSpecification => (mine === null ? px : ["case", mine, 9, px]);
  return ["interpolate", ["linear"], ["zoom"], 8, at(2.6), 11, at(4.2), 12.4, at(5.6), 13, 9];
}
