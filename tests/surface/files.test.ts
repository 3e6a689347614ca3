/**
 * Files of every kind of record that has files: people who may read the record read them, and nobody else does, of this
 * business or another. The kinds are those that families register with `reading`, so that new ones are included.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PersonRole, RecordIds } from "#tests/support/samples.ts";
import { PNG } from "#tests/support/samples.ts";
import type { TestPerson } from "#tests/support/service.ts";
import { createFixture, loadIds, ownIds, surfaceService } from "./fixture.ts";

const service = await surfaceService();
const mine = await createFixture(service, await service.business(), "Quokka");
const theirs = await createFixture(service, await service.business(), "Zephyrine");
const [my_ids, their_ids] = [await loadIds(mine), await loadIds(theirs)];
const with_files = [...service.runtime.registry.record_kinds.values()].filter(
  ({ reading }) => reading !== undefined,
);

/** A file that the business uploaded and that belongs to this record. */
async function makeFile(type: string, id: number): Promise<number> {
  const { status, body } = await mine.people.client_admin.http("POST", "/api/v1/files", {
    content_base64: PNG.toString("base64"),
    content_type: "image/png",
    name: "picture.png",
    subject_type: type,
    subject_id: id,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.file_id;
}

const open = async (person: TestPerson, file_id: number) =>
  (await person.http("GET", `/api/v1/files/${file_id}`)).status;
const list = async (person: TestPerson, type: string, id: number) =>
  (await person.http("GET", `/api/v1/files?subject_type=${type}&subject_id=${id}`)).status;
const OTHERS: readonly PersonRole[] = ["driver", "customer", "broker_employee"];

test("files are read with their record, and by nobody who may not read it", async () => {
  assert.ok(with_files.length >= 4);
  const wrong: string[] = [];
  const expect = (at: string, status: number, ...allowed: number[]) => {
    if (!allowed.includes(status)) wrong.push(`${at}: ${status}`);
  };
  for (const { kind: name } of with_files) {
    const kind = name as keyof RecordIds;
    const id = Number(my_ids[kind]);
    assert.ok(Number.isInteger(id), `No family has a sample of ${kind}.`);
    const file_id = await makeFile(kind, id);
    expect(`${kind} by the business`, await open(mine.people.employee, file_id), 200);
    for (const [role, person] of Object.entries(theirs.people)) {
      expect(`${kind} by ${role} of another business`, await open(person, file_id), 403, 404);
      expect(`list of ${kind} by ${role} of another business`, await list(person, kind, id), 403, 404);
    }
    for (const role of OTHERS) {
      const person = mine.people[role];
      const own_id = Number((await ownIds(mine, role))[kind]);
      if (own_id !== id) {
        expect(`${kind} of others by ${role}`, await open(person, file_id), 403, 404);
        expect(`list of ${kind} of others by ${role}`, await list(person, kind, id), 403, 404);
      }
      // What the family lets this person read is what its files follow, and its list of files too.
      const own_file = await makeFile(kind, own_id);
      const listed = await list(person, kind, own_id);
      expect(`own ${kind} by ${role}, listed as ${listed}`, await open(person, own_file), listed);
    }
  }
  assert.deepEqual(wrong, []);
});

test("a file cannot be added to a record of another business, by no caller", async () => {
  for (const { kind } of with_files) {
    const subject = { subject_type: kind, subject_id: Number(their_ids[kind as keyof RecordIds]) };
    for (const person of Object.values(mine.people)) {
      const picture = { content_base64: PNG.toString("base64"), content_type: "image/png", name: "a.png" };
      const { status } = await person.http("POST", "/api/v1/files", { ...picture, ...subject });
      assert.equal(status, 404, `${kind} by ${person.actor.role}`);
    }
  }
});
