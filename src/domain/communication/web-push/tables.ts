/** The shape of the rows of devices that take push messages. */
export interface PushDeviceRow {
  id: number;
  business_id: number;
  account_id: number;
  token_id: number;
  name: string;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  created_at: string;
}

declare module "#platform/db/tables.ts" {
  interface Tables {
    push_device: PushDeviceRow;
  }
}
