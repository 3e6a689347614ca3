/** One order: its details, actions and history. */
import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { isStaff, useMe } from "../../../api/session.ts";
import { rich } from "../../../language/rich.ts";
import { BaseMap } from "../../../map/map.tsx";
import type { MapPin } from "../../../map/shapes.ts";
import { oneLine } from "../../../parts/address/queries.ts";
import { Tag } from "../../../parts/badge.tsx";
import { nameSurface } from "../../../parts/codes/codes.ts";
import { Copy } from "../../../parts/copy.tsx";
import { kilograms, money, number } from "../../../parts/format.ts";
import { nameCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { nameProof } from "../../../parts/proofs.ts";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Loaded } from "../../../parts/states.tsx";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";
import { TimelinePlaces } from "../../../parts/timeline/places.tsx";
import { PhaseRail } from "../../../parts/timeline/rail.tsx";
import { TimelineView } from "../../../parts/timeline/timeline.tsx";
import { day, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { OrderNotifications } from "../../execution/notifications/order-notifications.tsx";
import { OrderChat } from "../../execution/order-chat/order-chat.tsx";
import type { Assignment } from "../../fleet/contractors/queries.ts";
import { useSkillNames } from "../../fleet/skills/queries.ts";
import { OrderTenders } from "../../fleet/third-party/order-tenders.tsx";
import { timelineQuery } from "../../integration/otep/queries.ts";
import { OrderLockers } from "../../lockers/device-orders/order-lockers.tsx";
import { trackingQuery } from "../../tracking/tracking/queries.ts";
import { useWarehouses } from "../../warehouse/warehouses/queries.ts";
import { OrderRequests } from "../recipient-requests/order-requests.tsx";
import { AssignedContractor } from "./assigned-contractor.tsx";
import { BestRoutes } from "./best-routes.tsx";
import { FailedOrder } from "./failed-order.tsx";
import { History } from "./history.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderState } from "./order-state.tsx";
import { ProofPictures } from "./proofs.tsx";
import { type OrderDetail, type OrderPin, orderQuery, type Place } from "./queries.ts";
import { ShareLinks } from "./share-links.tsx";
import { nameOrderType } from "./status.ts";
import { text } from "./text.ts";

const route = getRouteApi("/inside/orders/$order_id");

export function Order() {
  const { order_id } = route.useParams();
  const query = useQuery(orderQuery(Number(order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Back />} />;
  return <OrderView order={query.data.order} assignment={query.data.assignment} pin={query.data.pin} />;
}

function Back() {
  return <BackLink to="/orders">{text.order.back}</BackLink>;
}

function OrderView({
  order,
  assignment,
  pin,
}: {
  order: OrderDetail;
  assignment: Assignment | null;
  pin: OrderPin | null;
}) {
  const me = useMe();
  const times = useTimes();
  const meta = { live: [{ order: order.id }] };
  const tracking = useQuery({ ...trackingQuery(order.tracking_number), meta });
  const timeline = useQuery({ ...timelineQuery(order.tracking_number, "owner"), meta });
  const choice = useState<number | null>(null);
  return (
    <Page
      title={order.name || order.tracking_number}
      above={<Back />}
      subtitle={
        <span className="row tight">
          <OrderState status={order.status} />
          <span title={times.exact(order.status_since)}>
            {text.order.since({ moment: times.moment(order.status_since) })}
          </span>
          ·
          <span className="row tight nowrap">
            <span className="mono">{order.tracking_number}</span>
            <Copy value={order.tracking_number} label={text.order.number} />
          </span>
        </span>
      }
      actions={<OrderActions order={order} pin={pin} />}
    >
      {order.hold ? (
        <p className="note tone-violet">
          <b>{text.order.held_label}</b>{" "}
          {text.order.held({ reason: order.hold.reason, moment: times.moment(order.hold.at) })}
        </p>
      ) : null}
      {order.replaced_by_order_id ? (
        <p className="note tone-blue">
          {rich(text.order.replaced, {
            link: (
              <RecordLink type="order" id={order.replaced_by_order_id} inherit>
                {text.order.replaced_by({ id: String(order.replaced_by_order_id) })}
              </RecordLink>
            ),
          })}
        </p>
      ) : null}
      <FailedOrder order={order} />
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title={text.order.sheet}>
            <OrderFacts order={order} />
          </Sheet>
          <Sheet pad={false}>
            <Tabs defaultValue="timeline" keepMounted={false}>
              <Tabs.List px={6}>
                <Tabs.Tab value="timeline">{text.order.timeline}</Tabs.Tab>
                <Tabs.Tab value="parcels">{text.order.parcels({ n: String(order.parcels.length) })}</Tabs.Tab>
                {isStaff(me) ? <Tabs.Tab value="history">{text.order.history}</Tabs.Tab> : null}
              </Tabs.List>
              <Tabs.Panel value="timeline" p="md">
                <Loaded query={timeline}>
                  {(loaded_timeline) => (
                    <div className="stack" style={{ gap: 22 }}>
                      <PhaseRail timeline={loaded_timeline} />
                      <TimelineView timeline={loaded_timeline} times={times} choice={choice} />
                    </div>
                  )}
                </Loaded>
              </Tabs.Panel>
              <Tabs.Panel value="parcels">
                <Parcels order={order} />
              </Tabs.Panel>
              <Tabs.Panel value="history" p="md">
                <History order_id={order.id} />
              </Tabs.Panel>
            </Tabs>
          </Sheet>
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet pad={false}>
            <div style={{ height: 260 }}>
              <OrderMap
                order={order}
                driver={tracking.data?.driver_position ?? null}
                timeline={timeline.data}
                choice={choice}
              />
            </div>
          </Sheet>
          {order.can_plan && isStaff(me) && me.permissions.includes("routes:write") ? (
            <Sheet title={text.best.title}>
              <BestRoutes order_ids={[order.id]} date={order.scheduled_date} />
            </Sheet>
          ) : null}
          <OrderChat order_id={order.id} />
          <AssignedContractor order={order} assignment={assignment} />
          <OrderTenders order={order} />
          <OrderLockers order_id={order.id} />
          {order.pickup && order.type !== "D" ? (
            <PlaceSheet title={text.order.pickup} place={order.pickup} />
          ) : null}
          {order.dropoff ? <PlaceSheet title={text.order.dropoff} place={order.dropoff} /> : null}
          <OrderRequests order_id={order.id} />
          <OrderNotifications order_id={order.id} />
          <ProofPictures order_id={order.id} />
          <ShareLinks number={order.tracking_number} />
        </div>
      </div>
    </Page>
  );
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const me = useMe();
  const times = useTimes();
  const place = useWarehouses().find(
    ({ id }) => id === (order.current_warehouse_id ?? order.origin_warehouse_id),
  );
  const skills = useSkillNames(order.requirements.skills !== undefined);
  const needs = [
    ...(order.requirements.pod ?? []).map((code) => ({ code, label: nameProof(code) })),
    ...(order.requirements.skills ?? []).map((code) => ({ code, label: skills.get(code) ?? code })),
  ];
  return (
    <Facts>
      <Fact name={text.order.day}>{day(order.scheduled_date)}</Fact>
      <Fact name={text.order.window}>{times.window(order.window_start, order.window_end)}</Fact>
      <Fact name={text.order.type}>
        {nameOrderType(order.type)}, {nameCode(text.order.services, order.service)}
      </Fact>
      <Fact name={text.order.route}>
        {order.route_id && me.permissions.includes("routes:read") ? (
          <RecordLink type="route" id={order.route_id} inherit>
            {text.order.open_route}
          </RecordLink>
        ) : order.route_id ? (
          text.order.on_route
        ) : (
          text.order.off_route
        )}
      </Fact>
      {place === undefined ? null : (
        <Fact name={text.order.warehouse}>
          <RecordLink type="warehouse" id={place.id} inherit>
            {order.current_warehouse_id === null
              ? text.order.starts_at({ name: place.name })
              : text.order.is_in({ name: place.name })}
          </RecordLink>
        </Fact>
      )}
      <Fact name={text.order.ref}>
        {order.ref ? (
          <span className="row tight nowrap">
            <span className="cut" title={order.ref}>
              {order.ref}
            </span>
            <Copy value={order.ref} label={text.order.ref_name} />
          </span>
        ) : (
          "–"
        )}
      </Fact>
      <Fact name={text.order.units}>
        {order.units}
        {order.weight_g > 0 ? `, ${kilograms(order.weight_g)}` : ""}
      </Fact>
      {order.price_hidden ? null : (
        <Fact name={text.order.price}>{money(order.shipping_price, order.currency)}</Fact>
      )}
      {order.cod_minor > 0 ? (
        <Fact name={text.order.cod}>{money(order.cod_minor, order.currency)}</Fact>
      ) : null}
      {order.insured_value_minor > 0 ? (
        <Fact name={text.order.insured}>{money(order.insured_value_minor, order.currency)}</Fact>
      ) : null}
      <Fact name={text.order.attempts}>{order.attempts}</Fact>
      <Fact name={text.order.needs}>
        {needs.length > 0 ? (
          <span className="row tight">
            {needs.map(({ code, label }) => (
              <Tag key={code} tone="grey">
                {label}
              </Tag>
            ))}
          </span>
        ) : (
          text.order.no_needs
        )}
      </Fact>
      <Fact name={text.order.created}>
        {times.moment(order.created_at)}{" "}
        <span className="dim">{text.order.created_by({ surface: nameSurface(order.source) })}</span>
      </Fact>
      {order.delivery_instruction ? (
        <Fact name={text.order.instruction}>{order.delivery_instruction}</Fact>
      ) : null}
      {order.note ? <Fact name={text.order.note}>{order.note}</Fact> : null}
    </Facts>
  );
}

function PlaceSheet({ title, place }: { title: string; place: Place }) {
  return (
    <Sheet title={title}>
      <address style={{ fontStyle: "normal" }}>
        {place.name ? <div className="strong">{place.name}</div> : null}
        <div>{oneLine(place)}</div>
        {place.phone ? (
          <div>
            <a href={`tel:${place.phone.replaceAll(/[^+\d]/g, "")}`}>{place.phone}</a>
          </div>
        ) : null}
        {place.email ? (
          <div>
            <a href={`mailto:${place.email}`}>{place.email}</a>
          </div>
        ) : null}
        {place.instructions ? <p className="dim">{place.instructions}</p> : null}
      </address>
    </Sheet>
  );
}

function Parcels({ order }: { order: OrderDetail }) {
  const times = useTimes();
  return (
    <div className="table-scroll">
      <table className="table" aria-label={text.parcel.title}>
        <thead>
          <tr>
            <th>{text.parcel.number}</th>
            <th>{text.parcel.label_code}</th>
            <th>{text.parcel.held_by}</th>
            <th className="end">{text.parcel.weight}</th>
            <th>{text.parcel.size}</th>
          </tr>
        </thead>
        <tbody>
          {order.parcels.map((parcel) => (
            <tr key={parcel.id}>
              <td className="mono">{parcel.tracking_number}</td>
              <td className="mono">{parcel.label_code}</td>
              <td>
                {nameCode(text.parcel.custody, parcel.custody)}{" "}
                <span className="dim small">
                  {text.parcel.since({ moment: times.moment(parcel.custody_since) })}
                </span>
              </td>
              <td className="end">{parcel.weight_g > 0 ? kilograms(parcel.weight_g) : "–"}</td>
              <td>
                {parcel.length_mm
                  ? text.parcel.cm({
                      length: number(parcel.length_mm / 10),
                      width: number((parcel.width_mm ?? 0) / 10),
                      height: number((parcel.height_mm ?? 0) / 10),
                    })
                  : "–"}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderMap({
  order,
  driver,
  timeline,
  choice: [selected, select],
}: {
  order: OrderDetail;
  driver: { lat: number; lng: number; at: string } | null;
  timeline: TimelineDocument | undefined;
  choice: readonly [number | null, (sequence: number) => void];
}) {
  const pins = useMemo<MapPin[]>(() => {
    const list: MapPin[] = [];
    const add = (id: string, place: Place | null, kind: MapPin["kind"], text?: string) => {
      if (typeof place?.lat === "number" && typeof place.lng === "number") {
        list.push({
          id,
          kind,
          lat: place.lat,
          lng: place.lng,
          title: oneLine(place),
          ...(text ? { text } : {}),
        });
      }
    };
    add("pickup", order.pickup, "depot");
    add("dropoff", order.dropoff, "stop", "●");
    if (driver)
      list.push({
        id: "driver",
        kind: "driver",
        text: "▲",
        title: text.order.driver,
        lat: driver.lat,
        lng: driver.lng,
        colour: "#20568f",
      });
    return list;
  }, [order.pickup, order.dropoff, driver]);
  return timeline === undefined ? (
    <BaseMap label={text.order.map} pins={pins} fit={pins.length} />
  ) : (
    <TimelinePlaces
      timeline={timeline}
      selected={selected}
      choose={({ sequence }) => select(sequence)}
      more={pins}
    />
  );
}
