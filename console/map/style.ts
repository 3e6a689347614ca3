/**
 * The base map under our layers: first a graticule, then OpenFreeMap if it can be reached, else the land areas
 * of Natural Earth, so that a map is never blank. OpenFreeMap is asked once per visit, and nothing waits for
 * the result.
 */
import type { FeatureCollection, LineString } from "geojson";
import type { GeoJSONSource, Map as Ground, LngLatBounds, StyleSpecification } from "maplibre-gl";
import land from "world-atlas/countries-50m.json?url";
import { MAP_STYLES } from "./base-map-styles.ts";

const PROBE_MS = 1500;

/** The style for a scheme; undefined when it does not come in time. Asked for once per visit. */
const styles = new Map<keyof typeof MAP_STYLES, Promise<StyleSpecification | undefined>>();

function readStyle(scheme: keyof typeof MAP_STYLES): Promise<StyleSpecification | undefined> {
  const reading =
    styles.get(scheme) ??
    fetch(MAP_STYLES[scheme], { signal: AbortSignal.timeout(PROBE_MS) }).then(
      async (response) => (response.ok ? ((await response.json()) as StyleSpecification) : undefined),
      () => undefined,
    );
  styles.set(scheme, reading);
  return reading;
}

let countries: Promise<FeatureCollection> | undefined;

export function readCountries(): Promise<FeatureCollection> {
  countries ??= Promise.all([
    import("topojson-client"),
    fetch(land).then((response) => response.json()),
  ]).then(
    ([{ feature }, topology]) =>
      feature(topology, topology.objects.countries) as unknown as FeatureCollection,
  );
  return countries;
}

export const GRATICULE = "graticule";

const LAND = "land";

function mapColours(dark: boolean) {
  return dark
    ? { water: "#11161a", land: "#1d1914", line: "#2b251e", border: "#4a4136" }
    : { water: "#dfe7ea", land: "#f6f2ea", line: "#e5ddd0", border: "#bfb3a1" };
}

/** The style that a map starts with: nothing of it has to be loaded. The land is added later. */
export function plainStyle(dark: boolean): StyleSpecification {
  const { land, line, border } = mapColours(dark);
  const none: FeatureCollection = { type: "FeatureCollection", features: [] };
  return {
    version: 8,
    sources: {
      [LAND]: { type: "geojson", data: none, attribution: "Natural Earth" },
      [GRATICULE]: { type: "geojson", data: none },
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": land } },
      { id: LAND, type: "fill", source: LAND, paint: { "fill-color": land } },
      { id: GRATICULE, type: "line", source: GRATICULE, paint: { "line-color": line, "line-width": 1 } },
      { id: "border", type: "line", source: LAND, paint: { "line-color": border, "line-width": 1 } },
    ],
  };
}

/** The OpenFreeMap style if it can be reached, else the land areas for the plain style. */
export async function chooseBaseMap(
  dark: boolean,
): Promise<(StyleSpecification & { type?: never }) | FeatureCollection> {
  return (await readStyle(dark ? "dark" : "light")) ?? readCountries();
}

/** Adding the land keeps the map's only worker busy for a while, so the content of the page is drawn first. */
export function addLand(map: Ground, land: FeatureCollection): void {
  map.getSource<GeoJSONSource>(LAND)?.setData(land);
}

/** Called after the land is drawn: with the sea filled earlier, a city would appear in the sea. */
export function fillSea(map: Ground, dark: boolean): void {
  map.setPaintProperty("water", "background-color", mapColours(dark).water);
}

/** Degrees between two lines, so that about a dozen are in view. */
function graticuleStep(span: number): number {
  return (
    [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002].find((step) => span / step > 8) ?? 0.001
  );
}

/** Meridians and parallels of the part of the world in view. */
export function buildGraticule(bounds: LngLatBounds): FeatureCollection<LineString> {
  const [west, east] = [Math.max(-180, bounds.getWest()), Math.min(180, bounds.getEast())];
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  const step = graticuleStep(Math.max(east - west, north - south));
  const features: FeatureCollection<LineString>["features"] = [];
  const line = (coordinates: [number, number][]) =>
    features.push({ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates } });
  const pad = (north - south) / 2;
  for (let n = Math.floor((west - pad) / step); n * step <= east + pad; n += 1) {
    line([
      [n * step, Math.max(-85, south - pad)],
      [n * step, Math.min(85, north + pad)],
    ]);
  }
  for (let n = Math.floor((south - pad) / step); n * step <= north + pad; n += 1) {
    if (Math.abs(n * step) <= 85) {
      line([
        [west - pad, n * step],
        [east + pad, n * step],
      ]);
    }
  }
  return { type: "FeatureCollection", features };
}
