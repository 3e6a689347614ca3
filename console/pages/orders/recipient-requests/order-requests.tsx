/** What the recipient of one order asked for; nothing where nothing was. */
import { useQuery } from "@tanstack/react-query";
import { isStaff, useMe } from "../../../api/session.ts";
import { Sheet } from "../../../parts/page.tsx";
import { requestsQuery } from "./queries.ts";
import { RequestRow } from "./request-row.tsx";
import { text } from "./text.ts";

export function OrderRequests({ order_id }: { order_id: number }) {
  const me = useMe();
  const query = useQuery({ ...requestsQuery({ order_id, per_page: 20 }), enabled: isStaff(me) });
  const requests = query.data?.requests ?? [];
  if (requests.length === 0) return null;
  return (
    <Sheet title={text.of_recipient} pad={false}>
      <ul className="list" aria-label={text.of_recipient}>
        {requests.map((request) => (
          <li key={request.id}>
            <RequestRow request={request} with_order={false} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
