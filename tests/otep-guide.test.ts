/**
 * The examples of docs/guides/otep.md match the output of the protocol. Its tables are generated; see
 * scripts/otep-guide.ts.
 */
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { toNumericId } from "#otep/commerce/journey.ts";
import { normaliseEvent } from "#otep/normalise.ts";
import { isUri } from "#otep/projections/parts/uri.ts";
import { formats } from "#otep/projections.ts";
import { redactTimeline } from "#otep/redact.ts";
import { mergeTimeline } from "#otep/timeline.ts";
import { validate } from "#otep/validate.ts";

const guide = await readFile(path.resolve(import.meta.dirname, "../docs/guides/otep.md"), "utf8");
const now = Date.UTC(2026, 2, 3);
const example = (name: string) =>
  JSON.parse(new RegExp(`<!-- example: ${name} -->\n\`\`\`json\n([\\s\\S]*?)\`\`\``).exec(guide)![1]!);

test("the worked example of a merge is the result of the merge, in any order of arrival", () => {
  const stored_events = (example("events") as object[]).map((input) => normaliseEvent(input, { now }).event!);
  for (const events of [stored_events, stored_events.toReversed()]) {
    const timeline = mergeTimeline(events, { subject: stored_events[0]!.subject });
    const { status, delivered, event_count } = timeline;
    const voided = Object.fromEntries(
      timeline.events.flatMap(({ event_id, voided_by }) => (voided_by ? [[event_id, voided_by]] : [])),
    );
    assert.deepEqual({ status, delivered, event_count, voided }, example("timeline"));
  }
});

test("the first event of the guide conforms, and its finding is one that the validator reports", () => {
  const event = JSON.parse(/```json\n(\{[\s\S]*?)```/.exec(guide)![1]!);
  assert.equal(validate(event, { now }).level, 2);
  const { errors } = validate({ events: [{ ...event, occurred_at: "2026-03-02T10:20:00" }] }, { now });
  const guide_examples = [...guide.matchAll(/```json\n(\{ "path"[\s\S]*?)```/g)].map(([, text]) =>
    JSON.parse(text!),
  );
  assert.deepEqual(errors, guide_examples);
});

test("the program of the guide creates signatures that the service accepts", async () => {
  const program = /```js\n([\s\S]*?)```/.exec(guide)![1]!;
  const { signed } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  const headers = signed("pk_1", "secret", "POST", "/api/v1/otep/ingest?x=1", '{"a":1}');
  const digest = createHash("sha256").update('{"a":1}').digest("hex");
  const text = `v1\n${headers["OTEP-Timestamp"]}\nPOST\n/api/v1/otep/ingest?x=1\n${digest}`;
  const signature = createHmac("sha256", "secret").update(text).digest("hex");
  assert.equal(headers["OTEP-Signature"], `v1=${signature}`);
});

/** The rows of a table of the guide, each a list of its cells. */
const readTableRows = (name: string) =>
  new RegExp(`<!-- checked: ${name} -->\n\\|.*\n\\|[-|]*\n([\\s\\S]*?)<!-- end -->`)
    .exec(guide)![1]!
    .trim()
    .split("\n")
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

/** An event with every object of the envelope, so that each member can be made invalid. */
const wide = () => ({
  subject: { id: "PKH0001", scheme: "tracking_number" },
  event_id: "a-1",
  occurred_at: "2026-03-02T08:00:00Z",
  status_code: "otep:core:in_transit",
  location: { name: "Hub", address: { city: "Lyon" }, geo: { lat: 45.76, lon: 4.84 } },
  source: { provider: "acme" },
  actor: { type: "driver" },
  proof: [{ type: "photo" }],
  sensor: { property: "temperature" },
  quantity: { pieces: 1, of: 2 },
});

function wrongValue(cell: string): unknown {
  const [entries, characters] = [/^(\d+) entries$/.exec(cell), /^(\d+) characters$/.exec(cell)];
  if (cell === "absent") return undefined;
  if (cell === "its own `event_id`") return "a-1";
  if (cell === "text with NUL or a lone surrogate") return "a\ud800";
  if (cell === "text with U+0007 or U+202E") return "a\u0007\u202eb";
  if (cell === "more than 4 KiB") return { "x-long": "a".repeat(4096) };
  if (entries !== null) return Array(Number(entries[1])).fill({ type: "photo", id: "PKH0001" });
  if (characters !== null) return "a".repeat(Number(characters[1]));
  return JSON.parse(codesIn(cell)[0]!);
}

