import assert from "node:assert/strict";
import { test } from "node:test";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { releaseOrder } from "#domain/orders/orders/operations/release-order.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { runDue } from "#operation/due/run-due.ts";
import { listItems, readAttention } from "#tests/support/attention.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { assignDispatchItem } from "./operations/assign-dispatch-item.ts";
import { changeDispatchItemsBulk } from "./operations/change-dispatch-items-bulk.ts";
import { decideDispatchItem } from "./operations/decide-dispatch-item.ts";
import { getDispatchBoard } from "./operations/get-dispatch-board.ts";
import { getDispatchItem } from "./operations/get-dispatch-item.ts";
import { listDispatchAssignees } from "./operations/list-dispatch-assignees.ts";

const service = await testService();
service.freezeClock();
const DAY = 24 * 60 * 60_000;

/** The item of an order that has been on hold for a day. */
async function heldItem(business: TestBusiness, draft: Record<string, unknown> = {}) {
  const order = await business.order(draft);
  await business.as("client_admin")(holdOrder, { order_id: order.id, reason: "unpaid" });
  await readAttention(service, business.id);
  service.advance(DAY);
  await runDue(service.runtime);
  const item = (await listItems(business)).find(
    ({ order_id, kind }) => order_id === order.id && kind === "hold_overdue",
  );
  assert(item !== undefined);
  return { order, item_id: item.id };
}

test("an item is assigned, handed over and given up; the board shows each person their own", async () => {
  const business = await service.business();
  const [one, two] = [await business.person("employee", "Ana"), await business.person("employee", "Zoe")];
  const [{ item_id }, { item_id: other }] = [await heldItem(business), await heldItem(business)];
  const assigned = await one.call(assignDispatchItem, { item_id, employee_id: two.account_id });
  assert.partialDeepStrictEqual(assigned.item, {
    assigned_to: two.account_id,
    assigned_to_name: "Zoe",
    assigned_at: service.now().toISOString(),
    state: "open",
  });
  const again = await one.call(assignDispatchItem, { item_id, employee_id: two.account_id });
  assert.equal(again.version, assigned.version, "nothing changed");

  const ids = async (person: typeof one, input: object) =>
    (await person.call(getDispatchBoard, { kind: "hold_overdue", ...input })).items.map(({ id }) => id);
  assert.deepEqual(await ids(two, { mine: true }), [item_id]);
  assert.deepEqual(await ids(one, { mine: true }), []);
  assert.deepEqual(await ids(one, { assigned_to: two.account_id }), [item_id]);
  assert.deepEqual(await ids(two, { mine: true, assigned_to: one.account_id }), []);
  assert.deepEqual(await ids(one, { is_assigned: true }), [item_id]);
  assert.deepEqual(await ids(one, { is_assigned: false }), [other]);
  assert.deepEqual(await ids(one, { mine: false }), [other, item_id]);
  const { groups, total } = await two.call(getDispatchBoard, { mine: true });
  assert.equal(total, 1);
  assert.partialDeepStrictEqual(groups, [{ kind: "hold_overdue", open: 1 }]);

  await two.call(assignDispatchItem, { item_id, employee_id: one.account_id });
  const { item, history } = await one.call(getDispatchItem, { item_id });
  assert.equal(item.assigned_to_name, "Ana");
  assert.deepEqual(
    history
      .slice(1)
      .map(({ kind, payload }) => [kind, payload["account_id"], payload["previous_account_id"]]),
    [
      ["attention.assigned", two.account_id, null],
      ["attention.assigned", one.account_id, two.account_id],
    ],
  );
  const { assignees } = await two.call(listDispatchAssignees, {});
  assert.deepEqual(
    assignees.filter(({ name }) => ["Ana", "Zoe"].includes(name)).map(({ name, open }) => [name, open]),
    [
      ["Ana", 1],
      ["Zoe", 0],
    ],
  );
  const given_up = await one.call(assignDispatchItem, { item_id, employee_id: null });
  assert.partialDeepStrictEqual(given_up.item, {
    assigned_to: null,
    assigned_to_name: null,
    assigned_at: null,
  });
});

