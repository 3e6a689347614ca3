import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readOnlyDb } from "#platform/db/db.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createSkill } from "./operations/create-skill.ts";
import { deleteSkill } from "./operations/delete-skill.ts";
import { listSkills } from "./operations/list-skills.ts";
import { setDriverSkills } from "./operations/set-driver-skills.ts";
import { setVehicleSkills } from "./operations/set-vehicle-skills.ts";
import { updateSkill } from "./operations/update-skill.ts";
import { findExpiredSkills } from "./public.ts";

const service = await testService();

describe("skills", () => {
  test("are created, renamed and set; the list that is sent replaces the existing one", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(createSkill, { code: "adr", name: "Dangerous goods", kind: "driver" });
    const lift = await admin(createSkill, { code: "tail-lift", name: "Lift", kind: "vehicle" });
    assert.equal(
      (await catchRefusal(admin(createSkill, { code: "adr", name: "Again", kind: "driver" }))).error_code,
      "CODE_TAKEN",
    );
    assert.equal(
      (await admin(updateSkill, { skill_id: lift.skill_id, name: "Tail lift" }, { if_match: 1 })).version,
      2,
    );
    assert.deepEqual(
      (await business.as("employee")(listSkills, {})).skills.map((skill) => skill.name),
      ["Dangerous goods", "Tail lift"],
    );

    const driver = await business.driver();
    const skills_answer = await business.as("employee")(setDriverSkills, {
      driver_id: driver.id,
      skills: ["adr", "adr"],
    });
    assert.deepEqual(skills_answer.skills, ["adr"]);
    const vehicle = await service.system.row<{ vehicle_id: number }>(
      "select vehicle_id from driver where id = $1",
      [driver.id],
    );
    const vehicle_id = vehicle?.vehicle_id ?? 0;
    await business.as("employee")(setVehicleSkills, { vehicle_id, skills: ["tail-lift"] });
    const late = await catchRefusal(
      business.as("employee")(setDriverSkills, { driver_id: driver.id, skills: [] }, { if_match: 1 }),
    );
    assert.equal(late.error_code, "VERSION_CONFLICT");
    await business.as("employee")(setDriverSkills, { driver_id: driver.id, skills: [] });
    assert.partialDeepStrictEqual(
      await service.system.row("select skills from driver where id = $1", [driver.id]),
      { skills: [] },
    );
  });

  test("of the wrong kind, unknown or expired are refused, and nothing changes", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    await admin(createSkill, { code: "adr", name: "ADR", kind: "driver", expires_date: "2020-01-01" });
    await admin(createSkill, { code: "lift", name: "Lift", kind: "vehicle" });
    const driver = await business.driver({ skills: ["old"] });
    const refusal = await catchRefusal(
      admin(setDriverSkills, { driver_id: driver.id, skills: ["adr", "lift", "none"] }),
    );
    assert.deepEqual(refusal.errors, [
      { field: "skills/0", message: "adr expired on 2020-01-01" },
      { field: "skills/1", message: "lift is a skill of vehicles" },
      { field: "skills/2", message: "none is not a skill of this business" },
    ]);
    assert.partialDeepStrictEqual(
      await service.system.row("select skills from driver where id = $1", [driver.id]),
      { skills: ["old"] },
    );
    const db = readOnlyDb(service.runtime.pools.service, business.id);
    assert.deepEqual(await findExpiredSkills(db, business.id, "2020-01-01"), new Set());
    assert.deepEqual(await findExpiredSkills(db, business.id, "2020-01-02"), new Set(["adr"]));
  });

  test("a skill in use is not deleted, and the refusal lists its users", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const { skill_id } = await admin(createSkill, { code: "adr", name: "ADR", kind: "driver" });
    const driver = await business.driver();
    await admin(setDriverSkills, { driver_id: driver.id, skills: ["adr"] });
    const order = await business.order({ requirements: { skills: ["adr"] } });
    const refusal = await catchRefusal(admin(deleteSkill, { skill_id }));
    assert.equal(refusal.status, 409);
    assert.deepEqual(refusal.errors, [
      { field: `drivers/${driver.id}`, message: "Driver has it" },
      { field: `orders/${order.id}`, order_id: order.id, message: "requires it" },
    ]);
    await admin(setDriverSkills, { driver_id: driver.id, skills: [] });
    await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [order.id]);
    await admin(deleteSkill, { skill_id });
    assert.equal((await admin(listSkills, {})).total, 0);
    assert.deepEqual(
      (await business.readEvents("skill", skill_id)).map((event) => event.kind),
      ["skill.created", "skill.deleted"],
    );
  });

  test("a skill is not deleted while it is being set, in either order", async () => {
    const business = await service.business();
    const person = await business.person("client_admin");
    const driver = await business.driver();
    for (let round = 0; round < 5; round += 1) {
      const { skill_id } = await person.call(createSkill, { code: `s${round}`, name: "S", kind: "driver" });
      await Promise.allSettled([
        person.call(deleteSkill, { skill_id }),
        person.call(setDriverSkills, { driver_id: driver.id, skills: [`s${round}`] }),
      ]);
      const row = await service.system.row<{ skills: string[] }>("select skills from driver where id = $1", [
        driver.id,
      ]);
      const remaining_skill = await service.system.row("select 1 from skill where id = $1", [skill_id]);
      assert.equal(row?.skills.includes(`s${round}`), remaining_skill !== undefined);
    }
  });

  test("belong to one business and require the right role", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const { skill_id } = await theirs.as("client_admin")(createSkill, {
      code: "adr",
      name: "ADR",
      kind: "driver",
    });
    const driver = await theirs.driver();
    assert.equal((await catchRefusal(mine.as("client_admin")(deleteSkill, { skill_id }))).status, 404);
    assert.equal(
      (await catchRefusal(mine.as("client_admin")(setDriverSkills, { driver_id: driver.id, skills: [] })))
        .status,
      404,
    );
    assert.equal(
      (await catchRefusal(mine.as("employee")(createSkill, { code: "x", name: "X", kind: "driver" }))).status,
      403,
    );
    assert.equal(
      (await catchRefusal(driver.person.call(setDriverSkills, { driver_id: driver.id, skills: [] }))).status,
      403,
    );
  });
});