test("each invalid value of the guide's table gives the error listed beside it", () => {
  const rows = readTableRows("errors");
  assert.ok(rows.length > 50);
  assert.deepEqual(validate(wide(), { now }).errors, []);
  for (const [member = "", value = "", code = ""] of rows) {
    const event = wide();
    const steps = codesIn(member)[0]!.split("/");
    // biome-ignore lint/suspicious/noExplicitAny: any member of an event is made invalid.
    let parent: any = event;
    for (const step of steps.slice(0, -1)) parent = parent[step];
    parent[steps.at(-1)!] = wrongValue(value);
    const errors = validate(JSON.parse(JSON.stringify(event)), { now }).errors;
    assert.deepEqual(
      errors.map((finding) => [finding.path, finding.code]),
      [[`/${steps.join("/")}`, codesIn(code)[0]]],
      `${member} ${value}`,
    );
  }
});

test("each scheme of the guide has the form that stands beside it", () => {
  const gs1 = "0".repeat(30);
  const forms: Record<string, [taken: string[], refused: string[]]> = {
    tracking_number: [
      ["PK_1", "a".repeat(64)],
      ["PK1", "a".repeat(65), "PK 1"],
    ],
    order_id: [
      ["a", "ü".repeat(128)],
      ["a".repeat(129), "a\u0007"],
    ],
    package_id: [["🎁 %/"], ["a\u0085"]],
    rental_id: [["7"], ["a".repeat(129)]],
    sscc: [["106141412345678908"], ["106141412345678907", "06141412345678908"]],
    grai: [
      ["00614141234561", "00614141234561ABC"],
      ["10614141234561", "00614141234562", "00614141234561ü"],
    ],
    giai: [
      ["4000001A/(7)", gs1],
      [`${gs1}0`, "4000001A 7"],
    ],
    uld: [
      ["AKE12345LH", "AK11234LHX"],
      ["ake12345lh", "AKE123LH"],
    ],
    container: [["CSQU3054383"], ["CSQU3054384", "CSQA3054383"]],
    uri: [
      ["urn:a", `urn:${"a".repeat(508)}`],
      ["urn:", "urn:a b"],
    ],
  };
  const schemes = readTableRows("schemes").flatMap(([cell = ""]) => codesIn(cell));
  assert.deepEqual(schemes.toSorted(), Object.keys(forms).toSorted());
  for (const [scheme, [accepted_ids, refused]] of Object.entries(forms)) {
    const getCodes = (id: string) =>
      validate({ ...wide(), subject: { id, scheme } }, { now }).errors.map(({ code }) => code);
    for (const id of accepted_ids) assert.deepEqual(getCodes(id), [], `${scheme} ${id}`);
    for (const id of refused) assert.deepEqual(getCodes(id), ["invalid_identifier"], `${scheme} ${id}`);
  }
});

test("members that the guide lists as ignored give no warning, and any other unknown member does", () => {
  const warned = (more: object) => validate({ ...wide(), ...more }, { now }).warnings.map(({ code }) => code);
  const listed = codesIn(/Read over without a word are ([\s\S]*?), the `url`/.exec(guide)![1]!);
  assert.equal(listed.length, 6);
  for (const name of listed) assert.deepEqual(warned({ [name]: "1" }), [], name);
  assert.deepEqual(warned({ proof: [{ type: "photo", url: "https://a.example" }] }), []);
  assert.deepEqual(warned({ subject: { id: "PKH0001", parent: { id: "PKH0002", type: "order" } } }), []);
  assert.deepEqual(warned({ sequences: 1 }), ["unknown_member"]);
});

test("the time formats of the guide are those that are accepted", () => {
  const isAccepted = (occurred_at: string) =>
    validate({ ...wide(), occurred_at }, { now }).errors.length === 0;
  for (const time of [
    "2026-03-02T08:00:00Z",
    "2026-03-02t08:00:00.123456789z",
    "2026-03-02 08:00:00+23:59",
    "2026-03-02T08:00:00-00:00",
    "2025-01-01T00:59:60+01:00",
  ])
    assert.ok(isAccepted(time), time);
  for (const time of [
    "2026-03-02",
    "2026-03-02T24:00:00Z",
    "2026-03-02T08:00Z",
    "2026-03-02T08:00:00,5Z",
    "2026-03-02T08:00:00+0100",
    "2026-03-02T08:00:60Z",
    `2026-03-02T08:00:00.${"1".repeat(20)}Z`,
  ])
    assert.ok(!isAccepted(time), time);
});

