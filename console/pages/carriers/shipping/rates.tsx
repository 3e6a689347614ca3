/** What carriers ask for a shipment, the cheapest first, and those that offer nothing with their reason. */
import { Alert, Button, Loader, SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconFileDescription, IconScale, IconTruckOff } from "#icons";
import type { LabelserviceRateOutput } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { RecordLink, useOpenRecord } from "../../../parts/record-link.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";
import { useNow } from "../../../parts/use-now.ts";
import type { Copied } from "./new-label.tsx";
import type { LabelFormat } from "./print.ts";
import { LABELS_KEY, type LabelRate, type LabelRateFault, methodsQuery } from "./queries.ts";
import { text } from "./text.ts";

/** What the house carrier answers for a shipment across a border without customs lines. */
const CUSTOMS_MISSING = "CUSTOMS_MISSING";
const FORMATS = ["pdf", "png", "zpl"] as const satisfies readonly LabelFormat[];

export function Rates({
  answer,
  is_asking,
  is_stale,
  customer_id,
  copied,
}: {
  answer: LabelserviceRateOutput | null;
  is_asking: boolean;
  is_stale: boolean;
  customer_id: number | null;
  copied: Copied | null;
}) {
  const openLabel = useOpenRecord("label_order");
  const [label_format, setFormat] = useState<LabelFormat>("pdf");
  const now = useNow();
  const buy = useSave(
    ({ rate_id }: LabelRate) => {
      if (copied?.is_return)
        return client.labelserviceReturnLabel({ label_order_id: copied.label.id, rate_id, label_format });
      if (copied !== null)
        return client.labelserviceOrderPurchase({ label_order_id: copied.label.id, rate_id });
      return client.labelserviceSubmitOrder({
        rate_id,
        label_format,
        ...(customer_id === null ? {} : { customer_id }),
      });
    },
    {
      keys: [LABELS_KEY, ["wallet"]],
      success_message: ({ pending }) => (pending ? text.rates.pending : text.rates.bought),
      done: ({ label_order: { id } }) => openLabel(id),
      refused: () => undefined,
    },
  );
  if (is_asking || answer === null) return <Unasked is_asking={is_asking} />;
  const { rates, faults } = answer;
  const is_expired = rates.some(({ expires_at }) => Date.parse(expires_at) <= now);
  const fastest = findFastest(rates);
  return (
    <div className="stack" style={{ gap: 16 }} aria-live="polite">
      {buy.error === null ? null : <NotBought error={buy.error} />}
      {is_stale || is_expired ? (
        <p className="note tone-warn" role="status">
          {is_stale ? text.rates.stale : text.rates.expired}
        </p>
      ) : null}
      <Sheet
        title={rates.length === 0 ? text.rates.no_rate : text.rates.compared({ n: rates.length })}
        pad={false}
        actions={
          rates.length === 0 || (copied !== null && !copied.is_return) ? null : (
            <SegmentedControl
              size="xs"
              aria-label={text.rates.format}
              value={label_format}
              onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "pdf")}
              data={FORMATS.map((value) => ({ value, label: text.rates.formats[value] }))}
            />
          )
        }
      >
        {rates.length === 0 ? (
          <NoRate faults={faults} />
        ) : (
          <ul className="list label-rates" aria-label={text.rates.title} data-stale={is_stale || undefined}>
            {rates.map((rate, index) => (
              <RateRow
                key={rate.rate_id}
                rate={rate}
                is_cheapest={index === 0 && rates.length > 1}
                is_fastest={rates.length > 1 && rate === fastest}
                buy={
                  <Button
                    aria-label={text.rates.buy_at({
                      service: rate.service_name,
                      price: money(rate.shipping_price, rate.currency),
                    })}
                    variant={index === 0 ? "filled" : "default"}
                    disabled={is_stale || is_expired || buy.isPending}
                    loading={buy.isPending && buy.variables?.rate_id === rate.rate_id}
                    onClick={() => buy.mutate(rate)}
                  >
                    {text.rates.buy}
                  </Button>
                }
              />
            ))}
          </ul>
        )}
      </Sheet>
      <Faults faults={faults} />
    </div>
  );
}

