/**
 * A cargo space and what stands in it up to a step, as seen from any side. Drawn as SVG like packages: it needs no WebGL, prints, and
 * follows the theme. A chosen piece is dragged along its plane; the rest of the stage turns.
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
import "../packing-plans/packing.css";
import "./loading.css";
import { groupPieces } from "./pieces.ts";
import type { LoadedSpace, LoadingItem, LoadingPlanSpace, Piece } from "./queries.ts";
import { text } from "./text.ts";

const TILT = { least: 0.08, most: Math.PI / 2 - 0.02 };
const TURN_STEP = Math.PI / 12;
const TILT_STEP = Math.PI / 24;
const RADIANS_PER_PIXEL = 0.008;
/** A pointer that moves less has clicked. */
const CLICK_PIXELS = 5;
const FRAME = 1.06;
/** From the door, so that what is loaded last is in front. */
const USUAL: View = { turn: Math.PI / 5, tilt: ISOMETRIC.tilt };

interface Moving {
  piece: Piece;
  is_wrong: boolean;
}

interface Props {
  name: string;
  space: LoadingPlanSpace;
  loaded: LoadedSpace;
  items: readonly LoadingItem[];
  step: number;
  onStep: (step: number) => void;
  /** Null where nothing may be moved. */
  onChoose: ((piece: Piece) => void) | null;
  moving: Moving | null;
  onDrag: (by: { x: number; y: number }) => void;
  onDrop: () => void;
}

