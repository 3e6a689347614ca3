/** Filters and place of the list of labels are its address, so that it can be bookmarked and shared. */
import type { LabelserviceOrdersInput } from "../../../../packages/client/client.gen.ts";
import { defineSearch, id, page, text, words } from "../../../parts/search-params.ts";
import { LABEL_STATES, type LabelState } from "./state-names.ts";

export interface LabelSearch {
  q?: string;
  state?: LabelState[];
  /** Code of the carrier account. */
  account?: string;
  manifest?: number;
  /** Page of rows at the top of the screen. */
  page?: number;
}

export const readLabelSearch = defineSearch<LabelSearch>({
  q: text(100, 2),
  state: words(LABEL_STATES),
  account: text(120),
  manifest: id(),
  page: page(),
});

export function toLabelsInput({ q, state, account, manifest }: LabelSearch): LabelserviceOrdersInput {
  return {
    ...(q === undefined ? {} : { q }),
    ...(state === undefined ? {} : { state }),
    ...(account === undefined ? {} : { carrier_account: account }),
    ...(manifest === undefined ? {} : { manifest_id: manifest }),
  };
}
