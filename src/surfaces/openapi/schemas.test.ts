/** Names of shapes in what is generated from schemas. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type, { type TSchema } from "typebox";
import type { JsonSchema } from "#operation/define/schema.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref, ToolWords } from "#vocabulary/ref.ts";
import { createTypes } from "../graphql/types.ts";
import { createEmitter } from "../typescript/types.ts";
import { createComponents } from "./schemas.ts";

test("a shape has one name, whatever its ids name and tools say of them", () => {
  const [components, emitter, types] = [createComponents(), createEmitter(), createTypes()];
  for (const id of [Id, Ref("order"), ToolWords("Its number.", Id)]) {
    const shape = Type.Object({ id }, { $id: "Thing" }) as TSchema as JsonSchema;
    components.project(shape);
    emitter.printType(shape);
    types.output(shape, "Thing");
  }
  assert.deepEqual(Object.keys(components.schemas()), ["Thing"]);
  assert.doesNotMatch(JSON.stringify(components.schemas()), /x-/);
  assert.equal(emitter.declarations().length, 1);
  assert.deepEqual(types.clashes, []);
});
