/** An area: corners clicked on the map, or coordinates listed line by line. Both show the same value. */
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { RuleCorner } from "../../../api/contractors.ts";
import { depotQuery } from "../../../api/settings.ts";
import { BaseMap } from "../../../map/map.tsx";
import { parsePosition } from "../../../map/positions.ts";
import type { MapLine, MapPin } from "../../../map/shapes.ts";

const COLOUR = "#9a3412";
const AREA = 1;

const formatCorners = (corners: readonly RuleCorner[]) =>
  corners.map(({ lat, lng }) => `${lat}, ${lng}`).join("\n");

/** Lines of `latitude, longitude`; undefined where one cannot be read. */
function parseCorners(text: string): RuleCorner[] | undefined {
  const corners = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parsePosition);
  return corners.every((corner) => corner !== undefined) ? corners : undefined;
}

export function AreaField({
  corners,
  set,
  error,
}: {
  corners: readonly RuleCorner[];
  set: (corners: RuleCorner[]) => void;
  error: string | undefined;
}) {
  const depot = useQuery({ ...depotQuery, retry: false }).data;
  const [text, setText] = useState(formatCorners(corners));
  const [unread, setUnread] = useState(false);
  const change = (next: RuleCorner[]) => {
    set(next);
    setText(formatCorners(next));
    setUnread(false);
  };
  const pins = useMemo<MapPin[]>(
    () => [
      ...(depot ? [{ id: "depot", kind: "depot" as const, ...depot }] : []),
      ...corners.map(
        (corner, index): MapPin => ({
          ...corner,
          id: String(index),
          kind: "stop",
          text: String(index + 1),
          title: `Corner ${index + 1}: take it away`,
          colour: COLOUR,
        }),
      ),
    ],
    [corners, depot],
  );
  const lines = useMemo<MapLine[]>(() => {
    const points = [...corners, ...corners.slice(0, 1)].map(({ lat, lng }): [number, number] => [lng, lat]);
    return points.length < 3 ? [] : [{ id: AREA, colour: COLOUR, points }];
  }, [corners]);
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className="area-map">
        <BaseMap
          label="Corners of the area"
          pins={pins}
          lines={lines}
          route={lines.length > 0 ? AREA : null}
          onPin={(id) => {
            if (id !== "depot") change(corners.filter((_corner, index) => String(index) !== id));
          }}
          onGround={({ lat, lng }) =>
            change([...corners, { lat: roundDegrees(lat), lng: roundDegrees(lng) }])
          }
          fit="open"
        />
      </div>
      <div className="row apart">
        <span className="dim small">Click the map to add corners; click a corner to take it away.</span>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          disabled={corners.length === 0}
          onClick={() => change([])}
        >
          Clear
        </Button>
      </div>
      <Textarea
        label="Corners"
        description="Latitude and longitude, a corner a line, in sequence."
        autosize
        minRows={3}
        maxRows={10}
        classNames={{ input: "mono" }}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          const next = parseCorners(event.currentTarget.value);
          setUnread(next === undefined);
          if (next) set(next);
        }}
        error={unread ? "Some lines are not a latitude and a longitude" : error}
      />
    </div>
  );
}

/** Rounded to about a metre. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
