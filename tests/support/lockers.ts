/** Lockers with compartments, over HTTP: provisioned, online, with a device that signs what it reports. */
import assert from "node:assert/strict";
import type { Operation } from "#locker-protocol/messages.ts";
import { buildProvision, buildTestDevice, generateKeys, type TestDevice } from "./devices.ts";
import type { HttpAnswer, TestBusiness } from "./service.ts";

const ROOT = "/api/v1/lockers";
export const PLACE = { line1: "Rodoviária", city: "Brasília", country: "BR", lat: -15.7939, lng: -47.8828 };

interface SetUse {
  revision: number;
  uses: { use: string; counter: number }[];
}

export interface TestLocker {
  /** The device confirms which codes it accepts: those of before are not accepted any more. */
  confirm(): Promise<void>;
  /** What it has confirmed, in order. */
  confirmed_uses: SetUse[];
  id: number;
  device: TestDevice;
  code_secret: Buffer;
  business: TestBusiness;
  admin(method: string, path: string, body?: unknown): Promise<HttpAnswer>;
  /** By what is written on its door. */
  compartment(code: string): Promise<Record<string, unknown> & { id: number; status: string }>;
  /** The device reports these operations with its next numbers, and confirms which codes it accepts. */
  tell(...operations: (Partial<Operation> & { action: string })[]): Promise<HttpAnswer>;
}

/** A locker with one column of compartments for each list of sizes. */
export async function openTestLocker(
  business: TestBusiness,
  columns: string[][] = [["S", "M"]],
  name = "North hall",
): Promise<TestLocker> {
  const { service } = business;
  const admin = (method: string, path: string, body?: unknown) =>
    business.http("client_admin", method, path, body);
  const serial = `T-${business.id}-${name}`;
  const created = await admin("POST", ROOT, { kind: "locker", serial, name, place: PLACE });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const id: number = created.body.locker_id;
  assert.equal((await admin("POST", `${ROOT}/${id}/compartments`, { columns })).status, 201);
  const { claim_code } = (await admin("POST", `${ROOT}/${id}/claim`)).body;
  const keys = generateKeys();
  const provision = buildProvision(business, { claim_code, serial, keys });
  const provisioned = await service.http("POST", "/api/v1/device-operations/provision", provision);
  assert.equal(provisioned.status, 200, JSON.stringify(provisioned.body));
  const device = buildTestDevice(business, { id, serial, keys });
  await device.send("/heartbeat", { type: "heartbeat" });
  let seq = 0;
  const confirmed_uses: SetUse[] = [];
  async function confirm(): Promise<void> {
    // A pull would take the commands to open as well.
    const commands = await service.system.rows<{ nonce: string; body: SetUse }>(
      `select nonce, body from locker_command
        where device_id = $1 and kind = 'set_use' and status in ('QUEUED', 'SENT', 'ACKED') order by id`,
      [id],
    );
    for (const { nonce, body } of commands) {
      confirmed_uses.push(body);
      const ack = { type: "ack", nonce, status: "done", seq, at: service.now().toISOString() };
      assert.equal((await device.send(`/commands/${nonce}/ack`, ack)).status, 200);
    }
  }
  return {
    confirm,
    confirmed_uses,
    id,
    device,
    code_secret: Buffer.from(provisioned.body.code_secret, "base64url"),
    business,
    admin,
    async compartment(code) {
      const { compartments } = (await admin("GET", `${ROOT}/${id}/compartments`)).body;
      return compartments.find((one: { code: string }) => one.code === code);
    },
    async tell(...operations) {
      const answer = await device.push(
        operations.map((one) => {
          seq += 1;
          return { seq, result: "ok" as const, occurred_at: service.now().toISOString(), ...one };
        }),
      );
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      await confirm();
      return answer;
    },
  };
}

export const opened = (compartment: string, use: string) => ({
  action: "door_opened",
  compartment,
  details: { cause: "code", use },
});
export const closed = (compartment: string, contents: string) => ({
  action: "door_closed",
  compartment,
  details: { contents },
});

export async function reserve(locker: TestLocker, more: Record<string, unknown> = {}): Promise<HttpAnswer> {
  return locker.admin("POST", `${ROOT}/${locker.id}/reservations`, {
    purpose: "delivery",
    size: "S",
    ...more,
  });
}

export async function reserveId(locker: TestLocker, more: Record<string, unknown> = {}): Promise<number> {
  const answer = await reserve(locker, more);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.reservation_id;
}

export async function readReservation(locker: TestLocker, id: number) {
  return (await locker.admin("GET", `${ROOT}/reservations/${id}`)).body.reservation;
}

/** Kinds of the events of a subject, without the changes of compartments. */
export async function readKinds(locker: TestLocker, type: string, id: number): Promise<string[]> {
  const events = await locker.business.readEvents(type, id);
  return events.map(({ kind }) => kind).filter((kind) => kind !== "locker.compartment_changed");
}

/** The time of the holds at a locker is over, and nothing has ended them yet. */
export async function endHolds({ id, business }: TestLocker): Promise<void> {
  await business.service.system.execute(
    "update locker_reservation set expires_at = now() - interval '1 second' where device_id = $1 and status = 'HELD'",
    [id],
  );
}
