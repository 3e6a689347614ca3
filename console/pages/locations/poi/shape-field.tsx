/** Draws a place and its geofence on the map: clicks add corners, a click on a corner removes it, and dragging moves it. */
import { Button, NumberInput, SegmentedControl, SimpleGrid, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { BaseMap } from "../../../map/map.tsx";
import type { MapLine, MapPin } from "../../../map/shapes.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import {
  buildCircle,
  type Corner,
  FENCE_COLOUR,
  formatPositions,
  PLACE_COLOUR,
  parsePositions,
  toRing,
} from "./shapes.ts";
import { text } from "./text.ts";

const RULES = getRules("poiCreate");

export interface Shapes {
  geometry_type: "Point" | "Polygon";
  corners: Corner[];
  fence_shape: "none" | "circle" | "polygon" | "corridor";
  fence_corners: Corner[];
  radius_m: number | string;
  width_m: number | string;
  dwell_s: number | string;
  accuracy_m_max: number | string;
}

/** About ten centimetres. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

export function ShapeField({
  value,
  set,
  around,
  error,
}: {
  value: Shapes;
  set: (part: Partial<Shapes>) => void;
  around: Corner | null;
  error: string | undefined;
}) {
  const [is_fence, setFence] = useState(false);
  const { geometry_type, corners, fence_shape, fence_corners, radius_m } = value;
  const has_fence_line = fence_shape === "polygon" || fence_shape === "corridor";
  const draws_fence = is_fence && has_fence_line;
  const drawn_corners = draws_fence ? fence_corners : corners;
  const store = (next: Corner[]) => set(draws_fence ? { fence_corners: next } : { corners: next });
  const add = ({ lat, lng }: Corner) => {
    const corner = { lat: round(lat), lng: round(lng) };
    store(!draws_fence && geometry_type === "Point" ? [corner] : [...drawn_corners, corner]);
  };
  const pins = useMemo<MapPin[]>(() => {
    const colour = draws_fence ? FENCE_COLOUR : PLACE_COLOUR;
    const corner_pins = drawn_corners.map(
      (corner, index): MapPin => ({
        ...corner,
        id: String(index),
        kind: "stop",
        text: String(index + 1),
        title: text.corner({ n: String(index + 1) }),
        colour,
        is_movable: true,
      }),
    );
    return corner_pins.length === 0 && around !== null
      ? [{ ...around, id: "around", kind: "depot", title: text.depot }]
      : corner_pins;
  }, [drawn_corners, draws_fence, around]);
  const lines = useMemo<MapLine[]>(() => {
    const list: MapLine[] = [];
    const draw = (points: [number, number][], colour: string) => {
      if (points.length > 1) list.push({ id: 1, colour, points });
    };
    if (geometry_type === "Polygon") draw(toRing(corners), PLACE_COLOUR);
    const [center] = corners;
    if (fence_shape === "circle" && center) draw(buildCircle(center, Number(radius_m) || 0), FENCE_COLOUR);
    if (fence_shape === "polygon") draw(toRing(fence_corners), FENCE_COLOUR);
    if (fence_shape === "corridor")
      draw(
        fence_corners.map(({ lng, lat }) => [lng, lat]),
        FENCE_COLOUR,
      );
    return list;
  }, [geometry_type, corners, fence_shape, fence_corners, radius_m]);
  return (
    <fieldset className="stack" style={{ border: 0, padding: 0, margin: 0, gap: 8 }}>
      <legend className="strong" style={{ padding: 0, marginBottom: 6 }}>
        {text.where}
      </legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={8}>
        <SegmentedControl
          aria-label={text.geometry}
          data={[
            { value: "Point", label: text.geometries.point },
            { value: "Polygon", label: text.geometries.polygon },
          ]}
          value={geometry_type}
          onChange={(type) =>
            set({
              geometry_type: type as Shapes["geometry_type"],
              corners: type === "Point" ? corners.slice(0, 1) : corners,
            })
          }
        />
        <SegmentedControl
          aria-label={text.geofence}
          data={(["none", "circle", "polygon", "corridor"] as const).map((shape) => ({
            value: shape,
            label: text.fences[shape],
          }))}
          value={fence_shape}
          onChange={(shape) => {
            set({ fence_shape: shape as Shapes["fence_shape"] });
            setFence(shape === "polygon" || shape === "corridor");
          }}
        />
      </SimpleGrid>
      {has_fence_line ? (
        <SegmentedControl
          aria-label={text.drawn}
          data={[
            { value: "place", label: text.draw_place },
            { value: "fence", label: text.draw_fence },
          ]}
          value={draws_fence ? "fence" : "place"}
          onChange={(target) => setFence(target === "fence")}
        />
      ) : null}
      <div style={{ height: 300 }}>
        <BaseMap
          label={text.draw_map}
          pins={pins}
          lines={lines}
          onGround={add}
          onPin={(id) => store(drawn_corners.filter((_corner, index) => String(index) !== id))}
          onPinMove={(id, { lat, lng }) =>
            store(
              drawn_corners.map((corner, index) =>
                String(index) === id ? { lat: round(lat), lng: round(lng) } : corner,
              ),
            )
          }
          fit="open"
        />
      </div>
      <div className="row apart">
        <span className="dim small">
          {geometry_type === "Point" && !draws_fence ? text.draw_point : text.draw_about}
        </span>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          disabled={drawn_corners.length === 0}
          onClick={() => store([])}
        >
          {text.clear}
        </Button>
      </div>
      <Positions
        key={draws_fence ? "fence" : "place"}
        corners={drawn_corners}
        onChange={(next) => store(!draws_fence && geometry_type === "Point" ? next.slice(0, 1) : next)}
      />
      {error === undefined ? null : (
        <p role="alert" className="tone-bad note">
          {error}
        </p>
      )}
      {fence_shape === "none" ? null : (
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing={8}>
          {fence_shape === "circle" ? (
            <NumberInput
              label={text.radius}
              {...toMemberProps(RULES, "geofence.radius_m", { required: false })}
              value={radius_m}
              onChange={(next) => set({ radius_m: next })}
            />
          ) : null}
          {fence_shape === "corridor" ? (
            <NumberInput
              label={text.width}
              {...toMemberProps(RULES, "geofence.width_m", { required: false })}
              value={value.width_m}
              onChange={(next) => set({ width_m: next })}
            />
          ) : null}
          <NumberInput
            label={text.dwell}
            description={text.dwell_about}
            {...toMemberProps(RULES, "geofence.dwell_s", { required: false })}
            value={value.dwell_s}
            onChange={(next) => set({ dwell_s: next })}
          />
          <NumberInput
            label={text.accuracy}
            description={text.accuracy_about}
            {...toMemberProps(RULES, "geofence.accuracy_m_max", { required: false })}
            value={value.accuracy_m_max}
            onChange={(next) => set({ accuracy_m_max: next })}
          />
        </SimpleGrid>
      )}
    </fieldset>
  );
}

/** What is drawn, in figures: for who cannot use the map, and for positions that were copied from elsewhere. */
function Positions({
  corners,
  onChange,
}: {
  corners: readonly Corner[];
  onChange: (corners: Corner[]) => void;
}) {
  const [written, setWritten] = useState(() => formatPositions(corners));
  const parsed = parsePositions(written);
  const drawn = formatPositions(corners);
  // Drawn on the map since it was written.
  if (parsed !== undefined && formatPositions(parsed) !== drawn) setWritten(drawn);
  return (
    <Textarea
      // No member of a request: positions as people copy them, from which the geometry is read.
      label={text.positions}
      description={text.positions_about}
      autosize
      maxRows={6}
      error={parsed === undefined ? text.no_position : undefined}
      value={written}
      onChange={({ currentTarget: { value: next } }) => {
        setWritten(next);
        const corners = parsePositions(next);
        if (corners !== undefined) onChange(corners);
      }}
    />
  );
}
