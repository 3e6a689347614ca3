/**
 * The views of tools in a client that knows the extension MCP Apps: a page that shows them in a sandbox, under the content
 * security policy that the extension prescribes, and passes their calls on with its token.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, FrameLocator, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, visit } from "#tests/support/browser.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { eventually, until } from "#tests/support/until.ts";

const CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";
const HOSTILE = "<img src=x onerror=\"parent.postMessage('broken','*')\">";

const service = await testService();
// Plans of today are made in the morning.
startAtSix(service);

type Answer = { structuredContent: Record<string, unknown>; isError?: boolean };

async function ask(token: string, method: string, params: object, headers: Record<string, string> = {}) {
  const message = { jsonrpc: "2.0", id: 1, method, params };
  const { body } = await service.http("POST", "/mcp", message, {
    authorization: `Bearer ${token}`,
    ...headers,
  });
  assert.ok(body.result, JSON.stringify(body));
  return body.result;
}

const callTool = (
  token: string,
  name: string,
  args: object,
  headers?: Record<string, string>,
): Promise<Answer> => ask(token, "tools/call", { name, arguments: args }, headers);

/** The page of a client. What the view asks of it is in `asked`. */
const CLIENT = `(html, result, context) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
  frame.title = "View";
  frame.style = "width: 100%; height: 900px; border: 0";
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
  window.asked = [];
  window.addEventListener("message", async ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    const { id, method, params } = data;
    window.asked.push(method === "ui/open-link" ? params.url : (method ?? data));
    if (method === "ui/initialize")
      send({ id, result: { protocolVersion: "2026-01-26", hostCapabilities: {}, hostInfo: {}, hostContext: context } });
    if (method === "ui/notifications/initialized") {
      send({ method: "ui/notifications/tool-input", params: { arguments: {} } });
      send({ method: "ui/notifications/tool-result", params: result });
    }
    if (method === "tools/call") send({ id, result: await window.passOn(params.name, params.arguments) });
    if (method === "ui/open-link") send({ id, result: {} });
  });
  frame.srcdoc = html.replace("<head>", '<head><meta http-equiv="Content-Security-Policy" content="' + ${JSON.stringify(CSP)} + '">');
  document.querySelector("main").append(frame);
}`;

