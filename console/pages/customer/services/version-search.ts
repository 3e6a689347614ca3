import { defineSearch, id } from "../../../parts/search-params.ts";

/** Which version of a service is read; the newest without it. */
export const readVersionSearch = defineSearch<{ version?: number }>({ version: id() });
