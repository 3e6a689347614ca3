/** One ship-out of the customer: how far it is, its packages, and its bill with what is left to pay. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { kilograms, money } from "../../../../parts/format.ts";
import { BackLink } from "../../../../parts/links.tsx";
import { Sheet } from "../../../../parts/page.tsx";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { CancelByCustomer } from "../../shipping-orders/cancel-own-order.tsx";
import { OwnOrderPage } from "../../shipping-orders/own-order-page.tsx";
import { formatSize } from "../../shipping-orders/packages.tsx";
import { LeftAfter, PayBalance } from "../../shipping-orders/payment.tsx";
import { STORAGE_KEY } from "../../storage-orders/queries.ts";
import { text } from "../text.ts";
import { ownShipoutQuery, type Shipout } from "./queries.ts";
import { findOwnStatus } from "./status.ts";
import "../shipouts.css";
import { RecordLink } from "../../../../parts/record-link.tsx";

const here = getRouteApi("/inside/storage/ship-outs/$shipout_id");

function Above() {
  return <BackLink to="/storage/ship-outs">{text.title}</BackLink>;
}

export function OwnShipout() {
  const query = useQuery(ownShipoutQuery(Number(here.useParams().shipout_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <ShipoutView shipout={query.data} />;
}

function ShipoutView({ shipout }: { shipout: Shipout }) {
  const { placed } = here.useSearch();
  const may_write = useMe().permissions.includes("storage:write");
  const { id: shipout_id, status } = shipout;
  return (
    <OwnOrderPage
      order={shipout}
      subject={{ shipout: shipout_id }}
      badge={findOwnStatus(status)}
      above={<Above />}
      placed={
        placed === true && status !== "CANCELLED"
          ? { title: text.own.placed, about: text.own.placed_about }
          : null
      }
      cancel={
        shipout.can_be_cancelled && may_write
          ? {
              label: text.cancel,
              dialog: (close) => (
                <CancelByCustomer
                  bill={shipout}
                  run={(options) => client.customerShipoutCancel({ shipout_id }, options)}
                  findPaid={({ shipout: after }) => after.paid_minor}
                  words={text.own.cancel}
                  queries_key={STORAGE_KEY}
                  close={close}
                />
              ),
            }
          : null
      }
      packages={<Packages shipout={shipout} />}
      warehouse_name={text.from}
      payment={
        <PayBalance
          bill={shipout}
          may_pay={shipout.can_be_paid && may_write}
          pay={(amount_minor, options) => client.customerShipoutPay({ shipout_id, amount_minor }, options)}
          outcome={({ shipout: after }) => (
            <LeftAfter
              badge={findOwnStatus(after.status)}
              remaining_text={money(after.remaining_minor, after.currency)}
            />
          )}
          back={{ shipout: shipout_id }}
          queries_key={STORAGE_KEY}
        />
      }
    />
  );
}

function Packages({ shipout: { packages } }: { shipout: Shipout }) {
  return (
    <Sheet title={text.packages({ n: packages.length })} pad={false}>
      <ul className="list" aria-label={text.stored.title}>
        {packages.map((one) => {
          const size = formatSize(one.length_mm, one.width_mm, one.height_mm);
          const weight = one.weight_g === null ? null : kilograms(one.weight_g);
          return (
            <li key={one.id} className="pick-row">
              <span className="stack tight grow" style={{ gap: 0, minWidth: 160 }}>
                <span className="strong cut">{one.contents || one.code}</span>
                <span className="dim small mono">{one.code}</span>
              </span>
              <span className="dim small num">
                {[weight, size === "–" ? null : size].filter(Boolean).join(" · ")}
              </span>
              <RecordLink type="storage_order" id={one.storage_order_id} className="small">
                {text.own.its_storage}
              </RecordLink>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
