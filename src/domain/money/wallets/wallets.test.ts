import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Type from "typebox";
import { updateCustomer } from "#domain/identity/customers/operations/update-customer.ts";
import type { Operation } from "#operation/define/define.ts";
import { defineOperation } from "#operation/define/define.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { adjustWallet } from "./operations/adjust-wallet.ts";
import { getOwnStatement } from "./operations/get-own-statement.ts";
import { getOwnWallet } from "./operations/get-own-wallet.ts";
import { getWallet } from "./operations/get-wallet.ts";
import { getWalletStatement } from "./operations/get-wallet-statement.ts";
import { listOwnTransactions } from "./operations/list-own-transactions.ts";
import { listWalletTransactions } from "./operations/list-wallet-transactions.ts";
import { listWallets } from "./operations/list-wallets.ts";
import { payOutWallet } from "./operations/pay-out-wallet.ts";
import { settleAccount } from "./operations/settle-account.ts";
import { topUpWallet } from "./operations/top-up-wallet.ts";
import { captureHold, chargeCustomer, holdAmount, refundPurchase, releaseHold } from "./public.ts";

/** What families that sell do, as an operation. */
const sell = defineOperation({
  name: "testSell",
  summary: "Sell",
  effect: "write",
  access: { roles: ["client_admin"], scopes: ["orders:write"] },
  input: Type.Object({
    step: StringEnum(["hold", "capture", "release", "charge", "refund"]),
    customer_id: Id,
    subject_id: Id,
    amount_minor: Type.Optional(Type.Integer()),
    hold_id: Type.Optional(Id),
    family: Type.Optional(StringEnum(PRICE_FAMILIES)),
  }),
  output: Type.Object({
    id: Type.Union([Type.Integer(), Type.Null()]),
    wallet: Type.Integer(),
    settlement: Type.Integer(),
  }),
  refusals: { wallet_too_low: "unpaid" },

  async run(context, { step, customer_id, subject_id, amount_minor, hold_id = 0, family = "label_service" }) {
    const subject = { type: "label", id: subject_id };
    const purchase = {
      customer_id,
      price_family: family,
      subject,
      amount_minor: amount_minor ?? 0,
      currency: "EUR",
    };
    const none = { id: null, wallet: 0, settlement: 0 };
    if (step === "hold") return { ...none, id: await holdAmount(context, purchase) };
    if (step === "charge") return { ...none, id: await chargeCustomer(context, purchase) };
    if (step === "capture") return { ...none, id: Number(await captureHold(context, hold_id, amount_minor)) };
    if (step === "release") return { ...none, id: Number(await releaseHold(context, hold_id)) };
    return {
      ...none,
      ...(await refundPurchase(context, {
        customer_id,
        subject,
        ...(amount_minor === undefined ? {} : { amount_minor }),
      })),
    };
  },
});

const service = await testService({
  operations: [{ ...sell, family: "test", risk: "low" } as unknown as Operation],
});

async function open(business: TestBusiness, facts: Parameters<TestBusiness["customer"]>[0] = {}) {
  const { id: customer_id, person } = await business.customer(facts);
  const admin = business.as("client_admin");
  let subject = 1000;
  return {
    customer_id,
    person,
    pay: (amount_minor: number) => admin(topUpWallet, { customer_id, amount_minor, method: "cash" }),
    sell: (
      step: "hold" | "capture" | "release" | "charge" | "refund",
      input: { subject_id?: number; amount_minor?: number; hold_id?: number; family?: "local_delivery" } = {},
    ) => {
      subject += 1;
      return admin(sell, { step, customer_id, subject_id: subject, ...input });
    },
    wallet: async () => (await admin(getWallet, { customer_id })).wallet,
  };
}

const eur = { currency: "EUR" };

