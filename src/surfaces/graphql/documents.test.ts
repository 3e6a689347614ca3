/** The cache of documents: what is parsed, validated and compiled again, and what is forgotten. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildSchema, type ExecutionArgs } from "graphql";
import { createDocumentCache } from "./documents.ts";

const ROOT = { one: 1, two: 2 };

/** A cache over a small schema, and how often that schema was asked for its types to run or compile a document. */
function startCache() {
  const schema = buildSchema("type Query { one: Int two: Int }");
  const counted = { schema_reads: 0 };
  for (const name of ["getQueryType", "getRootType"] as const) {
    const read = schema[name].bind(schema) as (...args: never[]) => unknown;
    Object.assign(schema, {
      [name]: (...args: never[]) => {
        counted.schema_reads += 1;
        return read(...args);
      },
    });
  }
  const documents = createDocumentCache(schema);
  const run = async (text: string, operationName?: string) => {
    const args = { schema, document: documents.parse(text), rootValue: ROOT, operationName };
    const { data, errors } = await documents.run(args as ExecutionArgs);
    assert.equal(errors, undefined);
    return { ...data };
  };
  return { documents, counted, run };
}

describe("a document", () => {
  test("is parsed and validated once, however many others come in between", () => {
    const { documents } = startCache();
    const texts = ["{ one }", "{ two }", "{ one two }", "{ three }"];
    const first = texts.map((text) => documents.parse(text));
    const faults = first.map((document) => documents.validate(document));
    assert.deepEqual(
      faults.map(({ length }) => length),
      [0, 0, 0, 1],
    );
    for (const [index, text] of texts.entries()) {
      assert.equal(documents.parse(text), first[index]);
      assert.equal(documents.validate(documents.parse(text)), faults[index]);
    }
  });

  test("is forgotten when it is long, and when 500 others were used since", () => {
    const { documents } = startCache();
    const long = `{ one }${" ".repeat(20_000)}`;
    assert.notEqual(documents.parse(long), documents.parse(long));
    const first = documents.parse("{ one }");
    for (let index = 0; index < 499; index += 1) documents.parse(`{ one } # ${index}`);
    assert.equal(documents.parse("{ one }"), first);
    for (let index = 0; index < 500; index += 1) documents.parse(`{ two } # ${index}`);
    assert.notEqual(documents.parse("{ one }"), first);
  });

  test("is compiled at its second run and never again, each of its operations by itself", async () => {
    const { counted, run } = startCache();
    const two_operations = "query A { one } query B { two }";
    const runAll = async () => {
      assert.deepEqual(await run("{ one }"), { one: 1 });
      assert.deepEqual(await run("{ again: one two }"), { again: 1, two: 2 });
      assert.deepEqual(await run(two_operations, "A"), { one: 1 });
      assert.deepEqual(await run(two_operations, "B"), { two: 2 });
    };
    await runAll();
    await runAll();
    counted.schema_reads = 0;
    await runAll();
    await runAll();
    assert.equal(counted.schema_reads, 0);
  });
});
