/**
 * The calls of a run once more, on the operations themselves: over HTTP, as a device with its key and as staff. Nonces and
 * names of compartments are those that the operations gave.
 */
import assert from "node:assert/strict";
import type { DeviceMessage } from "#locker-protocol/messages.ts";
import { COMPARTMENTS, START_MS } from "#locker-protocol/testing/device-world.ts";
import { runDue } from "#operation/due/run-due.ts";
import { openTestLocker, type TestLocker } from "../lockers.ts";
import type { TestBusiness } from "../service.ts";
import type { describeService } from "./door-service.ts";
import type { Call } from "./locker-world.ts";

const ROOT = "/api/v1/lockers";
const CODES = ["A01", "A02"];

export async function replay(business: TestBusiness, calls: readonly Call[]): Promise<void> {
  const { service } = business;
  service.setNow(new Date(START_MS));
  const locker = await openTestLocker(business, [COMPARTMENTS.map(() => "S")]);
  const nonces: string[] = [];
  const toReal = <Value>(value: Value): Value => {
    let text = JSON.stringify(value);
    for (const [at, code] of COMPARTMENTS.entries()) text = text.replaceAll(`"${code}"`, `"${CODES[at]}"`);
    for (const [at, nonce] of nonces.entries())
      text = text.replaceAll(`00000000-0000-4000-8000-${String(at + 1).padStart(12, "0")}`, nonce);
    return JSON.parse(text);
  };
  for (const [index, call] of calls.entries()) {
    service.setNow(new Date(call.now_ms));
    const answer = await run(locker, { ...call, values: toReal(call.values) });
    const { state, new_nonces } = await readState(locker);
    nonces.splice(0, nonces.length, ...new_nonces);
    const name = `${index}: ${call.name} ${JSON.stringify(call.values)}`;
    assert.deepEqual(state, toReal(call.state), name);
    if (call.name === "receive") assert.deepEqual(answer, toReal(pickAnswer(call.answer)), name);
    else if (typeof call.answer === "string") assert.equal(answer, call.answer, name);
  }
}

/** Without the chain: nonces are part of it. */
function pickAnswer(answer: unknown): unknown {
  const { head: _, ...rest } = (answer ?? {}) as Record<string, unknown>;
  return rest;
}

async function run(locker: TestLocker, { name, values, now_ms }: Call): Promise<unknown> {
  const { device, admin, business, id } = locker;
  const { service } = business;
  if (name === "passTime") return runDue(service.runtime, () => false, 1);
  if (name === "pull") return device.call("GET", "/api/v1/device-operations/commands");
  if (name === "receive") {
    const message = values[0] as DeviceMessage & Record<string, unknown>;
    const { head: _, ...body } = message;
    const path = {
      operations: "",
      snapshot: "/snapshot",
      heartbeat: "/heartbeat",
      bye: "/bye",
      ack: `/commands/${body["nonce"]}/ack`,
    }[message.type as "operations"];
    return pickAnswer((await device.call("POST", `/api/v1/device-operations${path}`, body)).body);
  }
  const [code, second, third] = values as [string, never, never];
  const request = async (method: string, path: string, body?: object) => {
    const { status, body: answer } = await admin(method, path, body);
    assert.ok(status < 500 && status !== 422, JSON.stringify(answer));
    return status < 300 ? "done" : String(answer.error_code).toLowerCase();
  };
  if (name === "reserve")
    return request("POST", `${ROOT}/${id}/reservations`, {
      purpose: "delivery",
      size: "S",
      collect_until: new Date(now_ms + Number(code)).toISOString(),
    });
  const { id: compartment_id, reservation_id, status } = await locker.compartment(code);
  const compartment = `${ROOT}/${id}/compartments/${compartment_id}`;
  if (name === "open") {
    const use = second === "staff" ? undefined : findHolderUse(status);
    return request("POST", `${compartment}/open`, {
      reason: "Asked.",
      ...(use === undefined ? {} : { use }),
    });
  }
  if (name === "issueOperatorCode")
    return request("POST", `${compartment}/operator-code`, { reason: "Asked." });
  if (name === "check") return request("POST", `${compartment}/check`, { contents: second, note: "Seen." });
  if (name === "takeOut") return request("POST", `${compartment}/out-of-service`, { note: "Seen." });
  if (name === "putBack") return request("POST", `${compartment}/return-to-service`, { contents: second });
  if (typeof reservation_id !== "number") return "reservation_ended";
  const reservation = `${ROOT}/reservations/${reservation_id}`;
  if (name === "release") return request("DELETE", reservation);
  if (name === "extend")
    return request("POST", `${reservation}/extend`, { until: new Date(second).toISOString() });
  return request("POST", `${reservation}/codes`, { use: second, reissue: third });
}

function findHolderUse(status: string): "deposit" | "collect" {
  return ["OCCUPIED", "OVERDUE", "UNLOADING"].includes(status) ? "collect" : "deposit";
}

async function readState({ id, business }: TestLocker) {
  const row = await business.service.system.row<ReturnType<typeof describeService> & { nonces: string[] }>(
    `with c as (select * from locker_compartment where device_id = $1),
          m as (select * from locker_command where device_id = $1)
     select d.applied_seq, d.status = 'ONLINE' as is_online,
       (select json_agg(json_build_array(code, status, status_reason, door, contents, fault_code, close_by,
          confirmed_revision, confirmed_seq, checked_at, check_margin_ms) order by code) from c)
         as compartments,
       (select coalesce(json_agg(json_build_array(status, expires_at, collect_until, deposit_counter, collect_counter) order by id), '[]')
         from locker_reservation where device_id = $1) as reservations,
       (select coalesce(json_agg(json_build_array(kind, (select code from c where c.id = m.compartment_id), body, status, expires_at)
         order by id), '[]') from m) as commands,
       (select coalesce(json_agg(json_build_array(seq, action, (select code from c where c.id = compartment_id),
         coalesce((details->>'too_late')::boolean, false)) order by id), '[]') from locker_operation
        where device_id = $1 and action not in ('provisioned', 'claim_created')) as log,
       (select coalesce(json_agg(nonce order by id), '[]') from m) as nonces
     from locker_device d where id = $1`,
    [id],
  );
  const { nonces, ...state } = row!;
  const readTimes = (value: unknown): unknown =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)
      ? new Date(value).toISOString()
      : Array.isArray(value)
        ? value.map(readTimes)
        : value;
  const with_times = Object.fromEntries(
    Object.entries(state).map(([name, value]) => [name, readTimes(value)]),
  );
  return { state: with_times, new_nonces: nonces };
}
