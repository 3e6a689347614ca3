/** Every page that a manifest of the console declares opens: with a heading, without an uncaught exception. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { updateEmployee } from "#domain/identity/accounts/operations/update-employee.ts";
import {
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";
import type { Me } from "../../console/api/session.ts";
import { findManifests } from "../../console/find-manifests.ts";
import { selectAreas } from "../../console/shell/areas.ts";

const service = await testService({ console: true });
const business = await service.business();

const manifests = (await findManifests()).map(({ manifest }) => manifest);
const insidePages = manifests.flatMap(({ pages }) => Object.entries(pages));
const publicPages = manifests.flatMap(({ public_pages }) => Object.entries(public_pages));
/** Three who see little, and differently; `tests/surface/navigation.test.ts` has every preset and role without a browser. */
const ACCOUNTS: readonly { who: string; person: () => Promise<TestPerson> }[] = [
  ...(["warehouse", "finance"] as const).map((preset) => ({
    who: `an employee of the preset ${preset}`,
    async person() {
      const preset_employee = await business.person("employee", preset);
      await business.as("client_admin")(updateEmployee, { employee_id: preset_employee.account_id, preset });
      return preset_employee;
    },
  })),
  { who: "a contractor", person: async () => (await business.contractor()).person },
];
const sections = manifests.flatMap(({ settings }) => settings);
/** How many requests a page makes when it opens, at most, with those of the shell, which may be due again. */
const REQUESTS_MAX = 16;
/** These ask for more, but never once for each row. */
const MORE_REQUESTS: Readonly<Record<string, number>> = { "/orders/$order_id": 22 };

/**
 * Words such as `shipping_order` and records without a word for their type, in the visible text of the page. Codes that are meant to be
 * read as such stand in elements of code; addresses and examples contain other signs.
 */
