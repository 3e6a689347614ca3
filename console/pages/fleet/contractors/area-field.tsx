/** An area: corners clicked on the map, or coordinates listed line by line. Both show the same value. */
import { Button, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { BaseMap } from "../../../map/map.tsx";
import { parsePosition } from "../../../map/positions.ts";
import type { MapLine, MapPin } from "../../../map/shapes.ts";
import { useDepot } from "../../identity/settings/queries.ts";
import type { RuleCorner } from "./queries.ts";
import { text } from "./text.ts";

const COLOUR = "#9a3412";
const AREA = 1;

const formatCorners = (corners: readonly RuleCorner[]) =>
  corners.map(({ lat, lng }) => `${lat}, ${lng}`).join("\n");

/** Lines of `latitude, longitude`; undefined where one cannot be read. */
function parseCorners(lines: string): RuleCorner[] | undefined {
  const corners = lines
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
  const { depot } = useDepot();
  const [written, setWritten] = useState(formatCorners(corners));
  const [unread, setUnread] = useState(false);
  const change = (next: RuleCorner[]) => {
    set(next);
    setWritten(formatCorners(next));
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
          title: text.corner({ n: String(index + 1) }),
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
          label={text.corners_map}
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
        <span className="dim small">{text.corners_help}</span>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          disabled={corners.length === 0}
          onClick={() => change([])}
        >
          {text.clear}
        </Button>
      </div>
      <Textarea
        // No member of a request: the corners are read from it.
        label={text.corners}
        description={text.corners_about}
        autosize
        minRows={3}
        maxRows={10}
        classNames={{ input: "mono" }}
        value={written}
        onChange={(event) => {
          setWritten(event.currentTarget.value);
          const next = parseCorners(event.currentTarget.value);
          setUnread(next === undefined);
          if (next) set(next);
        }}
        error={unread ? text.unreadable : error}
      />
    </div>
  );
}

/** Rounded to about a metre. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
