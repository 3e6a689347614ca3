import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { getFeatures } from "./operations/get-features.ts";
import { getSettings } from "./operations/get-settings.ts";
import { updateFeatures } from "./operations/update-features.ts";
import { updateSettings } from "./operations/update-settings.ts";

const service = await testService();

describe("settings", () => {
  test("members that are sent change, others stay, null resets to the default", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const before = await admin(getSettings, {});
    assert.equal(before.settings.shift_start, null);
    const one = await admin(updateSettings, {
      name: "Rounds",
      time_zone: "Asia/Tokyo",
      settings: {
        shift_start: "06:30",
        driver_pay: { per_stop_minor: 350, per_km_minor: 80 },
        price_hiding_defaults: ["ltl_service"],
      },
    });
    assert.partialDeepStrictEqual(one, {
      version: before.version + 1,
      business: { name: "Rounds", time_zone: "Asia/Tokyo", currency: "BRL" },
      settings: { shift_start: "06:30", depot: before.settings.depot },
    });
    const two = await admin(updateSettings, { settings: { shift_start: null, public_proof: false } });
    assert.partialDeepStrictEqual(two.settings, {
      shift_start: null,
      public_proof: false,
      driver_pay: { per_stop_minor: 350 },
    });
    assert.deepEqual((await business.as("employee")(getSettings, {})).settings, two.settings);
    const events = await business.readEvents("business", business.id);
    assert.deepEqual(
      events.map((event) => event.payload),
      [
        { members: ["name", "time_zone", "shift_start", "driver_pay", "price_hiding_defaults"] },
        { members: ["shift_start", "public_proof"] },
      ],
    );
  });

  test("the next request of every account sees the change", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    assert.equal((await person.http("GET", "/api/v1/user/me")).body.business.time_zone, "America/Sao_Paulo");
    await business.as("client_admin")(updateSettings, { time_zone: "Europe/Lisbon" });
    assert.equal((await person.http("GET", "/api/v1/user/me")).body.business.time_zone, "Europe/Lisbon");
  });

  test("invalid input is reported by member, and changes nothing", async () => {
    const business = await service.business();
    const faults = async (input: object) => {
      const { status, body } = await business.http("client_admin", "PUT", "/api/v1/client/settings", input);
      assert.equal(status, 422);
      return body.errors.map((error: { field: string }) => error.field).sort();
    };
    assert.deepEqual(await faults({ time_zone: "Mars/Base", currency: "XXZ", locale: "not a tag" }), [
      "currency",
      "locale",
      "time_zone",
    ]);
    assert.deepEqual(await faults({ settings: { colour: "red" } }), ["settings/colour"]);
    assert.deepEqual(await faults({ settings: { shift_start: "25:00" } }), ["settings/shift_start"]);
    assert.deepEqual(await faults({ settings: { shift_start: "08:00", shift_end: "08:00" } }), [
      "settings/shift_end",
    ]);
    assert.deepEqual(await faults({ settings: { depot: { line1: "Nowhere" } } }), ["settings/depot"]);
    assert.deepEqual(await faults({ settings: { approval_separation: "sometimes" } }), [
      "settings/approval_separation",
    ]);
    assert.equal((await business.as("client_admin")(getSettings, {})).version, 1);
  });

  test("an old version is refused, and only administrators can write", async () => {
    const business = await service.business();
    await business.as("client_admin")(updateSettings, { settings: { speed_kmh: 25 } }, { if_match: 1 });
    const late = await business.http(
      "client_admin",
      "PUT",
      "/api/v1/client/settings",
      { settings: { speed_kmh: 40 } },
      { "if-match": '"1"' },
    );
    assert.equal(late.body.error_code, "VERSION_CONFLICT");
    assert.equal(
      (await catchRefusal(business.as("employee")(updateSettings, { settings: { speed_kmh: 40 } }))).status,
      403,
    );
    const { person } = await business.customer();
    assert.equal((await catchRefusal(person.call(getSettings, {}))).status, 403);
    assert.equal((await business.as("employee")(getSettings, {})).settings.speed_kmh, 25);
  });
});

describe("features", () => {
  test("each family shows its switch, the platform's gate and the effective value", async () => {
    const business = await service.business({ features: { order_chat: true } });
    const admin = business.as("client_admin");
    await service.system.execute("update business set feature_gates = $2 where id = $1", [
      business.id,
      { order_chat: false },
    ]);
    const { features } = await admin(getFeatures, {});
    assert.deepEqual(features.slice(0, 2), [
      { family: "order_chat", own: true, gate: "revoked", available: true, effective: false },
      { family: "ai_ops_agent", own: false, gate: "open", available: false, effective: false },
    ]);
    const on = await admin(updateFeatures, { instant_deliver: true }, { if_match: 1 });
    assert.equal(on.version, 2);
    assert.deepEqual(
      on.features.filter((feature) => feature.effective).map((feature) => feature.family),
      ["instant_deliver"],
    );
    assert.deepEqual((await business.http("employee", "GET", "/api/v1/user/me")).body.features, [
      "instant_deliver",
    ]);
  });

  test("what no operation belongs to is not available, and off whatever its switch says", async () => {
    const business = await service.business({
      features: { order_chat: true, sms_marketing: true, ai_ops_agent: true },
    });
    const admin = business.as("client_admin");
    const operations = [...service.runtime.registry.operations.values()];
    const { features, modules } = await admin(getFeatures, {});
    for (const { family, own: is_own, available, effective } of features) {
      assert.equal(
        available,
        operations.some(({ feature }) => feature === family),
        family,
      );
      assert.equal(effective, is_own && available, family);
    }
    for (const { module, available } of modules)
      assert.equal(
        available,
        operations.some((one) => one.module === module),
        module,
      );
    assert.deepEqual(
      features.filter(({ own: is_own, effective }) => is_own && !effective).map(({ family }) => family),
      ["ai_ops_agent", "sms_marketing"],
    );
    assert.deepEqual((await business.http("employee", "GET", "/api/v1/user/me")).body.features, [
      "order_chat",
    ]);
  });

  test("switching on a revoked family refuses the whole request; it may be switched off", async () => {
    const business = await service.business({ features: {} });
    const admin = business.as("client_admin");
    await service.system.execute("update business set feature_gates = $2 where id = $1", [
      business.id,
      { order_chat: false },
    ]);
    const refusal = await catchRefusal(admin(updateFeatures, { order_chat: true, instant_deliver: true }));
    assert.equal(refusal.status, 409);
    assert.equal(refusal.error_code, "FEATURE_REVOKED");
    assert((await admin(getFeatures, {})).features.every((feature) => !feature.own));
    await admin(updateFeatures, { order_chat: false });
    const { status } = await business.http("client_admin", "PUT", "/api/v1/client/features", {
      teleport: true,
    });
    assert.equal(status, 422);
    assert.equal(
      (await catchRefusal(business.as("employee")(updateFeatures, { instant_deliver: true }))).status,
      403,
    );
  });
});
