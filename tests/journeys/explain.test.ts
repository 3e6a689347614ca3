/**
 * EXPLAIN of every statement of every read, as the service role: under row-level security only leakproof
 * operators can use an index, and a list without an index gets slower with every order.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CauseSearch } from "#operation/define/attention.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { publish } from "#operation/define/topic.ts";
import { readOnlyDb } from "#platform/db/db.ts";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { testService } from "#tests/support/service.ts";
import type { Role } from "#vocabulary/roles.ts";
import { createFixture, samples } from "../surface/fixture.ts";

const service = await testService();

/** Tables that stay small in a business, or are read in full on purpose. */
const SMALL = new Set([
  "business",
  "return_reason",
  "skill",
  "vehicle",
  "contractor",
  "migration",
  "event_reader",
]);

/** Any value that a schema accepts. */
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

test("no read scans a whole table or filters by an operator that row-level security excludes from indexes", async () => {
  const business = await service.business();
  const order = await business.order();
  const fixture = await createFixture(service, business, "Heron");
  const { driver } = fixture.people;
  for (const { grow } of Object.values(samples.operations))
    for (let n = 0; grow !== undefined && n < 3; n += 1) await grow(fixture, n);
  const ids = {
    order_id: order.id,
    number: order.tracking_number,
    tracking_number: order.tracking_number,
    driver_id: await fixture.id("driver"),
    page: 1,
    per_page: 1,
  };
  const walked = new Set<string>();
  let ran = 0;
  for (const operation of service.runtime.registry.operations.values()) {
    if (operation.effect !== "read") continue;
    const members = Object.entries((operation.input as JsonSchema).properties ?? {});
    const required = new Set((operation.input as JsonSchema).required ?? []);
    const role = operation.access.public
      ? null
      : (operation.access.roles.find((one) => one !== "platform_admin") as Role | undefined);
    if (!operation.access.public && role === undefined) continue;
    const person =
      role === null || role === undefined ? null : role === "driver" ? driver : await business.person(role);
    const is_list = members.some(([key]) => key === "cursor");
    const required_input = Object.fromEntries(
      members.filter(([key]) => required.has(key)).map(([key, member]) => [key, anyValue(member, key, ids)]),
    );
    // With required members only, with all members, and with each filter alone.
    const everything = Object.fromEntries(
      members
        // An invented cursor is refused, so one is taken from each response.
        .filter(([key]) => key !== "cursor")
        .map(([key, member]) => [key, anyValue(member, key, ids)]),
    );
    const inputs = [
      required_input,
      everything,
      ...members
        .filter(([key]) => key !== "cursor")
        .map(([key]) => ({ ...required_input, [key]: everything[key] })),
    ];
    for (const base_input of inputs) {
      const input = is_list ? { ...base_input, per_page: 1 } : base_input;
      const call =
        person === null
          ? service.anonymous(operation as never, input as never)
          : person.call(operation as never, input as never);
      await call.then(
        async (answer) => {
          ran += 1;
          const cursor = (answer as { next_cursor?: string | null }).next_cursor ?? undefined;
          if (cursor === undefined) return;
          walked.add(operation.name);
          await person?.call(operation as never, { ...input, page: 1, cursor } as never);
        },
        (error) => assert(error instanceof Refusal, `${operation.name}: ${(error as Error).message}`),
      );
    }
  }
  assert(ran > 20, `Only ${ran} reads answered.`);
  assert(walked.size > 8, `Only ${[...walked].join(", ")} were walked.`);

  // What the schedule of each minute and the consumer of events search for.
  for (const { kind, searches_whole_business: lists, find } of service.runtime.registry.attention.values()) {
    const db = readOnlyDb(service.runtime.pools.service, business.id);
    const look: CauseSearch = {
      db,
      business_id: business.id,
      now: service.now(),
      time_zone: "UTC",
      threshold_ms: 0,
      time_of_day: "00:00",
      publish: (topic, payload) =>
        publish(service.runtime.registry.subscribers, look as never, topic, payload),
    };
    for (const subject_ids of [[order.id], ...(lists ? [null] : [])])
      await find(look, subject_ids).catch((error) => assert.fail(`${kind}: ${(error as Error).message}`));
  }

  const faults: string[] = [];
  const client = await service.runtime.pools.service.connect();
  const query = (text: string) =>
    client.query(text) as unknown as Promise<{ rows: Record<string, string>[] }>;
  try {
    await query("set enable_seqscan = off");
    await query("set app.business_id = '1'");
    for (const [index, text] of listPreparedTexts().entries()) {
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
      // Statements on tables of other roles cannot be prepared here.
      if (!prepared) continue;
      const [{ n = "0" } = {}] = (
        await query(
          `select coalesce(array_length(parameter_types, 1), 0)::text as n from pg_prepared_statements where name = '${name}'`,
        )
      ).rows;
      const nulls = Number(n) === 0 ? "" : `(${Array.from({ length: Number(n) }, () => "null").join(", ")})`;
      const explained = await query(`explain execute ${name}${nulls}`).catch((error: { code?: string }) => {
        // A statement of another role, such as the counts of limits, which are written once a second.
        if (error.code === "42501") return { rows: [] };
        throw error;
      });
      const plan = explained.rows.map((row) => row["QUERY PLAN"] ?? "");
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
