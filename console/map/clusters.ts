/** Joins pins that would cover one another. Pure. */
import Supercluster from "supercluster";

interface Positioned {
  lat: number;
  lng: number;
}

/** Every place that the projection of the map can show. */
const WORLD = [-180, -90, 180, 90] as const;

/**
 * Groups of pins closer than `reach_px` on a map at a zoom, by an index that is made once; from `single_from_zoom` on each
 * pin is a group of its own.
 */
export function indexPins<Pin extends Positioned>(
  pins: readonly Pin[],
  { reach_px, single_from_zoom }: { reach_px: number; single_from_zoom: number },
): (zoom: number) => Pin[][] {
  const index = new Supercluster<{ pin: Pin }>({ radius: reach_px, maxZoom: Math.ceil(single_from_zoom) });
  index.load(
    pins.map((pin) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [pin.lng, pin.lat] },
      properties: { pin },
    })),
  );
  return (zoom) => {
    if (zoom >= single_from_zoom) return pins.map((pin) => [pin]);
    return index.getClusters([...WORLD], Math.round(zoom)).map(({ properties }) => {
      if (!("cluster_id" in properties)) return [properties.pin];
      return index
        .getLeaves(properties.cluster_id, Number.POSITIVE_INFINITY)
        .map((leaf) => leaf.properties.pin);
    });
  };
}
