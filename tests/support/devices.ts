/** Lockers as callers: provisioned over HTTP, with requests that their keys sign. */
import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createClaim, createDevice } from "#domain/lockers/devices/public.ts";
import type { Operation } from "#locker-protocol/messages.ts";
import { signRequest } from "#locker-protocol/signature.ts";
import type { HttpAnswer, TestBusiness } from "./service.ts";
import { runInBusiness } from "./transaction.ts";

export interface Keys {
  private_key: Buffer;
  public_key: Buffer;
}

export function generateKeys(): Keys {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  return { private_key: Buffer.from(d, "base64url"), public_key: Buffer.from(x, "base64url") };
}

export interface Signing {
  keys?: Keys;
  device_id?: number;
  /** Seconds by which the clock of the device is wrong. */
  skew_s?: number;
  nonce?: string;
  /** The body to sign, when it differs from the body to send. */
  signed_body?: string;
}

export interface TestDevice {
  id: number;
  serial: string;
  keys: Keys;
  /** Header fields of a request. */
  sign(method: string, path: string, text?: string, signing?: Signing): Promise<Record<string, string>>;
  call(method: string, path: string, body?: object, signing?: Signing): Promise<HttpAnswer>;
  /** Calls below `/api/v1/device-operations` with what every message has. */
  send(path: string, message: Record<string, unknown>, signing?: Signing): Promise<HttpAnswer>;
  push(operations: readonly Operation[], more?: Record<string, unknown>): Promise<HttpAnswer>;
}

const ROOT = "/api/v1/device-operations";

/** A locker that nobody has provisioned, and a claim for it. */
export function claimDevice(
  business: Pick<TestBusiness, "id" | "service">,
  serial: string = randomUUID(),
): Promise<{ id: number; serial: string; claim_code: string }> {
  return runInBusiness(business, async (context) => {
    const device = await createDevice(context, { kind: "locker", serial, name: `Locker ${serial}` });
    assert(device !== undefined);
    const { claim_code } = await createClaim(context, device);
    return { id: device.id, serial, claim_code };
  });
}

export function buildProvision(
  { service }: Pick<TestBusiness, "service">,
  { claim_code, serial, keys }: { claim_code: string; serial: string; keys: Keys },
): Record<string, unknown> {
  return {
    type: "provision",
    protocol_version: 1,
    claim_code,
    serial,
    public_key: keys.public_key.toString("base64url"),
    model: "L-12",
    firmware: "1.0.0",
    capabilities: ["door_sensor"],
    clock: service.now().toISOString(),
  };
}

export async function createTestDevice(
  business: Pick<TestBusiness, "id" | "service">,
  serial?: string,
): Promise<TestDevice> {
  const claim = await claimDevice(business, serial);
  const keys = generateKeys();
  const provision = buildProvision(business, { ...claim, keys });
  const answer = await business.service.http("POST", `${ROOT}/provision`, provision);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return buildTestDevice(business, { ...claim, keys });
}

export function buildTestDevice(
  { service }: Pick<TestBusiness, "service">,
  { id, serial, keys }: { id: number; serial: string; keys: Keys },
): TestDevice {
  const sign: TestDevice["sign"] = async (method, path, text, signing = {}) => {
    const body = signing.signed_body ?? text;
    return signRequest(
      {
        method,
        url: `http://localhost:80${path}`,
        headers: {},
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      },
      {
        device_id: signing.device_id ?? id,
        created: Math.floor(service.now().getTime() / 1000) + (signing.skew_s ?? 0),
        nonce: signing.nonce ?? randomUUID(),
        private_key: (signing.keys ?? keys).private_key,
      },
    );
  };
  const call: TestDevice["call"] = async (method, path, body, signing) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return service.http(method, path, text, await sign(method, path, text, signing));
  };
  const send: TestDevice["send"] = (path, message, signing) =>
    call(
      "POST",
      `${ROOT}${path}`,
      {
        message_id: randomUUID(),
        clock: service.now().toISOString(),
        ...(message["type"] === "ack" ? {} : { epoch: 1, queued: 0 }),
        ...message,
      },
      signing,
    );
  return {
    id,
    serial,
    keys,
    sign,
    call,
    send,
    push: (operations, more = {}) => send("", { type: "operations", operations, ...more }),
  };
}