test("an item goes to nobody who is not of the business, may not see the board, or has left", async () => {
  const [business, elsewhere] = [await service.business(), await service.business()];
  const { item_id } = await heldItem(business);
  const gone = await business.person("employee", "Gone");
  const blind = await business.person("employee", "Blind");
  const admin = business.as("client_admin");
  await admin(updateEmployee, { employee_id: gone.account_id, status: "disabled" });
  await admin(updateEmployee, { employee_id: blind.account_id, preset: "finance" });
  const { assignees } = await admin(listDispatchAssignees, {});
  const driver = await business.person("driver");
  const other_employee = await elsewhere.person("employee");
  for (const { account_id } of [gone, blind, driver, other_employee]) {
    const refused = await catchRefusal(admin(assignDispatchItem, { item_id, employee_id: account_id }));
    assert.equal(refused.code, "unknown_assignee");
    assert.equal(refused.errors?.[0]?.field, "employee_id");
    assert(!assignees.some((assignee) => assignee.account_id === account_id));
  }
});

test("many items are assigned in one call; decided ones stay as they are, and strangers get none", async () => {
  const business = await service.business();
  const [one, two] = [await business.person("employee", "one"), await business.person("employee", "two")];
  const [{ item_id: open }, { item_id: decided }] = [await heldItem(business), await heldItem(business)];
  await one.call(decideDispatchItem, { item_id: decided, reason: "Known." });
  const assign = (input: object) =>
    one.call(changeDispatchItemsBulk, { item_ids: [open, decided], activity: "assign", ...input });
  assert.equal((await catchRefusal(assign({}))).errors?.[0]?.field, "employee_id");
  const stranger = await (await service.business()).person("employee");
  const refused = await catchRefusal(assign({ employee_id: stranger.account_id }));
  assert.equal(refused.errors?.[0]?.field, "employee_id");
  const answer = await assign({ employee_id: two.account_id });
  assert.partialDeepStrictEqual(answer, { result: true, done: 1, failed: 1 });
  assert.deepEqual(
    answer.items.map(({ state, error_code }) => [state, error_code]),
    [
      ["open", null],
      ["decided", "ITEM_DECIDED"],
    ],
  );
  const { item, history } = await one.call(getDispatchItem, { item_id: open });
  assert.equal(item.assigned_to_name, "two");
  assert.equal(history.at(-1)?.kind, "attention.assigned");
  const before = item.version;
  assert.equal((await assign({ employee_id: two.account_id })).done, 1);
  assert.equal((await one.call(getDispatchItem, { item_id: open })).version, before, "nothing changed");
  await assign({ employee_id: null });
  assert.equal((await one.call(getDispatchItem, { item_id: open })).item.assigned_to, null);
});

test("of two dispatchers who take the same version of an item one gets it, and an item that ended is nobody's to take", async () => {
  const business = await service.business();
  const [one, two] = [await business.person("employee", "one"), await business.person("employee", "two")];
  const { item_id, order } = await heldItem(business);
  const { version } = await one.call(getDispatchItem, { item_id });
  const assignments = await Promise.allSettled(
    [one, two].map((person) =>
      person.call(assignDispatchItem, { item_id, employee_id: person.account_id }, { if_match: version }),
    ),
  );
  assert.deepEqual(assignments.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  const take = () => catchRefusal(one.call(assignDispatchItem, { item_id, employee_id: null }));
  await one.call(decideDispatchItem, { item_id, reason: "Known." });
  assert.equal((await take()).code, "item_decided");
  await business.as("client_admin")(releaseOrder, { order_id: order.id });
  await readAttention(service, business.id);
  assert.equal((await take()).code, "item_cleared");
});

test("the board of a warehouse shows items of orders and routes that start there", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { warehouse } = await admin(createWarehouse, {
    code: "NORTH",
    name: "North",
    place: { line1: "SIA 9", city: "Brasília", country: "BR", lat: -15.6, lng: -47.8 },
  });
  const { item_id } = await heldItem(business, { origin_warehouse_id: warehouse.id });
  await heldItem(business);
  for (const start_warehouse_id of [warehouse.id, undefined]) {
    const { route } = await admin(
      createRoute,
      start_warehouse_id === undefined ? {} : { start_warehouse_id },
    );
    const soon = new Date(service.now().getTime() + DAY / 24);
    await service.system.execute("update route set planned_start_at = $2 where id = $1", [route.id, soon]);
  }
  await readAttention(service, business.id);
  const board = await admin(getDispatchBoard, { warehouse_id: warehouse.id });
  assert.deepEqual(board.groups.map(({ kind, open }) => [kind, open]).sort(), [
    ["hold_overdue", 1],
    ["route_unclaimed", 1],
  ]);
  assert.deepEqual(
    board.items.filter(({ kind }) => kind === "hold_overdue").map(({ id }) => id),
    [item_id],
  );
});
