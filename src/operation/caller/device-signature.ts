/**
 * Authenticates the device of a signed request, RFC 9421 with Ed25519, and of a token with which it signs in at the broker, as
 * `packages/locker-protocol` defines both.
 *
 * The key id of a signature, `device:17`, names no business; the directory does (docs/decisions/0004). Devices are not
 * cached between requests: a retired one is refused at once, in every process. A nonce is accepted once, whatever becomes of
 * the request: the device signs another one.
 */
import { buildKeyId, readKeyId } from "#locker-protocol/messages.ts";
import {
  isNonce,
  readSignature,
  SIGNATURE_AGE_S,
  type SignatureFault,
  type SignedRequest,
  verifySignature,
  verifyToken,
} from "#locker-protocol/signature.ts";
import type { Operation } from "../define/define.ts";
import { Refusal } from "../define/refusal.ts";
import type { Runtime } from "../define/runtime.ts";
import { refusals } from "../response/platform-messages.ts";
import { type Actor, ANONYMOUS } from "./actor.ts";
import { buildBusiness } from "./business.ts";
import type { DeviceKeyRow } from "./caller-queries.ts";

type Caller = Pick<Runtime, "system_queries" | "registry">;

/** Of nobody: an unknown device takes the same path, so that neither the response nor its time reveals which exist. */
const NO_KEY = Buffer.alloc(32, 9);

export async function authenticateDevice(
  runtime: Caller,
  request: SignedRequest & { body: Uint8Array },
  now: Date,
): Promise<Actor> {
  const read = readSignature(request.headers);
  if ("fault" in read) throw refuseSignature(read.fault, now);
  const { signature } = read;
  const row = await runtime.system_queries.findDeviceOfKey(buildKeyId(signature.device_id));
  const fault = await verifySignature(signature, request, {
    public_key: row?.public_key ?? NO_KEY,
    now_ms: now.getTime(),
  });
  if (fault !== null) throw refuseSignature(fault, now);
  if (row === undefined) throw refuseSignature("wrong_key", now);
  return admitDevice(runtime, row, signature.nonce, now);
}

/** A device that signed in, for as long as its connection lasts. */
export interface SignedInDevice {
  actor: Actor;
  public_key: Buffer;
}

/** The device that signs in with a token; undefined where the token is not valid, or was used before. */
export async function authenticateDeviceToken(
  runtime: Caller,
  { user_name, token }: { user_name: string; token: string },
  now: Date,
): Promise<SignedInDevice | undefined> {
  const device_id = readKeyId(user_name);
  if (device_id === undefined) return undefined;
  const row = await runtime.system_queries.findDeviceOfKey(user_name);
  const public_key = row?.public_key ?? NO_KEY;
  const jti = await verifyToken(token, { device_id, public_key, now_ms: now.getTime() });
  if (row === undefined || jti === undefined || !isNonce(jti)) return undefined;
  try {
    return { actor: await admitDevice(runtime, row, jti, now), public_key };
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A device that signed in, as it is now; undefined where it is retired, has another key, or its business has ended. */
export async function findSignedInDevice(
  { system_queries, registry }: Caller,
  { actor, public_key }: SignedInDevice,
): Promise<Actor | undefined> {
  const row = await system_queries.findDeviceOfKey(buildKeyId(getCallingDevice(actor)));
  return row?.public_key.equals(public_key) === true && mayCall(row)
    ? buildDeviceActor(row, registry)
    : undefined;
}

const mayCall = ({ business_status, is_retired }: DeviceKeyRow): boolean =>
  business_status === "active" && !is_retired;

async function admitDevice(
  { system_queries, registry }: Caller,
  row: DeviceKeyRow,
  nonce: string,
  now: Date,
): Promise<Actor> {
  const { business_id, device_id } = row;
  if (!mayCall(row)) throw new Refusal("device_refused", "forbidden", { message: refusals.device_refused });
  if (!(await system_queries.acceptDeviceNonce(business_id, device_id, nonce, now)))
    throw new Refusal("replayed_request", "conflict", {
      message: refusals.signed_request_replayed,
      extra: sayTime(now),
    });
  return buildDeviceActor(row, registry);
}

function buildDeviceActor(row: DeviceKeyRow, { settings }: Caller["registry"]): Actor {
  return {
    ...ANONYMOUS,
    kind: "device",
    business_id: row.business_id,
    business: buildBusiness(row, settings),
    name: row.name,
    device: { id: row.device_id },
  };
}

/** With the time of the service: a device whose clock is wrong signs again by it. */
function refuseSignature(fault: SignatureFault, now: Date): Refusal {
  if (fault === "missing") return missingSignature();
  if (fault === "wrong_time")
    return new Refusal("stale_timestamp", "unauthenticated", {
      message: refusals.device_clock_skew.with({ seconds: SIGNATURE_AGE_S }),
      extra: sayTime(now),
      headers: CHALLENGE,
    });
  return new Refusal("invalid_signature", "unauthenticated", {
    message: refusals.device_signature_misfit,
    extra: { reason: fault, ...sayTime(now) },
    headers: CHALLENGE,
  });
}

const CHALLENGE = { "www-authenticate": 'Signature realm="device"' };

const sayTime = (now: Date) => ({ server_time: now.toISOString() });

export function missingSignature(): Refusal {
  return new Refusal("missing_credentials", "unauthenticated", {
    message: refusals.needs_device_signature,
    headers: CHALLENGE,
  });
}

export function needsDevice(): Refusal {
  return new Refusal("forbidden", "forbidden", { message: refusals.needs_device });
}

/** A device may call what is made for devices, and nothing else: no public operation either. */
export function authorizeDevice({ access }: Operation): void {
  if (access.public || !access.device)
    throw new Refusal("forbidden", "forbidden", { message: refusals.device_not_allowed });
}

/** The device that calls, for an operation that declares devices. */
export function getCallingDevice({ device }: Actor): number {
  if (!device) throw new Error("An operation for devices was called without one.");
  return device.id;
}
