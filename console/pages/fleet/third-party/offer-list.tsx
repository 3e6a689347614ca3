/** The latest offers: which order, who was asked, who has it. */

import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { IconTruckReturn } from "#icons";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { readListSearch } from "../../../parts/grid/list-search.ts";
import { ListView } from "../../../parts/grid/list-view.tsx";
import { useOpenRecord } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { findHolder, OFFER_TONE, offersQuery, type TenderOffer } from "./queries.ts";
import { text } from "./text.ts";

const here = getRouteApi("/inside/delivery-providers");

const badge = ({ state }: TenderOffer) => ({ label: text.offer_state[state], tone: OFFER_TONE[state] });
const nameHolder = (offer: TenderOffer) => findHolder(offer)?.provider_name ?? "";

const buildColumns = (times: Times): Column<TenderOffer>[] => [
  {
    key: "order",
    value: ({ tracking_number }) => tracking_number,
    head: text.order,
    cell: ({ tracking_number, order_ref }) => (
      <TwoLines className="mono" below={order_ref}>
        {tracking_number}
      </TwoLines>
    ),
  },
  {
    key: "state",
    value: ({ state }) => text.offer_state[state],
    head: text.state,
    cell: (offer) => <StatusBadge badge={badge(offer)} />,
  },
  {
    key: "holder",
    value: nameHolder,
    head: text.holder,
    cell: (offer) =>
      nameHolder(offer) || <span className="dim">{text.asked_count({ n: offer.tenders.length })}</span>,
  },
  {
    key: "pickup",
    value: ({ pickup_by }) => pickup_by,
    head: text.pickup_by,
    window_width_min: 900,
    width: 150,
    cell: ({ pickup_by }) => times.moment(pickup_by),
  },
  {
    key: "price",
    value: (offer) => findHolder(offer)?.price_minor ?? offer.price_minor ?? 0,
    head: text.price,
    align: "end",
    window_width_min: 900,
    width: 110,
    cell: (offer) => money(findHolder(offer)?.price_minor ?? offer.price_minor, offer.currency),
  },
  {
    key: "when",
    value: ({ created_at }) => created_at,
    head: text.when,
    width: 150,
    cell: ({ created_at }) => times.moment(created_at),
  },
];

export function OfferList() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const openOrder = useOpenRecord("order");
  const times = useTimes();
  const query = useQuery(offersQuery({ per_page: 200 }));
  return (
    <Loaded query={query} fallback={<Waiting rows={6} />}>
      {({ offers }) => (
        <ListView
          id="tender-offers"
          label={text.offers}
          noun={text.nouns}
          all={text.all_offers}
          rows={offers}
          find={{
            label: text.find_offer,
            placeholder: text.find_offer_about,
            by: (offer) => [
              offer.tracking_number,
              offer.order_ref,
              ...offer.tenders.map(({ provider_name }) => provider_name),
            ],
          }}
          getKey={({ id }) => id}
          getName={({ tracking_number }) => tracking_number}
          columns={buildColumns(times)}
          search={search}
          setSearch={(next) => void navigate({ to: "/delivery-providers", search: next, replace: true })}
          read={readListSearch}
          empty={
            <Empty icon={IconTruckReturn} title={text.no_offers}>
              {text.no_offers_about}
            </Empty>
          }
          onOpen={({ order_id }) => openOrder(order_id)}
          card={(offer) => (
            <>
              <span className="row apart nowrap">
                <span className="mono cut">{offer.tracking_number}</span>
                <StatusBadge badge={badge(offer)} />
              </span>
              <span className="dim small">
                {nameHolder(offer) || text.asked_count({ n: offer.tenders.length })} ·{" "}
                {times.moment(offer.created_at)}
              </span>
            </>
          )}
        />
      )}
    </Loaded>
  );
}
