/** The queries of the pages of lockers. Without texts, for the manifest. */
import { day, defineSearch, flag, id, oneOf, page, text, word } from "../../../parts/search-params.ts";
import { DEVICE_STATES } from "./states.ts";

export interface LockersSearch {
  status?: keyof typeof DEVICE_STATES;
  text?: string;
  only_problems?: true;
  page?: number;
}

export const readLockersSearch = defineSearch<LockersSearch>({
  status: word(Object.keys(DEVICE_STATES) as (keyof typeof DEVICE_STATES)[]),
  text: text(100),
  only_problems: flag(),
  page: page(),
});

export interface LockerSearch {
  /** The compartment whose panel is open. */
  compartment?: number;
  /** The form of its wall is open. */
  add?: true;
}

export const readLockerSearch = defineSearch<LockerSearch>({ compartment: id(), add: flag() });

const ACTORS = ["device", "courier", "recipient", "customer", "operator", "service", "unknown"] as const;

export interface LogSearch {
  device_id?: number;
  compartment_id?: number;
  actor_type?: (typeof ACTORS)[number];
  action?: string;
  from?: string;
  to?: string;
  page?: number;
}

export const readLogSearch = defineSearch<LogSearch>({
  device_id: id(),
  compartment_id: id(),
  actor_type: word(ACTORS),
  action: text(40),
  from: day(),
  to: day(),
  page: page(),
});

/** Days of the plots of use. */
export const PERIODS = [7, 30, 90] as const;

export interface HealthSearch {
  locker_id?: number | undefined;
  /** 30 when absent. */
  days?: (typeof PERIODS)[number] | undefined;
}

export const readHealthSearch = defineSearch<HealthSearch>({ locker_id: id(), days: oneOf(PERIODS) });
