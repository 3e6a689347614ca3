/** Keeps the depot that the settings of a business name: it is a warehouse, and is stored there alone. */
import { depotChanged } from "#domain/identity/settings/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { setDepot } from "../depot.ts";

export const keepDepot = subscribe(depotChanged, (context, { place }) => setDepot(context, place));
