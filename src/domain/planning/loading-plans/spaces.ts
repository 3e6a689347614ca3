/** The library of cargo spaces: reads, inserts and checks them. */
import type { Context } from "#operation/define/context.ts";
import { compile } from "#solvers/loading/model.ts";
import { InvalidLoadingProblem } from "#solvers/loading/problem.ts";
import { messages } from "./messages.ts";
import { toSolverSpace } from "./rules.ts";
import type { SpaceFacts } from "./space-shapes.ts";
import type { CargoSpaceRow } from "./tables.ts";

export const SPACE_COLUMNS = `id, code, name, mode, length_mm, width_mm, height_mm, door, contour, obstacles, payload_g,
  floor_load_kg_m2, axles, temperatures, source, status, version`;
export type CargoSpaceView = Omit<CargoSpaceRow, "business_id" | "created_at">;

export const NO_LIMITS = {
  door: null,
  contour: null,
  obstacles: [],
  payload_g: null,
  floor_load_kg_m2: null,
  axles: null,
  temperatures: ["ambient"],
} satisfies Partial<SpaceFacts>;

export const findSpace = ({ db, business_id }: Pick<Context, "db" | "business_id">, id: number, lock = "") =>
  db.row<CargoSpaceView>(
    `select ${SPACE_COLUMNS} from cargo_space where business_id = $1 and id = $2 ${lock}`,
    [business_id, id],
  );

/** Refuses a contour, door or axles that the solver cannot use. */
export function refuseSpace({ refuse }: Context<"invalid_space">, facts: SpaceFacts): void {
  try {
    compile({ spaces: [toSolverSpace({ ...facts, ref: "space", count: 1 })], items: [] });
  } catch (error) {
    if (!(error instanceof InvalidLoadingProblem)) throw error;
    const message = error.message.replace("spaces[0].", "");
    throw refuse("invalid_space", {
      message: messages.invalid_space,
      errors: [{ field: message.split(/[.: []/)[0] ?? "", message }],
    });
  }
}

export function toColumns(facts: SpaceFacts): unknown[] {
  return [
    facts.name.trim(),
    facts.mode,
    facts.length_mm,
    facts.width_mm,
    facts.height_mm,
    facts.door === null ? null : JSON.stringify(facts.door),
    facts.contour === null ? null : JSON.stringify(facts.contour),
    JSON.stringify(facts.obstacles),
    facts.payload_g,
    facts.floor_load_kg_m2,
    facts.axles === null ? null : JSON.stringify(facts.axles),
    facts.temperatures,
  ];
}

/** Undefined where the library has the code already. */
export async function insertSpace(
  { db, business_id, now, emit }: Context<never>,
  facts: SpaceFacts,
  source: string,
): Promise<CargoSpaceView | undefined> {
  const row = await db.row<CargoSpaceView>(
    `insert into cargo_space (business_id, code, source, created_at, name, mode, length_mm, width_mm, height_mm, door, contour,
       obstacles, payload_g, floor_load_kg_m2, axles, temperatures)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     on conflict (business_id, code) do nothing returning ${SPACE_COLUMNS}`,
    [business_id, facts.code.trim(), source, now, ...toColumns(facts)],
  );
  if (row !== undefined)
    emit({
      subject: { type: "cargo_space", id: row.id, is_new: true },
      kind: "cargo_space.created",
      payload: { code: row.code, mode: row.mode },
    });
  return row;
}
