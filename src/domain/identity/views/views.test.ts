import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createView } from "./operations/create-view.ts";
import { deleteView } from "./operations/delete-view.ts";
import { listViews } from "./operations/list-views.ts";
import { setDefaultView } from "./operations/set-default-view.ts";
import { updateView } from "./operations/update-view.ts";

const service = await testService();
const HELD = { filters: { status: ["HOLD"], on_route: false, customer_id: 4 }, sort: "-scheduled_date" };

describe("saved views", () => {
  test("are private until they are shared, and then used by the staff alone", async () => {
    const business = await service.business();
    const [owner, colleague] = [
      await business.person("employee", "Owner"),
      await business.person("employee", "Colleague"),
    ];
    const customer = await business.customer();
    const { person: contractor } = await business.contractor();
    const others = [colleague, customer.person, contractor];
    const readNames = async (person: typeof owner) =>
      (await person.call(listViews, { list: "orders" })).views.map(({ name }) => name);

    const saved = await owner.call(createView, { list: "orders", name: " Held ", definition: HELD });
    assert.partialDeepStrictEqual(saved.view, {
      name: "Held",
      shared: false,
      definition: HELD,
      is_own: true,
      can_change: true,
      version: 1,
    });
    for (const other of others) assert.deepEqual(await readNames(other), []);
    assert.equal(
      (await catchRefusal(colleague.call(updateView, { view_id: saved.view_id, name: "X" }))).status,
      404,
    );

    await owner.call(updateView, { view_id: saved.view_id, shared: true }, { if_match: 1 });
    assert.deepEqual(await Promise.all(others.map(readNames)), [["Held"], [], []]);
    assert.equal(
      (await catchRefusal(colleague.call(updateView, { view_id: saved.view_id, name: "X" }))).error_code,
      "VIEW_NOT_YOURS",
    );
    assert.equal(
      (await catchRefusal(colleague.call(deleteView, { view_id: saved.view_id }))).error_code,
      "VIEW_NOT_YOURS",
    );
    for (const outsider of [customer.person, contractor]) {
      assert.equal((await catchRefusal(outsider.call(deleteView, { view_id: saved.view_id }))).status, 404);
      assert.equal(
        (
          await catchRefusal(
            outsider.call(createView, { list: "orders", name: "Mine", shared: true, definition: HELD }),
          )
        ).error_code,
        "VIEW_NOT_SHAREABLE",
      );
      await outsider.call(createView, { list: "orders", name: "Mine", definition: HELD });
      assert.deepEqual(await readNames(outsider), ["Mine"]);
    }
    assert.deepEqual(await readNames(owner), ["Held"]);

    await business.as("client_admin")(updateView, { view_id: saved.view_id, name: "On hold" });
    assert.deepEqual(await readNames(owner), ["On hold"]);
    await business.as("client_admin")(deleteView, { view_id: saved.view_id });
    assert.deepEqual(await readNames(owner), []);
  });

  test("have a name of their own for each list and account", async () => {
    const business = await service.business();
    const [one, other] = [
      await business.person("employee", "Owner"),
      await business.person("employee", "Colleague"),
    ];
    const { view_id } = await one.call(createView, { list: "orders", name: "Late", definition: HELD });
    assert.equal(
      (await catchRefusal(one.call(createView, { list: "orders", name: "late", definition: HELD })))
        .error_code,
      "VIEW_NAME_TAKEN",
    );
    await one.call(createView, { list: "routes", name: "Late", definition: { filters: {} } });
    await other.call(createView, { list: "orders", name: "Late", definition: HELD });
    const second = await one.call(createView, { list: "orders", name: "Later", definition: HELD });
    assert.equal(
      (await catchRefusal(one.call(updateView, { view_id: second.view_id, name: "LATE" }))).error_code,
      "VIEW_NAME_TAKEN",
    );
    await one.call(updateView, { view_id, name: "LATE" });
    assert.equal(
      (await catchRefusal(one.call(updateView, { view_id, name: "X" }, { if_match: 1 }))).error_code,
      "VERSION_CONFLICT",
    );
  });

  test("are the default of the person who chose them, as long as they may be used", async () => {
    const business = await service.business();
    const [owner, colleague] = [
      await business.person("employee", "Owner"),
      await business.person("employee", "Colleague"),
    ];
    const { view_id } = await owner.call(createView, {
      list: "orders",
      name: "Held",
      shared: true,
      definition: HELD,
    });
    const readDefault = async (person: typeof owner) =>
      (await person.call(listViews, {})).views.find(({ is_default }) => is_default)?.id;
    await colleague.call(setDefaultView, { list: "orders", view_id });
    assert.deepEqual([await readDefault(owner), await readDefault(colleague)], [undefined, view_id]);
    assert.equal(
      (await catchRefusal(colleague.call(setDefaultView, { list: "routes", view_id }))).status,
      404,
    );
    await owner.call(setDefaultView, { list: "orders", view_id });
    await owner.call(updateView, { view_id, shared: false });
    await owner.call(updateView, { view_id, shared: true });
    assert.deepEqual([await readDefault(owner), await readDefault(colleague)], [view_id, undefined]);
    await owner.call(setDefaultView, { list: "orders", view_id: null });
    assert.equal(await readDefault(owner), undefined);
    await owner.call(setDefaultView, { list: "orders", view_id });
    await owner.call(deleteView, { view_id });
    assert.equal(await readDefault(owner), undefined);
  });

  test("contain filters, a sort order and columns, and nothing else", async () => {
    const business = await service.business();
    const save = (definition: object) =>
      catchRefusal(business.as("employee")(createView, { list: "orders", name: "V", definition } as never));
    for (const definition of [
      {},
      { filters: { status: { not: "HOLD" } } },
      { filters: { "a b": "c" } },
      { filters: {}, sort: "day; drop" },
      { filters: {}, columns: ["number", "number"] },
      { filters: {}, columns: [] },
      { filters: {}, widths: { number: 0 } },
      { filters: {}, script: "x" },
      { filters: { q: "x".repeat(201) } },
    ])
      assert.equal((await save(definition)).status, 422, JSON.stringify(definition));
  });

  test("are limited for each account, also when several are saved at once", async () => {
    const business = await service.business();
    const person = await business.person("employee");
    await service.system.execute(
      `insert into saved_view (business_id, account_id, page, name, definition, created_at, updated_at)
       select $1, $2, 'orders', 'V' || n, '{"filters":{}}', now(), now() from generate_series(1, 99) n`,
      [business.id, person.account_id],
    );
    const results = await Promise.allSettled(
      ["a", "b", "c"].map((name) => person.call(createView, { list: "orders", name, definition: HELD })),
    );
    assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
    await (await business.person("employee", "Another")).call(createView, {
      list: "orders",
      name: "a",
      definition: HELD,
    });
  });
});
