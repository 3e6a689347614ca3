/** One storage order of the customer: its packages, what its days cost, and its bill with what is left to pay. */
import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconEdit } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { money } from "../../../parts/format.ts";
import { BackLink } from "../../../parts/links.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { CancelByCustomer } from "../shipping-orders/cancel-own-order.tsx";
import { OwnOrderPage } from "../shipping-orders/own-order-page.tsx";
import { LeftAfter, PayBalance } from "../shipping-orders/payment.tsx";
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
  const { placed } = here.useSearch();
  const may_write = useMe().permissions.includes("storage:write");
  const [editing, setEditing] = useState(false);
  const { id: storage_order_id, tracking_number, packages } = order;
  return (
    <>
      <OwnOrderPage
        order={order}
        subject={{ storage_order: storage_order_id }}
        badge={findStatus(order.status)}
        above={<Above />}
        placed={
          placed === true
            ? { title: text.placed, about: text.placed_about({ number: tracking_number }) }
            : null
        }
        actions={
          order.can_edit && may_write ? (
            <Button variant="default" leftSection={<IconEdit size={16} />} onClick={() => setEditing(true)}>
              {text.edit.button}
            </Button>
          ) : null
        }
        cancel={
          order.can_cancel && may_write
            ? {
                label: text.cancel.button,
                dialog: (close) => (
                  <CancelByCustomer
                    bill={order}
                    run={(options) => client.customerStorageOrderCancel({ storage_order_id }, options)}
                    findPaid={({ order: after }) => after.paid_minor}
                    words={text.cancel}
                    queries_key={STORAGE_KEY}
                    close={close}
                  />
                ),
              }
            : null
        }
        notes={<BillingNote order={order} />}
        packages={
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
        }
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
        below_bill={<Days order={order} />}
      />
      {editing ? <Edit order={order} close={() => setEditing(false)} /> : null}
    </>
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
