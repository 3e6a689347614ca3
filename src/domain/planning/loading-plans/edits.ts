/** Moves pieces of a solved plan by hand and says what that breaks. Pure. */
import type { Message } from "#operation/response/messages.ts";
import { checkPlacements, type Violation } from "#solvers/loading/checker.ts";
import { compile, type Model } from "#solvers/loading/model.ts";
import type { LoadedSpace, LoadingSolution, Placement } from "#solvers/loading/problem.ts";
import { orderGroups } from "#solvers/loading/sequence.ts";
import { measureSpace } from "#solvers/loading/solution.ts";
import { messages } from "./messages.ts";
import type { PlanContents } from "./records/loading-plan.ts";
import { buildProblem } from "./rules.ts";
import type { MoveInput } from "./shapes.ts";

export interface Edit {
  solution: LoadingSolution;
  violations: (Violation & { space_no: number })[];
  /** Spaces that are changed, by their number in the plan as it was. */
  changed: { space_no: number; space: LoadedSpace }[];
}

/** The plan names no such piece, item or space; `field` is within the moves. */
export class UnknownPiece extends Error {
  field: string;
  text: Message;
  constructor(field: string, text: Message) {
    super(text.en);
    this.field = field;
    this.text = text;
  }
}

const TAKEN_OUT = "taken_out" as LoadingSolution["unplaced"][number]["reason"];

/** Moves are by the numbers that pieces have before any of them. */
export function applyMoves(
  contents: PlanContents,
  solution: LoadingSolution,
  moves: readonly MoveInput[],
): Edit {
  const problem = buildProblem(contents);
  const model = compile(problem);
  const spaces: (Placement | null)[][] = solution.spaces.map(({ placements }) => [...placements]);
  const unplaced_by_id = new Map(solution.unplaced.map((one) => [one.item_id, { ...one }]));
  const touched = new Set<number>();
  for (const [index, move] of moves.entries()) {
    const piece = takePiece(contents, spaces, unplaced_by_id, move, index);
    if (move.space_no !== undefined) touched.add(move.space_no);
    if (move.to === null) {
      const unplaced_item = unplaced_by_id.get(piece.item_id);
      unplaced_by_id.set(piece.item_id, {
        item_id: piece.item_id,
        quantity: (unplaced_item?.quantity ?? 0) + 1,
        reason: unplaced_item?.reason ?? TAKEN_OUT,
      });
      continue;
    }
    const { space_no, ...at } = move.to;
    const target = spaces[space_no - 1];
    if (target === undefined) throw new UnknownPiece(`moves/${index}/to/space_no`, messages.no_loaded_space);
    touched.add(space_no);
    target.push({ ...piece, ...at });
  }
  const changed = solution.spaces.map((loaded, n): LoadedSpace => {
    if (!touched.has(n + 1)) return loaded;
    const placements = reorder(
      model,
      loaded.space_id,
      spaces[n]!.filter((one) => one !== null),
    );
    const kind = model.kinds.find(({ space }) => space.id === loaded.space_id)!;
    return { space_id: loaded.space_id, placements, metrics: measureSpace(model, kind, placements) };
  });
  const violations = [...touched].flatMap((space_no) => {
    const { space_id, placements } = changed[space_no - 1]!;
    return checkPlacements(problem, space_id, placements).map((one) => ({ ...one, space_no }));
  });
  return {
    solution: withTotals(
      solution,
      changed.filter(({ placements }) => placements.length > 0),
      [...unplaced_by_id.values()].filter(({ quantity }) => quantity > 0),
    ),
    violations,
    changed: [...touched].map((space_no) => ({ space_no, space: changed[space_no - 1]! })),
  };
}

function takePiece(
  contents: PlanContents,
  spaces: (Placement | null)[][],
  unplaced_by_id: Map<string, LoadingSolution["unplaced"][number]>,
  { space_no, piece_no, item }: MoveInput,
  index: number,
): Placement {
  if (space_no !== undefined) {
    const placements = spaces[space_no - 1];
    if (placements === undefined) throw new UnknownPiece(`moves/${index}/space_no`, messages.no_loaded_space);
    const piece = placements[(piece_no ?? 0) - 1];
    if (piece == null) throw new UnknownPiece(`moves/${index}/piece_no`, messages.no_piece_of_space);
    placements[piece_no! - 1] = null;
    return piece;
  }
  const content_item = contents.items.find(({ ref }) => ref === item);
  const unplaced = unplaced_by_id.get(item ?? "");
  if (content_item === undefined || unplaced === undefined || unplaced.quantity < 1)
    throw new UnknownPiece(`moves/${index}/item`, messages.no_unplaced_piece);
  unplaced.quantity -= 1;
  return {
    item_id: content_item.ref,
    step: 0,
    x_mm: 0,
    y_mm: 0,
    z_mm: 0,
    size_x_mm: content_item.length_mm,
    size_y_mm: content_item.width_mm,
    size_z_mm: content_item.height_mm,
  };
}

/** In an order in which they can be loaded, if there is one; neighbours of one step stay together. */
function reorder(model: Model, space_id: string, placements: readonly Placement[]): Placement[] {
  const kind = model.kinds.find(({ space }) => space.id === space_id)!;
  const stops = new Map(model.problem.items.map(({ id, stop = 0 }) => [id, stop]));
  const order = orderGroups(
    placements.map((one) => ({ ...one, stop: stops.get(one.item_id) ?? 0 })),
    kind.space.door,
  );
  const sorted = order === null ? [...placements] : order.map((at) => placements[at]!);
  let step = 0;
  return sorted.map((one, n) => {
    const before = sorted[n - 1];
    if (before === undefined || before.item_id !== one.item_id || before.step !== one.step || one.step === 0)
      step++;
    return { ...one, step };
  });
}

function withTotals(
  solution: LoadingSolution,
  spaces: LoadedSpace[],
  unplaced: LoadingSolution["unplaced"],
): LoadingSolution {
  const sum = (of: (one: LoadedSpace) => number) => spaces.reduce((total, one) => total + of(one), 0);
  const volume_mm3 = sum(({ metrics }) => metrics.volume_mm3);
  const unplaced_count = unplaced.reduce((total, { quantity }) => total + quantity, 0);
  const gap =
    unplaced_count === 0
      ? (spaces.length - solution.spaces_bound) / Math.max(1, spaces.length)
      : (solution.volume_bound_mm3 - volume_mm3) / Math.max(1, solution.volume_bound_mm3);
  return {
    ...solution,
    spaces,
    unplaced,
    gap_percent: Math.round(10_000 * gap) / 100,
    totals: {
      spaces: spaces.length,
      items: sum(({ placements }) => placements.length),
      volume_mm3,
      weight_g: sum(({ metrics }) => metrics.weight_g),
      unplaced: unplaced_count,
    },
  };
}
