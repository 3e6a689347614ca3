/**
 * Every statement of every read, explained as the service role: under row-level security only leakproof
 * operators reach an index, and a list that cannot use one gets slower with every order.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "#operation/refusal.ts";
import type { JsonSchema } from "#operation/schema.ts";
import { preparedTexts } from "#platform/db/statement.ts";
import { testService } from "#tests/support/service.ts";
import type { Role } from "#vocabulary/roles.ts";

const service = await testService();

/** Tables that stay small in a business, or are read whole on purpose. */
const SMALL = new Set([
  "business",
  "return_reason",
  "skill",
  "vehicle",
  "contractor",
  "migration",
  "event_reader",
]);

/** A value that a schema accepts, as good as any. */
function anyValue(schema: JsonSchema, name: string, ids: Record<string, unknown>): unknown {
  if (Object.hasOwn(ids, name)) return ids[name];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined) return anyValue(schema.anyOf[0] as JsonSchema, name, ids);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return schema.items === undefined ? [] : [anyValue(schema.items, name.replace(/s$/, ""), ids)];
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, member]) => [key, anyValue(member, key, ids)]),
      );
    default:
      if (schema.format === "date") return "2026-11-20";
      if (schema.format === "date-time") return "2026-11-20T00:00:00Z";
      return "quadra".padEnd(Number(schema["minLength"] ?? 0), "a");
  }
}

test("no read walks a whole table or filters by an operator that row-level security keeps from indexes", async () => {
  const t = await service.business();
  const order = await t.order();
  const driver = await t.driver();
  const ids = {
    order_id: order.id,
    number: order.tracking_number,
    tracking_number: order.tracking_number,
    driver_id: driver.id,
    page: 1,
    per_page: 50,
  };
  let ran = 0;
  for (const operation of service.mechanism.registry.operations.values()) {
    if (operation.effect !== "read") continue;
    const members = Object.entries((operation.input as JsonSchema).properties ?? {});
    const required = new Set((operation.input as JsonSchema).required ?? []);
    const role = operation.access.public
      ? null
      : (operation.access.roles.find((one) => one !== "platform_admin") as Role | undefined);
    if (!operation.access.public && role === undefined) continue;
    const person =
      role === null || role === undefined ? null : role === "driver" ? driver.person : await t.person(role);
    const needed = Object.fromEntries(
      members.filter(([key]) => required.has(key)).map(([key, member]) => [key, anyValue(member, key, ids)]),
    );
    // With what is required, with everything, and with each filter alone.
    const everything = Object.fromEntries(members.map(([key, member]) => [key, anyValue(member, key, ids)]));
    const inputs = [needed, everything, ...members.map(([key]) => ({ ...needed, [key]: everything[key] }))];
    for (const input of inputs) {
      const call =
        person === null
          ? service.anonymous(operation as never, input as never)
          : person.call(operation as never, input as never);
      await call.then(
        () => {
          ran += 1;
        },
        (error) => assert(error instanceof Refusal, `${operation.name}: ${(error as Error).message}`),
      );
    }
  }
  assert(ran > 20, `Only ${ran} reads answered.`);

  const faults: string[] = [];
  const client = await service.mechanism.pools.service.connect();
  const query = (text: string) =>
    client.query(text) as unknown as Promise<{ rows: Record<string, string>[] }>;
  try {
    await query("set enable_seqscan = off");
    await query("set app.business_id = '1'");
    for (const [index, text] of preparedTexts().entries()) {
      if (
        !/^\s*(select|with)\b/i.test(text) ||
        /\b(insert|update|delete)\b/i.test(text) ||
        /for update/i.test(text)
      )
        continue;
      const name = `explained_${index}`;
      const prepared = await query(`prepare ${name} as ${text}`).then(
        () => true,
        () => false,
      );
      // Statements of other roles' tables cannot be prepared here.
      if (!prepared) continue;
      const [{ n = "0" } = {}] = (
        await query(
          `select coalesce(array_length(parameter_types, 1), 0)::text as n from pg_prepared_statements where name = '${name}'`,
        )
      ).rows;
      const nulls = Number(n) === 0 ? "" : `(${Array.from({ length: Number(n) }, () => "null").join(", ")})`;
      const plan = (await query(`explain execute ${name}${nulls}`)).rows.map(
        (row) => row["QUERY PLAN"] ?? "",
      );
      for (const line of plan) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1];
        if (table !== undefined && !SMALL.has(table)) faults.push(`walks ${table}: ${text.slice(0, 160)}`);
        if (/Filter:.*(~~|~~\*|@>|<%|@@)/.test(line))
          faults.push(`filters by ${line.trim().slice(0, 120)}: ${text.slice(0, 160)}`);
      }
      await query(`deallocate ${name}`);
    }
  } finally {
    client.release(true);
  }
  assert.deepEqual(faults, []);
});
