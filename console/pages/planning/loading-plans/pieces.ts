/** Pieces as they are drawn and as they are moved. Pure. */
import type { Block } from "../../../../packages/isometric/isometric.ts";
import { toBlock } from "../../../parts/plans/blocks.ts";
import type { Piece } from "./queries.ts";

/** More are drawn by steps, which are sorted faster. */
const SINGLE_MAX = 350;

export interface DrawnGroup {
  /** The first of it. */
  piece: Piece;
  block: Block;
}

/** Pieces of a step that fill a cuboid as one block; each by itself where pieces are chosen, if they are not too many. */
export function groupPieces(pieces: readonly Piece[], is_single: boolean): DrawnGroup[] {
  if (is_single && pieces.length <= SINGLE_MAX)
    return pieces.map((piece) => ({ piece, block: toBlock(piece) }));
  return [...Map.groupBy(pieces, ({ step }) => step).values()].flatMap((of) => {
    const block = joinBlock(of);
    return block === null
      ? of.map((piece) => ({ piece, block: toBlock(piece) }))
      : [{ piece: of[0]!, block }];
  });
}

function joinBlock(pieces: readonly Piece[]): Block | null {
  const [first] = pieces;
  if (first === undefined) return null;
  const span = (low: (one: Piece) => number, size: (one: Piece) => number) => {
    const from = Math.min(...pieces.map(low));
    return [from, Math.max(...pieces.map((one) => low(one) + size(one))) - from] as const;
  };
  const [x, dx] = span(
    (one) => one.x_mm,
    (one) => one.size_x_mm,
  );
  const [y, dy] = span(
    (one) => one.y_mm,
    (one) => one.size_y_mm,
  );
  const [z, dz] = span(
    (one) => one.z_mm,
    (one) => one.size_z_mm,
  );
  const counts = [dx / first.size_x_mm, dy / first.size_y_mm, dz / first.size_z_mm] as const;
  const is_whole = counts.every(Number.isInteger) && counts[0] * counts[1] * counts[2] === pieces.length;
  return is_whole
    ? { x, y, z, dx, dy, dz, count_x: counts[0], count_y: counts[1], count_z: counts[2] }
    : null;
}

/** The height at which the piece rests on the others, or on the floor. */
export function findRest(piece: Piece, others: readonly Piece[]): number {
  return others.reduce((height, one) => {
    const is_below =
      one.piece_no !== piece.piece_no &&
      one.x_mm < piece.x_mm + piece.size_x_mm &&
      piece.x_mm < one.x_mm + one.size_x_mm &&
      one.y_mm < piece.y_mm + piece.size_y_mm &&
      piece.y_mm < one.y_mm + one.size_y_mm;
    return is_below ? Math.max(height, one.z_mm + one.size_z_mm) : height;
  }, 0);
}

export interface Room {
  length_mm: number;
  width_mm: number;
  height_mm: number;
}

const GRID_MM = 10;
const SNAP_MM = 60;

/** Within the walls, on the nearest face of another piece or a wall if it is near, else on a grid of a centimetre. */
export function snap(piece: Piece, others: readonly Piece[], room: Room): Piece {
  const settle = (at: number, size: number, side: number, faces: readonly number[]) => {
    const most = Math.max(0, side - size);
    const near = [0, most, ...faces, ...faces.map((face) => face - size)]
      .filter((face) => face >= 0 && face <= most && Math.abs(face - at) <= SNAP_MM)
      .sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    return near ?? Math.min(most, Math.max(0, Math.round(at / GRID_MM) * GRID_MM));
  };
  const rest = others.filter(({ piece_no }) => piece_no !== piece.piece_no);
  return {
    ...piece,
    x_mm: settle(
      piece.x_mm,
      piece.size_x_mm,
      room.length_mm,
      rest.flatMap((one) => [one.x_mm, one.x_mm + one.size_x_mm]),
    ),
    y_mm: settle(
      piece.y_mm,
      piece.size_y_mm,
      room.width_mm,
      rest.flatMap((one) => [one.y_mm, one.y_mm + one.size_y_mm]),
    ),
  };
}
