/** Forms of the console when something happens meanwhile: a change in another tab, a submit before a render is committed. */
import assert from "node:assert/strict";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import react from "@vitejs/plugin-react";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { NO_CHROMIUM, openBrowser, visit, waitForDialog } from "#tests/support/browser.ts";
import { testService } from "#tests/support/service.ts";
import { messageFiles } from "../../console/message-files.ts";
import { operationRules } from "../../console/operation-rules.ts";

const service = await testService({ console: true });
const business = await service.business();

describe("forms of the console", { skip: NO_CHROMIUM }, () => {
  let browser: Browser;
  let base_url: string;
  before(async () => {
    base_url = await service.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await openBrowser();
  });
  after(() => browser?.close());

  test("what another tab changed meanwhile is not overwritten, and what was entered stays in the form", async () => {
    const person = await business.person("client_admin", "Ada");
    const { packaging } = (
      await person.http("POST", "/api/v1/packing-plans/packaging-catalog", {
        code: "K-1",
        name: "Carton",
        category: "cartons",
        ...Object.fromEntries(
          ["inner", "outer"].flatMap((which) =>
            ["length", "width", "height"].map((side) => [`${which}_${side}_mm`, 300]),
          ),
        ),
      })
    ).body;
    const { page: one, broken } = await visit(browser, base_url, { as: person });
    const other = await one.context().newPage();
    const tabs = [one, other];
    for (const tab of tabs) {
      await tab.goto("/packing/packagings");
      await tab.getByRole("row", { name: /K-1/ }).click();
      await waitForDialog(tab);
    }
    const [first, second] = tabs.map((tab) => tab.getByRole("dialog"));
    assert(first !== undefined && second !== undefined);
    await first.getByLabel("Name").fill("Strong carton");
    await first.getByRole("button", { name: "Save" }).click();
    await first.waitFor({ state: "detached" });
    await second.getByLabel("Name").fill("Cheap carton");
    await second.getByLabel("Empty weight").fill("250");
    await second.getByRole("button", { name: "Save" }).click();
    await second.getByRole("alert").filter({ hasText: "Somebody changed it meanwhile." }).waitFor();
    assert.equal(await second.getByLabel("Name").inputValue(), "Cheap carton");
    assert.match(await second.getByLabel("Empty weight").inputValue(), /^250/);
    const { body } = await person.http("GET", "/api/v1/packing-plans/packaging-catalog");
    const [stored_packaging] = body.packagings.filter(({ id }: { id: number }) => id === packaging.id);
    assert.partialDeepStrictEqual(stored_packaging, { name: "Strong carton", tare_g: 0, version: 2 });
    assert.deepEqual(broken, []);
  });

  test("a submit while a render is interrupted is checked by the fields on screen", async () => {
    const { page, broken } = await visit(browser, base_url);
    await page.goto("/healthz");
    await page.setContent('<div id="root"></div>');
    await page.addScriptTag({ type: "module", content: await buildInterruptedForm() });
    await page.getByRole("button", { name: "Render" }).click();
    await page.getByText("Is required.").waitFor();
    assert.deepEqual(await page.evaluate("report"), { submitted_before_field: true, calls: [] });
    assert.deepEqual(broken, []);
  });
});

/** A form that is submitted once, after a part before its field has rendered and before the field has. */
const INTERRUPTED_FORM = `
  import { MantineProvider, TextInput } from "@mantine/core";
  import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
  import { startTransition, useState } from "react";
  import { createRoot } from "react-dom/client";
  import { useSaveForm } from "/parts/form.tsx";
  import { getRules } from "/parts/form-rules.ts";

  window.report = { submitted_before_field: null, calls: [] };
  let is_field_rendered = false;

  function Part({ is_long }) {
    if (!is_long || report.submitted_before_field !== null) return null;
    is_field_rendered = false;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      report.submitted_before_field = !is_field_rendered;
      document.querySelector("form").requestSubmit();
    };
    port2.postMessage(null);
    // React renders for 5 ms at a time.
    for (const until = performance.now() + 50; performance.now() < until; );
    return null;
  }

  function Field({ form }) {
    is_field_rendered = true;
    return <TextInput label="Name" {...form.field("name")} />;
  }

  function Form() {
    const [is_long, setLong] = useState(false);
    const form = useSaveForm({
      rules: getRules("skillCreate"),
      initial: { name: "" },
      run: async (values) => report.calls.push(values),
      keys: [],
      success_message: null,
    });
    return (
      <form {...form.props}>
        <button type="button" onClick={() => startTransition(() => setLong(true))}>Render</button>
        <Part is_long={is_long} />
        <Field form={form} />
      </form>
    );
  }

  createRoot(document.getElementById("root")).render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
`;

async function buildInterruptedForm(): Promise<string> {
  const entry = path.join(import.meta.dirname, "../../console/interrupted-form.tsx");
  const result = await build({
    root: path.dirname(entry),
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "interrupted-form",
        enforce: "pre",
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? INTERRUPTED_FORM : undefined),
      },
      react(),
      messageFiles(),
      operationRules(),
    ],
    resolve: {
      alias: { "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js" },
    },
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  assert(!Array.isArray(result) && "output" in result);
  return result.output[0].code;
}