describe("payments that the business records", () => {
  test("add to the wallet, settle the settlement account, or are paid out; a reference counts once", async () => {
    const business = await service.business(eur);
    const { customer_id, wallet } = await open(business);
    const admin = business.as("client_admin");
    const transfer = { customer_id, amount_minor: 5000, method: "bank_transfer", reference: "TX-1" } as const;
    const first = await admin(topUpWallet, transfer);
    assert.partialDeepStrictEqual(first.wallet, {
      balance_minor: 5000,
      held_minor: 0,
      available_minor: 5000,
    });
    const again = await catchRefusal(admin(topUpWallet, transfer));
    assert.equal(again.error_code, "REFERENCE_USED");
    assert.deepEqual(again.extra, { transaction_id: first.transaction_id });
    // The same words for another way of paying are another payment.
    await admin(topUpWallet, { ...transfer, method: "cheque" });
    await admin(payOutWallet, { customer_id, amount_minor: 4000, method: "cash" });
    await admin(settleAccount, { customer_id, amount_minor: 700, method: "cash" });
    assert.partialDeepStrictEqual(await wallet(), { balance_minor: 6000, settlement_due_minor: -700 });
    const { transactions } = await admin(listWalletTransactions, { customer_id });
    assert.deepEqual(
      transactions.map(({ kind, amount_minor, balance_after_minor }) => [
        kind,
        amount_minor,
        balance_after_minor,
      ]),
      [
        ["payout", -4000, 6000],
        ["topup", 5000, 10_000],
        ["topup", 5000, 5000],
      ],
    );
    assert.deepEqual(
      (await business.readEvents("wallet", customer_id)).map(({ kind }) => kind),
      Array(4).fill("wallet.transaction_posted"),
    );
  });

  test("no more is paid out than the balance, and no correction goes below the credit limit", async () => {
    const business = await service.business(eur);
    const { customer_id, pay, wallet } = await open(business);
    const admin = business.as("client_admin");
    await admin(updateCustomer, { customer_id, credit_limit_minor: 300 });
    await pay(1000);
    assert.equal(
      (await catchRefusal(admin(payOutWallet, { customer_id, amount_minor: 1001, method: "cash" })))
        .error_code,
      "WALLET_TOO_LOW",
    );
    const tooFar = await catchRefusal(
      admin(adjustWallet, { customer_id, amount_minor: -1301, reason: "Lost key" }),
    );
    assert.equal(tooFar.error_code, "BELOW_CREDIT_LIMIT");
    assert.deepEqual(tooFar.extra, { available_minor: 1300, currency: "EUR" });
    assert.equal(
      (await catchRefusal(admin(adjustWallet, { customer_id, amount_minor: 0, reason: "Nothing" }))).kind,
      "invalid",
    );
    await admin(adjustWallet, { customer_id, amount_minor: -1300, reason: "Lost key" });
    assert.partialDeepStrictEqual(await wallet(), { balance_minor: -300, available_minor: 0 });
    // The limit is lowered below what is used: the balance may rise, not fall.
    await admin(updateCustomer, { customer_id, credit_limit_minor: 0 });
    await pay(100);
    assert.equal((await wallet()).balance_minor, -200);
    assert.equal(
      (await admin(listWallets, { due: true })).wallets.find((one) => one.customer_id === customer_id)
        ?.balance_minor,
      -200,
    );
  });
});

