/** The stops of the day on a map, numbered in their order. */

import { useNavigate } from "@tanstack/react-router";
import { IconMap2 } from "#icons";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { type Day, isResolved } from "./overlay.ts";
import { useDay } from "./queries.ts";
import { text } from "./text.ts";
import { nameStop } from "./use-commands.ts";
import "./driver-app.css";

/** Legible in both colour schemes of the map. */
const OPEN = "#964812";
const DONE_COLOUR = "#6f6659";

export function DayMap() {
  const day = useDay();
  usePageTitle(text.map.label);
  return (
    <div className="day-map">
      <h1 className="sr">{text.map.label}</h1>
      <Loaded query={day} fallback={<Waiting rows={6} />}>
        {(loaded) => <Stops day={loaded} />}
      </Loaded>
    </div>
  );
}

function Stops({ day }: { day: Day }) {
  const navigate = useNavigate();
  const pins = day.routes.flatMap(({ stops }) =>
    stops.map(
      (stop): MapPin => ({
        id: String(stop.id),
        lat: stop.lat,
        lng: stop.lng,
        kind: "stop",
        title: nameStop(stop),
        text: String(stop.seq),
        colour: isResolved(stop) ? DONE_COLOUR : OPEN,
      }),
    ),
  );
  const lines = day.routes.map(({ route, stops }) => ({
    id: route.id,
    colour: OPEN,
    points: stops.map(({ lng, lat }): [number, number] => [lng, lat]),
  }));
  if (pins.length === 0) return <Empty icon={IconMap2} title={text.map.none} />;
  return (
    <BaseMap
      label={text.map.label}
      pins={pins}
      lines={lines}
      fit={pins.length}
      onPin={(stop_id) => void navigate({ to: "/driver/stops/$stop_id", params: { stop_id } })}
    />
  );
}
