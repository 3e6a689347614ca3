/** Accounts at carriers: enabled or not, tested or not, and what they offer. */
import { Button, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconPlugConnected, IconTruckDelivery } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { ButtonLink } from "../../../parts/links.tsx";
import { List } from "../../../parts/list/list.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.ts";
import { AccountForm } from "./account-form.tsx";
import "./carrier-accounts.css";
import { ACCOUNT_KEYS, type CarrierAccount, carrierAccountsQuery } from "./queries.ts";
import { text } from "./text.ts";

export function CarrierAccounts() {
  const may_write = useMe().permissions.includes("settings:write");
  const [open_id, setOpenId] = useState<number | null>(null);
  const query = useQuery(carrierAccountsQuery);
  const open = query.data?.find(({ carrier_account_id }) => carrier_account_id === open_id);
  return (
    <>
      <List
        label={text.title}
        title={text.title}
        actions={
          may_write ? (
            <CreateButton label={text.create} size="xs">
              {(close) => <AccountForm account={null} close={close} />}
            </CreateButton>
          ) : null
        }
        query={query}
        rows={(accounts) => accounts}
        empty={<Empty icon={IconTruckDelivery} title={text.none} />}
        item={(account) => (
          <AccountRow
            key={account.carrier_account_id}
            account={account}
            edit={may_write ? () => setOpenId(account.carrier_account_id) : undefined}
          />
        )}
      />
      {open === undefined ? null : (
        <AccountForm
          key={`${open.carrier_account_id} ${open.version}`}
          account={open}
          close={() => setOpenId(null)}
        />
      )}
    </>
  );
}

function AccountRow({ account, edit }: { account: CarrierAccount; edit: (() => void) | undefined }) {
  const { carrier_account_id, name, kind, is_enabled, methods, markups, version } = account;
  const test = useSave(() => client.labelserviceCarrierAccountTest({ carrier_account_id }), {
    keys: ACCOUNT_KEYS,
    success_message: text.test,
    done: (answer) => {
      if (answer.result) notifySuccess(text.tested_good({ n: answer.methods.length }));
      else notifyFailure(new Error(answer.message ?? answer.failure ?? ""), text.tested_bad);
    },
  });
  const enable = useSave(
    (next: boolean) =>
      client.labelserviceCarrierAccountUpdate(
        { carrier_account_id, is_enabled: next },
        { if_match: version },
      ),
    {
      keys: ACCOUNT_KEYS,
      success_message: ({ carrier_account }) =>
        carrier_account.is_enabled ? text.is_enabled({ name }) : text.is_disabled({ name }),
    },
  );
  return (
    <li className="carrier-account" data-off={!is_enabled || undefined}>
      <Switch
        aria-label={text.enable({ name })}
        checked={is_enabled}
        disabled={edit === undefined || enable.isPending}
        onChange={(event) => enable.mutate(event.currentTarget.checked)}
      />
      <span className="stack tight grow" style={{ gap: 2, minWidth: 0 }}>
        <span className="row tight">
          <span className="strong">{name}</span>
          <Tag tone={kind === "house" ? "accent" : "grey"}>{text.kinds[kind]}</Tag>
          {is_enabled ? null : <span className="dim small">{text.disabled}</span>}
        </span>
        <span className="dim small">
          {[
            account.code,
            text.services_count({ n: methods.length }),
            text.markups_count({ n: markups.length }),
            kind === "house" ? (account.has_own_rate_card ? text.own_rates : text.usual_rates) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <TestState account={account} />
      </span>
      {edit === undefined ? null : (
        <span className="row nowrap">
          <Button
            variant="default"
            leftSection={<IconPlugConnected size={16} />}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {text.test}
          </Button>
          {kind === "house" ? (
            <ButtonLink
              variant="default"
              to="/carrier-accounts/$carrier_account_id/rates"
              params={{ carrier_account_id: String(carrier_account_id) }}
            >
              {text.rates}
            </ButtonLink>
          ) : null}
          <Button variant="default" onClick={edit}>
            {text.edit}
          </Button>
        </span>
      )}
    </li>
  );
}

function TestState({ account: { tested_at, test_failure } }: { account: CarrierAccount }) {
  const times = useTimes();
  if (test_failure !== null)
    return (
      <Tag tone="bad">
        {text.failed}: {test_failure}
      </Tag>
    );
  return (
    <span className="dim small">
      {tested_at === null ? text.never_tested : text.tested({ at: times.moment(tested_at) })}
    </span>
  );
}