describe("purchases", () => {
  test("money is held, then captured in part, and the rest returns; a repetition books nothing", async () => {
    const business = await service.business(eur);
    const { pay, sell, wallet } = await open(business);
    await pay(1000);
    const { id: hold_id } = await sell("hold", { amount_minor: 800 });
    assert.partialDeepStrictEqual(await wallet(), {
      balance_minor: 200,
      held_minor: 800,
      available_minor: 200,
    });
    const refused = await catchRefusal(sell("hold", { amount_minor: 201 }));
    assert.deepEqual([refused.error_code, refused.status], ["WALLET_TOO_LOW", 402]);
    assert.deepEqual(refused.extra, { required_minor: 201, available_minor: 200, currency: "EUR" });
    assert.equal((await sell("capture", { hold_id: hold_id ?? 0, amount_minor: 500 })).id, 1);
    assert.partialDeepStrictEqual(await wallet(), { balance_minor: 500, held_minor: 0 });
    assert.equal((await sell("capture", { hold_id: hold_id ?? 0 })).id, 0);
    assert.equal((await sell("release", { hold_id: hold_id ?? 0 })).id, 0);
    assert.partialDeepStrictEqual(await wallet(), { balance_minor: 500, held_minor: 0 });
  });

  test("of parallel charges only as many succeed as the wallet pays for", async () => {
    const business = await service.business(eur);
    const { pay, sell, wallet } = await open(business);
    await pay(1000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 15 }, (_, index) => sell("charge", { amount_minor: 100, subject_id: index + 1 })),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
    assert.equal((await wallet()).balance_minor, 0);
  });

  test("prices of a hidden family are charged to the settlement account, and refunds return to what paid", async () => {
    const business = await service.business(eur);
    const { customer_id, person, pay, sell, wallet } = await open(business);
    await pay(1000);
    await sell("charge", { amount_minor: 400, subject_id: 7 });
    await business.as("client_admin")(updateCustomer, {
      customer_id,
      hidden_price_families: ["label_service"],
    });
    // Hidden now: what the wallet paid before has no amount for the customer.
    const before = await person.call(listOwnTransactions, {});
    assert.deepEqual(
      before.transactions.map(({ kind, amount_minor, price_hidden }) => [kind, amount_minor, price_hidden]),
      [
        ["charge", undefined, true],
        ["topup", 1000, undefined],
      ],
    );
    await sell("charge", { amount_minor: 5000, subject_id: 8 });
    const { id: hold_id } = await sell("hold", { amount_minor: 90, subject_id: 9 });
    await sell("capture", { hold_id: hold_id ?? 0 });
    assert.partialDeepStrictEqual(await wallet(), {
      balance_minor: 600,
      held_minor: 0,
      settlement_due_minor: 5090,
    });
    assert.equal((await person.call(getOwnWallet, {})).balance_minor, 600);
    assert.equal((await person.call(listOwnTransactions, {})).transactions.length, 2);
    assert.deepEqual(await sell("refund", { subject_id: 8, amount_minor: 2000 }), {
      id: null,
      wallet: 0,
      settlement: 2000,
    });
    assert.deepEqual(await sell("refund", { subject_id: 8 }), { id: null, wallet: 0, settlement: 3000 });
    assert.deepEqual(await sell("refund", { subject_id: 8 }), { id: null, wallet: 0, settlement: 0 });
    assert.deepEqual(await sell("refund", { subject_id: 7, amount_minor: 9999 }), {
      id: null,
      wallet: 400,
      settlement: 0,
    });
    assert.partialDeepStrictEqual(await wallet(), { balance_minor: 1000, settlement_due_minor: 90 });
  });

  test("parallel refunds of one purchase return it once", async () => {
    const business = await service.business(eur);
    const { pay, sell, wallet } = await open(business);
    await pay(1000);
    await sell("charge", { amount_minor: 600, subject_id: 5 });
    const returned = await Promise.all(Array.from({ length: 5 }, () => sell("refund", { subject_id: 5 })));
    assert.equal(
      returned.reduce((sum, one) => sum + one.wallet, 0),
      600,
    );
    assert.equal((await wallet()).balance_minor, 1000);
  });
});

