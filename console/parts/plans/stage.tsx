/**
 * A box and what is in it up to a step, as seen from any side. Drawn as SVG: it needs no WebGL, prints, and follows the
 * theme.
 */
import { ActionIcon, Slider } from "@mantine/core";
import {
  type ComponentType,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  IconArrowBigDownLines,
  IconArrowBigUpLines,
  IconChevronLeft,
  IconChevronRight,
  IconFocusCentered,
  IconRotate,
  IconRotateClockwise,
} from "#icons";
import {
  type Block,
  drawBlocks,
  drawOpenBox,
  type Face,
  findBounds,
  ISOMETRIC,
  type Point,
  type Segment,
  type View,
} from "../../../packages/isometric/isometric.ts";
import "./plans.css";
import { text } from "./text.ts";

const TILT = { least: 0.08, most: Math.PI / 2 - 0.02 };
const TURN_STEP = Math.PI / 12;
const TILT_STEP = Math.PI / 24;
const RADIANS_PER_PIXEL = 0.008;
/** A pointer that moves less has clicked. */
const CLICK_PIXELS = 5;

export interface StepProps {
  step: number;
  onStep: (step: number) => void;
}

interface StageProps extends StepProps {
  title: string;
  className?: string;
  /** The view that it is shown in first. */
  usual?: View;
  steps: number;
  /** What is under a click; pixels of the window. */
  onClick?: (x: number, y: number) => void;
  /** Pixels that a moved piece was dragged by, on this stage. */
  onDrag?: (across: number, down: number, view: View, stage: HTMLElement) => void;
  onDrop?: () => void;
  /** The picture. */
  children: (view: View) => ReactNode;
}

/** The picture with its tools and steps. What is dragged turns it, except for a piece that is moved. */
export function Stage({
  title,
  className = "",
  usual = ISOMETRIC,
  step,
  steps,
  onStep,
  onClick,
  onDrag,
  onDrop,
  children,
}: StageProps) {
  const [view, setView] = useState<View>(usual);
  const drag = useRef<{ x: number; y: number; is_piece: boolean; pixels: number } | null>(null);
  const turn = (by: Partial<View>) =>
    setView((was) => ({
      turn: was.turn + (by.turn ?? 0),
      tilt: Math.min(TILT.most, Math.max(TILT.least, was.tilt + (by.tilt ?? 0))),
    }));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return;
    const { clientX: x, clientY: y } = event;
    const [across, down] = [x - drag.current.x, y - drag.current.y];
    if (drag.current.is_piece) onDrag?.(across, down, view, event.currentTarget);
    else turn({ turn: -across * RADIANS_PER_PIXEL, tilt: down * RADIANS_PER_PIXEL });
    const pixels = drag.current.pixels + Math.abs(across) + Math.abs(down);
    drag.current = { ...drag.current, x, y, pixels };
  };
  const release = (event: PointerEvent) => {
    if (drag.current?.is_piece) onDrop?.();
    else if (drag.current !== null && drag.current.pixels < CLICK_PIXELS)
      onClick?.(event.clientX, event.clientY);
    drag.current = null;
  };
  return (
    <div className="package-view">
      <div
        className={`package-stage ${className}`}
        title={title}
        onPointerDown={(event) => {
          const is_piece = (event.target as Element).closest(".is-moved") !== null;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, is_piece, pixels: 0 };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
      >
        {children(view)}
        <div className="package-tools">
          <Tool label={text.turn_left} icon={IconRotateClockwise} act={() => turn({ turn: -TURN_STEP })} />
          <Tool label={text.turn_right} icon={IconRotate} act={() => turn({ turn: TURN_STEP })} />
          <Tool label={text.tilt_up} icon={IconArrowBigUpLines} act={() => turn({ tilt: TILT_STEP })} />
          <Tool label={text.tilt_down} icon={IconArrowBigDownLines} act={() => turn({ tilt: -TILT_STEP })} />
          <Tool label={text.reset_view} icon={IconFocusCentered} act={() => setView(usual)} />
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
export const outline = (points: readonly Point[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** Where a point is seen. */
export function see(view: View, x: number, y: number, z: number): Point {
  const { x: u, y: v } = findBounds({ x, y, z, dx: 0, dy: 0, dz: 0 }, view);
  return [u, v];
}

/** An open box with blocks in it; `children` are drawn on top. */
export function OpenBox({
  label,
  view,
  sides: [dx, dy, dz],
  half,
  blocks,
  behind,
  face,
  children,
}: {
  label: string;
  view: View;
  /** Length, width and height, millimetres. */
  sides: readonly [number, number, number];
  /** Half the width and height of the picture, so that nothing grows while the view turns. */
  half: { wide: number; high: number };
  blocks: readonly Block[];
  /** Behind the blocks. */
  behind?: ReactNode;
  face: (face: Face, key: string) => ReactNode;
  children?: ReactNode;
}) {
  const faces = useMemo(() => drawBlocks(blocks, view), [blocks, view]);
  const { floor, back, front } = drawOpenBox({ x: 0, y: 0, z: 0, dx, dy, dz }, view);
  const [x, y] = see(view, dx / 2, dy / 2, dz / 2);
  const { wide, high } = half;
  return (
    <svg
      className="package-scene"
      role="img"
      aria-label={label}
      viewBox={[x - wide, y - high, 2 * wide, 2 * high].join(" ")}
    >
      <polygon className="package-floor" points={outline(floor)} />
      <path className="package-back" d={path(back)} />
      {behind}
      {faces.map((one) => face(one, `${one.of} ${one.side}`))}
      <path className="package-front" d={path(front)} />
      {children}
    </svg>
  );
}

/** A side of a block in the colour of its item. */
export function ItemFace({
  face: { side, points, lines },
  className,
  hue = 0,
  piece_no,
}: {
  face: Face;
  className: string;
  hue: number | undefined;
  piece_no?: number;
}) {
  return (
    <g
      className={`package-face side-${side} ${className}`}
      data-piece={piece_no}
      style={{ "--item-hue": hue } as CSSProperties}
    >
      <polygon points={outline(points)} />
      {lines.length === 0 ? null : <path d={path(lines)} />}
    </g>
  );
}
