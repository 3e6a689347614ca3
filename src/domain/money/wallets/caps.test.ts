import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { DOMAIN_FOLDER } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { adjustWallet } from "./operations/adjust-wallet.ts";
import { payOutWallet } from "./operations/pay-out-wallet.ts";
import { settleAccount } from "./operations/settle-account.ts";
import { topUpWallet } from "./operations/top-up-wallet.ts";
import { TRANSACTION_KINDS } from "./rules.ts";

const service = await testService();

test("whatever moves money counts towards the limit of a token, by its absolute amount", async () => {
  const cash = { method: "cash" as const };
  const cases: [string, { name: string }, Record<string, unknown>, number][] = [
    ["a top-up", topUpWallet, { amount_minor: 600, ...cash }, 600],
    ["a payout", payOutWallet, { amount_minor: 600, ...cash }, 600],
    ["a payment of the settlement account", settleAccount, { amount_minor: 600, ...cash }, 600],
    ["a correction upwards", adjustWallet, { amount_minor: 600, reason: "Up." }, 600],
    ["a correction downwards", adjustWallet, { amount_minor: -600, reason: "Down." }, 600],
    ["one minor unit too much downwards", adjustWallet, { amount_minor: -1001, reason: "Down." }, 1001],
    ["one minor unit too much paid out", payOutWallet, { amount_minor: 1001, ...cash }, 1001],
    ["all of the limit", payOutWallet, { amount_minor: 1000, ...cash }, 1000],
  ];
  for (const [what, operation, input, counted] of cases) {
    const business = await service.business();
    const { id: customer_id } = await business.customer();
    const admin = await business.person("client_admin");
    await admin.call(topUpWallet, { customer_id, amount_minor: 5000, ...cash });
    const caps = { token_id: admin.actor.token_id ?? 0, orders_per_day: null, money_minor_per_day: 1000 };
    const call = () => service.call({ ...admin.actor, caps }, operation, { customer_id, ...input });
    const used = async () =>
      (
        await service.system.row<{ n: number }>(
          "select coalesce(sum(money_minor), 0) as n from token_use_day where business_id = $1",
          [business.id],
        )
      )?.n;
    if (counted <= 1000) {
      await call();
      assert.equal(Number(await used()), counted, what);
    }
    const refusal = await catchRefusal(call());
    assert.deepEqual([refusal.status, refusal.code], [429, "token_cap_reached"], what);
    assert.match(refusal.message, /^This token may move 1000 minor units of [A-Z]{3} a day/, what);
    assert.equal(Number(await used()), counted <= 1000 ? counted : 0, what);
  }
});

test("the description of the limit says that money counts whichever way it moves", () => {
  const input = service.runtime.registry.operations.get("userTokenCreate")?.input as JsonSchema;
  const { description = "" } = input.properties?.["money_minor_per_day"] ?? {};
  for (const way of [
    "whichever way",
    "taken from wallets",
    "added to them",
    "paid out",
    "refunded",
    "corrected",
  ])
    assert.ok(description.includes(way), way);
});

test("every kind of transaction counts but those that end a hold, which counted; nothing posts around them", async () => {
  const usage = service.runtime.registry.events.kinds.get("wallet.transaction_posted")?.usage;
  assert(usage !== undefined);
  const uncounted = TRANSACTION_KINDS.filter(
    (kind) => usage({ kind, amount_minor: -5, currency: "EUR" }).money?.amount_minor !== 5,
  );
  assert.deepEqual(uncounted, ["capture", "release"]);
  const writers: string[] = [];
  for (const file of await readdir(DOMAIN_FOLDER, { recursive: true })) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    if (
      /insert into ledger_(entry|transaction)\b|\bLedgerTransaction\.insert/.test(
        await readFile(path.join(DOMAIN_FOLDER, file), "utf8"),
      )
    )
      writers.push(file);
  }
  assert.deepEqual(writers.sort(), ["money/wallets/post.ts", "money/wallets/records/ledger-account.ts"]);
});
