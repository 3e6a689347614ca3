/** The customer's ship-outs, with what is left to pay. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { IconPackageExport } from "#icons";
import { LeftToPay, useOrderTable } from "../../../../parts/customer-orders/order-list.tsx";
import { BackLink, ButtonLink } from "../../../../parts/links.tsx";
import { ListPage } from "../../../../parts/list/list.tsx";
import { More } from "../../../../parts/more.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { Empty } from "../../../../parts/states.tsx";
import { text } from "../text.ts";
import { ownShipoutsQuery, type ShipoutSummary } from "./queries.ts";
import { findOwnStatus } from "./status.ts";
import "../shipouts.css";

export function OwnShipouts() {
  const open = useOpenRecord("shipout");
  const query = useInfiniteQuery(ownShipoutsQuery);
  const table = useOrderTable<ShipoutSummary>({
    texts: {
      order: text.what,
      state: text.status,
      to: text.destination,
      packages: text.stored.what,
      left: text.own.left,
      at: text.own.ordered_at,
    },
    state: ({ status }) => findOwnStatus(status),
    count: ({ package_count }) => text.packages({ n: package_count }),
    left: (order) => <LeftToPay order={order} />,
  });
  return (
    <ListPage
      above={<BackLink to="/storage">{text.own.storage}</BackLink>}
      subtitle={text.own.about}
      label={text.title}
      query={query}
      rows={({ pages }) => pages.flatMap(({ shipouts }) => shipouts)}
      empty={
        <Empty
          icon={IconPackageExport}
          title={text.own.none}
          action={
            <ButtonLink variant="default" to="/storage">
              {text.own.choose}
            </ButtonLink>
          }
        >
          {text.own.none_about}
        </Empty>
      }
      {...table}
      onOpen={({ id }) => open(id)}
      foot={() => <More query={query} label={text.more} />}
    />
  );
}
