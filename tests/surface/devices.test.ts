/**
 * A device as caller: it can call nothing but what is made for devices, about itself, and nobody else can call that.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { createTestDevice } from "#tests/support/devices.ts";
import { catchRefusal } from "#tests/support/service.ts";
import { ROLES } from "#vocabulary/roles.ts";
import { surfaceService } from "./fixture.ts";
import { minimalInput } from "./inputs.ts";

const service = await surfaceService();
const operations = [...service.runtime.registry.operations.values()];
const for_devices = operations.filter(({ access }) => !access.public && access.device);

describe("a device", () => {
  test("may call nothing that is not made for devices, whatever else it is", async () => {
    const business = await service.business();
    const { actor: person } = await business.person("client_admin");
    const { id } = await createTestDevice(business);
    const actor: Actor = {
      ...ANONYMOUS,
      kind: "device",
      business_id: business.id,
      device: { id },
    };
    const wrong: string[] = [];
    for (const operation of operations) {
      if (for_devices.includes(operation)) continue;
      if (operation.access.public && operation.access.reads_token) continue;
      // It is refused before its input is looked at.
      const outcome = await service.call({ ...actor, business: person.business }, operation, {}).then(
        () => "done",
        ({ code }) => code as string,
      );
      if (outcome !== "forbidden" && !(operation.feature !== undefined && outcome === "feature_off"))
        wrong.push(`${operation.name}: ${outcome}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(for_devices.length >= 6);
  });

  test("is nobody's role: accounts, links and strangers cannot call what is made for devices", async () => {
    const business = await service.business();
    await business.contractor();
    for (const operation of for_devices) {
      const input = minimalInput(operation.input as JsonSchema);
      for (const role of ROLES.filter((one) => one === "client_admin" || one === "employee")) {
        const { actor } = await business.person(role);
        assert.equal((await catchRefusal(service.call(actor, operation, input))).code, "forbidden");
      }
      const refusal = await catchRefusal(service.call(ANONYMOUS, operation, input));
      assert.equal(refusal.code, "missing_credentials", operation.name);
      const { access } = operation;
      assert.deepEqual(!access.public && [...access.roles, ...access.scopes], [], operation.name);
    }
  });

  test("reaches nothing of another device, of its business or of another", async () => {
    const [mine, theirs] = [await service.business(), await service.business()];
    const [device, peer, strange] = [
      await createTestDevice(mine),
      await createTestDevice(mine),
      await createTestDevice(theirs),
    ];
    const others = [
      [mine.id, theirs.id],
      [peer.id, strange.id],
    ];
    const snapshot = async (table: string) =>
      service.system.rows(
        `select * from ${table} where business_id = any($1) and device_id = any($2) order by id`,
        others,
      );
    const before = [await snapshot("locker_operation"), await snapshot("locker_command")];
    const heard = async () =>
      service.system.rows(
        "select last_seen_at, status from locker_device where business_id = any($1) and id = any($2) order by id",
        others,
      );
    const heard_before = await heard();
    service.advance(1000);
    for (const other of [peer, strange]) {
      await device.push([], { device_id: other.id });
      await device.send("/heartbeat", { type: "heartbeat" }, { device_id: other.id });
      await device.send("/bye", { type: "bye", reason: "sleep" });
    }
    assert.deepEqual([await snapshot("locker_operation"), await snapshot("locker_command")], before);
    assert.deepEqual(await heard(), heard_before);
  });
});
