/** A cargo space and what stands in it up to a step. A chosen piece is dragged along its plane. */
import { useMemo } from "react";
import { ISOMETRIC, type View } from "../../../../packages/isometric/isometric.ts";
import { toBlock } from "../../../parts/plans/blocks.ts";
import { useHues } from "../../../parts/plans/items.tsx";
import { ItemFace, OpenBox, outline, Stage, type StepProps, see } from "../../../parts/plans/stage.tsx";
import { text as plan_text } from "../../../parts/plans/text.ts";
import "./loading.css";
import { groupPieces } from "./pieces.ts";
import type { LoadedSpace, LoadingItem, LoadingPlanSpace, Piece } from "./queries.ts";
import { text } from "./text.ts";

const FRAME = 1.06;
/** From the door, so that what is loaded last is in front. */
const USUAL: View = { turn: Math.PI / 5, tilt: ISOMETRIC.tilt };

interface Moving {
  piece: Piece;
  is_wrong: boolean;
}

interface Props extends StepProps {
  name: string;
  space: LoadingPlanSpace;
  loaded: LoadedSpace;
  items: readonly LoadingItem[];
  /** Null where nothing may be moved. */
  onChoose: ((piece: Piece) => void) | null;
  moving: Moving | null;
  /** Millimetres along the floor. */
  onDrag: (by: { x: number; y: number }) => void;
  onDrop: () => void;
}

export function LoadView(props: Props) {
  const { space, loaded, step, onStep, onChoose, moving, onDrag, onDrop } = props;
  const half = findFrame(space);
  /** The pointer is captured by the stage: what is under it is asked for. */
  const choose = (x: number, y: number) => {
    const under = document.elementFromPoint(x, y)?.closest("[data-piece]");
    const piece_no = Number(under?.getAttribute("data-piece"));
    const piece = loaded.placements.find((one) => one.piece_no === piece_no);
    if (piece !== undefined && moving === null) onChoose?.(piece);
  };
  return (
    <Stage
      className="load-stage"
      title={onChoose === null ? plan_text.drag : text.drag}
      usual={USUAL}
      step={step}
      steps={loaded.placements.at(-1)?.step ?? 0}
      onStep={onStep}
      onClick={choose}
      onDrag={(across, down, view, stage) => onDrag(toFloor(across, down, view, unitsPerPixel(stage, half)))}
      onDrop={onDrop}
    >
      {(view) => <Scene {...props} view={view} half={half} />}
    </Stage>
  );
}

interface Frame {
  wide: number;
  high: number;
}

function findFrame({ length_mm, width_mm, height_mm }: LoadingPlanSpace): Frame {
  const wide = Math.hypot(length_mm, width_mm) / 2;
  const high = wide * Math.sin(ISOMETRIC.tilt) + (height_mm / 2) * Math.cos(ISOMETRIC.tilt);
  return { wide: wide * FRAME, high: high * FRAME };
}

/** Millimetres of the picture for each pixel of the stage. */
function unitsPerPixel(stage: HTMLElement, { wide, high }: Frame): number {
  const scene = stage.querySelector("svg.package-scene");
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

function Scene({
  name,
  space,
  loaded,
  items,
  step,
  onChoose,
  moving,
  view,
  half,
}: Props & { view: View; half: Frame }) {
  const is_single = onChoose !== null;
  const hues = useHues(items);
  const groups = useMemo(() => {
    const visible_placements = loaded.placements.filter(
      (one) => one.step <= step && one.piece_no !== moving?.piece.piece_no,
    );
    return groupPieces(
      moving === null ? visible_placements : [...visible_placements, moving.piece],
      is_single,
    );
  }, [loaded, step, moving, is_single]);
  const blocks = useMemo(
    () => [...groups.map(({ block }) => block), ...space.obstacles.map(toBlock)],
    [groups, space.obstacles],
  );
  const sides = [space.length_mm, space.width_mm, space.height_mm] as const;
  const centre = loaded.metrics.centre_of_gravity;
  const visible_centre = centre && see(view, centre.x_mm, centre.y_mm, centre.z_mm);
  return (
    <OpenBox
      label={text.picture({ name, step, of: loaded.placements.at(-1)?.step ?? 0 })}
      view={view}
      sides={sides}
      half={half}
      blocks={blocks}
      behind={
        space.contour === null
          ? null
          : [0, sides[0]].map((x) => (
              <polygon
                key={x}
                className="load-outline"
                points={outline(space.contour!.map(({ y_mm, z_mm }) => see(view, x, y_mm, z_mm)))}
              />
            ))
      }
      face={(face, key) => {
        const group = groups[face.of];
        if (group === undefined)
          return <polygon key={key} className="load-obstacle" points={outline(face.points)} />;
        const { piece_no, item, step: at } = group.piece;
        const is_moved = moving !== null && piece_no === moving.piece.piece_no;
        return (
          <ItemFace
            key={key}
            face={face}
            className={
              is_moved ? `is-moved ${moving.is_wrong ? "is-wrong" : ""}` : at === step ? "is-step" : ""
            }
            hue={hues.get(item)}
            piece_no={piece_no}
          />
        );
      }}
    >
      {visible_centre === null ? null : (
        <g aria-label={text.centre}>
          <title>{text.centre}</title>
          <circle className="load-centre" cx={visible_centre[0]} cy={visible_centre[1]} r={half.wide / 60} />
        </g>
      )}
    </OpenBox>
  );
}
