/**
 * A session of the console, in a real browser: no script can read it, no other site can use it, every page of
 * the service works with it, and after it has ended the console asks for a sign-in and returns to the previous
 * page.
 */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import {
  findViolations,
  NO_CHROMIUM,
  openBrowser,
  signIn,
  type Visit,
  visit,
  waitForDialog,
} from "#tests/support/browser.ts";
import { TEST_PASSWORD, type TestPerson, testService } from "#tests/support/service.ts";
import { eventually } from "#tests/support/until.ts";

const service = await testService({ console: true });
const business = await service.business();
const NEW_PASSWORD = "another good password";

/** Everything that the pages store where scripts can read it. */
const STORAGE_SCRIPT =
  "JSON.stringify({ local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie })";

describe("a session of the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url = "";
  let visited: Visit;
  let page: Page;
  let person: TestPerson;

  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
    visited = await visit(browser, base_url);
    page = visited.page;
    person = await business.person("client_admin");
    await signIn(page, person.email, TEST_PASSWORD);
  });
  after(async () => {
    await browser?.close();
  });

  const isSignedIn = async () => {
    const answer = (await page.evaluate(
      `fetch("/api/v1/user/me", { headers: { "x-packhorse-client": "console" } }).then((answer) => answer.status)`,
    )) as number;
    return answer === 200;
  };

  test("is in a cookie that scripts cannot read, and in no storage", async () => {
    assert.doesNotMatch((await page.evaluate(STORAGE_SCRIPT)) as string, /ph_|packhorse-session/);
    const cookies = await page.context().cookies(base_url);
    assert.deepEqual(
      cookies.map(({ name, httpOnly, sameSite, path }) => ({ name, httpOnly, sameSite, path })),
      [{ name: "packhorse-session", httpOnly: true, sameSite: "Strict", path: "/" }],
    );
    await page.reload();
    await page.getByRole("heading", { name: "Orders by status" }).waitFor();
  });

  test("cannot be used by a form or a script of another site", async () => {
    const foreign = await page.context().newPage();
    await foreign.route("http://evil.test.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Evil</title>" }),
    );
    for (const path of ["/api/v1/user/logout", "/api/v1/user/tokens", "/api/graphql"])
      for (const type of ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"]) {
        await foreign.goto("http://evil.test.example/");
        const answered = foreign.waitForResponse((response) => response.url() === base_url + path);
        await foreign.evaluate(`(() => {
          const form = document.createElement("form");
          Object.assign(form, { method: "POST", action: ${JSON.stringify(base_url + path)}, enctype: "${type}" });
          const field = Object.assign(document.createElement("input"), { name: '{"name":"Evil","x":"', value: '"}' });
          form.append(field);
          document.body.append(form);
          form.submit();
        })()`);
        const status = (await answered).status();
        await foreign.waitForURL(base_url + path);
        assert.ok(status >= 400 && status < 500, `${path} as ${type}: ${status}`);
      }
    await foreign.goto("http://evil.test.example/");
    const logout_status = await foreign.evaluate(`fetch(${JSON.stringify(`${base_url}/api/v1/user/logout`)}, {
      method: "POST", credentials: "include", headers: { "x-packhorse-client": "console" },
    }).then((answer) => answer.status, () => "refused")`);
    assert.equal(logout_status, "refused");
    await foreign.close();
    assert.equal(await isSignedIn(), true);
    assert.equal((await person.http("GET", "/api/v1/user/tokens?kind=api")).body.total, 0);
  });

  test("serves the approvals, GraphiQL and the reference", async () => {
    await page.goto("/mcp-approvals");
    await page.getByRole("heading", { name: "Approvals", level: 1 }).waitFor();
    await page.goto("/api/graphql");
    await page.getByText("You are signed in by the").waitFor();
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith("/api/graphql") &&
        !(response.request().postData() ?? "").includes("Introspection"),
    );
    // The button runs at once until the editor has read that the text holds several operations; then it has a menu.
    await page.locator('button[aria-haspopup="menu"][aria-label^="Execute query"]').click();
    await page.getByRole("menuitem", { name: "Orders" }).click();
    const answer = await answered;
    const body = (await answer.json()) as { errors?: unknown[]; data?: unknown };
    assert.deepEqual([answer.status(), body.errors], [200, undefined]);
    await page.goto("/docs");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
  });

  test("authorises a program without another sign-in, or with the sign-in of another account", async () => {
    const redirect_uri = `${base_url}/after`;
    const { body } = await service.http("POST", "/oauth/register", {
      client_name: "Agent",
      redirect_uris: [redirect_uri.replace(/:\d+/, ":1")],
    });
    const verifier = randomBytes(32).toString("base64url");
    const authorize_query = new URLSearchParams({
      response_type: "code",
      client_id: body.client_id,
      redirect_uri,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    await page.goto(`/oauth/authorize?${authorize_query}`);
    await page.getByText(`You are signed in as ${person.actor.name}`).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Use another account" }).click();
    await page.getByLabel("Password").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.waitForURL(/\/after\?code=/);
    const exchanged = await service.http(
      "POST",
      "/oauth/token",
      new URLSearchParams({
        grant_type: "authorization_code",
        code: new URL(page.url()).searchParams.get("code") ?? "",
        redirect_uri,
        client_id: body.client_id,
        code_verifier: verifier,
      }).toString(),
      { "content-type": "application/x-www-form-urlencoded" },
    );
    assert.equal(exchanged.status, 200, JSON.stringify(exchanged.body));

    const { page: visitor } = await visit(browser, base_url);
    await visitor.goto(`/oauth/authorize?${authorize_query}`);
    await visitor.getByLabel("E-mail").fill(person.email);
    await visitor.getByLabel("Password").fill(TEST_PASSWORD);
    await visitor.getByRole("button", { name: "Sign in and allow" }).click();
    await visitor.waitForURL(/\/after\?code=/);
    await visitor.context().close();
  });

  test("continues after a new password, which revokes the tokens of programs unless they are kept", async () => {
    const works = async () => (await person.http("GET", "/api/v1/user/tokens?kind=api")).body.total;
    const change = async (from: string, to: string, keeps: boolean) => {
      await page.goto("/settings/tokens");
      await page.getByRole("button", { name: "Change password" }).click();
      const form = await waitForDialog(page, "Change password");
      await form.getByLabel("Current password").fill(from);
      await form.getByLabel("New password").fill(to);
      if (keeps) await form.getByLabel("Keep my API tokens working").check();
      assert.deepEqual(await findViolations(page), []);
      await form.getByRole("button", { name: "Change password" }).click();
      await form.waitFor({ state: "detached" });
    };
    const before = await service.system.rows(
      "select id from access_token where account_id = $1 and kind = 'api'",
      [person.account_id],
    );
    assert.equal(before.length, 1);
    assert.equal(await works(), 1);
    await change(TEST_PASSWORD, NEW_PASSWORD, true);
    const live = () =>
      service.system.rows(
        "select id from access_token where account_id = $1 and kind = 'api' and revoked_at is null",
        [person.account_id],
      );
    assert.equal((await live()).length, 1);
    await change(NEW_PASSWORD, TEST_PASSWORD, false);
    assert.equal((await live()).length, 0);
    assert.equal(await isSignedIn(), true);
  });

  test("redirects to the sign-in after it has ended, and back from there", async () => {
    await page.goto("/orders?status=NEW_ORDER");
    await service.system.execute("update access_token set revoked_at = now() where account_id = $1", [
      person.account_id,
    ]);
    service.runtime.authentication.clearCache();
    await page.reload();
    await page.waitForURL(/\/sign-in\?next=/);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("textbox", { name: "Password" }).fill(TEST_PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/orders\?/);
  });

  test("ends when somebody signs out, and its cookie is cleared", async () => {
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("button", { name: person.actor.name })
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL(/\/sign-in/);
    await eventually(() => page.context().cookies(base_url), []);
    assert.equal(await isSignedIn(), false);
    assert.deepEqual(visited.broken, []);
  });
});
