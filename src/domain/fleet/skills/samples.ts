import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createSkill } from "./operations/create-skill.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    vehicle_skill_code: string;
  }
}

const buildCode = ({ unique_word: mark }: Fixture, kind: string) =>
  `${mark.toLowerCase()}_${kind.slice(0, 1)}`;
const create = async (fixture: Fixture, kind: "driver" | "vehicle") =>
  fixture.people.client_admin.call(createSkill, {
    code: buildCode(fixture, kind),
    name: fixture.unique_word,
    kind,
  });

export const samples = defineSamples({
  shared_texts: ["skills"],
  records: {
    skill: async (fixture) => (await create(fixture, "driver")).skill_id,
    skill_code: {
      async create(fixture) {
        await fixture.id("skill");
        return buildCode(fixture, "driver");
      },
      unknown: "nobody_d",
      shared: "skills are words of the business",
    },
    vehicle_skill_code: {
      create: async (fixture) => (await create(fixture, "vehicle")).skill.code,
      unknown: "nobody_v",
    },
  },
  operations: {
    skills: { shared: "skills are words of the business" },
    skillsVehicleSet: { member_kinds: { skills: "vehicle_skill_code" } },
  },
});
