import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { type Labels, translateReason, translateStatus } from "../src/labels/labels.ts";
import { codes, findIncidentReason } from "../src/vocabulary.ts";

const folder = path.join(import.meta.dirname, "../src/labels");
const languages = readdirSync(folder).filter((file) => file !== "labels.ts");

for (const file of languages)
  test(`${file} has a label of every core and last-mile status, and of no other code than the vocabulary's`, async () => {
    const { labels } = (await import(pathToFileURL(path.join(folder, file)).href)) as { labels: Labels };
    const listed: string[] = codes.map(({ id }) => id);
    const wanted_ids = listed.filter((id) => /^otep:(core|lastmile):/.test(id));
    assert.deepEqual(
      wanted_ids.filter((id) => !labels.statuses[id]),
      [],
    );
    assert.deepEqual(
      Object.keys(labels.statuses).filter((id) => !listed.includes(id)),
      [],
    );
    assert.deepEqual(
      Object.keys(labels.reasons).filter((reason) => findIncidentReason(reason) === undefined),
      [],
    );
  });

test("a code without a label has that of its core status, a reason its English one", () => {
  const labels: Labels = { statuses: { "otep:core:held": "Em espera" }, reasons: {} };
  assert.equal(translateStatus(labels, "otep:customs:inspection"), "Em espera");
  assert.equal(translateStatus(labels, "otep:lastmile:x-drone_lost", "held"), "Em espera");
  assert.equal(translateStatus(labels, "otep:core:delivered"), "Delivered");
  assert.equal(translateReason(labels, "recipient_absent"), "Recipient absent");
  assert.equal(languages.length, 8);
});
