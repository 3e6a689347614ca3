import { client } from "../../../api/client.ts";
import type { FindRecords } from "../../../manifest.ts";
import { findLabel } from "../../../parts/labels.ts";
import { DEVICE_STATUS } from "./labels.ts";

export const findLockers: FindRecords = async (text, { signal }) => {
  const { lockers } = await client.lockerHealth({ text, per_page: 5 }, { signal });
  return lockers.map(({ locker_id, name, serial, status }) => ({
    page: ["locker_device", locker_id],
    label: name,
    number: serial,
    state: findLabel(DEVICE_STATUS, status),
  }));
};