export function LoadView(props: Props) {
  const { name, space, loaded, items, step, onStep, onChoose, moving, onDrag, onDrop } = props;
  const [view, setView] = useState<View>(USUAL);
  const drag = useRef<{ x: number; y: number; is_piece: boolean; pixels: number } | null>(null);
  const steps = loaded.placements.at(-1)?.step ?? 0;
  const turn = (by: Partial<View>) =>
    setView((was) => ({
      turn: was.turn + (by.turn ?? 0),
      tilt: Math.min(TILT.most, Math.max(TILT.least, was.tilt + (by.tilt ?? 0))),
    }));
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return;
    const { clientX: x, clientY: y } = event;
    const [across, down] = [x - drag.current.x, y - drag.current.y];
    if (drag.current.is_piece) onDrag(toFloor(across, down, view, unitsPerPixel(event.currentTarget, space)));
    else turn({ turn: -across * RADIANS_PER_PIXEL, tilt: down * RADIANS_PER_PIXEL });
    const pixels = drag.current.pixels + Math.abs(across) + Math.abs(down);
    drag.current = { ...drag.current, x, y, pixels };
  };
  /** The pointer is captured by the stage: what is under it is asked for. */
  const choose = (x: number, y: number) => {
    const under = document.elementFromPoint(x, y)?.closest("[data-piece]");
    const piece_no = Number(under?.getAttribute("data-piece"));
    const piece = loaded.placements.find((one) => one.piece_no === piece_no);
    if (piece !== undefined && moving === null) onChoose?.(piece);
  };
  const release = (event: PointerEvent) => {
    if (drag.current?.is_piece) onDrop();
    else if (drag.current !== null && drag.current.pixels < CLICK_PIXELS)
      choose(event.clientX, event.clientY);
    drag.current = null;
  };
  return (
    <div className="package-view">
      <div
        className="package-stage load-stage"
        title={onChoose === null ? text.drag_only : text.drag}
        onPointerDown={(event) => {
          const is_piece = (event.target as Element).closest(".is-moved") !== null;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, is_piece, pixels: 0 };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={release}
        onPointerCancel={release}
      >
        <Scene
          label={text.picture({ name, step, of: steps })}
          space={space}
          loaded={loaded}
          items={items}
          step={step}
          view={view}
          moving={moving}
          is_single={onChoose !== null}
        />
        <div className="package-tools">
          <Tool label={text.turn_left} icon={IconRotateClockwise} act={() => turn({ turn: -TURN_STEP })} />
          <Tool label={text.turn_right} icon={IconRotate} act={() => turn({ turn: TURN_STEP })} />
          <Tool label={text.tilt_up} icon={IconArrowBigUpLines} act={() => turn({ tilt: TILT_STEP })} />
          <Tool label={text.tilt_down} icon={IconArrowBigDownLines} act={() => turn({ tilt: -TILT_STEP })} />
          <Tool label={text.reset_view} icon={IconFocusCentered} act={() => setView(USUAL)} />
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

/** Half the width and height of the picture: nothing grows while the view turns. */
function findFrame({ length_mm, width_mm, height_mm }: LoadingPlanSpace): { wide: number; high: number } {
  const wide = Math.hypot(length_mm, width_mm) / 2;
  const high = wide * Math.sin(ISOMETRIC.tilt) + (height_mm / 2) * Math.cos(ISOMETRIC.tilt);
  return { wide: wide * FRAME, high: high * FRAME };
}

/** Millimetres of the picture for each pixel of the stage. */
function unitsPerPixel(stage: HTMLElement, space: LoadingPlanSpace): number {
  const scene = stage.querySelector("svg.package-scene");
  const { wide, high } = findFrame(space);
  if (scene === null) return 1;
  return Math.max((2 * wide) / Math.max(1, scene.clientWidth), (2 * high) / Math.max(1, scene.clientHeight));
}

/** The way along a level plane that is seen as this way on the screen: the inverse of the projection of `isometric`. */
function toFloor(
  across: number,
  down: number,
  { turn, tilt }: View,
  scale: number,
): { x: number; y: number } {
  const u = across * scale;
  const v = (down * scale) / Math.sin(tilt);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return { x: -sin * u + cos * v, y: cos * u + sin * v };
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
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
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

/** Where a point is seen. */
function see(view: View, x: number, y: number, z: number): Point {
  const { x: u, y: v } = findBounds({ x, y, z, dx: 0, dy: 0, dz: 0 }, view);
  return [u, v];
}

function Scene({
  label,
  space,
  loaded,
  items,
  step,
  view,
  moving,
  is_single,
}: Pick<Props, "space" | "loaded" | "items" | "step" | "moving"> & {
  label: string;
  view: View;
  is_single: boolean;
}) {
  const hues = useMemo(() => new Map(items.map(({ ref }, index) => [ref, getHue(index)])), [items]);
  const groups = useMemo(() => {
    const shown = loaded.placements.filter(
      (one) => one.step <= step && one.piece_no !== moving?.piece.piece_no,
    );
    return groupPieces(moving === null ? shown : [...shown, moving.piece], is_single);
  }, [loaded, step, moving, is_single]);
  const faces = useMemo(() => {
    const obstacles = space.obstacles.map(
      (one): Block => ({
        x: one.x_mm,
        y: one.y_mm,
        z: one.z_mm,
        dx: one.size_x_mm,
        dy: one.size_y_mm,
        dz: one.size_z_mm,
        count_x: 1,
        count_y: 1,
        count_z: 1,
      }),
    );
    return drawBlocks([...groups.map(({ block }) => block), ...obstacles], view);
  }, [groups, space.obstacles, view]);
  const [dx, dy, dz] = [space.length_mm, space.width_mm, space.height_mm];
  const { floor, back, front } = drawOpenBox({ x: 0, y: 0, z: 0, dx, dy, dz }, view);
  const middle = see(view, dx / 2, dy / 2, dz / 2);
  const { wide, high } = findFrame(space);
  const window = [middle[0] - wide, middle[1] - high, 2 * wide, 2 * high].join(" ");
  const centre = loaded.metrics.centre_of_gravity;
  return (
    <svg className="package-scene" role="img" aria-label={label} viewBox={window}>
      <polygon className="package-floor" points={outline(floor)} />
      <path className="package-back" d={path(back)} />
      {space.contour === null
        ? null
        : [0, dx].map((x) => (
            <polygon
              key={x}
              className="load-outline"
              points={outline(space.contour!.map(({ y_mm, z_mm }) => see(view, x, y_mm, z_mm)))}
            />
          ))}
      {faces.map(({ of, side, points, lines }) => {
        const group = groups[of];
        if (group === undefined)
          return <polygon key={`${of} ${side}`} className="load-obstacle" points={outline(points)} />;
        const is_moved = moving !== null && group.piece.piece_no === moving.piece.piece_no;
        const classes = [
          "package-face",
          `side-${side}`,
          is_moved ? "is-moved" : "",
          is_moved && moving.is_wrong ? "is-wrong" : "",
          !is_moved && group.piece.step === step ? "is-step" : "",
        ];
        return (
          <g
            key={`${of} ${side}`}
            className={classes.join(" ")}
            data-piece={group.piece.piece_no}
            style={{ "--item-hue": hues.get(group.piece.item) ?? 0 } as React.CSSProperties}
          >
            <polygon points={outline(points)} />
            {lines.length === 0 ? null : <path d={path(lines)} />}
          </g>
        );
      })}
      <path className="package-front" d={path(front)} />
      {centre === null ? null : (
        <g aria-label={text.centre}>
          <title>{text.centre}</title>
          <circle
            className="load-centre"
            cx={see(view, centre.x_mm, centre.y_mm, centre.z_mm)[0]}
            cy={see(view, centre.x_mm, centre.y_mm, centre.z_mm)[1]}
            r={wide / 60}
          />
        </g>
      )}
    </svg>
  );
}
