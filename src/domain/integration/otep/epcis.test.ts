/** Ingest of EPCIS documents: GS1's own examples, documents that this service wrote, and invalid ones. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { createProvider } from "#tests/support/provider.ts";
import { testService } from "#tests/support/service.ts";
import { getClientTracking } from "./operations/get-client-tracking.ts";

const NAMESPACE = "https://terms.example/otep#";
const service = await testService({ otep_namespace: NAMESPACE });
const PATH = "/api/v1/otep/ingest/epcis";
const EXAMPLES = path.resolve(
  import.meta.dirname,
  "../../../../packages/otep/tests/standards/epcis/examples",
);

describe("ingest of EPCIS", () => {
  test("returns 200 for every example of GS1, or 422 with reasons", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const files = (await readdir(EXAMPLES)).filter(
      (name) => name.endsWith(".json") || name.endsWith(".jsonld"),
    );
    assert.ok(files.length >= 40, `${files.length} examples`);
    for (const file of files) {
      const text = await readFile(path.join(EXAMPLES, file), "utf8");
      service.advance(1000);
      const { status, body } = await carrier.post(PATH, text, { "content-type": "application/ld+json" });
      assert.ok(status === 200 || status === 422, `${file}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
      if (status === 422)
        assert.ok(body.errors.length > 0 && body.errors.every((one: { code: string }) => one.code), file);
    }
  });

  test("accepts events of known subjects, with one result for each event, and lists what it ignores", async () => {
    const business = await service.business();
    const order = await business.order();
    const [parcel] = await service.system.rows<{ id: number }>("select id from parcel where order_id = $1", [
      order.id,
    ]);
    await service.system.execute("update parcel set label_code = '106141412345678908' where id = $1", [
      parcel?.id,
    ]);
    const carrier = await createProvider(business);
    const observed = (bizStep: string, minutes: number, epcList: string[]) => ({
      type: "ObjectEvent",
      eventTime: new Date(service.now().getTime() + minutes * 60_000).toISOString(),
      eventTimeZoneOffset: "-03:00",
      epcList,
      action: "OBSERVE",
      bizStep,
      disposition: "in_transit",
      readPoint: { id: "urn:epc:id:sgln:0614141.00777.0" },
      bizTransactionList: [{ type: "po", bizTransaction: "urn:epc:id:gdti:0614141.06012.1234" }],
    });
    const document = {
      "@context": ["https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld"],
      type: "EPCISDocument",
      schemaVersion: "2.0",
      creationDate: service.now().toISOString(),
      epcisBody: {
        eventList: [
          observed("departing", 1, ["urn:epc:id:sscc:0614141.1234567890"]),
          observed("shipping", 2, [`http://localhost:8080/api/v1/otep/trackings/${order.tracking_number}`]),
          observed("shipping", 3, ["urn:epc:id:sscc:0614141.1234567891"]),
        ],
      },
    };
    const { status, body } = await carrier.post(PATH, document, { "content-type": "application/ld+json" });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.results.map((one: { index: number; status: string; status_code: string }) => [
        one.index,
        one.status,
        one.status_code,
      ]),
      [
        [0, "accepted", "otep:core:departed"],
        [1, "accepted", "otep:core:in_transit"],
        [2, "rejected", "otep:core:in_transit"],
      ],
      JSON.stringify(body.results),
    );
    assert.partialDeepStrictEqual(body.results[2].errors[0], {
      code: "subject_not_found",
      path: "/epcisBody/eventList/2/epcList",
    });
    assert.ok(Array.isArray(body.unmapped));
    assert.equal(await business.readStatus(order.id), "IN_TRANSFER");
  });

  test("refuses a base that does not match the code", async () => {
    const business = await service.business();
    const { tracking_number } = await business.order();
    const carrier = await createProvider(business);
    const document = {
      "@context": [
        "https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld",
        { otep: "https://otep.dev/ns/" },
      ],
      type: "EPCISDocument",
      schemaVersion: "2.0",
      creationDate: service.now().toISOString(),
      epcisBody: {
        eventList: [
          {
            type: "ObjectEvent",
            eventTime: service.now().toISOString(),
            eventTimeZoneOffset: "-03:00",
            epcList: [`http://localhost:8080/api/v1/otep/trackings/${tracking_number}`],
            action: "OBSERVE",
            bizStep: "arriving",
            "otep:status_code": "otep:lastmile:returned_to_depot",
            "otep:base": "returned",
          },
        ],
      },
    };
    const { status, body } = await carrier.post(PATH, document);
    assert.equal(status, 422, JSON.stringify(body));
    assert.partialDeepStrictEqual(body.results[0].errors, [
      { path: "/epcisBody/eventList/0/otep:base", code: "status_mismatch" },
    ]);
  });

  test("reads what the projection writes", async () => {
    const business = await service.business();
    const order = await business.order();
    const [carrier, partner] = [await createProvider(business), await createProvider(business)];
    await carrier.ingest({
      subject: order.tracking_number,
      occurred_at: new Date(service.now().getTime() + 60_000).toISOString(),
      status_code: "otep:carrier:arrived_hub",
    });
    const { body: document } = await business.http(
      "employee",
      "GET",
      `/api/v1/otep/trackings/${order.tracking_number}?format=epcis`,
    );
    assert.equal(document["@context"].at(-1).otep, NAMESPACE);
    const again = await carrier.post(PATH, document);
    assert.deepEqual(
      again.body.results.map((one: { status: string; errors: { code: string }[] }) => [
        one.status,
        one.errors[0]?.code,
      ]),
      [
        ["rejected", "invalid_identifier"],
        ["duplicate", undefined],
      ],
      "its own event is the one that it told; it cannot speak for us",
    );
    assert.equal((await partner.post(PATH, document)).status, 422, "nor for another");
  });

  test("uses the installation's namespace in every document with generated URIs, on every route", async () => {
    const business = await service.business();
    const { tracking_number } = await business.order();
    const documents = await Promise.all([
      ...["epcis", "onerecord", "uncefact", "sensorthings"].map(async (format) => {
        const url = `/api/v1/otep/trackings/${tracking_number}?format=${format}`;
        return (await service.http("GET", url)).body;
      }),
      (
        await service.http("POST", "/api/v1/otep/trackings/batch", {
          tracking_numbers: [tracking_number],
          format: "uncefact",
        })
      ).body.results[0].timeline,
      (await business.as("employee")(getClientTracking, { tracking_number, format: "uncefact" })).timeline,
    ]);
    for (const document of documents) {
      assert.ok(JSON.stringify(document).includes(NAMESPACE), JSON.stringify(document));
      assert.ok(!JSON.stringify(document).includes("otep.dev"), JSON.stringify(document));
    }
  });

  test("refuses XML with 415, and an invalid document with 422 and a path", async () => {
    const business = await service.business();
    const carrier = await createProvider(business);
    const xml = await carrier.post(PATH, "<epcis:EPCISDocument/>", { "content-type": "application/xml" });
    assert.deepEqual([xml.status, xml.body.error_code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
    for (const [body, where] of [
      [{}, "/type"],
      [{ type: "EPCISDocument" }, "/epcisBody"],
      [{ type: "EPCISDocument", epcisBody: { eventList: 7 } }, "/epcisBody/eventList"],
      [[], ""],
    ] as const) {
      const answer = await carrier.post(PATH, body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.equal(answer.body.errors[0].path, where);
    }
    assert.equal(
      (await carrier.post(PATH, { type: "EPCISDocument", epcisBody: { eventList: [] } })).status,
      422,
    );
  });
});