describe("the ledger", () => {
  test("after any interleaving the entries add up to zero, and to balance plus held", async () => {
    const business = await service.business(eur);
    const { customer_id, pay, sell, wallet } = await open(business);
    await pay(3000);
    const holds = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        sell("hold", { amount_minor: 100 * (index + 1), subject_id: index + 1 }),
      ),
    );
    const [first, second, third, fourth] = holds.map(({ id }) => id ?? 0) as [number, number, number, number];
    await Promise.allSettled([
      sell("capture", { hold_id: first }),
      sell("release", { hold_id: first }),
      sell("release", { hold_id: second }),
      sell("capture", { hold_id: third, amount_minor: 50 }),
      sell("capture", { hold_id: third }),
      sell("release", { hold_id: fourth }),
      sell("charge", { amount_minor: 5000 }),
      sell("charge", { amount_minor: 700, subject_id: 77 }),
      sell("refund", { subject_id: 77, amount_minor: 100 }),
      pay(250),
    ]);
    const { balance_minor, held_minor } = await wallet();
    const [sums] = await service.system.rows<{ everything: number; customer: number; unbalanced: number }>(
      `select sum(e.amount_minor)::bigint as everything,
              sum(e.amount_minor) filter (where a.customer_id = $2)::bigint as customer,
              (select count(*) from (select 1 from ledger_entry where business_id = $1 group by transaction_id
                 having sum(amount_minor) <> 0) x) as unbalanced
         from ledger_entry e join ledger_account a on a.id = e.account_id where e.business_id = $1`,
      [business.id, customer_id],
    );
    assert.deepEqual(sums, { everything: 0, customer: balance_minor + held_minor, unbalanced: 0 });
    const [open_holds] = await service.system.rows<{ held: number }>(
      "select coalesce(sum(amount_minor), 0)::bigint as held from ledger_hold where business_id = $1 and state = 'held'",
      [business.id],
    );
    assert.equal(open_holds?.held, held_minor);
  });

  test("the database refuses to change what was booked, and entries that do not add up", async () => {
    const business = await service.business(eur);
    const { pay } = await open(business);
    const { transaction_id } = await pay(1000);
    for (const statement of [
      "update ledger_entry set amount_minor = 1 where transaction_id = $1",
      "delete from ledger_entry where transaction_id = $1",
      "update ledger_transaction set amount_minor = 1 where id = $1",
    ])
      await assert.rejects(service.system.execute(statement, [transaction_id]), /permission denied/);
    await assert.rejects(
      service.system.execute(
        `insert into ledger_entry (business_id, transaction_id, account_id, amount_minor)
         select business_id, transaction_id, account_id, 1 from ledger_entry where transaction_id = $1 limit 1`,
        [transaction_id],
      ),
      /do not add up to zero/,
    );
  });
});

describe("statements", () => {
  test("a month in the business's time zone, issued again only when it changed", async () => {
    const business = await service.business({ ...eur, time_zone: "Asia/Tokyo" });
    const { customer_id, person, pay, sell } = await open(business, { name: "Clara Dias" });
    // 00:30 on 1 March in Tokyo is still February in UTC.
    service.setNow("2027-02-28T14:00:00Z");
    await pay(1000);
    service.setNow("2027-02-28T15:30:00Z");
    await sell("charge", { amount_minor: 400, subject_id: 21 });
    service.setNow("2027-03-20T10:00:00Z");
    const admin = business.as("client_admin");
    const march = await admin(getWalletStatement, { customer_id, month: "2027-03" });
    assert.equal(march.transactions, 1);
    const [page] = await readPdf(Buffer.from(march.content_base64, "base64"));
    const text = page?.text ?? "";
    for (const part of [
      "Wallet statement",
      "Clara Dias",
      "2027-03-01",
      "Charged · Shipping label 21",
      "EUR 10.00",
      "EUR 6.00",
    ])
      assert.ok(text.replaceAll("\u00a0", " ").includes(part), part);
    assert.equal((await admin(getWalletStatement, { customer_id, month: "2027-02" })).transactions, 1);
    assert.equal((await admin(getWalletStatement, { customer_id, month: "2027-03" })).document_version, 1);
    await pay(1);
    assert.equal((await admin(getWalletStatement, { customer_id, month: "2027-03" })).document_version, 2);
    assert.equal(
      (await catchRefusal(admin(getWalletStatement, { customer_id, month: "2027-04" }))).error_code,
      "MONTH_NOT_BEGUN",
    );
    assert.equal((await person.call(getOwnStatement, { month: "2027-03" })).transactions, 2);
  });
});
