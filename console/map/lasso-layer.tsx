/** Over the map while stops are chosen by drawing around them. */
import type { Map as Ground } from "maplibre-gl";
import { type PointerEvent, useState } from "react";
import { isInside, type Pixel } from "./lasso.ts";
import type { MapStop } from "./shapes.ts";

export function LassoLayer({
  map,
  stops,
  choose,
}: {
  map: Ground;
  stops: readonly MapStop[];
  choose: (stop_ids: number[], more: boolean) => void;
}) {
  const [line, setLine] = useState<Pixel[]>([]);
  const toPixel = (event: PointerEvent<SVGSVGElement>): Pixel => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return (
    <svg
      className="map-lasso"
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setLine([toPixel(event)]);
      }}
      onPointerMove={(event) => {
        if (line.length > 0) setLine([...line, toPixel(event)]);
      }}
      onPointerUp={(event) => {
        const inside = stops.filter(({ lat, lng }) => isInside(map.project([lng, lat]), line));
        setLine([]);
        choose(
          inside.map(({ id }) => id),
          event.shiftKey || event.ctrlKey || event.metaKey,
        );
      }}
    >
      <polygon points={line.map(({ x, y }) => `${x},${y}`).join(" ")} />
    </svg>
  );
}
