/** Vehicles of the business; of a contractor, those that its drivers drive. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type { Vehicle } from "../../../../packages/client/client.gen.ts";

export const vehiclesQuery = queryOptions({
  queryKey: ["vehicles", "list"],
  meta: { live: ["vehicle"] },
  queryFn: ({ signal }) => client.clientVehicles({ per_page: 200 }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 20_000,
});
