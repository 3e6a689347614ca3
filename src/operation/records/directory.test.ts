/** Values that are unique over all businesses: one business has each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashToken } from "#platform/auth/secrets.ts";
import { testService } from "#tests/support/service.ts";
import { addToDirectory, removeFromDirectory } from "./directory.ts";

const service = await testService();
const [one, other] = [await service.business(), await service.business()];
const db = service.system;

test("a value is of one business, until that one removes it", async () => {
  const key = hashToken("key");
  const add = (business: { id: number }) => addToDirectory({ db, business_id: business.id }, "partner", key);
  assert.deepEqual([await add(one), await add(other), await add(one)], [true, false, false]);
  await removeFromDirectory({ db, business_id: other.id }, "partner", [key]);
  assert.equal(await add(other), false);
  await removeFromDirectory({ db, business_id: one.id }, "partner", [key]);
  assert.equal(await add(other), true);
});
