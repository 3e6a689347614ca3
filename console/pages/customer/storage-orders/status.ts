/** Statuses of storage orders and of their packages in words. */
import type { Tone } from "../../../parts/labels.ts";
import type { StorageOrder, StoredPackage } from "./queries.ts";
import { text } from "./text.ts";

const TONES: Record<StorageOrder["status"], Tone> = {
  PENDING: "warn",
  CONFIRMED: "blue",
  AWAITING_INBOUND: "blue",
  PARTLY_RECEIVED: "teal",
  STORED: "good",
  PARTLY_OUT: "accent",
  CLOSED: "grey",
  CANCELLED: "grey",
};

export const findStatus = (status: StorageOrder["status"]) => ({
  label: text.status[status],
  tone: TONES[status],
});

const PACKAGE_TONES: Record<StoredPackage["status"], Tone> = {
  EXPECTED: "grey",
  RECEIVED: "good",
  HELD: "blue",
  STOCKED_OUT: "grey",
  MISSING: "bad",
  DISPOSED: "grey",
};

export const findPackageStatus = (status: StoredPackage["status"]) => ({
  label: text.package_status[status],
  tone: PACKAGE_TONES[status],
});

const BILLING_TONES: Record<StorageOrder["billing"], Tone> = {
  current: "good",
  grace: "warn",
  overdue: "bad",
};

export const findBilling = (billing: StorageOrder["billing"]) => ({
  label: text.billing[billing],
  tone: BILLING_TONES[billing],
});
