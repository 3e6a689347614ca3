/**
 * What lies under our layers: OpenFreeMap where it can be reached, else the land of Natural Earth and a
 * graticule, so that a map is never blank. It is asked once a visit, and not waited for long.
 */
import type { FeatureCollection, LineString } from "geojson";
import type { LngLatBounds, StyleSpecification } from "maplibre-gl";
import land from "world-atlas/countries-50m.json?url";

const STYLES = {
  light: "https://tiles.openfreemap.org/styles/positron",
  dark: "https://tiles.openfreemap.org/styles/dark",
};
const PROBE_MS = 1500;

let probed: Promise<boolean> | undefined;

function isOnline(): Promise<boolean> {
  probed ??= fetch(STYLES.light, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false,
  );
  return probed;
}

let countries: Promise<FeatureCollection> | undefined;

function readCountries(): Promise<FeatureCollection> {
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

export async function styleFor(dark: boolean): Promise<StyleSpecification | string> {
  if (await isOnline()) return dark ? STYLES.dark : STYLES.light;
  const paint = dark
    ? { water: "#11161a", land: "#1d1914", line: "#2b251e", border: "#4a4136" }
    : { water: "#dfe7ea", land: "#f6f2ea", line: "#e5ddd0", border: "#bfb3a1" };
  return {
    version: 8,
    sources: {
      land: { type: "geojson", data: await readCountries(), attribution: "Natural Earth" },
      [GRATICULE]: { type: "geojson", data: { type: "FeatureCollection", features: [] } },
    },
    layers: [
      { id: "water", type: "background", paint: { "background-color": paint.water } },
      { id: "land", type: "fill", source: "land", paint: { "fill-color": paint.land } },
      {
        id: "graticule",
        type: "line",
        source: GRATICULE,
        paint: { "line-color": paint.line, "line-width": 1 },
      },
      { id: "border", type: "line", source: "land", paint: { "line-color": paint.border, "line-width": 1 } },
    ],
  };
}

/** Degrees between two lines, so that a dozen or so are in view. */
function stepOf(span: number): number {
  return (
    [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002].find((step) => span / step > 8) ?? 0.001
  );
}

/** Meridians and parallels of the part of the world in view. */
export function graticuleOf(bounds: LngLatBounds): FeatureCollection<LineString> {
  const [west, east] = [Math.max(-180, bounds.getWest()), Math.min(180, bounds.getEast())];
  const [south, north] = [Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth())];
  const step = stepOf(Math.max(east - west, north - south));
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
