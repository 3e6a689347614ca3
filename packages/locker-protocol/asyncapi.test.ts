import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { buildFiles } from "./scripts/generate.ts";

interface Document {
  components: {
    messages: Record<string, { payload: { $ref: string }; examples: { payload: object }[] }>;
  };
}

const read = async (name: string) => JSON.parse(await readFile(path.join(import.meta.dirname, name), "utf8"));
const document: Document = await read("asyncapi.json");

test("the document, the examples and the vectors are those of the schemas: scripts/generate.ts writes them", async () => {
  const files = await buildFiles();
  for (const [name, content] of Object.entries(files))
    assert.deepEqual(await read(name), JSON.parse(JSON.stringify(content)), name);
  for (const folder of ["examples", "vectors"])
    for (const name of await readdir(path.join(import.meta.dirname, folder)))
      assert.ok(files[`${folder}/${name}`], `${folder}/${name} is of nothing`);
});

test("every example is valid by the schema of its message, as the document has it", () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv as never);
  ajv.addSchema(document, "document");
  for (const [name, { payload, examples }] of Object.entries(document.components.messages)) {
    const validate = ajv.compile({ $ref: `document${payload.$ref}` });
    for (const example of examples) {
      assert.ok(validate(example.payload), `${name}: ${JSON.stringify(validate.errors)}`);
      assert.ok(!validate({ ...example.payload, type: "other" }), `${name} accepts another type`);
    }
  }
});

test("every reference of the document leads somewhere, and every message and schema is in use", () => {
  const references = new Set(JSON.stringify(document).match(/(?<="\$ref":"#\/)[^"]+/g));
  for (const reference of references) {
    const target = reference
      .split("/")
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document);
    assert.ok(target !== undefined, reference);
  }
  for (const name of Object.keys(document.components.messages))
    assert.ok(references.has(`components/messages/${name}`), name);
});

test("the document is one of AsyncAPI 3.0.0, by the schema of its specification", async () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    await read("standards/asyncapi-3.0.0.json"),
  );
  assert.ok(validate(document), JSON.stringify(validate.errors?.slice(0, 3)));
  assert.ok(!validate(Object.assign({}, document, { info: {} })));
});
