import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refusalOf, testService } from "#tests/support/service.ts";
import { box, openStorage, PARIS } from "#tests/support/storage.ts";

const service = await testService();

describe("the path of a package", () => {
  test("leads over REST and MCP from an order into storage, and with a ship-out away", async () => {
    const { person, warehouse, receive, dispatch } = await openStorage(service);
    const tool = async (name: string, args: object) => {
      const params = { name, arguments: args };
      const answer = await person.http("POST", "/mcp", {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params,
      });
      assert.notEqual(answer.body.result?.isError, true, JSON.stringify(answer.body));
      return answer.body.result.structuredContent;
    };
    const { config } = await tool("get_storage_order_config", {});
    assert.deepEqual([config.service_code, config.free_days], ["store", 2]);
    const packages = [{ ...box(1500), contents: "Books" }];
    const quoted = await tool("quote_storage_order", { packages });
    assert.deepEqual([quoted.total_minor, quoted.day_minor], [1100, 11]);
    const { storage_order_id } = await tool("create_storage_order", { packages, rate_id: quoted.rate_id });
    const paid = await person.http("POST", `/api/v1/customer/storage-orders/${storage_order_id}/pay`, {});
    assert.partialDeepStrictEqual(paid.body, {
      order: { status: "CONFIRMED", can_edit: true, can_cancel: true },
    });
    const [stored_package_id = 0] = await receive(storage_order_id);
    const stored = await tool("get_storage_order", { storage_order_id });
    assert.partialDeepStrictEqual(stored.order, {
      status: "STORED",
      can_edit: false,
      can_cancel: false,
      packages: [{ is_received: true, status: "RECEIVED", warehouse: { code: "NORTH" } }],
    });
    const { packages: available } = await tool("list_stored_packages", {});
    assert.deepEqual(
      available.map(({ id }: { id: number }) => id),
      [stored_package_id],
    );
    const { code } = available[0];
    assert.deepEqual(await warehouse.contentOf(warehouse.r1), { [code]: 1 });

    const asked = { service_code: "out", stored_package_ids: [stored_package_id], dropoff: PARIS };
    const { services } = await tool("list_shipout_services", {});
    assert.equal(services[0].pricing_method, 1);
    const { rate_id, total_minor } = await tool("estimate_shipout", asked);
    assert.equal(total_minor, 770);
    const made = await person.http("POST", "/api/v1/customer/shipout-orders/services/out/orders", {
      ...asked,
      rate_id,
    });
    const { shipout_id } = made.body;
    assert.partialDeepStrictEqual(made.body.shipout, {
      status: "AWAITING_PAYMENT",
      remaining_minor: 770,
      can_be_paid: true,
      can_be_cancelled: true,
    });
    assert.deepEqual((await tool("list_stored_packages", {})).packages, []);
    const refused = await refusalOf(dispatch(shipout_id));
    assert.equal(refused.error_code, "NOT_POSSIBLE");
    const settled = await tool("pay_shipout", { shipout_id, confirm: true });
    assert.partialDeepStrictEqual(settled.shipout, {
      status: "PAID",
      remaining_minor: 0,
      can_be_paid: false,
    });
    await dispatch(shipout_id, { carrier: "ups", carrier_number: "1Z999AA10123456784" });
    assert.deepEqual(await warehouse.contentOf(warehouse.r1), {});
    const { shipout } = await tool("get_shipout", { shipout_id });
    assert.partialDeepStrictEqual(shipout, { status: "SHIPPED", packages: [{ status: "STOCKED_OUT" }] });
    const tracked = await service.http("GET", `/api/v1/tracking/${shipout.tracking_number}`);
    assert.equal(tracked.body.status_code, "otep:storage:shipped_out");
    assert.partialDeepStrictEqual((await tool("get_storage_order", { storage_order_id })).order, {
      status: "CLOSED",
    });
  });
});
