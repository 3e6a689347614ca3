/** Decisions of planning, as tables of cases. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { ObjectiveTerms } from "#solvers/route/problem.ts";
import { chooseComparedPlan } from "./compare-balance.ts";
import { findRequirementsReason, listOfferedSkills, listRequiredSkills } from "./requirements.ts";

describe("what a balanced plan is compared with", () => {
  const plan = (name: string, required_unassigned_weight: number, vehicles: number, base: number) => {
    const objective = { required_unassigned_weight, vehicles, base, prizes_lost: 0 } as ObjectiveTerms;
    return { name, objective };
  };
  const balanced = plan("balanced", 1, 3, 1000);
  const cases: [unbalanced: ReturnType<typeof plan>, fewest_first: boolean, compared: string][] = [
    [plan("shorter", 1, 3, 900), true, "shorter"],
    [plan("longer", 1, 3, 1100), true, "balanced"],
    [plan("equal", 1, 3, 1000), true, "balanced"],
    [plan("one vehicle more", 1, 4, 900), true, "balanced"],
    [plan("one vehicle more", 1, 4, 900), false, "one vehicle more"],
    [plan("one vehicle less", 1, 2, 1100), true, "one vehicle less"],
    [plan("leaves nothing out", 0, 4, 1500), true, "leaves nothing out"],
    [plan("leaves more out", 2, 2, 500), true, "balanced"],
  ];
  for (const [unbalanced, fewest_first, name] of cases)
    test(`${unbalanced.name}${fewest_first ? ", fewest vehicles first" : ""}`, () => {
      assert.equal(chooseComparedPlan(unbalanced, balanced, fewest_first).name, name);
    });
});

describe("what an order requires of driver and vehicle", () => {
  const van = { skills: ["adr"], vehicle_skills: ["cooled"], vehicle_type: "Van" };
  const on_foot = { skills: ["adr"], vehicle_skills: [], vehicle_type: null };
  const none: ReadonlySet<string> = new Set();
  const meets = (
    requirements: Parameters<typeof listRequiredSkills>[0],
    driver: typeof van | typeof on_foot,
  ) => listRequiredSkills(requirements).every((one) => listOfferedSkills(driver, none).includes(one));

  test("skills and vehicle type are distinguished, and a blank type requires nothing", () => {
    assert.equal(meets({ skills: ["adr", "cooled"], vehicle_type: "van " }, van), true);
    assert.equal(meets({ skills: ["van"] }, van), false);
    assert.equal(meets({ skills: ["vehicle_type:van"] }, van), false);
    assert.equal(meets({ vehicle_type: " " }, on_foot), true);
    assert.equal(meets({ vehicle_type: "van" }, on_foot), false);
  });

  const expired = new Set(["adr"]);
  const cases: [requirements: Parameters<typeof listRequiredSkills>[0], reason: string][] = [
    [{ vehicle_type: "truck" }, "no_vehicle_of_type"],
    [{ vehicle_type: "truck", skills: ["adr"] }, "no_vehicle_of_type"],
    [{ skills: ["adr"] }, "skill_expired"],
    [{ skills: ["adr", "cooled"], vehicle_type: "VAN" }, "skill_expired"],
    [{ skills: ["adr", "crane"] }, "no_vehicle_has_skills"],
    [{ skills: ["crane"] }, "no_vehicle_has_skills"],
  ];
  for (const [requirements, reason] of cases)
    test(`${JSON.stringify(requirements)} is ${reason}`, () => {
      assert.equal(findRequirementsReason(requirements, [van, on_foot], expired), reason);
    });
});
