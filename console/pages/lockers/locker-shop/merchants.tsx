/** Merchants: who sells in lockers, who keeps each shop, the fee, and the account at a processor that takes the money. */
import {
  Alert,
  Button,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBuildingStore } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { CustomerSelect } from "../../../parts/customer-select.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ListPage } from "../../../parts/list/list.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty } from "../../../parts/states.tsx";
import { customerQuery } from "../lockers/queries.ts";
import { MERCHANT_STATUS } from "./labels.ts";
import { percent } from "./percent.ts";
import { merchantsQuery, SHOP, type ShopMerchant } from "./queries.ts";
import { Sections } from "./sections.tsx";
import { text } from "./text.ts";

type FormName = "change" | "payment";

function useMay() {
  const { permissions, user } = useMe();
  return {
    change: user.role === "client_admin" && permissions.includes("lockers:write"),
    pay: user.role !== "employee" && permissions.includes("lockers:use"),
  };
}

export function Merchants() {
  const may = useMay();
  const query = useQuery(merchantsQuery);
  const [open, setOpen] = useState<{ form: FormName; merchant: ShopMerchant } | null>(null);
  const close = () => setOpen(null);
  const create = may.change ? (
    <CreateButton label={text.merchants.create}>
      {(close_form) => <MerchantForm merchant={null} close={close_form} />}
    </CreateButton>
  ) : null;
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.merchants.count({ n: query.data.total }) : "…"}
      actions={create}
      label={text.sections.merchants}
      query={query}
      rows={({ merchants }) => merchants}
      empty={
        <Empty icon={IconBuildingStore} title={text.merchants.none}>
          {may.change ? text.merchants.none_about : text.merchants.none_of_yours}
        </Empty>
      }
      columns={buildColumns(may, (form, merchant) => setOpen({ form, merchant }))}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={
        may.change || may.pay
          ? (merchant) => setOpen({ form: may.change ? "change" : "payment", merchant })
          : undefined
      }
      card={(merchant) => <Card merchant={merchant} />}
    >
      {open?.form === "change" ? (
        <MerchantForm
          merchant={open.merchant}
          close={close}
          openPayment={may.pay ? () => setOpen({ form: "payment", merchant: open.merchant }) : null}
        />
      ) : null}
      {open?.form === "payment" ? <PaymentForm merchant={open.merchant} close={close} /> : null}
    </ListPage>
  );
}

/** Without a key nothing can be paid, without a secret for its events no payment is ever confirmed. */
const takesPayments = ({ secret_key, event_secret }: ShopMerchant) =>
  secret_key.configured && event_secret.configured;

function Account({ merchant }: { merchant: ShopMerchant }) {
  return takesPayments(merchant) ? (
    <span>{text.merchants.account_ends({ end: merchant.secret_key.last_four ?? "" })}</span>
  ) : (
    <Tag tone="warn">{text.merchants.no_account}</Tag>
  );
}

function buildColumns(
  may: { pay: boolean },
  open: (form: FormName, merchant: ShopMerchant) => void,
): Column<ShopMerchant>[] {
  return [
    {
      key: "name",
      head: text.merchant,
      cell: ({ name }) => <span className="strong">{name}</span>,
    },
    {
      key: "status",
      head: text.status,
      width: 150,
      cell: ({ status }) => <StatusBadge badge={findLabel(MERCHANT_STATUS, status)} />,
    },
    {
      key: "fee",
      head: text.fee,
      width: 100,
      align: "end",
      cell: ({ fee_bp }) => <span className="num">{percent(fee_bp)}</span>,
    },
    {
      key: "members",
      head: text.merchants.members,
      width: 120,
      align: "end",
      window_width_min: 900,
      cell: ({ member_account_ids }) => <span className="num">{String(member_account_ids.length)}</span>,
    },
    {
      key: "account",
      head: text.merchants.account,
      width: 260,
      cell: (merchant) => (
        <span className="row tight">
          <Account merchant={merchant} />
          {may.pay ? (
            <Button
              size="compact-xs"
              variant="default"
              onClick={(event) => {
                event.stopPropagation();
                open("payment", merchant);
              }}
            >
              {text.merchants.set_up}
            </Button>
          ) : null}
        </span>
      ),
    },
  ];
}

function Card({ merchant }: { merchant: ShopMerchant }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{merchant.name}</span>
        <StatusBadge badge={findLabel(MERCHANT_STATUS, merchant.status)} />
      </span>
      <span className="row apart small">
        <Account merchant={merchant} />
        <span className="num dim">
          {text.fee} {percent(merchant.fee_bp)}
        </span>
      </span>
    </>
  );
}

const RULES = joinRules(getRules("shopMerchantCreate"), getRules("shopMerchantUpdate"));

