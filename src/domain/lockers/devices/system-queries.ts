/** Devices by their keys and claims, across businesses. */
import { BUSINESS_COLUMNS } from "#operation/caller/business.ts";
import type { CallerQueries, DeviceKeyRow } from "#operation/caller/caller-queries.ts";
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import { hashClaimCode } from "./records/claim.ts";

interface DeviceQueries extends Pick<CallerQueries, "findDeviceOfKey" | "acceptDeviceNonce"> {
  /** The business that made a claim; undefined where nobody did, or it has ended. */
  findBusinessOfClaim(claim_code: string): Promise<number | undefined>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends Pick<DeviceQueries, "findBusinessOfClaim"> {}
}

export const systemQueries = defineSystemQueries<DeviceQueries>(({ db }) => ({
  findDeviceOfKey: (key_id) =>
    db.row<DeviceKeyRow>(
      `select k.id as device_id, k.name, k.status = 'RETIRED' as is_retired, k.public_key, ${BUSINESS_COLUMNS}
         from directory_entry d
         join locker_device k on k.business_id = d.business_id and k.id = $1 and k.public_key is not null
         join business b on b.id = d.business_id
        where d.kind = 'locker_device' and d.value_hash = $2`,
      [Number(key_id.replace("device:", "")), hashToken(key_id)],
    ),

  async acceptDeviceNonce(business_id, device_id, nonce, at) {
    const accepted = await db.execute(
      `insert into locker_nonce (business_id, device_id, nonce, at) values ($1, $2, $3, $4) on conflict do nothing`,
      [business_id, device_id, nonce, at],
    );
    return accepted > 0;
  },

  async findBusinessOfClaim(claim_code) {
    const row = await db.row<{ business_id: number }>(
      `select d.business_id from directory_entry d
         join locker_claim c on c.business_id = d.business_id and c.code_hash = d.value_hash
        where d.kind = 'locker_claim' and d.value_hash = $1`,
      [hashClaimCode(claim_code)],
    );
    return row?.business_id;
  },
}));
