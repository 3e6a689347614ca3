/** What a link to a map may name: the layer that is shown alone, and the feature that is opened. */
import { defineSearch, id, text } from "../../../parts/search-params.ts";

export interface MapSearch {
  layer?: number;
  focus?: string;
}

export const readMapSearch = defineSearch<MapSearch>({ layer: id(), focus: text(60) });
