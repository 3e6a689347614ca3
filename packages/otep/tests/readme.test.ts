import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { normaliseEvent } from "../src/normalise.ts";
import { redactTimeline } from "../src/redact.ts";
import { checkTransitions } from "../src/state-machine.ts";
import { mergeTimeline } from "../src/timeline.ts";
import { assertTimelineConforms } from "./support.ts";

test("the README shows the actual output of the package", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const printed = [...readme.matchAll(/```json\n(.*?)```/gs)].map((match) => JSON.parse(match[1]!));
  const now = Date.UTC(2026, 2, 2, 12);
  const posted = [
    {
      subject: "PKH0001",
      occurred_at: "2026-03-02T10:20:00+01:00",
      status_code: "otep:lastmile:delivered_in_person",
      location: { address: { lines: ["1 rue Exemple"], city: "Lyon", postal_code: "69001", country: "FR" } },
      proof: [{ type: "signature", ref: "files/7", signed_by: "A. Martin" }],
    },
    { subject: "PKH0001", occurred_at: "2026-03-02T08:00:00Z", status_code: "out_for_delivery" },
  ];
  const results = posted.map((input) =>
    normaliseEvent(input, { now, provider: "acme", source_type: "carrier" }),
  );
  const wrong = normaliseEvent(
    { subject: { id: "106141412345678907", scheme: "sscc" }, occurred_at: "2026-03-02T08:00:00" },
    { now, path: "/events/0" },
  );
  const events = results.flatMap(({ event }) => event ?? []);
  const timeline = mergeTimeline(events, { subject: events[0]!.subject });
  const public_timeline = redactTimeline(timeline);
  assertTimelineConforms(public_timeline);
  assert.deepEqual(printed, [results[1], wrong.errors, public_timeline]);
  assert.deepEqual(checkTransitions(timeline.events), { errors: [], warnings: [] });
});

const PACKAGE = path.resolve(import.meta.dirname, "..");
/** Only for development of the package, and files that npm publishes without a listing. */
const NOT_LISTED = new Set(["tests", "scripts", "package.json"]);

test("the quick start of the README runs as written", () => {
  const readme = readFileSync(path.join(PACKAGE, "README.md"), "utf8");
  const program = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]).join("\n");
  const example = `
    const judged = validate({ events: posted }, { now });
    console.log(JSON.stringify({
      accepted: events.length,
      level: judged.level,
      warnings: judged.warnings.map(({ code }) => code),
      loss,
      back: readEpcis(document).items.flatMap(({ inputs }) => inputs.map(({ status_code }) => status_code)),
    }));`;
  const printed = execFileSync(
    process.execPath,
    ["--input-type=module-typescript", "--eval", `${program}${example}`],
    { cwd: PACKAGE, encoding: "utf8" },
  );
  assert.deepEqual(JSON.parse(printed), {
    accepted: 2,
    level: 2,
    warnings: ["alias_code", "unordered_events"],
    loss: 0,
    back: ["otep:core:out_for_delivery", "otep:lastmile:delivered_in_person"],
  });
});

test("publishes every file and folder that is not only for development", () => {
  const { files } = JSON.parse(readFileSync(path.join(PACKAGE, "package.json"), "utf8"));
  const there = readdirSync(PACKAGE).filter((name) => !name.startsWith(".") && !NOT_LISTED.has(name));
  assert.deepEqual([...files].sort(), there.sort());
  for (const name of there.filter((one) => one.endsWith(".md"))) {
    const text = readFileSync(path.join(PACKAGE, name), "utf8");
    for (const [, link = ""] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
      assert.ok(files.includes(link.split("/")[0]), `${name} leads to ${link}, which is not published`);
  }
});
