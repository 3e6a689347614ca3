/** One storage order of the customer: its packages, what its days cost, and its bill with what is left to pay. */
import { Alert, Button, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconEdit, IconX } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Page } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Bill } from "../shipping-orders/bill.tsx";
import { CancelByCustomer } from "../shipping-orders/cancel-own-order.tsx";
import { OrderFacts } from "../shipping-orders/order-facts.tsx";
import { OrderState, TrackLink } from "../shipping-orders/order-head.tsx";
import { OrderHistory } from "../shipping-orders/order-history.tsx";
import { LeftAfter, PayBalance } from "../shipping-orders/payment.tsx";
import "../shipping-orders/shipping-orders.css";
import { BillingNote } from "./balance.tsx";
import { Days } from "./days.tsx";
import { PackageCard } from "./package-card.tsx";
import { ownStorageOrderQuery, STORAGE_KEY, type StorageOrder, storageConfigQuery } from "./queries.ts";
import { findStatus } from "./status.ts";
import { text } from "./text.ts";

const RULES = getRules("customerStorageOrderUpdate");
const here = getRouteApi("/inside/storage/orders/$storage_order_id");

function Above() {
  return <BackLink to="/storage">{text.title}</BackLink>;
}

export function OwnStorageOrder() {
  const query = useQuery(ownStorageOrderQuery(Number(here.useParams().storage_order_id)));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Above />} />;
  return <OrderView order={query.data} />;
}

function OrderView({ order }: { order: StorageOrder }) {
  const times = useTimes();
  const { placed } = here.useSearch();
  const may_write = useMe().permissions.includes("storage:write");
  const [open, setOpen] = useState<"cancel" | "edit" | null>(null);
  const { id: storage_order_id, tracking_number, packages } = order;
  const close = () => setOpen(null);
  return (
    <Page
      title={order.ref ?? order.service_name}
      above={<Above />}
      subtitle={
        <OrderState
          order={order}
          badge={findStatus(order.status)}
          since={text.since({ moment: times.moment(order.status_since) })}
          number={text.number}
        />
      }
      actions={
        <>
          <TrackLink number={tracking_number}>{text.track}</TrackLink>
          {order.can_edit && may_write ? (
            <Button variant="default" leftSection={<IconEdit size={16} />} onClick={() => setOpen("edit")}>
              {text.edit.button}
            </Button>
          ) : null}
          {order.can_cancel && may_write ? (
            <Button variant="default" leftSection={<IconX size={16} />} onClick={() => setOpen("cancel")}>
              {text.cancel.button}
            </Button>
          ) : null}
        </>
      }
    >
      {placed === true ? (
        <Alert color="green" variant="outline" role="status" title={text.placed}>
          {text.placed_about({ number: tracking_number })}
        </Alert>
      ) : null}
      <BillingNote order={order} />
      <div className="split">
        <div className="stack" style={{ gap: 16, minWidth: 0 }}>
          <section className="stack" aria-label={text.packages_title}>
            <h2>{text.stored_of({ n: order.stored_count, all: order.package_count })}</h2>
            <ul className="stored-cards" aria-label={text.packages_title}>
              {packages.map((one) => (
                <li key={one.id}>
                  <PackageCard stored={one} />
                </li>
              ))}
            </ul>
          </section>
          <OrderFacts order={order} />
          <OrderHistory tracking_number={tracking_number} subject={{ storage_order: storage_order_id }} />
        </div>
        <div className="stack shipping-money" style={{ gap: 16, minWidth: 0 }}>
          <Bill
            order={order}
            payment={
              <PayBalance
                bill={order}
                may_pay={order.can_be_paid && may_write}
                pay={(amount_minor, options) =>
                  client.customerStorageOrderPay({ storage_order_id, amount_minor }, options)
                }
                outcome={({ order: after }) => (
                  <LeftAfter
                    badge={findStatus(after.status)}
                    remaining_text={money(after.remaining_minor, after.currency)}
                  />
                )}
                back={{ storage: storage_order_id }}
                queries_key={STORAGE_KEY}
              />
            }
          />
          <Days order={order} />
        </div>
      </div>
      {open === "cancel" ? (
        <CancelByCustomer
          bill={order}
          run={(options) => client.customerStorageOrderCancel({ storage_order_id }, options)}
          findPaid={({ order: after }) => after.paid_minor}
          words={text.cancel}
          queries_key={STORAGE_KEY}
          close={close}
        />
      ) : null}
      {open === "edit" ? <Edit order={order} close={close} /> : null}
    </Page>
  );
}

/** Words and plan: what costs something is ordered anew. */
function Edit({ order, close }: { order: StorageOrder; close: () => void }) {
  const { id: storage_order_id, version, pickup, service_code } = order;
  const timeframes = useQuery(storageConfigQuery(service_code)).data?.config.pickup_timeframes ?? [];
  const timeframe = timeframes.find(
    ({ name, start, end }) => `${name}, ${start}-${end}` === order.pickup_timeframe,
  );
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.edit.title}
      confirm={text.edit.save}
      refused={text.edit.refused}
      initial={{
        ref: order.ref ?? "",
        note: order.note,
        scheduled_date: order.scheduled_date ?? "",
        pickup_timeframe: timeframe?.code ?? "",
      }}
      run={({ ref, note, scheduled_date, pickup_timeframe }) =>
        client.customerStorageOrderUpdate(
          {
            storage_order_id,
            ref: ref.trim() === "" ? null : ref.trim(),
            note: note.trim(),
            ...(scheduled_date === (order.scheduled_date ?? "")
              ? {}
              : { scheduled_date: scheduled_date || null }),
            ...(pickup_timeframe === (timeframe?.code ?? "")
              ? {}
              : { pickup_timeframe: pickup_timeframe || null }),
          },
          { if_match: version },
        )
      }
      keys={[STORAGE_KEY]}
      success_message={text.edit.done}
    >
      {(form) => (
        <>
          <TextInput label={text.edit.ref} data-autofocus {...form.field("ref")} />
          <Textarea label={text.edit.note} autosize minRows={2} {...form.field("note")} />
          {pickup === null ? null : (
            <>
              <TextInput
                type="date"
                label={text.edit.day}
                description={text.edit.day_about}
                {...form.field("scheduled_date")}
              />
              {timeframes.length > 0 ? (
                <Select
                  label={text.edit.timeframe}
                  clearable
                  data={timeframes.map(({ code, name, start, end }) => ({
                    value: code,
                    label: `${name}, ${start}–${end}`,
                  }))}
                  {...form.field("pickup_timeframe")}
                />
              ) : null}
            </>
          )}
        </>
      )}
    </FormDrawer>
  );
}
