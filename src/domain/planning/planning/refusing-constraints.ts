/** What refuses an order to a driver, in the words of planning. Pure. */
import type { RefusingConstraint } from "#solvers/route/alternatives.ts";

export const REFUSING_CONSTRAINTS = [
  "locked",
  "warehouse",
  "vehicle_type",
  "skills",
  "capacity",
  "max_stops",
  "window",
  "shift",
  "max_duration",
  "max_distance",
] as const;

/** The solver compares warehouses and vehicle types as skills too (`problem.ts`, `requirements.ts`). */
export function explainRefusal(
  refused_by: RefusingConstraint | null,
  missing: readonly string[],
): { refused_by: (typeof REFUSING_CONSTRAINTS)[number] | null; missing_skills: string[] } {
  if (refused_by !== "skills") return { refused_by, missing_skills: [] };
  if (missing.some((skill) => skill.startsWith("warehouse:")))
    return { refused_by: "warehouse", missing_skills: [] };
  if (missing.some((skill) => skill.startsWith("vehicle_type:")))
    return { refused_by: "vehicle_type", missing_skills: [] };
  return { refused_by, missing_skills: missing.map((skill) => skill.replace(/^skill:/, "")) };
}
