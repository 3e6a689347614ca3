/**
 * A dispatcher's day in the console, in a real browser: sign in, plan, review, commit, move a stop, release,
 * track a parcel without an account. Then errors: mistyped input, outdated state, other roles.
 *
 * Popups stay closed while accessibility is checked: Mantine's open menus and selects have two known findings
 * (`aria-hidden-focus` on their focus guards, `region` on elements appended to the document).
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  openByRail,
  type Visit,
  type VisitOptions,
  visit,
} from "#tests/support/browser.ts";
import { startAtSix } from "#tests/support/plans.ts";
import { TEST_PASSWORD, type TestPerson, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { drive } from "../../scripts/drive/drive.ts";

const ORDERS = 60;
const ZONE = "America/Sao_Paulo";
const DRIVERS = ["Ana Prado", "Bruno Reis", "Caio Lima", "Davi Nunes"];

const service = await testService({ work: true, console: true });
// Before the shifts begin: routes of today start no earlier than now, and not everything fits into an afternoon.
startAtSix(service);
const business = await service.business();

describe("a dispatcher's day in the console", () => {
  let browser: Browser;
  let base_url = "";
  let date = "";
  let drivers: { id: number; person: TestPerson }[] = [];
  let dispatcher: Visit;
  let page: Page;
  const visits: Visit[] = [];
  let failed = "";
  /** Each test continues where the one before it ended, so none runs after a failure. */
  const step = (name: string, run: () => Promise<void> | void) =>
    test(name, { skip: NO_CHROMIUM }, async () => {
      assert.equal(failed, "", "an earlier step failed");
      failed = name;
      await run();
      failed = "";
    });

  /** A separate browser context for one person. */
  async function come(options: VisitOptions = {}): Promise<Page> {
    const visitor = await visit(browser, base_url, options);
    visits.push(visitor);
    return visitor.page;
  }
  async function api(method: string, url: string, body?: unknown) {
    const answer = await business.http("client_admin", method, url, body);
    assert(answer.status < 300, `${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const toast = (words: RegExp | string) =>
    page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  const go = (area: string, name?: string) => openByRail(page, area, name);
  const readRoutes = (on: string) =>
    api("GET", `/api/v1/client/routes?date=${on}&per_page=50`).then(
      ({ routes }) => routes as { id: number; driver_name: string; status: string; orders: number }[],
    );

  before(async () => {
    if (NO_CHROMIUM) return;
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    // Links of proofs point to the address at which the service listens.
    service.runtime.settings.base_url = base_url;
    date = toLocalDate(service.now(), ZONE);
    drivers = await Promise.all(DRIVERS.map((name) => business.driver({ name })));
    const day = JSON.parse(
      await readFile(path.resolve(import.meta.dirname, "../../data/demo/day-0.json"), "utf8"),
    ) as { deliveries: { id: string; lat: number; lng: number; size: number }[] };
    await Promise.all(
      day.deliveries.slice(0, ORDERS).map(({ id, lat, lng, size }, index) =>
        business.order({
          ref: id,
          scheduled_date: date,
          units: size,
          dropoff: {
            name: `Person ${index}`,
            phone: "+55 61 99999-0000",
            line1: `Street ${index}`,
            city: "Brasília",
            country: "BR",
            lat,
            lng,
          },
          requirements: { pod: ["photo"] },
        }),
      ),
    );
    browser = await openBrowser();
    dispatcher = await visit(browser, base_url);
    visits.push(dispatcher);
    page = dispatcher.page;
  });
  after(async () => {
    await browser?.close();
  });

  step("a wrong password is refused in words, and the right one leads to today", async () => {
    const { email } = await business.person("client_admin");
    await page.goto("/");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill("a wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: /password/i })
      .waitFor();
    assert.match(page.url(), /\/sign-in/);

    await page.getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    await page.getByRole("link", { name: `${ORDERS} Unplanned` }).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("a day is planned while one watches, and nothing changes until it is committed", async () => {
    await go("Dispatch", "Plan");
    await page.getByText(`${ORDERS} orders wait, 4 active drivers.`).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel("Stops a route, at most").fill("25");
    const thumb = page.getByRole("slider", { name: "Time to think" });
    // Longer than this test waits: the run is cancelled.
    await thumb.press("End");
    await page.getByText("120 s", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Build routes" }).click();

    const attempts = page.getByText(/^[\d,]+ attempts$/);
    await attempts.waitFor();
    const first = await attempts.textContent();
    await until(
      "more attempts",
      async () => (await attempts.textContent({ timeout: 15_000 }).catch(() => "over")) !== first,
    );
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Use the best plan so far" }).click();
    const commit = page.getByRole("button", { name: /^Commit \d routes$/ });
    await commit.waitFor();
    assert.deepEqual(await findViolations(page), []);
    assert.deepEqual(await readRoutes(date), []);

    await commit.click();
    await toast(/^\d routes made\.$/);
    const planned_routes = await readRoutes(date);
    assert(planned_routes.length >= 3, `${planned_routes.length} routes`);
    assert.equal(
      planned_routes.reduce((sum, { orders }) => sum + orders, 0),
      ORDERS,
    );
    await page.getByRole("button", { name: `Release ${planned_routes.length}` }).waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("a stop moves to another route and earlier by its menu in the list", async () => {
    const [from, to] = await readRoutes(date);
    assert(from !== undefined && to !== undefined);
    // Not a stop of the route, in the list of places.
    const row = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}(?!,)`) });
    const readNames = async (route_id: number) =>
      (
        (await api("GET", `/api/v1/client/routes/${route_id}`)).route.stops as {
          tasks: { order: { name: string } }[];
        }[]
      ).map(({ tasks }) => tasks[0]?.order.name ?? "");
    const [first = "", second = ""] = await readNames(from.id);
    await page.getByText("List", { exact: true }).click();
    await row(from.driver_name).click();

    const moved = async (act: () => Promise<void>, name: string) => {
      await act();
      await toast(`1 order moved to ${to.driver_name}.`);
      await page.getByText(name, { exact: true }).waitFor({ state: "detached" });
      assert.equal((await readNames(from.id)).includes(name), false);
      assert.equal((await readNames(to.id)).includes(name), true);
    };
    await moved(async () => {
      const menu = page.getByRole("button", { name: `Move stop 1, ${first}` });
      await menu.focus();
      await menu.press("Enter");
      await page.getByRole("menuitem", { name: to.driver_name }).press("Enter");
    }, first);

    const [one = "", two = ""] = await readNames(from.id);
    assert.equal(one, second);
    await page.getByRole("button", { name: `Move stop 2, ${two}` }).click();
    await page.getByRole("menuitem", { name: "Earlier" }).click();
    await page.getByRole("button", { name: `Move stop 1, ${two}` }).waitFor();
    assert.deepEqual((await readNames(from.id)).slice(0, 2), [two, one]);
  });

  step("releasing all gives every route to its driver", async () => {
    await page.getByRole("button", { name: /^Release \d$/ }).click();
    await toast(/^\d routes released to the drivers\.$/);
    await page.getByText("Nothing to release").waitFor();
    assert.deepEqual(new Set((await readRoutes(date)).map(({ status }) => status)), new Set(["RELEASED"]));
  });

  step("the drivers' day shows on today, routes, drivers and in the list of orders", async () => {
    const day_progress = await drive({
      base_url,
      date,
      password: TEST_PASSWORD,
      drivers: drivers.map(({ person }) => person.email),
      speed: Number.POSITIVE_INFINITY,
      failing: 0.15,
    });
    assert.equal(day_progress.delivered + day_progress.failed, ORDERS);
    assert(day_progress.failed > 0, "no stop failed");

    await go("Now", "Today");
    await page.getByRole("link", { name: `${day_progress.delivered} Delivered` }).waitFor();
    await page.getByRole("heading", { name: "Needs a person" }).waitFor();
    assert.deepEqual(await findViolations(page), []);

    // Data read some seconds ago may still be shown; a reload reads it again.
    await go("Dispatch", "Routes");
    await page.reload();
    await page.getByText(`${ORDERS} of ${ORDERS} stops done`).first().waitFor();
    assert.deepEqual(await findViolations(page), []);
    const [driven] = await readRoutes(date);
    await page.getByRole("row", { name: new RegExp(driven?.driver_name ?? "") }).click();
    await page.getByRole("region", { name: /^Way of route/ }).waitFor();
    assert.deepEqual(await findViolations(page), []);

    await go("Fleet", "Drivers");
    await page.getByRole("row", { name: new RegExp(DRIVERS[0] as string) }).waitFor();
    await page.getByText("4 drivers ·").waitFor();
    assert.deepEqual(await findViolations(page), []);

    await go("Orders");
    await page.getByText(`${ORDERS} orders`, { exact: true }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await go("Settings");
    await page.getByRole("heading", { name: "Business", level: 1 }).waitFor();
    await page.getByLabel("Time zone").first().waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step(
    "a delivered order, found by its number, shows its timeline, its photo and an unbroken history",
    async () => {
      const { orders } = await api("GET", "/api/v1/client/orders?status=DELIVERED&per_page=1");
      await page.keyboard.press("/");
      await page.getByRole("combobox", { name: "Search orders" }).fill(orders[0].tracking_number);
      await page.getByRole("option", { name: new RegExp(orders[0].tracking_number) }).click();
      await page.getByRole("heading", { name: orders[0].name, level: 1 }).waitFor();
      await page.getByRole("list", { name: "Progress: delivered" }).waitFor();
      const timeline = page.getByRole("tabpanel", { name: "Timeline" });
      await timeline
        .getByText(/^Handed to|^Left/)
        .first()
        .waitFor();
      await waitForPicture(page.getByRole("img", { name: "Photo of the delivery" }));
      assert.deepEqual(await findViolations(page), []);

      await page.getByRole("tab", { name: "History" }).click();
      const history = page.getByRole("tabpanel", { name: "History" });
      await history.getByText(/^All \d+ records are as they were written/).waitFor();
      await history.getByText("clientPlanRunCommit").waitFor();
      await history.getByText("driverStopComplete").first().waitFor();
      assert.deepEqual(await findViolations(page), []);
    },
  );

  step(
    "a visitor follows a parcel on a phone, sees the photo, and learns no name and no street",
    async () => {
      const { orders } = await api("GET", "/api/v1/client/orders?status=DELIVERED&per_page=1");
      const { tracking_number, name } = orders[0];
      const phone = await come({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
      await phone.goto("/track");
      await phone.getByLabel("Tracking number").fill(tracking_number.toLowerCase());
      await phone.getByRole("button", { name: "Track" }).click();
      await phone.getByRole("heading", { name: "Delivered", level: 1 }).waitFor();
      await waitForPicture(phone.getByRole("img", { name: "Photo, taken at delivery" }));
      const text = (await phone.locator("body").textContent()) ?? "";
      assert.equal(text.includes(name), false, "a visitor is told a name");
      assert.equal(/Street \d/.test(text), false, "a visitor is told a street");
      assert.equal(await phone.evaluate("document.documentElement.scrollWidth"), 390);
      assert.doesNotMatch(await phone.evaluate("JSON.stringify({ ...localStorage })"), /ph_|signed-in/);
      assert.deepEqual(await findViolations(phone), []);

      await phone.getByRole("button", { name: "Dark colours" }).click();
      await phone.getByRole("button", { name: "Light colours" }).waitFor();
      await until("a dark ground", async () => (await readBackground(phone)) < 60);
      assert.deepEqual(await findViolations(phone), []);

      await phone.goto("/track/PH00000000000000");
      await phone.getByRole("heading", { name: "We do not know this number" }).waitFor();
    },
  );

  step("dark colours, once chosen, stay after a reload and keep their contrast", async () => {
    await go("Now", "Today");
    await until("a light ground", async () => (await readBackground(page)) > 200);
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("button", { name: "client_admin" })
      .click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Orders by status" }).waitFor();
    await until("a dark ground", async () => (await readBackground(page)) < 60);
    // On a busy machine the text colour may change later than the background.
    await page.waitForFunction("getComputedStyle(document.querySelector('h1')).color !== 'rgb(0, 0, 0)'");
    assert.deepEqual(await findViolations(page), []);
    await go("Dispatch", "Plan");
    await page.getByText("Nothing to release").waitFor();
    assert.deepEqual(await findViolations(page), []);
  });

  step("a plan whose orders moved on since is not committed, and says why", async () => {
    const tomorrow = addDays(date, 1);
    const orders = await Promise.all(
      Array.from({ length: 5 }, () => business.order({ scheduled_date: tomorrow })),
    );
    const { plan_run_id } = await api("POST", "/api/v3/client/build-route", {
      date: tomorrow,
      preview: true,
      async: true,
      time_limit_s: 1,
    });
    await page.goto(`/plan?date=${tomorrow}&run=${plan_run_id}`);
    const commit = page.getByRole("button", { name: /^Commit \d+ routes?$/ });
    await commit.waitFor();
    await api("POST", `/api/v1/client/orders/${orders[0]?.id}/hold`, { reason: "Not paid" });
    await commit.click();
    const refusal = page.getByRole("alert").filter({ hasText: "The plan was not committed" });
    await refusal.getByText(/Orders or drivers have changed since this was planned/).waitFor();
    assert.deepEqual(await readRoutes(tomorrow), []);
  });

  step("a customer has no dispatcher's pages, not even by their addresses", async () => {
    const { person } = await business.customer();
    const theirs = await come({ as: person });
    await theirs.goto("/");
    await theirs.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    const rail = theirs.getByRole("navigation", { name: "Pages" });
    await rail.getByRole("link", { name: "Orders", exact: true }).first().waitFor();
    for (const name of ["Now", "Dispatch", "Fleet", "Settings"])
      assert.equal(await rail.getByRole("link", { name, exact: true }).count(), 0, `${name} is in the rail`);
    for (const address of ["/plan", "/routes", "/drivers"]) {
      await theirs.goto(address);
      await theirs.getByText("Not for this account").first().waitFor();
      assert.equal(await theirs.getByText(DRIVERS[0] as string).count(), 0, `${address} names a driver`);
    }
  });

  step("no page broke on the way", () => {
    assert.deepEqual(
      visits.flatMap(({ broken }) => broken),
      [],
    );
  });
});

/** Waits until the image itself has loaded. */
async function waitForPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await until("the picture", () =>
    picture.evaluate((element) => {
      const { complete, naturalWidth } = element as unknown as { complete: boolean; naturalWidth: number };
      return complete && naturalWidth > 0;
    }),
  );
}

/** Brightness of the page background, 0 to 255. */
async function readBackground(page: Page): Promise<number> {
  const colour = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
  const parts = [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([part]) => Number(part));
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}
