/** The console shows what others change, without a reload, and nothing of another business reaches it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { proposeWrite } from "#domain/identity/approvals/operations/propose-write.ts";
import { assignDispatchItem } from "#domain/insight/dispatch/operations/assign-dispatch-item.ts";
import { getDispatchBoard } from "#domain/insight/dispatch/operations/get-dispatch-board.ts";
import { NO_CHROMIUM, openBrowser, type Visit, visit } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { eventually, until } from "#tests/support/until.ts";

const service = await testService({ console: true });
/** How many changes come at once. */
const BURST = 50;
const [business, other] = [await service.business(), await service.business()];

describe("the console is live", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
  });

  /** A tab on a page, and the messages that it got. */
  async function open(as: Awaited<ReturnType<typeof business.person>>, address: string) {
    const opened: Visit = await visit(browser, base_url, { as });
    const messages: string[] = [];
    opened.page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => messages.push(Buffer.from(payload).toString("latin1"))),
    );
    await opened.page.goto(address);
    await opened.page.getByRole("heading", { level: 1 }).first().waitFor();
    // The reply to the subscription, the fifth byte of which grants it.
    await until("a subscription", () => messages.some((text) => text.startsWith("\x90")));
    return { ...opened, messages };
  }

  const post = async (path: string, body: unknown = {}) => {
    const answer = await business.http("client_admin", "POST", path, body);
    assert(answer.status < 300, JSON.stringify(answer.body));
    return answer.body;
  };

  test("orders, an order, a route and approvals show what others change, and nothing of another business", async () => {
    const order = await business.order();
    const planned = await business.order();
    const { route } = await post("/api/v1/client/routes", { driver_id: null, order_ids: [planned.id] });
    const staff = await business.person("client_admin");
    const [orders, one, road, approvals] = await Promise.all([
      open(staff, "/orders"),
      open(staff, `/orders/${order.id}`),
      open(staff, `/routes/${route.id}`),
      open(staff, "/mcp-approvals"),
    ]);
    const other_admin = await open(await other.person("client_admin"), "/orders");

    await post(`/api/v1/client/orders/${order.id}/hold`, { reason: "address_problem" });
    await one.page.getByText("Held", { exact: true }).first().waitFor();
    await orders.page
      .getByRole("row")
      .filter({ hasText: order.tracking_number })
      .getByText("Held", { exact: true })
      .waitFor();

    const created = await business.order({
      dropoff: {
        name: "Zelia Prado",
        line1: "Quadra 9",
        city: "Brasília",
        country: "BR",
        lat: -15.9,
        lng: -47.9,
      },
    });
    await orders.page.getByRole("row").filter({ hasText: created.tracking_number }).waitFor();

    await post(`/api/v1/client/routes/${route.id}/orders`, { add: [created.id] });
    await road.page.getByText("Zelia Prado").first().waitFor();

    await business.as("employee")(proposeWrite, {
      tool: "cancel_order",
      reason: "The shop closed.",
      arguments: { order_id: order.id },
    });
    await approvals.page.getByText("The shop closed.").waitFor();

    assert.equal(other_admin.messages.filter((text) => text.includes("changes")).length, 0);
    const theirs = await other.order();
    await other_admin.page.getByRole("row").filter({ hasText: theirs.tracking_number }).waitFor();
    for (const { messages } of [orders, one, road, approvals])
      assert(!messages.some((text) => text.includes(`"${theirs.id}"`)));
    for (const { broken } of [orders, one, road, approvals, other_admin]) assert.deepEqual(broken, []);
  });

  test("a burst of changes is a few requests, none for what the page does not show, and all kinds are one request", async () => {
    const crowded = await service.business();
    const admin = crowded.as("client_admin");
    const handler = await crowded.person("employee", "Zoe Handler");
    const kinds = [
      "hold_overdue",
      "stop_late",
      "pin_locked",
      "goods_off_route",
      "cash_difference",
      "no_rider",
    ];
    await service.system.execute(
      `insert into attention_item (business_id, kind, severity, subject_type, subject_id, cause_key, date, since, opened_at)
       select $1, kind, 'warning', 'order', n, n::text, current_date, now(), now()
       from unnest($2::text[]) kind, generate_series(1, 3) n`,
      [crowded.id, kinds],
    );
    const { items } = await admin(getDispatchBoard, {});
    const { page, broken } = await visit(browser, base_url, { as: await crowded.person("client_admin") });
    const requested_paths: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) requested_paths.push(pathname + search);
    });
    const ofBoard = () => requested_paths.filter((url) => url.includes("/dispatch/board"));
    const ofItems = () => ofBoard().filter((url) => url.includes("per_kind"));
    await page.goto("/exceptions");
    const rows = page.locator("[data-entry^='item']");
    await rows.nth(kinds.length * 3 - 1).waitFor();
    // The shell counts the open ones and lists the latest.
    await eventually(() => new Set(ofBoard()).size, 3);

    const assign = (index: number, employee_id: number | null) =>
      admin(assignDispatchItem, { item_id: items[index % items.length]?.id ?? 0, employee_id });
    await assign(0, handler.account_id);
    await rows.getByText("Zoe Handler").first().waitFor();

    const [before, orders_before] = [ofItems().length, requested_paths.length];
    const countOrders = () =>
      requested_paths.slice(orders_before).filter((url) => url.includes("/client/orders")).length;
    for (let n = 0; n < BURST; n += 1) await crowded.order();
    await until("the orders to be counted again", () => countOrders() > 1);
    assert.equal(ofItems().length, before, "no order of the page changed");

    const begin = requested_paths.length;
    for (let n = 0; n < BURST; n += 1) await assign(n, n % 2 === 0 ? null : handler.account_id);
    await assign(items.length - 1, handler.account_id);
    for (let n = 0; n < items.length - 1; n += 1) await assign(n, null);
    await eventually(() => rows.filter({ hasText: "Zoe Handler" }).count(), 1);
    for (const [url, { length }] of Map.groupBy(requested_paths.slice(begin), (one) => one))
      assert.ok(length <= BURST / 4, `${length} requests for ${url}`);
    assert.deepEqual(broken, []);
  });

  test("a lost connection is told, and what happened meanwhile is shown when it is back", async () => {
    const order = await business.order();
    const { page } = await visit(browser, base_url, { as: await business.person("employee") });
    let sockets = 0;
    let cut = () => {};
    let is_cut = false;
    await page.routeWebSocket("**/mqtt", (socket) => {
      sockets += 1;
      if (is_cut) void socket.close();
      else socket.connectToServer();
      cut = () => void socket.close();
    });
    await page.goto(`/orders/${order.id}`);
    await page.getByText("New", { exact: true }).first().waitFor();
    await until("a connection", () => sockets > 0);
    is_cut = true;
    cut();
    await page
      .getByText(/^Not live: last updated \d\d:\d\d$/)
      .first()
      .waitFor();
    await post(`/api/v1/client/orders/${order.id}/hold`, { reason: "address_problem" });
    is_cut = false;
    await page.getByText("Held", { exact: true }).first().waitFor();
    await page.getByText("Not live").first().waitFor({ state: "detached" });
  });
});