const FIND_CODES = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element.closest("code, pre, .mono, style, script, textarea") || !element.checkVisibility()) continue;
    if (/[@/{<=]/.test(node.data)) continue;
    found.push(...(node.data.match(/\\b[a-z]+(?:_[a-z0-9]+)+\\b|\\bRecord \\d+\\b/g) ?? []));
  }
  return found;
})()`;

/** People of tests have the name of their role; this one is listed on a page. */
const NAME_IN_TESTS = "client_admin";

describe("pages of the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let parameters: Record<string, string> = {};
  let admin: Visit;
  /** Requests of the administrator's page for data, since it was opened last. */
  const requested_paths: string[] = [];
  /** Pages that made more than they may. */
  const crowded: string[] = [];
  /** Codes of the service that pages show as if they were words. */
  const shown_codes: string[] = [];

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    const { id, tracking_number } = await business.order();
    parameters = {
      order_id: String(id),
      number: tracking_number,
      driver_id: String((await business.driver()).id),
      contractor_id: String((await business.contractor()).id),
    };
    browser = await openBrowser();
    admin = await visit(browser, base_url, { as: await business.person("client_admin") });
    admin.page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) requested_paths.push(pathname + search);
    });
    await admin.page.goto("/");
    await admin.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  });
  after(async () => {
    await browser?.close();
  });

  /** What a parameter has no row for shows that it is not found, which is a page as well. */
  const fill = (address: string) => address.replaceAll(/\$(\w+)/g, (_, name) => parameters[name] ?? "1");

  /** Opens an address as a link does, without loading the console again; the heading of the page before is marked. */
  async function open(page: Page, address: string): Promise<void> {
    requested_paths.length = 0;
    await page.evaluate(`document.querySelector("h1")?.setAttribute("data-before", "");
      history.pushState({}, "", ${JSON.stringify(fill(address))})`);
  }

  async function assertOpened({ page, broken }: Visit, address: string): Promise<void> {
    await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
    assert.deepEqual(broken, [], address);
    if (requested_paths.length > (MORE_REQUESTS[address] ?? REQUESTS_MAX))
      crowded.push(`${address} made ${requested_paths.length} requests:\n${requested_paths.join("\n")}`);
    for (const code of (await page.evaluate(FIND_CODES)) as string[])
      if (code !== NAME_IN_TESTS) shown_codes.push(`${address}: ${code}`);
    const text = await page.locator("main").first().innerText();
    assert.doesNotMatch(text, /There is no such (page|setting)|did not load/, address);
  }

  test("an administrator opens every page and every section of the settings", async () => {
    for (const [address, page] of insidePages) {
      if ("redirect" in page || address.endsWith("/$section")) continue;
      await open(admin.page, address);
      await admin.page
        .locator("h1:not([data-before])")
        .first()
        .waitFor()
        .catch((error) => assert.fail(`${address}: ${(error as Error).message}`));
      await assertOpened(admin, address);
    }
    for (const { id, label } of sections) {
      await open(admin.page, `/settings/${id}`);
      await admin.page.getByRole("heading", { level: 1, name: label, exact: true }).waitFor();
      await assertOpened(admin, id);
    }
    assert.deepEqual(crowded, []);
    assert.deepEqual(shown_codes, []);
  });

  test("a typed address opens without what its page does not know, and says so", async () => {
    const { page, broken } = admin;
    for (const [typed, dropped, opened] of [
      ["/labels?state=READY", ["state=READY"], "/labels"],
      ["/labels?state=label_ready", [], '/labels?state=["LABEL_READY"]'],
      ["/orders?status=x", ["status=x"], "/orders"],
      [
        "/orders?status=HOLD,constructor&page=1e9",
        ["status=HOLD,constructor", "page=1e9"],
        '/orders?status=["HOLD"]',
      ],
      ["/orders?from=2026-02-30&customer_id=99999999", ["from=2026-02-30"], "/orders?customer_id=99999999"],
      ["/orders?q=00012&stauts=HOLD", ["stauts=HOLD"], "/orders?q=00012"],
      ["/exceptions?kind=nonsense&whose=abc", ["whose=abc"], "/exceptions?kind=nonsense"],
      ["/plan?date=2026-13-01&run=x", ["date=2026-13-01", "run=x"], "/plan"],
      ["/routes?date=yesterday&sort=-%00", ["date=yesterday", "sort=-\0"], "/routes"],
      [
        "/customer-orders?status=%ff&customer_id[]=1",
        ["status=\ufffd", "customer_id[]=1"],
        "/customer-orders",
      ],
      ["/webhook-deliveries?state=done&page=-1", ["state=done", "page=-1"], "/webhook-deliveries"],
      ["/mcp-approvals?approval_id=987654321", [], "/mcp-approvals?approval_id=987654321"],
      ["/storage-orders?show=ended&show=all", ['show=["ended","all"]'], "/storage-orders"],
      ["/orders/abc", [], "/orders/abc"],
      ["/orders/99999999999999999999", [], "/orders/99999999999999999999"],
    ] as const) {
      await page.goto(typed);
      await page.locator("main h1").first().waitFor();
      await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
      assert.deepEqual(broken, [], typed);
      // A page that broke is a main of its own.
      assert.equal(await page.locator("main main").count(), 0, typed);
      await eventually(() => page.locator(".dropped-note code").allTextContents(), [...dropped], typed);
      await eventually<string>(
        () => {
          const { pathname, search } = new URL(page.url());
          return decodeURIComponent(pathname + search);
        },
        opened,
        typed,
      );
    }
    await page.goto("/orders?status=x");
    await page.getByRole("button", { name: "Close the note" }).click();
    await page.locator(".dropped-note").waitFor({ state: "detached" });
    await page.goto("/orders?status=x");
    await page.locator(".dropped-note").waitFor();
    await open(page, "/labels");
    await page.getByRole("heading", { level: 1, name: "Labels" }).waitFor();
    await open(page, "/orders");
    await page.getByRole("heading", { level: 1, name: "Orders" }).waitFor();
    assert.equal(await page.locator(".dropped-note").count(), 0);
  });

  test("an id that cannot be one is not asked for, on no page", async () => {
    const { page, broken } = admin;
    const requested_urls: string[] = [];
    page.on("request", (request) => requested_urls.push(request.url()));
    for (const typed of ["/orders/abc", "/routes/1.5", "/datasets/abc/map", "/labels/0"]) {
      await page.goto(typed);
      await page.getByRole("main").getByText("There is no such page").waitFor();
      assert.equal(await page.locator("main main").count(), 0, typed);
    }
    assert.deepEqual(
      requested_urls.filter((url) => /NaN|\/(abc|1\.5|0)$/.test(url) && url.includes("/api/")),
      [],
    );
    assert.deepEqual(broken, []);
  });

  test("an address that leads to another one does so", async () => {
    for (const [address, page] of insidePages) {
      if (!("redirect" in page)) continue;
      await open(admin.page, address);
      await admin.page.waitForURL(`**${page.redirect}`);
    }
  });

  test("anybody opens the public pages", async () => {
    const visitor = await visit(browser, base_url);
    for (const [address] of publicPages) {
      // The service answers it itself, for a map that there is.
      if (address.startsWith("/api/")) continue;
      await visitor.page.goto(fill(address));
      await visitor.page.getByRole("heading", { level: 1 }).first().waitFor();
      await assertOpened(visitor, address);
    }
  });

  for (const { who, person } of ACCOUNTS) {
    test(`${who} is offered no page whose first load asks for what it may not read`, async () => {
      const signed = await person();
      const { page, broken } = await visit(browser, base_url, { as: signed });
      const me = (await signed.http("GET", "/api/v1/user/me")).body as Me;
      const refused: string[] = [];
      page.on("response", (response) => {
        if (response.status() !== 403) return;
        refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`);
      });
      const settled = async () => {
        await page.locator("main h1:not([data-before])").first().waitFor();
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        await page.waitForLoadState("networkidle");
      };
      await page.goto("/");
      await settled();
      const landed = new URL(page.url()).pathname;
      const offered = selectAreas(manifests, me).flatMap((area) => area.pages.map(({ to }) => to));
      for (const to of new Set(offered)) {
        if (to !== landed) await open(page, to);
        await settled();
      }
      assert.deepEqual([...new Set(refused)], [], landed);
      assert.deepEqual(broken, []);
      await page.context().close();
    });
  }

  test("the palette leads to a page, a section of the settings and what a command names", async () => {
    const { page } = admin;
    for (const [text, name, address] of [
      ["rout", "Routes Page", "/routes"],
      ["skil", "Skills Page", "/skills"],
      ["toke", "API tokens Settings", "/settings/tokens"],
      ["on hold", "Orders on hold Command", "/orders?status=*HOLD*"],
    ] as const) {
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search orders, pages and actions" }).fill(text);
      await page.getByRole("option", { name }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  test("a form shows an error of the service at its field, and asks before it closes unsaved", async () => {
    const { page } = admin;
    await open(page, "/skills");
    await page.getByRole("button", { name: "New skill" }).click();
    const drawer = await waitForDialog(page, "New skill");
    await drawer.getByLabel("Name").fill("Tail lift");
    await drawer.getByLabel("Code").fill("Tail lift!");
    await drawer.getByRole("button", { name: "Create skill" }).click();
    const code = drawer.getByRole("textbox", { name: "Code" });
    await code.and(page.locator("[aria-invalid=true]")).waitFor();
    assert.equal(await drawer.getByRole("alert").count(), 0, "the error is at its field alone");
    await page.keyboard.press("Escape");
    await drawer.getByRole("alert").getByText("Close without saving?").waitFor();
    await drawer.getByRole("button", { name: "Keep editing" }).click();
    await code.fill("tail-lift");
    await drawer.getByRole("button", { name: "Create skill" }).click();
    await drawer.waitFor({ state: "detached" });
    await page.getByText("tail-lift").waitFor();
  });

  test("a page with unsaved changes asks before it is left", async () => {
    const { page } = admin;
    await open(page, "/settings/business");
    await page.getByLabel("Language").fill("de-BR");
    const leave = () => openByRail(page, "Orders");
    await leave();
    await page.getByRole("button", { name: "Keep editing" }).click();
    assert.match(page.url(), /business$/);
    await eventually(() => page.getByLabel("Language").inputValue(), "de-BR");
    await leave();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL("**/orders");
  });
});
