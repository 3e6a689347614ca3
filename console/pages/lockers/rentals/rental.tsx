/** One rental of a locker compartment: booking, charges and history. */

import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconTimelineEventX } from "#icons";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { findLabel, readFreeCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Notices } from "../../execution/notifications/notices.tsx";
import { findRenter, rentalQuery, rentalTimelineQuery, type StorageRental } from "./queries.ts";
import { RelayDialog } from "./relay-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { RENTAL_STATE } from "./rental-state.ts";
import { SettleDialog } from "./settle-dialog.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/rentals/$rental_id");

export function Rental() {
  const rental_id = Number(here.useParams().rental_id);
  const times = useTimes();
  const { permissions } = useMe();
  const [action, setAction] = useState<"remove" | "settle" | "relay" | null>(null);
  const close = () => setAction(null);
  const is_staff = isStaff(useMe());
  const query = useQuery(rentalQuery(rental_id));
  const above = <BackLink to="/rentals">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  const { rental, notices } = query.data;
  return (
    <Page
      title={text.name({ locker: rental.device_name || rental.device, compartment: rental.compartment })}
      above={above}
      actions={
        <>
          {is_staff && rental.unpaid_minor && permissions.includes("lockers:write") ? (
            <Button variant="default" onClick={() => setAction("settle")}>
              {rental.unpaid_minor > 0 ? text.settle.open : text.settle.open_return}
            </Button>
          ) : null}
          {is_staff && rental.can_remove && permissions.includes("lockers:use") ? (
            <Button variant="default" onClick={() => setAction("relay")}>
              {text.relay.open}
            </Button>
          ) : null}
          {is_staff && rental.can_remove && permissions.includes("lockers:write") ? (
            <Button variant="default" onClick={() => setAction("remove")}>
              {text.remove.open}
            </Button>
          ) : null}
        </>
      }
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(RENTAL_STATE, rental.state)} />
          <span>{times.window(rental.booked_from, rental.booked_to)}</span>
        </span>
      }
    >
      {action === "remove" ? <RemoveDialog rental={rental} close={close} /> : null}
      {action === "settle" ? <SettleDialog rental={rental} close={close} /> : null}
      {action === "relay" ? <RelayDialog rental={rental} close={close} /> : null}
      {rental.is_relayed ? <Alert color="blue">{text.relay.current}</Alert> : null}
      <div className="split">
        <Sheet title={text.history}>
          <History rental_id={rental_id} times={times} />
        </Sheet>
        <div className="stack" style={{ gap: 16 }}>
          <Booking rental={rental} times={times} />
          <Charges rental={rental} times={times} />
          {is_staff ? <Notices notices={notices} /> : null}
        </div>
      </div>
    </Page>
  );
}

function History({ rental_id, times }: { rental_id: number; times: Times }) {
  const query = useQuery(rentalTimelineQuery(rental_id));
  return (
    <Loaded query={query} fallback={<Waiting rows={6} />}>
      {(timeline) =>
        timeline === null ? (
          <Empty icon={IconTimelineEventX} title={text.no_event}>
            {text.no_event_about}
          </Empty>
        ) : (
          <TimelineView timeline={timeline} times={times} />
        )
      }
    </Loaded>
  );
}

function Booking({ rental, times }: { rental: StorageRental; times: Times }) {
  const contact = [rental.contact.phone, rental.contact.email].filter((part) => part).join(", ");
  return (
    <Sheet title={text.rental}>
      <Facts>
        <Fact name={text.number}>
          <span className="num">{rental.id}</span>
        </Fact>
        <Fact name={text.renter}>{findRenter(rental) ?? "–"}</Fact>
        {contact === "" ? null : <Fact name={text.contact}>{contact}</Fact>}
        <Fact name={text.locker}>
          <span className="mono">{rental.device}</span>
        </Fact>
        <Fact name={text.place}>{formatAddress(rental.place) || "–"}</Fact>
        <Fact name={text.compartment}>
          {rental.compartment}, {rental.size}
        </Fact>
        <Fact name={text.taken}>{times.moment(rental.actual_from)}</Fact>
        <Fact name={text.given_back}>{times.moment(rental.actual_to)}</Fact>
        {rental.kept_at === null ? null : <Fact name={text.kept_at}>{rental.kept_at}</Fact>}
      </Facts>
    </Sheet>
  );
}

function Charges({ rental, times }: { rental: StorageRental; times: Times }) {
  if (rental.price_hidden) return null;
  const charges = rental.charges ?? [];
  const unpaid = rental.unpaid_minor ?? 0;
  return (
    <Sheet title={text.price}>
      <Facts>
        <Fact name={text.booked}>{money(rental.price_minor, rental.currency)}</Fact>
        {charges.map((charge) => (
          <Fact key={`${charge.code} ${charge.from} ${charge.at}`} name={nameCharge(charge)}>
            {money(charge.amount_minor, rental.currency)}{" "}
            <span className="dim small">{times.moment(charge.from ?? charge.at)}</span>
          </Fact>
        ))}
        {rental.paid_minor ? <Fact name={text.paid}>{money(rental.paid_minor, rental.currency)}</Fact> : null}
        {unpaid === 0 || rental.paid_minor === 0 ? null : (
          <Fact name={unpaid > 0 ? text.unpaid : text.to_return}>
            <span className="strong">{money(Math.abs(unpaid), rental.currency)}</span>
          </Fact>
        )}
      </Facts>
    </Sheet>
  );
}

const nameCharge = ({ code, label }: { code: string; label: string }): string =>
  text.charge_codes[code as keyof typeof text.charge_codes] ?? (label || readFreeCode(code));

/** The known address of the locker, as one line. */
function formatAddress(place: Record<string, unknown>): string {
  const address = (place["address"] ?? place) as Record<string, unknown>;
  const lines = Array.isArray(address["lines"]) ? address["lines"] : [address["line1"]];
  return [...lines, address["city"], address["country"]]
    .filter((part): part is string => typeof part === "string" && part !== "")
    .join(", ");
}
