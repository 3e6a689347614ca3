/** A number of others belongs to whom its carrier gave it: which of several records is meant, and where nobody can tell. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { updateSettings } from "#domain/identity/settings/operations/update-settings.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { createProvider, type Signer } from "#tests/support/provider.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { addCarrierNumber } from "./operations/add-carrier-number.ts";
import { listNumbers } from "./operations/list-numbers.ts";
import { chooseHolders } from "./resolve.ts";

const service = await testService();

const A = "order 1";
const B = "order 2";
const ups = { code: "ups", is_carrier: true };
const broker = { code: "broker7", is_carrier: false };

/** Holders as `carrier` or `-`, oldest first; who reports; who is meant. */
const CASES: [
  what: string,
  holders: [string, string | null][],
  reporter: { code: string; is_carrier: boolean } | null,
  meant: string[],
][] = [
  ["one record, nobody named a carrier", [[A, null]], null, [A]],
  ["one record, any carrier reports", [[A, null]], ups, [A]],
  ["one record of the reporting carrier", [[A, "ups"]], ups, [A]],
  ["one record of another carrier", [[A, "dhl"]], ups, []],
  ["one record of a carrier, reported by somebody who is none", [[A, "dhl"]], broker, [A]],
  [
    "two records of two carriers, one of them reports",
    [
      [A, "ups"],
      [B, "dhl"],
    ],
    ups,
    [A],
  ],
  [
    "two records of two carriers, asked without a carrier",
    [
      [A, "ups"],
      [B, "dhl"],
    ],
    null,
    [A, B],
  ],
  [
    "two records of two carriers, reported by somebody who is none",
    [
      [A, "ups"],
      [B, "dhl"],
    ],
    broker,
    [A, B],
  ],
  [
    "two records of one carrier: it used the number again",
    [
      [A, "ups"],
      [B, "ups"],
    ],
    ups,
    [B],
  ],
  [
    "two records of one carrier, asked without a carrier",
    [
      [A, "ups"],
      [B, "ups"],
    ],
    null,
    [B],
  ],
  [
    "two records without a carrier",
    [
      [A, null],
      [B, null],
    ],
    null,
    [A, B],
  ],
  [
    "two records without a carrier, a carrier reports",
    [
      [A, null],
      [B, null],
    ],
    ups,
    [A, B],
  ],
  [
    "one of the carrier and one without",
    [
      [A, "ups"],
      [B, null],
    ],
    ups,
    [A],
  ],
  [
    "one of another carrier and one without",
    [
      [A, "dhl"],
      [B, null],
    ],
    ups,
    [B],
  ],
  [
    "one record that has it twice",
    [
      [A, null],
      [A, "ups"],
    ],
    null,
    [A],
  ],
];

describe("of several records with one number", () => {
  for (const [what, holders, reporter, expected_holders] of CASES)
    test(what, () => {
      const rows = holders.map(([record, carrier]) => {
        const [subject_type = "", id] = record.split(" ");
        return { subject_type, subject_id: Number(id), carrier };
      });
      const chosen_holders = chooseHolders(rows, reporter);
      assert.deepEqual(
        chosen_holders.map(({ subject_type, subject_id }) => `${subject_type} ${subject_id}`),
        expected_holders,
      );
    });
});

const give = (business: TestBusiness, number: string, given_number: string, carrier?: string) =>
  business.as("client_admin")(addCarrierNumber, {
    number,
    given: given_number,
    ...(carrier === undefined ? {} : { carrier }),
  });
const report = (provider: Signer, subject: unknown) =>
  provider.ingest({
    subject,
    status_code: "otep:core:delivered",
    occurred_at: service.now().toISOString(),
  });
const readStatus = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(getOrder, { order_id })).order.status;

