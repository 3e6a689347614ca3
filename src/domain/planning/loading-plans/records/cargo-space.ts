/** The library of cargo spaces: what a space is, how it is found, stored, changed and checked. */
import type { Context } from "#operation/define/context.ts";
import { type Changes, defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import { compile } from "#solvers/loading/model.ts";
import { InvalidLoadingProblem } from "#solvers/loading/problem.ts";
import { messages } from "../messages.ts";
import { toSolverSpace } from "../rules.ts";
import type { SPACE_STATUSES, SpaceFacts } from "../space-shapes.ts";

export interface CargoSpaceRow extends Row<"cargo_space"> {
  mode: SpaceFacts["mode"];
  door: SpaceFacts["door"];
  contour: SpaceFacts["contour"];
  obstacles: SpaceFacts["obstacles"];
  axles: SpaceFacts["axles"];
  temperatures: SpaceFacts["temperatures"];
  status: (typeof SPACE_STATUSES)[number];
}

export type CargoSpaceView = Omit<CargoSpaceRow, "business_id" | "created_at">;

const CargoSpaceRecord = defineRecord<"cargo_space", CargoSpaceRow>("cargo_space", messages.unknown_space);

export const SPACE_COLUMNS = `id, code, name, mode, length_mm, width_mm, height_mm, door, contour, obstacles, payload_g,
  floor_load_kg_m2, axles, temperatures, source, status, version`;

export const NO_LIMITS = {
  door: null,
  contour: null,
  obstacles: [],
  payload_g: null,
  floor_load_kg_m2: null,
  axles: null,
  temperatures: ["ambient"],
} satisfies Partial<SpaceFacts>;

const buildSpaceView = ({
  business_id: _business,
  created_at: _created,
  ...view
}: CargoSpaceRow): CargoSpaceView => view;

/** Refuses `not_found`. */
export const lockSpace = CargoSpaceRecord.getLocked;

/** Refuses a contour, door or axles that the solver cannot use. */
export function refuseSpace({ refuse }: Context<"invalid_space">, facts: SpaceFacts): void {
  try {
    compile({ spaces: [toSolverSpace({ ...facts, ref: "space", count: 1 })], items: [] });
  } catch (error) {
    if (!(error instanceof InvalidLoadingProblem)) throw error;
    const { space_rule } = error;
    if (space_rule === null) throw error;
    throw refuse("invalid_space", {
      message: messages.invalid_space,
      errors: [
        { field: space_rule === "contour" ? "contour" : "axles", message: messages.space_rules[space_rule] },
      ],
    });
  }
}

/** Undefined where the library has the code already. */
export async function insertSpace(
  context: Context<never>,
  facts: NewRow<"cargo_space", CargoSpaceRow>,
): Promise<CargoSpaceView | undefined> {
  const row = await CargoSpaceRecord.insertIfAbsent(context, {
    ...facts,
    code: facts.code.trim(),
    name: facts.name.trim(),
  });
  if (row === undefined) return undefined;
  context.emit({
    subject: { type: "cargo_space", id: row.id, is_new: true },
    kind: "cargo_space.created",
    payload: { code: row.code, mode: row.mode },
  });
  return buildSpaceView(row);
}

/** Of a locked space; the event names the members of the change. */
export async function changeSpace(
  context: Context<never>,
  space: CargoSpaceRow,
  change: Changes<"cargo_space", CargoSpaceRow>,
): Promise<CargoSpaceView> {
  const row = await CargoSpaceRecord.change(context, space, {
    ...change,
    ...(change.name === undefined ? {} : { name: change.name.trim() }),
  });
  context.emit({
    subject: { type: "cargo_space", id: row.id },
    kind: "cargo_space.changed",
    payload: { members: Object.keys(change) },
  });
  return buildSpaceView(row);
}
