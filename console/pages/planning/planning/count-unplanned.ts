import { client } from "../../../api/client.ts";
import { queryClient } from "../../../api/queries.ts";
import { meQuery } from "../../../api/session.ts";
import { createTimes } from "../../../parts/times.ts";

/** Orders of today that are on no route. */
export async function countUnplanned({ signal }: { signal: AbortSignal }): Promise<number> {
  const { business } = await queryClient.ensureQueryData(meQuery);
  const date = createTimes(business?.time_zone ?? "UTC").today();
  const { total } = await client.clientOrders(
    { status: ["NEW_ORDER"], on_route: false, date_from: date, date_to: date, per_page: 1 },
    { signal },
  );
  return total;
}