function MerchantForm({
  merchant,
  close,
  openPayment = null,
}: {
  merchant: ShopMerchant | null;
  close: () => void;
  openPayment?: (() => void) | null;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={merchant === null ? text.merchants.create : merchant.name}
      size="lg"
      confirm={merchant === null ? text.merchants.create : text.save}
      initial={{
        customer_id: merchant === null ? "" : String(merchant.customer_id),
        name: merchant?.name ?? "",
        terms: merchant?.terms ?? "",
        fee: (merchant?.fee_bp ?? 0) / 100,
        status: merchant?.status ?? ("ACTIVE" as const),
        member_account_ids: (merchant?.member_account_ids ?? []).map(String),
      }}
      toPath={(path) => (path === "fee_bp" ? "fee" : path)}
      run={({ customer_id, name, terms, fee, status, member_account_ids }) => {
        const members = {
          name: name.trim(),
          terms: terms.trim() || null,
          fee_bp: Math.round(Number(fee) * 100),
          member_account_ids: member_account_ids.map(Number),
        };
        return merchant === null
          ? client.shopMerchantCreate({ customer_id: Number(customer_id), ...members })
          : client.shopMerchantUpdate(
              { merchant_id: merchant.id, status, ...members },
              { if_match: merchant.version },
            );
      }}
      keys={[[SHOP]]}
      success_message={(answer) => text.saved({ name: answer.merchant.name })}
    >
      {({ field, own, values, set }) => (
        <>
          {merchant === null ? (
            <CustomerSelect
              data-autofocus
              label={text.merchants.customer}
              description={text.merchants.customer_about}
              {...field("customer_id")}
              onChange={(customer_id) => set({ customer_id: customer_id ?? "", member_account_ids: [] })}
            />
          ) : (
            <p className="dim small">
              {text.merchants.customer}:{" "}
              <RecordLink type="customer" id={merchant.customer_id}>
                {text.merchants.open_customer}
              </RecordLink>
            </p>
          )}
          <TextInput
            label={text.merchants.name}
            description={text.merchants.name_about}
            {...field("name", { required: true })}
          />
          <Members customer_id={values.customer_id} input={field("member_account_ids")} />
          <NumberInput
            label={text.merchants.fee_percent}
            description={text.merchants.fee_about}
            {...own("fee", { member: "fee_bp", factor: 100 })}
          />
          <Textarea
            label={text.merchants.terms}
            description={text.merchants.terms_about}
            autosize
            minRows={3}
            maxRows={10}
            {...field("terms")}
          />
          {merchant === null ? null : (
            <Select
              label={text.status}
              description={text.merchants.status_about}
              allowDeselect={false}
              data={[
                { value: "ACTIVE", label: text.merchants.statuses.ACTIVE },
                { value: "PAUSED", label: text.merchants.statuses.PAUSED },
              ]}
              {...field("status")}
            />
          )}
          {openPayment === null ? null : (
            <Button variant="default" onClick={openPayment}>
              {text.merchants.payment_title}
            </Button>
          )}
        </>
      )}
    </FormDrawer>
  );
}

/** Accounts of the customer, who keep its shop. */
function Members({ customer_id, input }: { customer_id: string; input: object }) {
  const accounts =
    useQuery({ ...customerQuery(Number(customer_id)), enabled: customer_id !== "" }).data?.customer
      .accounts ?? [];
  return (
    <MultiSelect
      label={text.merchants.members}
      description={
        customer_id !== "" && accounts.length === 0
          ? text.merchants.no_accounts
          : text.merchants.members_about
      }
      data={accounts.map(({ id, name, email }) => ({ value: String(id), label: name || email }))}
      disabled={accounts.length === 0}
      {...input}
    />
  );
}

const PAYMENT_RULES = getRules("shopMerchantPaymentUpdate");

function PaymentForm({ merchant, close }: { merchant: ShopMerchant; close: () => void }) {
  const { secret_key, event_secret, events_url } = merchant;
  const describeSecret = ({ configured, last_four }: ShopMerchant["secret_key"]) =>
    configured ? text.payment.stored({ end: last_four ?? "" }) : text.payment.not_stored;
  return (
    <FormDrawer
      rules={PAYMENT_RULES}
      close={close}
      title={text.payment.title({ name: merchant.name })}
      size="lg"
      confirm={text.save}
      initial={{ base_url: merchant.base_url ?? "", secret_key: "", event_secret: "" }}
      run={({ base_url, secret_key, event_secret }) =>
        client.shopMerchantPaymentUpdate(
          {
            merchant_id: merchant.id,
            base_url: base_url.trim() || null,
            ...(secret_key === "" ? {} : { secret_key: secret_key.trim() }),
            ...(event_secret === "" ? {} : { event_secret: event_secret.trim() }),
          },
          { if_match: merchant.version },
        )
      }
      keys={[[SHOP]]}
      success_message={text.payment.saved}
    >
      {({ field }) => (
        <>
          <Alert color="blue" variant="outline">
            {text.payment.about}
          </Alert>
          <PasswordInput
            data-autofocus
            autoComplete="off"
            label={text.payment.secret_key}
            description={describeSecret(secret_key)}
            {...field("secret_key")}
          />
          <div className="stack tight">
            <span className="strong small">{text.payment.events_url}</span>
            <span className="row tight nowrap">
              <span className="mono small cut">{events_url}</span>
              <Copy value={events_url} label={text.payment.events_url} />
            </span>
            <span className="dim small">{text.payment.events_url_about}</span>
          </div>
          <PasswordInput
            autoComplete="off"
            label={text.payment.event_secret}
            description={describeSecret(event_secret)}
            {...field("event_secret")}
          />
          <TextInput
            label={text.payment.base_url}
            description={text.payment.base_url_about}
            {...field("base_url")}
          />
        </>
      )}
    </FormDrawer>
  );
}
