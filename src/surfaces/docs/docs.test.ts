import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { listDocumentGroups } from "./documents.ts";
import { renderMarkdown } from "./markdown.ts";

const service = await testService();
const html = { accept: "text/html,*/*;q=0.8" };
const all = listDocumentGroups("http://localhost:8080").flatMap(({ documents }) => documents);
const read = (url: string, headers: Record<string, string> = html) =>
  service.http("GET", url, undefined, headers);

describe("the pages of the documentation", () => {
  test("exist for every guide, with links to all others", async () => {
    assert.ok(all.length > 10);
    for (const { address, title } of all) {
      const { status, body, headers } = await read(address);
      assert.equal(status, 200, address);
      assert.match(String(headers["content-type"]), /^text\/html/);
      assert.match(body, new RegExp(`<a href="${address}" aria-current="page">`), address);
      assert.ok(body.includes(`<title>${title.replaceAll("'", "&#39;")} · Packhorse</title>`), title);
      for (const other of all)
        assert.ok(body.includes(`<a href="${other.address}"`), `${address} ${other.address}`);
    }
    for (const address of ["/docs/contract", "/docs/reference"])
      assert.equal((await read(address)).headers["location"], "/docs/guides");
    assert.match((await read("/docs/guides")).body, /class="card" href="\/docs\/guides\/integration"/);
  });

  test("link only to existing pages, files and headings, and load no resources", async () => {
    const pages = new Map<string, string>();
    for (const { address } of [...all, { address: "/docs/guides" }, { address: "/docs" }])
      pages.set(address, (await read(address)).body);
    const wrong: string[] = [];
    for (const [address, body] of pages) {
      assert.doesNotMatch(
        body,
        /<(?:img|iframe|link (?!rel="icon")|object)\b|\sstyle="|\son\w+="|<!-- \w+ -->/,
        address,
      );
      for (const [, link = ""] of body.matchAll(/ href="([^"]*)"/g)) {
        // The icon belongs to the console, which is not served here.
        if (/^https?:|^\/icon/.test(link)) continue;
        const [target = "", anchor] = link.split("#");
        const target_address = target === "" ? address : target;
        const text = pages.get(target_address) ?? (await read(target_address)).body;
        if (
          !pages.has(target_address) &&
          !["/"].includes(target_address) &&
          (await read(target_address)).status !== 200
        )
          wrong.push(`${address}: ${link}`);
        const id = decodeURIComponent(anchor ?? "");
        if (id !== "" && pages.has(target_address) && !text.includes(` id="${id}"`))
          wrong.push(`${address}: ${link}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  test("have a policy that allows only their own style and script", async () => {
    for (const address of ["/docs", "/docs/guides", "/docs/guides/otep", "/docs/guides/nothing"]) {
      const policy = String((await read(address)).headers["content-security-policy"]);
      assert.match(
        policy,
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/,
        address,
      );
    }
  });

  test("are 404 when unknown, and a browser gets the list of pages", async () => {
    const { status, body } = await read("/docs/guides/nothing");
    assert.equal(status, 404);
    assert.match(body, /There is no such document/);
    const program = await read("/docs/guides/../../.env", { accept: "application/json" });
    assert.deepEqual([program.status, program.body.error_code], [404, "NOT_FOUND"]);
  });
});

describe("Markdown", () => {
  const renderHtml = (text: string, linked: (link: string) => string | undefined = (link) => link) =>
    renderMarkdown(text, linked).html;

  test("shows HTML as text, except a bare anchor", () => {
    const hostile = renderHtml(
      '<script>alert(1)</script> <img src=x onerror=alert(1)> <a id="x" onclick=1></a> <a id="ok"></a>',
    );
    assert.doesNotMatch(hostile, /<(?:script|img|a)\b/);
    assert.match(hostile, /<span id="ok"><\/span>/);
    assert.match(renderHtml("```</code><script>\n</pre><b>\n```"), /&lt;\/pre&gt;&lt;b&gt;/);
    assert.doesNotMatch(renderHtml("```</code><script>\n</pre><b>\n```"), /<script|<b>/);
  });

  test("removes script URLs and links without a target", () => {
    assert.doesNotMatch(renderHtml("[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x)"), /href/);
    assert.equal(
      renderHtml("see [the *file*](../x.ts) there", () => undefined),
      "<p>see the <em>file</em> there</p>\n",
    );
    assert.match(
      renderHtml("[x](y.md)", () => "/docs/y"),
      /<a href="\/docs\/y">x<\/a>/,
    );
  });

  test("gives headings the same anchors as other Markdown renderers", () => {
    const { html: text, headings } = renderMarkdown(
      "## `X-Dry-Run`, again & again\n\n## Twice\n\n## Twice\n",
      (link) => link,
    );
    assert.deepEqual(
      headings.map(({ id }) => id),
      ["x-dry-run-again--again", "twice", "twice-1"],
    );
    assert.match(text, /<h2 id="x-dry-run-again--again">/);
    assert.doesNotMatch(renderHtml("| a | b |\n|---|--:|\n| 1 | 2 |\n"), /style=/);
  });
});
