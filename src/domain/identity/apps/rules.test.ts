import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { CAPABILITY_IDS, type CapabilityId } from "./capabilities.ts";
import { parseCountry } from "./country.ts";
import {
  checkSentToken,
  chooseTextColour,
  filterQuickActions,
  getWalletService,
  maskPhone,
} from "./rules.ts";
import { compareVersions, computeVersionStatus, isVersion } from "./versions.ts";

describe("versions", () => {
  test("are ordered as in the specification", () => {
    const order = [
      "0.9.9",
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
      "999999999999999.0.0",
    ];
    for (const [i, one] of order.entries())
      for (const [j, other] of order.entries())
        assert.equal(Math.sign(compareVersions(one, other)), Math.sign(i - j), `${one} ${other}`);
    assert.equal(compareVersions("1.0.0+a", "1.0.0+b"), 0);
  });

  test("are recognised", () => {
    for (const text of ["1.2.3", "0.0.0", "1.0.0-a-b", "1.0.0-0a", "1.0.0+001", "1.0.0-x.7.z.92+b"])
      assert.ok(isVersion(text), text);
    for (const text of [
      "",
      "1",
      "1.2",
      "1.2.3.4",
      "01.2.3",
      "1.2.3-",
      "1.2.3-01",
      "1.2.3+",
      "v1.2.3",
      "1.2.3 ",
      "-1.2.3",
      "9999999999999999.0.0",
    ])
      assert.ok(!isVersion(text), text);
    assert.ok(!isVersion(`1.0.0-${"a".repeat(100)}`));
  });

  test("compare as a total order", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,4}$/);
    const number = fc.nat(20).map(String);
    const version = fc
      .tuple(number, number, number, fc.array(fc.oneof(word, number), { maxLength: 3 }))
      .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre.length > 0 ? `-${pre.join(".")}` : ""}`);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        assert.equal(Math.sign(compareVersions(a, b)), -Math.sign(compareVersions(b, a)) || 0);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) assert.ok(compareVersions(a, c) <= 0);
        assert.ok(isVersion(a));
      }),
    );
  });

  test("are blocked, below the minimum, old or supported", () => {
    const policy = { min_supported: "1.0.0", recommended: "2.0.0", blocked: ["2.5.0"] };
    assert.deepEqual(
      ["0.9.0", "1.0.0-rc.1", "1.0.0", "2.0.0", "2.5.0+build", "2.5.1"].map((one) =>
        computeVersionStatus(one, policy),
      ),
      [
        "update_required",
        "update_required",
        "update_recommended",
        "supported",
        "update_required",
        "supported",
      ],
    );
    assert.equal(computeVersionStatus("0.0.1", {}), "supported");
  });
});

test("a session token sent for a refresh is good, just replaced, bad or stolen", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const sent_token = {
    assignment_id: 1,
    device_id: "d",
    device_platform: "ios",
    expires_at: at(10),
    rotated_at: null,
    token_revoked_at: null,
    session_revoked_at: null,
  };
  const asker = { assignment_id: 1, device_id: "d", device_platform: "ios", now };
  const rotated = (seconds: number) => ({ rotated_at: at(seconds), token_revoked_at: at(seconds) });
  const cases: [object, object, string][] = [
    [{}, {}, "good"],
    [{}, { device_id: "e" }, "bad"],
    [{}, { device_platform: "android" }, "bad"],
    [{}, { assignment_id: 2 }, "bad"],
    [{ expires_at: at(0) }, {}, "bad"],
    [{ token_revoked_at: at(-1) }, {}, "bad"],
    [rotated(0), {}, "again"],
    [rotated(-9), {}, "again"],
    [rotated(-10), {}, "stolen"],
    [rotated(-1), { device_id: "e" }, "stolen"],
    [rotated(-1), { assignment_id: 2 }, "stolen"],
    [{ ...rotated(-100), session_revoked_at: at(-50) }, {}, "bad"],
  ];
  for (const [token, who, verdict] of cases)
    assert.equal(
      checkSentToken({ ...sent_token, ...token }, { ...asker, ...who }),
      verdict,
      JSON.stringify([token, who]),
    );
});

test("shortcuts are in the client's order, the rest in the default order, without hidden ones and those that are off", () => {
  const on = Object.fromEntries(CAPABILITY_IDS.map((id) => [id, true])) as Record<CapabilityId, boolean>;
  const filterActions = (capabilities = on) =>
    filterQuickActions(["pay", "nonsense", "pay", "send"], ["wallet", "pay"], capabilities);
  assert.deepEqual(filterActions(), ["send", "return", "store", "lockers", "luggage", "handover"]);
  assert.deepEqual(
    filterActions({ ...on, "locker.pickup": false, "orders.return": false, "payment.pay": false }),
    ["send", "store", "luggage", "handover"],
  );
});

test("the wallet service is the ledger only if an operation provides it", () => {
  assert.deepEqual(getWalletService(new Set(["wallet.topup"])), {
    source_of_truth: "none",
    ledger_mode: "none",
  });
  const ledger = { source_of_truth: "ledger", ledger_mode: "double_entry" };
  assert.deepEqual(getWalletService(new Set(["wallet.balance"])), ledger);
});

test("text on a colour is readable", () => {
  assert.equal(chooseTextColour("#ffcc00"), "#000000");
  assert.equal(chooseTextColour("#1D4ED8"), "#ffffff");
});

test("a masked number shows its first and last digits", () => {
  assert.equal(maskPhone("+5561998765432"), "+55*********32");
});

test("countries are parsed by code and by name, in English and in the languages of the caller", () => {
  assert.deepEqual(
    [
      parseCountry("br", []),
      parseCountry(" Brazil ", []),
      parseCountry("BRASIL", ["pt-br"]),
      parseCountry("Alemanha", ["pt"]),
    ],
    ["BR", "BR", "BR", "DE"],
  );
  assert.deepEqual(
    [
      parseCountry("Atlantis", []),
      parseCountry("ZZ", []),
      parseCountry("Brasil", ["en"]),
      parseCountry("", []),
    ],
    [undefined, undefined, undefined, undefined],
  );
});
