/** On an order: who was asked to deliver it, what they answered, and what can be done. */
import { Button, Collapse } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { findWord } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import type { OrderDetail } from "../../orders/orders/queries.ts";
import { OfferForm } from "./offer-form.tsx";
import {
  deliveryProvidersQuery,
  findHolder,
  OFFER_TONE,
  offersQuery,
  TENDER_TONE,
  type TenderOffer,
} from "./queries.ts";
import { text } from "./text.ts";

export function OrderTenders({ order }: { order: OrderDetail }) {
  const me = useMe();
  const times = useTimes();
  const [action, setAction] = useState<"offer" | "withdraw" | null>(null);
  const enabled = isStaff(me);
  const offers = useQuery({ ...offersQuery({ order_id: order.id, per_page: 5 }), enabled });
  const providers = useQuery({ ...deliveryProvidersQuery, enabled });
  if (!enabled || offers.data === undefined || providers.data === undefined) return null;
  const [offer] = offers.data.offers;
  const has_providers = providers.data.providers.length > 0;
  // A business without providers is not bothered with them.
  if (offer === undefined && !has_providers) return null;
  const may_write = me.permissions.includes("orders:write");
  const is_open = offer?.state === "OPEN" || offer?.state === "HELD";
  const close = () => setAction(null);
  return (
    <Sheet
      title={text.sheet}
      actions={
        may_write ? (
          <span className="row tight">
            {offer?.can_withdraw ? (
              <Button variant="default" size="xs" onClick={() => setAction("withdraw")}>
                {text.withdraw}
              </Button>
            ) : null}
            {!is_open && order.can_assign ? (
              <Button variant="default" size="xs" onClick={() => setAction("offer")}>
                {offer === undefined ? text.offer_order : text.offer_again}
              </Button>
            ) : null}
          </span>
        ) : null
      }
    >
      {offer === undefined ? (
        <p className="dim">{text.not_offered}</p>
      ) : (
        <OfferDetail offer={offer} times={times} />
      )}
      {action === "offer" ? (
        <OfferForm order={order} providers={providers.data.providers} close={close} />
      ) : null}
      <ActionDialog
        name="offer-withdraw"
        opened={action === "withdraw"}
        close={close}
        title={text.withdraw_title}
        confirm={text.withdraw}
        input={offer === undefined ? null : { offer_id: offer.id }}
        run={(options) => client.thirdpartyOfferWithdraw({ offer_id: offer?.id ?? 0 }, options)}
        outcome={() => <p>{text.withdraw_outcome}</p>}
        done={() => {
          close();
          notifySuccess(text.withdrawn);
          void offers.refetch();
        }}
      />
      {has_providers ? null : (
        <p className="small dim">
          {text.no_providers} <Link to="/delivery-providers">{text.to_providers}</Link>
        </p>
      )}
    </Sheet>
  );
}

function OfferDetail({ offer, times }: { offer: TenderOffer; times: Times }) {
  const [is_open, { toggle }] = useDisclosure(false);
  const holder = findHolder(offer);
  const is_late = holder?.state === "ACCEPTED" && Date.parse(holder.pickup_by) < Date.now();
  const explained = (reason: string | undefined) =>
    reason === undefined ? "" : (findWord(text.reason, reason) ?? reason);
  return (
    <div className="stack tight">
      <StatusBadge badge={{ label: text.offer_state[offer.state], tone: OFFER_TONE[offer.state] }} />
      {is_late ? (
        <p className="note tone-bad" role="alert">
          {text.late({ time: times.ago(holder.pickup_by) })}
        </p>
      ) : null}
      <ul className="list" aria-label={text.providers}>
        {offer.tenders.map((tender) => (
          <li key={tender.id} style={{ padding: "8px 0" }}>
            <div className="row apart nowrap">
              <span className="strong cut">{tender.provider_name}</span>
              <Tag tone={TENDER_TONE[tender.state]}>{text.tender_state[tender.state]}</Tag>
            </div>
            <div className="dim small">
              {[
                money(tender.price_minor, offer.currency),
                ...(tender.state === "OFFERED"
                  ? [text.until({ time: times.moment(tender.expires_at) })]
                  : []),
                ...(tender.state === "ACCEPTED"
                  ? [text.pick_up_until({ time: times.moment(tender.pickup_by) })]
                  : []),
                ...(tender.external_id === null ? [] : [text.called({ id: tender.external_id })]),
                ...(tender.reason === null ? [] : [explained(tender.reason)]),
                ...(tender.note === "" ? [] : [tender.note]),
              ].join(" · ")}
            </div>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        style={{ alignSelf: "flex-start" }}
        aria-expanded={is_open}
        onClick={toggle}
      >
        {text.why}
      </Button>
      <Collapse expanded={is_open}>
        <ol className="list">
          {offer.explanation.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added.
            <li key={index} className="row apart nowrap small" style={{ padding: "6px 0" }}>
              <span>
                {text.explanation({
                  what: step.what,
                  name: step.provider_name ?? "",
                  has_reason: explained(step.reason) !== "",
                  reason: explained(step.reason),
                })}
              </span>
              <time className="dim num" dateTime={step.at} title={times.exact(step.at)}>
                {times.moment(step.at)}
              </time>
            </li>
          ))}
        </ol>
      </Collapse>
    </div>
  );
}