test("after a terminal status only the events that the guide lists are no error", () => {
  const after = (status_code: string, more: object = {}) => {
    const later = { ...wide(), event_id: "a-2", occurred_at: "2026-03-02T09:00:00Z", status_code, ...more };
    const ended = { ...wide(), status_code: "otep:core:delivered" };
    return validate({ events: [ended, later] }, { now }).errors.map(({ code }) => code);
  };
  for (const base of ["held", "delayed", "exception", "note", "delivered"])
    assert.deepEqual(after(`otep:core:${base}`), [], base);
  assert.deepEqual(after("otep:core:returned", { after_terminal: true }), []);
  for (const base of ["returned", "in_transit", "created"])
    assert.deepEqual(after(`otep:core:${base}`), ["transition_after_terminal"], base);
});

test("gives warnings about times and order only where the guide says so", () => {
  const codes = (...events: object[]) =>
    validate({ events }, { now })
      .warnings.map(({ path, code }) => `${path} ${code}`)
      .filter((text) => /unordered|recorded_before|missing_recommended/.test(text));
  const early = "2026-03-02T07:00:00Z";
  const plan = {
    ...wide(),
    event_id: "p",
    occurred_at: early,
    time_type: "planned",
    status_code: "otep:core:held",
  };
  assert.deepEqual(codes(wide(), plan), ["/events/1/occurred_at unordered_events"]);
  assert.deepEqual(codes({ ...wide(), recorded_at: early }), [
    "/events/0/recorded_at recorded_before_occurred",
  ]);
  assert.deepEqual(codes({ ...wide(), source: { recorded_at: early } }), []);
  assert.deepEqual(codes({ ...plan, recorded_at: "2026-03-02T06:00:00Z" }), []);
  assert.deepEqual(codes({ ...wide(), status_code: "otep:carrier:notice_left" }), [
    "/events/0/incident_reason missing_recommended",
  ]);
  const { warnings } = validate({ type: "otep.timeline", subject: "PKH0001", events: [] }, { now });
  const stated = codesIn(/of a timeline: it does not state its ([\s\S]*?), or the `since`/.exec(guide)![1]!);
  assert.deepEqual(warnings.map(({ path }) => path.slice(1)).sort(), stated.sort());
});

test("the public view shows and hides each member as the guide's table says", () => {
  const place = {
    ...{ id: "h7", name: "Hub 7", kind: "hub", gln: "0614141000005", unlocode: "FRLYS", iata: "LYS" },
    address: { lines: ["1 rue A"], city: "Lyon", region: "ARA", postal_code: "69001", country: "FR" },
    geo: { lat: 45.764043, lon: 4.835659, accuracy_m: 3 },
    time_zone: "Europe/Paris",
  };
  const input = {
    subject: { id: "PKH0001", parent: { id: "7", scheme: "order_id" }, related: [{ id: "PKH0002" }] },
    event_id: "a-1",
    occurred_at: "2026-03-02T13:30:00+05:30",
    status_code: "otep:core:exception",
    incident_reason: "weather",
    location: place,
    source: {
      ...{ type: "carrier", provider: "acme", system: "s", raw_code: "c", raw_text: "t" },
      ...{ synthesized: true, recorded_at: "2026-03-02T08:00:00Z" },
    },
    actor: { type: "driver", id: "d", name: "n" },
    proof: [
      {
        ...{ type: "photo", ref: "file/7", sha256: "a".repeat(64), signed_by: "n", relation: "self" },
        captured_at: "2026-03-02T08:00:00Z",
      },
    ],
    sensor: {
      ...{ device_id: "p", property: "temperature", value: 4, unit: "Cel", min: 1, max: 9 },
      phenomenon_time: "2026-03-02T08:00:00Z",
    },
    quantity: { pieces: 1, of: 2, weight_kg: 3 },
    description: "Rain.",
    corrects: "a-0",
    extensions: { "x-a": 1 },
  };
  const { event, errors } = normaliseEvent(input, { now });
  assert.deepEqual(errors, []);
  const [full] = mergeTimeline([event!], { subject: event!.subject }).events;
  const marks = { voided_by: "a-3", corroborates: "a-4", after_terminal: true as const };
  const timeline = {
    ...mergeTimeline([event!], { subject: event!.subject }),
    events: [{ ...full!, ...marks }],
  };
  // biome-ignore lint/suspicious/noExplicitAny: any member is looked up by its path.
  const at = (value: any, path: string): any =>
    path.split(".").reduce((inner, step) => (Array.isArray(inner) ? inner[0] : inner)?.[step], value);
  const public_event = redactTimeline(timeline).events[0];
  const described = new Set<string>();
  for (const [members = "", fate = ""] of readTableRows("public view")) {
    for (const member of codesIn(members)) {
      described.add(member);
      const full_member = at(timeline.events[0], member);
      assert.notEqual(full_member, undefined, member);
      const expected = fate.startsWith("kept")
        ? full_member
        : fate.startsWith("rounded")
          ? Math.round(full_member * 100) / 100
          : undefined;
      assert.deepEqual(at(public_event, member), expected, member);
    }
  }
  // Every member of the event has a row; members of objects have rows of their own.
  const parted = new Set(["subject", "location", "source", "actor", "proof", "sensor"]);
  const paths = (value: object, above: string): string[] =>
    Object.entries(value).flatMap(([name, inner]) => {
      const path = above + name;
      if (!parted.has(path) && !["location.address", "location.geo"].includes(path)) return [path];
      return paths(Array.isArray(inner) ? inner[0] : inner, `${path}.`);
    });
  assert.deepEqual([...described].sort(), paths(timeline.events[0]!, "").sort());
});

