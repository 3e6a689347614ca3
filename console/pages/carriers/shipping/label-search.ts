/** Filters and place of the list of labels are its address, so that it can be bookmarked and shared. */
import type { LabelserviceOrdersInput } from "../../../../packages/client/client.gen.ts";
import { isLabelState, type LabelState } from "./state-names.ts";

export interface LabelSearch {
  q?: string;
  state?: LabelState[];
  /** Code of the carrier account. */
  account?: string;
  manifest?: number;
  /** Page of rows at the top of the screen. */
  page?: number;
}

/** Drops invalid values, because people type URLs. */
export function readLabelSearch(search: Record<string, unknown>): LabelSearch {
  const found: LabelSearch = {};
  const { state, account, manifest, page } = search;
  const states = (Array.isArray(state) ? state : [state]).filter(isLabelState);
  if (states.length > 0) found.state = [...new Set(states)];
  // The router parses a value of digits only as a number.
  const q = typeof search["q"] === "number" ? String(search["q"]) : search["q"];
  if (typeof q === "string" && q.trim().length >= 2) found.q = q.trim().slice(0, 100);
  if (typeof account === "string" && account !== "") found.account = account.slice(0, 120);
  if (Number.isInteger(manifest) && (manifest as number) > 0) found.manifest = manifest as number;
  if (Number.isInteger(page) && (page as number) > 1) found.page = page as number;
  return found;
}

export function toLabelsInput({ q, state, account, manifest }: LabelSearch): LabelserviceOrdersInput {
  return {
    ...(q === undefined ? {} : { q }),
    ...(state === undefined ? {} : { state }),
    ...(account === undefined ? {} : { carrier_account: account }),
    ...(manifest === undefined ? {} : { manifest_id: manifest }),
  };
}
