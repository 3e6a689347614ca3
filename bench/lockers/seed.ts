/** Lockers of one business with keys, two compartments each, and a log of operations. */
import { generateKeyPairSync } from "node:crypto";
import pg from "pg";
import { buildKeyId } from "#locker-protocol/messages.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import type { BenchSetup } from "../setup.ts";

export interface LockerKeys {
  id: number;
  /** Of its compartment A01. */
  compartment_id: number;
  private_key: Buffer;
  public_key: Buffer;
}

/** Provisioned, and heard just now. */
export async function createLockers(
  system: Db,
  business_id: number,
  count: number,
): Promise<readonly LockerKeys[]> {
  const pairs = Array.from({ length: count }, () => {
    const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
    return { private_key: Buffer.from(d, "base64url"), public_key: Buffer.from(x, "base64url") };
  });
  const rows = await system.rows<{ id: number; compartment_id: number; public_key: Buffer }>(
    `with device as (
       insert into locker_device (business_id, kind, serial, name, place, status, status_since, public_key, model, firmware,
         connectivity, last_seen_at, created_at, updated_at)
       select $1, 'locker', 'BENCH-' || n, 'Locker ' || n, '{"lat":-15.79,"lng":-47.88}', 'ONLINE', now(), key, 'L-2', '1.0.0',
         'http', now(), now(), now()
         from unnest($2::bytea[]) with ordinality as one (key, n) returning id, public_key),
     compartment as (
       insert into locker_compartment (business_id, device_id, code, size, width_mm, height_mm, depth_mm, wall_column, wall_row,
         status, status_since, door, contents, created_at, updated_at)
       select $1, device.id, 'A0' || n, 'M', 400, 300, 500, 1, n, 'FREE', now(), 'CLOSED', 'EMPTY', now(), now()
         from device, generate_series(1, 2) n returning id, device_id, code)
     select device.id, device.public_key, compartment.id as compartment_id
       from device join compartment on compartment.device_id = device.id and compartment.code = 'A01' order by device.id`,
    [business_id, pairs.map(({ public_key }) => public_key)],
  );
  await system.execute(
    `insert into directory_entry (kind, value_hash, business_id)
     select 'locker_device', value_hash, $1 from unnest($2::bytea[]) value_hash`,
    [business_id, rows.map(({ id }) => hashToken(buildKeyId(id)))],
  );
  const by_key = new Map(pairs.map((pair) => [pair.public_key.toString("hex"), pair]));
  return rows.map(({ id, compartment_id, public_key }) => ({
    id,
    compartment_id,
    ...by_key.get(public_key.toString("hex"))!,
  }));
}

/** Devices that a log is of, so that each has a page of operations in a short one too. */
export const LOGGED_DEVICES = 100;

/** One a second, the last one now: of some devices in turn. One in a thousand is of an action, and one of a courier, that are rare. */
export async function createLog({ config, businesses }: BenchSetup, count: number): Promise<void> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    // What the rows refer to is not looked up for each of them.
    await client.query("set session_replication_role = replica");
    await client.query(
      `with places as (
         select array_agg(device_id order by device_id) as devices, array_agg(id order by device_id) as compartments, count(*)::int as count
           from (select device_id, id from locker_compartment where business_id = $1 and code = 'A01' order by device_id
             limit $3::int) one)
       insert into locker_operation (business_id, device_id, compartment_id, actor_type, action, result, details, occurred_at,
         recorded_at, hash)
       select $1, devices[1 + n % places.count], compartments[1 + n % places.count], case when n % 1000 = 1 then 'courier' else 'service' end,
         case when n % 1000 = 2 then 'tampered' else 'command_expired' end, 'ok', '{"kind":"open"}', at, at, sha256(n::text::bytea)
         from places, generate_series(1, $2::int) n, lateral (select now() - ($2::int - n) * interval '1 second' as at) moment`,
      [businesses[0], count, LOGGED_DEVICES],
    );
    await client.query("vacuum analyze locker_operation, locker_device, locker_compartment");
  } finally {
    await client.end();
  }
}
