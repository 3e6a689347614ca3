/**
 * An open package and what lies in it up to a step, as seen from any side. Drawn as SVG: it needs no WebGL, prints, and
 * follows the theme. A block of equal pieces is one cuboid with lines.
 */
import { ActionIcon, Slider } from "@mantine/core";
import {
  IconArrowBigDownLines,
  IconArrowBigUpLines,
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconRotate,
  IconRotateClockwise,
} from "@tabler/icons-react";
import { type ComponentType, type PointerEvent, useMemo, useRef, useState } from "react";
import {
  type Block,
  drawBlocks,
  drawOpenBox,
  findBounds,
  ISOMETRIC,
  type Point,
  type Segment,
  type View,
} from "../../../../packages/isometric/isometric.ts";
import { getHue } from "../../../parts/plans/items.tsx";
import type { PackedItem, PackingPlacement, PlanPackaging } from "./queries.ts";
import { text } from "./text.ts";

const TILT = { least: 0.08, most: Math.PI / 2 - 0.02 };
const TURN_STEP = Math.PI / 12;
const TILT_STEP = Math.PI / 24;
const RADIANS_PER_PIXEL = 0.008;

const toBlock = (one: PackingPlacement): Block => ({
  x: one.x_mm,
  y: one.y_mm,
  z: one.z_mm,
  dx: one.size_x_mm * one.count_x,
  dy: one.size_y_mm * one.count_y,
  dz: one.size_z_mm * one.count_z,
  count_x: one.count_x,
  count_y: one.count_y,
  count_z: one.count_z,
});

export function PackageView({
  name,
  packaging,
  placements,
  items,
  step,
  onStep,
}: {
  name: string;
  packaging: PlanPackaging;
  placements: readonly PackingPlacement[];
  items: readonly PackedItem[];
  step: number;
  onStep: (step: number) => void;
}) {
  const [view, setView] = useState<View>(ISOMETRIC);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const steps = placements.length;
  const turn = (by: Partial<View>) =>
    setView((was) => ({
      turn: was.turn + (by.turn ?? 0),
      tilt: Math.min(TILT.most, Math.max(TILT.least, was.tilt + (by.tilt ?? 0))),
    }));
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return;
    const { clientX: x, clientY: y } = event;
    turn({
      turn: (drag.current.x - x) * RADIANS_PER_PIXEL,
      tilt: (y - drag.current.y) * RADIANS_PER_PIXEL,
    });
    drag.current = { x, y };
  };
  const release = () => {
    drag.current = null;
  };
  return (
    <div className="package-view">
      <div
        className="package-stage"
        title={text.drag}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <Scene
          label={text.picture({ name, step, of: steps })}
          packaging={packaging}
          placements={placements}
          items={items}
          step={step}
          view={view}
        />
        <div className="package-tools">
          <Tool label={text.turn_left} icon={IconRotateClockwise} act={() => turn({ turn: -TURN_STEP })} />
          <Tool label={text.turn_right} icon={IconRotate} act={() => turn({ turn: TURN_STEP })} />
          <Tool label={text.tilt_up} icon={IconArrowBigUpLines} act={() => turn({ tilt: TILT_STEP })} />
          <Tool label={text.tilt_down} icon={IconArrowBigDownLines} act={() => turn({ tilt: -TILT_STEP })} />
          <Tool label={text.reset_view} icon={IconFocusCentered} act={() => setView(ISOMETRIC)} />
        </div>
      </div>
      <div className="package-steps">
        <ActionIcon
          variant="default"
          aria-label={text.previous}
          disabled={step <= 0}
          onClick={() => onStep(step - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Slider
          className="grow"
          min={0}
          max={steps}
          step={1}
          value={step}
          onChange={onStep}
          label={null}
          thumbLabel={text.step}
          thumbProps={{ "aria-valuetext": text.step_of({ n: step, of: steps }) }}
        />
        <ActionIcon
          variant="default"
          aria-label={text.next}
          disabled={step >= steps}
          onClick={() => onStep(step + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
        <span className="dim small num nowrap">
          {step === 0 ? text.before_first : text.step_of({ n: step, of: steps })}
        </span>
      </div>
    </div>
  );
}

function Tool({
  label,
  icon: Icon,
  act,
}: {
  label: string;
  icon: ComponentType<{ size?: number }>;
  act: () => void;
}) {
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={act}
    >
      <Icon size={16} />
    </ActionIcon>
  );
}

const path = (lines: readonly Segment[]) =>
  lines
    .map(([[x0, y0], [x1, y1]]) => `M${x0.toFixed(1)} ${y0.toFixed(1)}L${x1.toFixed(1)} ${y1.toFixed(1)}`)
    .join("");
const outline = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

function Scene({
  label,
  packaging,
  placements,
  items,
  step,
  view,
}: {
  label: string;
  packaging: PlanPackaging;
  placements: readonly PackingPlacement[];
  items: readonly PackedItem[];
  step: number;
  view: View;
}) {
  const hues = useMemo(() => new Map(items.map(({ ref }, index) => [ref, getHue(index)])), [items]);
  const shown = useMemo(() => placements.slice(0, step), [placements, step]);
  const faces = useMemo(() => drawBlocks(shown.map(toBlock), view), [shown, view]);
  const [dx, dy, dz] = [packaging.inner_length_mm, packaging.inner_width_mm, packaging.inner_height_mm];
  const box = { x: 0, y: 0, z: 0, dx, dy, dz };
  const { floor, back, front } = drawOpenBox(box, view);
  // The middle stays where it is and nothing grows while the view turns.
  const middle = findBounds({ x: dx / 2, y: dy / 2, z: dz / 2, dx: 0, dy: 0, dz: 0 }, view);
  const radius = Math.hypot(dx, dy, dz) / 2;
  const window = [middle.x - radius, middle.y - radius, 2 * radius, 2 * radius].join(" ");
  return (
    <svg className="package-scene" role="img" aria-label={label} viewBox={window}>
      <polygon className="package-floor" points={outline(floor)} />
      <path className="package-back" d={path(back)} />
      {faces.map(({ of, side, points, lines }) => (
        <g
          key={`${of} ${side}`}
          className={`package-face side-${side}${of === step - 1 ? " is-new" : ""}`}
          style={{ "--item-hue": hues.get(shown[of]?.item ?? "") ?? 0 } as React.CSSProperties}
        >
          <polygon points={outline(points)} />
          {lines.length === 0 ? null : <path d={path(lines)} />}
        </g>
      ))}
      <path className="package-front" d={path(front)} />
    </svg>
  );
}