describe("a view of a tool", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** The view of a tool's answer in the page of a client with this token. */
  async function show(
    token: string,
    tool: string,
    result: Answer,
    context: object = { theme: "light", locale: "en-US" },
  ): Promise<{ page: Page; view: FrameLocator; broken: string[]; listRequests(): Promise<unknown[]> }> {
    const { tools } = await ask(token, "tools/list", {});
    const uri = tools.find(({ name }: { name: string }) => name === tool)._meta.ui.resourceUri;
    const [content] = (await ask(token, "resources/read", { uri })).contents;
    assert.equal(content.mimeType, "text/html;profile=mcp-app");
    assert.deepEqual(content._meta, { ui: { prefersBorder: true } });
    const { page, broken } = await visit(browser, base_url, { viewport: { width: 700, height: 900 } });
    await page.goto("/livez");
    await page.setContent(
      "<!doctype html><html lang=en><title>Client</title><main><h1>Client</h1></main></html>",
    );
    await page.exposeFunction("passOn", (name: string, args: object) => callTool(token, name, args));
    await page.evaluate(
      `(${CLIENT})(${JSON.stringify(content.text).replaceAll("</", "<\\/")}, ${JSON.stringify(result)}, ${JSON.stringify(context)})`,
    );
    const listRequests = () => page.evaluate("window.asked") as Promise<unknown[]>;
    return { page, view: page.frameLocator("iframe"), broken, listRequests };
  }

  async function propose(business: TestBusiness, order_id: number): Promise<number> {
    const { token } = await business.person("client_admin");
    const args = { order_id, reason: HOSTILE };
    const held = await callTool(token, "hold_order", args, { "x-mcp-require-approval": "1" });
    return held.structuredContent["approval_id"] as number;
  }

  test("shows what a proposal would change, and carries out the decision", async () => {
    const business = await service.business();
    const { token } = await business.person("client_admin");
    const [first, second] = [await business.order(), await business.order()];
    const [approved, rejected] = [await propose(business, first.id), await propose(business, second.id)];
    const waiting = await callTool(token, "list_pending_approvals", {});
    const { page, view, broken, listRequests } = await show(token, "list_pending_approvals", waiting);
    const card = (id: number) => view.locator(`#proposal-${id}`);
    await card(approved)
      .getByRole("row", { name: /status NEW_ORDER → HOLD/ })
      .waitFor();
    assert.equal(await business.readStatus(first.id), "NEW_ORDER");
    assert.deepEqual(await findViolations(page), []);
    assert.doesNotMatch(await view.locator("main").innerText(), /null|undefined/);
    await card(approved).getByRole("button", { name: "Approve" }).click();
    await card(approved).getByText("approved and done").waitFor();
    assert.equal(await business.readStatus(first.id), "HOLD");
    await card(rejected).getByRole("button", { name: "Reject" }).press("Enter");
    await card(rejected).getByText("rejected").waitFor();
    assert.equal(await business.readStatus(second.id), "NEW_ORDER");
    await view.getByRole("button").first().waitFor({ state: "detached" });
    // What an agent wrote is text.
    assert.equal(await view.locator("img").count(), 0);
    assert.ok(!(await listRequests()).includes("broken"));
    assert.deepEqual(broken, []);
  });

  test("leads to the console who may not decide with the token of the client", async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const { body } = await admin.http("POST", "/api/v1/user/tokens", { name: "agent", profile: "full" });
    const agent: string = body.access_token;
    const { id } = await business.order();
    const held = await callTool(
      agent,
      "hold_order",
      { order_id: id, reason: "Unpaid" },
      { "x-mcp-require-approval": "1" },
    );
    const approval_id = held.structuredContent["approval_id"] as number;
    const { view, listRequests } = await show(agent, "propose_write", held, {
      theme: "dark",
      locale: "pt-BR",
    });
    await view.getByRole("button", { name: "Decidir no Packhorse" }).click();
    const url = await until("the link", async () =>
      (await listRequests()).find((one) => typeof one === "string" && one.startsWith("http")),
    );
    assert.equal(url, held.structuredContent["approve_url"]);
    assert.equal(await view.getByRole("button", { name: "Aprovar" }).count(), 0);
    assert.equal(await business.readStatus(id), "NEW_ORDER");
    assert.ok(approval_id > 0);
  });

  test("draws the routes of a plan with their stops, and names the orders without one", async () => {
    const business = await service.business();
    const { token } = await business.person("client_admin");
    await business.driver({ name: "Rita Souza" });
    const place = { line1: "Quadra 1", city: "Brasília", country: "BR" };
    for (const step of [1, 2, 3]) {
      const dropoff = { ...place, lat: -15.7 - step / 100, lng: -47.85 - step / 100 };
      await business.order({ dropoff });
    }
    const unplaced_order = await business.order({
      dropoff: { ...place, lat: -15.7, lng: -47.9 },
      requirements: { skills: ["cold"] },
    });
    const planned = await callTool(token, "build_route", { engine: "savings", confirm: true });
    const { page, view, broken } = await show(token, "build_route", planned);
    const map = view.getByRole("img", { name: "Map of the routes" });
    await map.waitFor();
    await eventually(() => map.locator("text:not(.scale-text)").allTextContents(), ["1", "2", "3"]);
    const circles = await map.locator("circle:not(.depot)").all();
    const places = await Promise.all(
      circles.map(async (one) => `${await one.getAttribute("cx")} ${await one.getAttribute("cy")}`),
    );
    assert.equal(new Set(places).size, 3);
    const route = view.getByRole("button", { name: /Rita Souza.*3 stops.*km/ });
    await route.press("Enter");
    await route.and(view.locator("[aria-pressed=true]")).waitFor();
    await view.getByText(`Order ${unplaced_order.id}:`).waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(broken, []);
  });
});
