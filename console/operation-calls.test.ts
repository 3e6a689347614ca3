/** Calls of operations in pages become calls of their routes. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ROUTES } from "../packages/client/routes.gen.ts";
import { operationCalls } from "./operation-calls.ts";

const IMPORT = 'import { ApiError, client } from "../../api/client.ts";\n';
const { transform } = operationCalls();
const compile = (code: string) => transform(IMPORT + code, "page.tsx")?.slice(IMPORT.length);

test("a call names its route, and a file is asked for as one", () => {
  assert.equal(
    compile("client.clientOrders({ page: 1 }, { signal });"),
    'client.callAt({"method":"GET","path":"/api/v1/client/orders","writes":false})({ page: 1 }, { signal });',
  );
  assert.equal(
    compile("createLinkClient(token)\n  .documentShared()"),
    'createLinkClient(token).fileAt({"method":"GET","path":"/api/v1/shared/documents/{link}","writes":false})()',
  );
});

test("a client has the name that the file gives it", () => {
  assert.match(
    transform(
      'import { client as service } from "../api/client.ts";\nservice.clientOrders({});',
      "page.tsx",
    ) ?? "",
    /service\.callAt\(\{"method":"GET","path":"\/api\/v1\/client\/orders"/,
  );
});

test("a type keeps the name of the operation, and other objects are left alone", () => {
  const types = "type Answer = Awaited<ReturnType<typeof client.clientOrders>>; queries.client.clear();";
  assert.equal(compile(types), types);
  assert.equal(transform("client.clientOrders()", "other.ts"), undefined);
});

test("an operation whose name is computed is refused", () => {
  for (const code of ["client[name]()", "const { clientOrders } = client;"])
    assert.throws(() => compile(code), /without the name of an operation/);
});

test("no call of the console is left as it was", async () => {
  const unchanged_calls: string[] = [];
  for await (const file of glob("{*.ts,*.tsx,[!d]*/**/*.{ts,tsx}}", { cwd: import.meta.dirname })) {
    if (file.includes(".test.")) continue;
    const code = await readFile(path.join(import.meta.dirname, file), "utf8");
    const compiled = transform(code, file) ?? code;
    if (!code.includes('client.ts"')) continue;
    for (const [text, name = ""] of compiled.matchAll(
      /(?<!typeof )\b(?!text\b|kinds\b)\w+\)?\s*\.(\w+)\b(?=\s*\()/g,
    ))
      if (Object.hasOwn(ROUTES, name)) unchanged_calls.push(`${file}: ${text}`);
  }
  assert.deepEqual(unchanged_calls, []);
});
