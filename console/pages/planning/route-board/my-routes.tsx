/** The board for a driver's phone: claim, wait, give back, agree to a changed route. */
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconRoute } from "#icons";
import { client } from "../../../api/client.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { buildBadge, describeLoad, describePay, describeTime } from "./offer-words.ts";
import { BOARD_KEYS, type DriverOffer, ownBoardQuery } from "./queries.ts";
import { text } from "./text.ts";

export function MyRoutes() {
  const query = useQuery(ownBoardQuery);
  return (
    <Page subtitle={query.data?.fleet.name}>
      <Loaded query={query} fallback={<Waiting rows={6} height={40} />}>
        {(board) => {
          if (board === null) return <Empty icon={IconRoute} title={text.own.no_fleet} />;
          const own_offers = board.offers.filter(({ position }) => position !== null);
          const others = board.offers.filter(({ position }) => position === null);
          return (
            <div className="stack">
              {own_offers.length === 0 ? null : (
                <Sheet title={text.own.mine} pad={false}>
                  {own_offers.map((offer) => (
                    <Offer key={offer.route_id} offer={offer} />
                  ))}
                </Sheet>
              )}
              <Sheet title={text.own.offered} pad={false}>
                {others.length === 0 ? (
                  <Empty icon={IconRoute} title={text.own.none}>
                    {text.own.none_about}
                  </Empty>
                ) : (
                  others.map((offer) => <Offer key={offer.route_id} offer={offer} />)
                )}
              </Sheet>
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Offer({ offer }: { offer: DriverOffer }) {
  const times = useTimes();
  const { route_id, position } = offer;
  const options = { keys: BOARD_KEYS };
  const claim = useSave(() => client.driverRouteOfferClaim({ route_id }), {
    ...options,
    success_message: text.own.claimed,
  });
  const wait = useSave(() => client.driverRouteOfferStandby({ route_id }), {
    ...options,
    success_message: (answer) => text.own.waiting({ n: answer.position ?? 1 }),
  });
  const leave = useSave(() => client.driverRouteOfferStandbyLeave({ route_id }), {
    ...options,
    success_message: text.own.left,
  });
  const withdraw = useSave(() => client.driverRouteOfferWithdraw({ route_id }), {
    ...options,
    success_message: text.own.withdrawn,
  });
  const confirm = useSave(() => client.driverRouteOfferConfirm({ route_id }), {
    ...options,
    success_message: text.own.confirmed,
  });
  return (
    <article className="stack" style={{ gap: 10, padding: 14, borderBottom: "1px solid var(--ph-line)" }}>
      <div className="row nowrap" style={{ alignItems: "flex-start" }}>
        <span className="stack tight grow" style={{ gap: 0, minWidth: 0 }}>
          <span className="strong num">{describeTime(offer, times)}</span>
          <span className="dim small">{describeLoad(offer)}</span>
          {offer.note === "" ? null : <span className="small">{offer.note}</span>}
        </span>
        <span className="stack tight" style={{ alignItems: "flex-end" }}>
          <span className="strong num">{describePay(offer)}</span>
          {position === null ? (
            <StatusBadge badge={buildBadge(offer)} />
          ) : (
            <Tag tone={position === 0 ? "good" : "blue"}>
              {position === 0 ? text.own.yours : text.own.place({ n: position })}
            </Tag>
          )}
        </span>
      </div>
      {offer.needs_confirmation ? (
        <Alert color="yellow" variant="outline" title={text.own.changed}>
          {text.own.changed_about}
        </Alert>
      ) : null}
      {offer.stop_list === null ? null : (
        <ol className="stack tight small">
          {offer.stop_list.map((stop) => (
            <li key={stop.seq} className="row nowrap">
              <span className="dim num" style={{ width: 46 }}>
                {times.time(stop.planned_arrival_at)}
              </span>
              <span className="grow">
                {[stop.line1, stop.postal_code, stop.city].filter(Boolean).join(", ")}
              </span>
            </li>
          ))}
        </ol>
      )}
      {offer.is_eligible || position !== null ? null : (
        <span className="dim small">{text.own.not_for_you({ reason: offer.ineligible_message ?? "" })}</span>
      )}
      <div className="row nowrap">
        {offer.can_claim ? (
          <Button
            className="grow"
            size="md"
            loading={claim.isPending}
            onClick={() => claim.mutate(undefined)}
          >
            {text.own.claim}
          </Button>
        ) : null}
        {offer.can_wait ? (
          <Button
            className="grow"
            size="md"
            variant="default"
            loading={wait.isPending}
            onClick={() => wait.mutate(undefined)}
          >
            {text.own.wait({ n: offer.standby + 1 })}
          </Button>
        ) : null}
        {offer.needs_confirmation ? (
          <Button
            className="grow"
            size="md"
            loading={confirm.isPending}
            onClick={() => confirm.mutate(undefined)}
          >
            {text.own.confirm}
          </Button>
        ) : null}
        {offer.can_withdraw ? (
          <Button
            className="grow"
            size="md"
            variant="default"
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate(undefined)}
          >
            {text.own.withdraw}
          </Button>
        ) : null}
        {position !== null && position > 0 ? (
          <Button
            className="grow"
            size="md"
            variant="default"
            loading={leave.isPending}
            onClick={() => leave.mutate(undefined)}
          >
            {text.own.leave}
          </Button>
        ) : null}
      </div>
      {position === 0 ? (
        <span className="dim small">
          {offer.can_withdraw && offer.withdraw_until !== null
            ? text.own.until({ time: times.moment(offer.withdraw_until) })
            : text.own.ask_dispatcher}
        </span>
      ) : null}
    </article>
  );
}