function Unasked({ is_asking }: { is_asking: boolean }) {
  const may_set = useMe().permissions.includes("settings:write");
  const carriers = useQuery(methodsQuery).data;
  if (is_asking)
    return (
      <Sheet>
        <p className="row tight" role="status">
          <Loader size={16} /> {text.rates.waiting}
        </p>
      </Sheet>
    );
  if (carriers?.length === 0)
    return (
      <Sheet>
        <Empty
          icon={IconTruckOff}
          title={text.rates.no_carriers}
          action={may_set ? <ButtonLink to="/carrier-accounts">{text.rates.accounts}</ButtonLink> : null}
        >
          {text.rates.no_carriers_about}
        </Empty>
      </Sheet>
    );
  return (
    <Sheet>
      <Empty icon={IconScale} title={text.rates.start}>
        {text.rates.start_about}
      </Empty>
    </Sheet>
  );
}

/** Where all refuse for one reason that the sender can do something about, it is said in place of their answers. */
function NoRate({ faults }: { faults: readonly LabelRateFault[] }) {
  const lacks_customs = faults.length > 0 && faults.every(({ code }) => code === CUSTOMS_MISSING);
  return lacks_customs ? (
    <Empty icon={IconFileDescription} title={text.rates.customs_missing}>
      {text.rates.customs_missing_about}
    </Empty>
  ) : (
    <Empty icon={IconTruckOff} title={text.rates.none}>
      {faults[0] === undefined ? text.rates.none_about : faults[0].message}
    </Empty>
  );
}

/** The first to arrive; of several the cheapest, which comes first. */
function findFastest(rates: readonly LabelRate[]): LabelRate | undefined {
  const days = rates.flatMap(({ delivery_days }) => delivery_days ?? []);
  if (new Set(days).size < 2) return undefined;
  const least = Math.min(...days);
  return rates.find(({ delivery_days }) => delivery_days === least);
}

function RateRow({
  rate,
  is_cheapest,
  is_fastest,
  buy,
}: {
  rate: LabelRate;
  is_cheapest: boolean;
  is_fastest: boolean;
  buy: React.ReactNode;
}) {
  const { carrier, service_name, shipping_price, currency, delivery_days, arrives_on } = rate;
  const { carrier_charge_minor: charge, carrier_currency } = rate;
  const shows_charge = charge !== undefined && charge !== null && charge !== shipping_price;
  return (
    <li className="label-rate">
      <span className="stack tight grow" style={{ gap: 2, minWidth: 0 }}>
        <span className="row tight">
          <span className="strong">{service_name}</span>
          {is_cheapest ? <Tag tone="good">{text.rates.cheapest}</Tag> : null}
          {is_fastest ? <Tag tone="blue">{text.rates.fastest}</Tag> : null}
        </span>
        <span className="dim small">
          {[
            carrier,
            delivery_days === null ? text.rates.unknown_time : text.rates.days({ n: delivery_days }),
            arrives_on === null ? "" : text.rates.arrives({ day: day(arrives_on) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <span className="stack tight label-rate-price">
        <span className="num strong">{money(shipping_price, currency)}</span>
        {shows_charge ? (
          <span className="dim small num">
            {text.rates.charge({ amount: money(charge, carrier_currency) })}
          </span>
        ) : null}
      </span>
      {buy}
    </li>
  );
}

function Faults({ faults }: { faults: readonly LabelRateFault[] }) {
  const shows_codes = isStaff(useMe());
  if (faults.length === 0) return null;
  return (
    <Sheet title={text.rates.faults} pad={false}>
      <ul className="list">
        {faults.map(({ carrier_account, carrier, code, message }) => (
          <li key={`${carrier_account} ${carrier} ${code}`} className="label-rate">
            <span className="stack tight grow" style={{ gap: 2 }}>
              <span className="strong">{carrier || carrier_account}</span>
              <span className="dim small">{message}</span>
            </span>
            {shows_codes ? <span className="mono dim small">{code}</span> : null}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

/** Its order stays where the carrier refused it: there it can be bought elsewhere. */
function NotBought({ error }: { error: Error }) {
  const id = error instanceof ApiError ? error.body["label_order_id"] : undefined;
  return (
    <Alert color="red" variant="outline" role="alert" title={text.rates.not_bought}>
      <p>{error.message}</p>
      {typeof id === "number" ? (
        <RecordLink type="label_order" id={id}>
          {text.rates.open_failed}
        </RecordLink>
      ) : null}
    </Alert>
  );
}
