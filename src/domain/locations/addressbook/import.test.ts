import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { buildDraft, type Cells } from "./import.ts";
import { getImport } from "./operations/get-import.ts";
import { importAddresses } from "./operations/import-addresses.ts";
import { listEntries } from "./operations/list-entries.ts";
import { resolveAddress } from "./operations/resolve-address.ts";
import { updateEntry } from "./operations/update-entry.ts";

const service = await testService({ work: true });

describe("importing addresses", () => {
  test("a short file is imported at once, with a result per row; invalid rows change nothing", async () => {
    const business = await service.business();
    const csv =
      'Loja;Rua;Cidade;CEP;Lat;Lng\nA;Rua C 1;Goiânia;74000-001;-16,68;-49,25\nB;"Rua C, 1";goiania;74000001;;\n;;Goiânia;;;\nC;Rua C 3;Goiânia;74000-003;95;-49\n';
    const mapping = {
      label: "Loja",
      line1: "Rua",
      city: "Cidade",
      postal_code: "CEP",
      lat: "Lat",
      lng: "Lng",
    };
    const { status, body } = await business.http("employee", "POST", "/api/v1/addressbook/import", {
      csv,
      mapping,
    });
    assert.equal(status, 202);
    assert.partialDeepStrictEqual(body, { state: "COMPLETED_WITH_ERRORS", total: 4, done: 2, failed: 2 });
    assert.deepEqual(
      body.rows.map((row: { result: boolean; merged: boolean }) => [row.result, row.merged]),
      [
        [true, false],
        [true, true],
        [false, false],
        [false, false],
      ],
    );
    assert.equal(body.rows[2].errors[0].field, "line1");
    assert.equal(body.rows[3].errors[0].field, "lat");
    const { entries, total } = await business.as("employee")(listEntries, {});
    assert.equal(total, 1);
    assert.partialDeepStrictEqual(entries, [{ label: "B", place: { lat: -16.68 } }]);
    assert.deepEqual(
      (await business.as("employee")(getImport, { import_id: body.import_id })).rows,
      body.rows,
    );
  });

  test("two people of one house are two entries at one position, each with its own door code", async () => {
    const business = await service.business();
    const csv =
      'name,line1,city,access_code,lat,lng\nAna,Rua C 1,Goiânia,11,-16.68,-49.25\nRui,Rua C 1,Goiânia,22,,\nana,"RUA C, 1",Goiânia,,,\n';
    const { body } = await business.http("employee", "POST", "/api/v1/addressbook/import", { csv });
    assert.deepEqual(
      body.rows.map((row: { merged: boolean }) => row.merged),
      [false, false, true],
    );
    const { entries } = await business.as("employee")(listEntries, {});
    assert.deepEqual(entries.map(({ place, access }) => [place.name, access.code, place.lat]).sort(), [
      ["Rui", "22", -16.68],
      ["ana", "11", -16.68],
    ]);
    const [ana, rui] = [
      entries.find(({ place }) => place.name === "ana"),
      entries.find(({ place }) => place.name === "Rui"),
    ];
    const renamed = await catchRefusal(
      business.as("employee")(updateEntry, {
        entry_id: rui?.id ?? 0,
        place: { line1: "Rua C 1", city: "Goiânia", name: "Ana" },
      }),
    );
    assert.deepEqual([renamed.error_code, renamed.extra?.["entry_id"]], ["ADDRESS_EXISTS", ana?.id]);
    const { suggestions } = await business.as("employee")(resolveAddress, { q: "Rua C 1" });
    assert.deepEqual(suggestions.map(({ place }) => place.name).sort(), ["Rui", "ana"]);
  });

  test("a mapping to an unknown column, or a file without rows, changes nothing", async () => {
    const business = await service.business();
    const fault = async (input: { csv: string; mapping?: { line1?: string } }) =>
      (await catchRefusal(business.as("employee")(importAddresses, input))).errors?.[0]?.field;
    assert.equal(await fault({ csv: "line1,city\n" }), "csv");
    assert.equal(await fault({ csv: "street\nRua A 1" }), "mapping/line1");
    assert.equal(await fault({ csv: "street\nRua A 1", mapping: { line1: "Rua" } }), "mapping/line1");
    assert.equal(
      await service.system.row("select 1 from batch where business_id = $1", [business.id]),
      undefined,
    );
    const { person } = await business.customer();
    assert.equal((await catchRefusal(person.call(importAddresses, { csv: "line1\nRua A 1" }))).status, 403);
  });

  test("a long file is imported in the background, every row once, and its text is deleted", async () => {
    const business = await service.business();
    const rows = Array.from({ length: 650 }, (_, n) => (n === 600 ? "," : `Rua ${n} ${n},Goiânia`));
    const csv = `line1,city,country\n${rows.map((row) => `${row},BR`).join("\n")}`;
    const queued = await business.as("employee")(importAddresses, { csv });
    assert.partialDeepStrictEqual(queued, { state: "QUEUED", total: 650, rows: [] });
    const import_view = await until(
      "the end of the import",
      () => business.as("employee")(getImport, { import_id: queued.import_id }),
      ({ state }) => state.startsWith("COMPLETED"),
    );
    assert.partialDeepStrictEqual(import_view, { state: "COMPLETED_WITH_ERRORS", done: 649, failed: 1 });
    assert.deepEqual(
      import_view.rows.map((row) => row.row),
      rows.map((_, n) => n + 1),
    );
    assert.equal((await business.as("employee")(listEntries, {})).total, 649);
    assert.partialDeepStrictEqual(
      await service.system.row("select request from batch where public_id = $1", [queued.import_id]),
      { request: null },
    );
  });
});

/** A row, what is saved of it, and its doubts as `field code`. */
const ROWS: [Cells, object, string[]][] = [
  [
    { line1: "A", postal_code: "1067", country: "de" },
    { postal_code: "01067" },
    ["postal_code leading_zeros"],
  ],
  [{ line1: "A", postal_code: "1310100" }, { postal_code: "01310-100" }, ["postal_code leading_zeros"]],
  [
    { line1: "A", postal_code: "78701.0", country: "US" },
    { postal_code: "78701" },
    ["postal_code added_decimal"],
  ],
  [{ line1: "A", postal_code: '="02111"', country: "US" }, { postal_code: "02111" }, []],
  [{ line1: "A", phone: "5.56199E+12" }, { phone: "5.56199E+12" }, ["phone lost_digits"]],
  [{ line1: "A", phone: "61999990000.0" }, { phone: "61999990000" }, ["phone added_decimal"]],
  [{ line1: "A", phone: "abc" }, { phone: "abc" }, ["phone phone_form"]],
  [{ line1: "A", email: "ana(at)example" }, {}, ["email email_form"]],
  [{ line1: "A", name: "=cmd|' /C calc'!A0" }, {}, ["name formula"]],
  [{ line1: "#N/A" }, {}, ["line1 cell_error"]],
  [{ line1: "A", lat: "-16,68", lng: "-49.25" }, { lat: -16.68, lng: -49.25 }, []],
  [{ line1: "A", name: "Ana", phone: "+49 30 901820", email: "ana@example.com" }, { name: "Ana" }, []],
];

test("a row is read as the country of the business writes it, and doubtful cells are listed", () => {
  for (const [cells, place, expected] of ROWS) {
    const draft = buildDraft(cells, { country: "BR" });
    assert.deepEqual(draft.errors, []);
    assert.partialDeepStrictEqual(draft.place, place);
    assert.deepEqual(
      draft.doubts.map(({ field, code }) => `${field} ${code}`),
      expected,
      JSON.stringify(cells),
    );
  }
});