describe("a number that two carriers gave", () => {
  test("is that of the carrier which reports, and of nobody where nothing tells whose it is", async () => {
    const business = await service.business();
    const [one, two] = [await business.order(), await business.order()];
    const given_number = `88990011${business.id}`;
    await give(business, one.tracking_number, given_number, "ups");
    await give(business, two.tracking_number, given_number, "dhl");
    const broker = await createProvider(business);
    const unclear = await report(broker, given_number);
    assert.equal(unclear.body.results[0].errors[0].code, "subject_ambiguous");
    const carrier = await createProvider(business, { code: "ups" });
    assert.equal((await report(carrier, given_number)).body.accepted, 1);
    assert.deepEqual(
      [await readStatus(business, one.id), await readStatus(business, two.id)],
      ["DELIVERED", "NEW_ORDER"],
    );
    // A carrier without a number of its own there reports nothing of others.
    const third = await createProvider(business, { code: "fedex" });
    assert.equal((await report(third, given_number)).body.results[0].errors[0].code, "subject_not_found");

    const admin = business.as("client_admin");
    assert.equal(
      (await catchRefusal(admin(listNumbers, { number: given_number }))).error_code,
      "AMBIGUOUS_NUMBER",
    );
    assert.equal((await admin(listNumbers, { number: given_number, carrier: "dhl" })).subject.id, two.id);
    await admin(updateSettings, { settings: { public_carrier_numbers: true } });
    const look = (query = "") => service.http("GET", `/api/v1/tracking/${given_number}${query}`);
    const answer = await look();
    assert.deepEqual([answer.status, answer.body.error_code], [409, "AMBIGUOUS_NUMBER"]);
    assert.deepEqual(answer.body.carriers, ["dhl", "ups"]);
    assert.equal((await look("?carrier=dhl")).body.tracking_number, two.tracking_number);
    const listed = await service.http("POST", "/api/v1/tracking/batch", {
      numbers: [given_number, one.tracking_number],
    });
    assert.deepEqual(
      listed.body.items.map(({ error_code }: { error_code: string | null }) => error_code),
      ["AMBIGUOUS_NUMBER", null],
    );
    const otep = await service.http("GET", `/api/v1/otep/trackings/${given_number}`);
    assert.equal(otep.body.error_code, "AMBIGUOUS_NUMBER");
  });
});

describe("an SSCC", () => {
  const SSCC = "340123450000000017";
  const FORMS = [
    SSCC,
    `00${SSCC}`,
    `(00)${SSCC}`,
    "urn:epc:id:sscc:4012345.3000000001",
    `https://id.gs1.org/00/${SSCC}`,
    `https://shop.example/00/${SSCC}`,
  ];
  const SUBJECTS = [
    { scheme: "sscc", id: SSCC },
    { scheme: "uri", id: "urn:epc:id:sscc:4012345.3000000001" },
    { scheme: "uri", id: `https://id.gs1.org/00/${SSCC}` },
    SSCC,
  ];

  for (const given_form of FORMS)
    test(`given as ${given_form} is found in every spelling`, async () => {
      const business = await service.business();
      const order = await business.order();
      await give(business, order.tracking_number, given_form);
      const provider = await createProvider(business);
      for (const subject of SUBJECTS) {
        const answer = await report(provider, subject);
        assert.ok(
          ["accepted", "duplicate"].includes(answer.body.results[0].status),
          JSON.stringify({ subject, answer: answer.body.results }),
        );
      }
      for (const number of FORMS)
        assert.equal((await business.as("employee")(listNumbers, { number })).subject.id, order.id, number);
    });

  test("that an order was created with is found in every spelling", async () => {
    const business = await service.business();
    const order = await business.order({ external_tracking: `(00) ${SSCC}` });
    const provider = await createProvider(business);
    const answer = await report(provider, { scheme: "sscc", id: SSCC });
    assert.equal(answer.body.accepted, 1);
    assert.equal(await readStatus(business, order.id), "DELIVERED");
  });
});

describe("the public finds a number", () => {
  test("as it is typed, scanned and printed", async () => {
    const business = await service.business();
    const { tracking_number: number } = await business.order();
    for (const typed of [
      number.toLowerCase(),
      `${number.slice(0, 2)} ${number.slice(2)}`,
      `${number.slice(0, 2)}-${number.slice(2)}`,
      `${number}\r\n`,
      `*${number}*`,
      `]C0${number}`,
      `\u200b${number}`,
      `https://depot.example/track/${number}`,
    ]) {
      const answer = await service.http("GET", `/api/v1/tracking/${encodeURIComponent(typed)}`);
      assert.equal(answer.body.tracking_number, number, JSON.stringify(typed));
    }
  });
});
