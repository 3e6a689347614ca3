/** Order a ship-out of the packages that were chosen: which service, where to, and what it costs. */
import { Button, Select } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconBoxOff, IconTruckDelivery } from "#icons";
import { client } from "../../../../api/client.ts";
import { BackLink, ButtonLink } from "../../../../parts/links.tsx";
import { Page, Sheet } from "../../../../parts/page.tsx";
import { Photo } from "../../../../parts/photo.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { Empty, Failure, Waiting } from "../../../../parts/states.tsx";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { toOrderRequest } from "../../services/order-form/order-values.ts";
import { nameService } from "../../shipping-orders/name-service.ts";
import { PlaceOrder } from "../../shipping-orders/place-order.tsx";
import { describeMeasures, namePackage } from "../../storage-orders/package-card.tsx";
import { ownPackagesQuery, STORAGE_KEY, type StoredPackage } from "../../storage-orders/queries.ts";
import { text } from "../text.ts";
import { offeredShipoutsQuery, type ServiceConfig, shipoutConfigQuery } from "./queries.ts";
import "../shipouts.css";

const here = getRouteApi("/inside/storage/ship-outs/new");

function Above() {
  return <BackLink to="/storage">{text.own.storage}</BackLink>;
}

export function OrderShipout() {
  const { packages: chosen_ids = [] } = here.useSearch();
  const services = useQuery(offeredShipoutsQuery);
  const stored_packages = useInfiniteQuery(ownPackagesQuery(true));
  const [code, setCode] = useState<string | null>(null);
  if (services.data === undefined) return <UnloadedPage query={services} above={<Above />} />;
  if (stored_packages.data === undefined) return <UnloadedPage query={stored_packages} above={<Above />} />;
  const [first] = services.data;
  if (first === undefined)
    return (
      <Page above={<Above />}>
        <div className="sheet">
          <Empty icon={IconTruckDelivery} title={text.own.no_service}>
            {text.own.no_service_about}
          </Empty>
        </div>
      </Page>
    );
  if (chosen_ids.length === 0)
    return (
      <Page above={<Above />}>
        <div className="sheet">
          <Empty
            icon={IconBoxOff}
            title={text.own.none_chosen}
            action={<ButtonLink to="/storage">{text.own.choose}</ButtonLink>}
          >
            {text.own.none_about}
          </Empty>
        </div>
      </Page>
    );
  const service_code = code ?? first.service_code;
  const service = services.data.find((one) => one.service_code === service_code) ?? first;
  const loaded_packages = stored_packages.data.pages.flatMap(({ packages }) => packages);
  return (
    <Page above={<Above />} subtitle={service.description || text.packages({ n: chosen_ids.length })}>
      {services.data.length > 1 ? (
        <Select
          label={text.service}
          description={service.pricing_method === 2 ? text.own.priced_by_staff : text.own.priced_at_once}
          maw={360}
          allowDeselect={false}
          data={services.data.map((one) => ({ value: one.service_code, label: nameService(one) }))}
          value={service_code}
          onChange={setCode}
        />
      ) : null}
      <Form
        key={service_code}
        service_code={service_code}
        chosen={chosen_ids}
        stored_packages={loaded_packages}
      />
    </Page>
  );
}

function Form({
  service_code,
  chosen,
  stored_packages,
}: {
  service_code: string;
  chosen: readonly number[];
  stored_packages: readonly StoredPackage[];
}) {
  const navigate = useNavigate();
  const openShipout = useOpenRecord("shipout");
  const query = useQuery(shipoutConfigQuery(service_code));
  if (query.data === undefined)
    return query.error === null ? (
      <Waiting />
    ) : (
      <Failure error={query.error} retry={() => void query.refetch()} />
    );
  const config = query.data;
  const stored_package_ids = [...chosen];
  return (
    <PlaceOrder
      config={config}
      toRequest={(values) => {
        const { dropoff, scheduled_date, supplies, surcharges, form } = toOrderRequest(config, values);
        return {
          stored_package_ids,
          ...(dropoff === undefined ? {} : { dropoff }),
          ...(scheduled_date === undefined ? {} : { scheduled_date }),
          ...(supplies === undefined ? {} : { supplies }),
          ...(surcharges === undefined ? {} : { surcharges }),
          ...(form === undefined ? {} : { form }),
        };
      }}
      queries_key={STORAGE_KEY}
      estimate={(request, options) => client.customerShipoutEstimate({ service_code, ...request }, options)}
      create={(input, options) => client.customerShipoutCreate({ service_code, ...input }, options)}
      onCreated={({ shipout_id }) => openShipout(shipout_id, { is_saved: true, search: { placed: true } })}
      about_payment={describePayment(config)}
      goods={(error) => (
        <Sheet title={text.packages({ n: chosen.length })} pad={false}>
          <ul className="list" aria-label={text.stored.title}>
            {chosen.map((id, index) => (
              <ChosenRow
                key={id}
                stored={stored_packages.find((one) => one.id === id)}
                error={error(`stored_package_ids.${index}`)}
                leave={
                  chosen.length > 1
                    ? () =>
                        void navigate({
                          to: "/storage/ship-outs/new",
                          search: { packages: chosen.filter((other) => other !== id) },
                          replace: true,
                          ignoreBlocker: true,
                        })
                    : undefined
                }
              />
            ))}
          </ul>
        </Sheet>
      )}
    />
  );
}

function ChosenRow({
  stored,
  error,
  leave,
}: {
  stored: StoredPackage | undefined;
  error: string | undefined;
  leave: (() => void) | undefined;
}) {
  const name = stored === undefined ? text.own.not_available : namePackage(stored);
  const photo = stored?.photo_file_ids[0];
  return (
    <li className="pick-row">
      {photo === undefined ? null : (
        <span className="stored-photos">
          <Photo file_id={photo} alt={text.stored.photo({ n: 1, what: name })} />
        </span>
      )}
      <span className="stack tight grow" style={{ gap: 0, minWidth: 160 }}>
        <span className="strong cut">{name}</span>
        <span className="dim small">{stored === undefined ? "" : describeMeasures(stored)}</span>
        {error === undefined ? null : (
          <span className="small tone-bad" style={{ color: "var(--tone)" }} role="alert">
            {error}
          </span>
        )}
      </span>
      <span className="dim small">{stored?.warehouse?.name}</span>
      {leave === undefined ? null : (
        <Button size="compact-sm" variant="default" aria-label={text.own.leave({ name })} onClick={leave}>
          {text.own.leave_here}
        </Button>
      )}
    </li>
  );
}

function describePayment({ pricing_method, payment }: ServiceConfig): string {
  if (pricing_method === 2) return text.own.pay_quoted;
  return payment === "before_confirmation" ? text.own.pay_first : text.own.pay_later;
}