const page = await readFile(path.resolve(import.meta.dirname, "../docs/guides/otep-formats.md"), "utf8");
const sections = new Map(
  page.split(/^## /m).map((part) => [part.slice(0, part.indexOf("\n")), part] as const),
);

test("the page of the formats has a section for each format", () => {
  assert.deepEqual(
    formats.filter((format) => !sections.has(format)),
    [],
  );
});

test("the program of the page numbers identifiers as the formats do", async () => {
  const program = /```js\n([\s\S]*?)```/.exec(page)![1]!;
  const printed = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  for (const id of ["PKH0001", "42", "042", "123456789012345", "1234567890123456", "acme/é🎁", ""])
    assert.equal(printed.numberOf(id), toNumericId(id), id);
});

test("the page's pattern of a URI is the one that the formats use", () => {
  const [, written = "", letters = ""] = /```text\n([\s\S]*?)where C is (.*)\n/.exec(page)!;
  const [encoded, others] = letters.split(" or one of ");
  const character = `(?:${encoded}|[${others}])`;
  const pattern = new RegExp(
    written.replaceAll(/\s/g, "").replaceAll(/(?<![A-Za-z])C(?![A-Za-z])/g, character),
  );
  for (const text of [
    ...["https://a.example/b?c=d#e", "urn:example:a", "https://a.example:8080", "a:b", "mailto:a@b.c"],
    ...[
      "x:",
      "urn:a b",
      "https://[::1]/",
      "https://user@a.example",
      "a:%zz",
      "https://a.example/ä",
      "1:a",
      "a:/b",
    ],
  ])
    assert.equal(pattern.test(text), isUri(text), text);
});

interface Documents {
  vectors: { expected: { document: never } }[];
}
const readDocuments = async (format: string) =>
  JSON.parse(
    await readFile(
      path.resolve(import.meta.dirname, `../packages/otep/vectors/formats/${format}.json`),
      "utf8",
    ),
  ) as Documents;

/** Is each list a subsequence of the whole list? */
function assertInOrder(lists: Iterable<readonly string[]>, ordered_members: readonly string[]): void {
  const seen_members = new Set<string>();
  for (const list of lists) {
    assert.deepEqual(
      list,
      ordered_members.filter((name) => list.includes(name)),
    );
    for (const name of list) seen_members.add(name);
  }
  assert.deepEqual(
    ordered_members.filter((name) => !seen_members.has(name)),
    [],
    "some vector has it",
  );
}

test("the page names every member of an EPCIS event and every attribute of a span, in their order", async () => {
  const rows = [...sections.get("epcis")!.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell]) => codesIn(cell!));
  const events = (await readDocuments("epcis")).vectors.flatMap(
    ({ expected: { document } }) =>
      (document as { epcisBody: { eventList: Record<string, unknown>[] } }).epcisBody.eventList,
  );
  assertInOrder(
    events.map((event) => Object.keys(event).filter((name) => name !== "type")),
    rows,
  );
  const [, listed = ""] = /Attributes of spans and span events, [^:]*:([\s\S]*?)\. Texts are/.exec(
    sections.get("otlp")!,
  )!;
  const attributes = codesIn(listed).filter((name) => /^(otep|geo)\./.test(name));
  const lists: string[][] = [];
  for (const { expected } of (await readDocuments("otlp")).vectors) {
    JSON.stringify(expected.document, (_, value) => {
      if (value?.timeUnixNano !== undefined || value?.parentSpanId !== undefined)
        lists.push(value.attributes.map(({ key }: { key: string }) => key));
      return value;
    });
  }
  assertInOrder(lists, attributes);
});
