/** One contractor: its rules, its people, and the orders that it could plan today. */
import { Button, Modal, TextInput } from "@mantine/core";
import { IconArrowLeft, IconPlus, IconUserOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import {
  type Contractor,
  contractorQuery,
  invalidatedQueries,
  poolQuery,
  toSignInInput,
} from "../../../api/contractors.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { count } from "../../../parts/format.ts";
import { humanize } from "../../../parts/labels.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ContractorDrivers } from "./contractor-drivers.tsx";
import { RuleForm } from "./rule-form.tsx";
import { RuleList } from "./rule-list.tsx";

const here = getRouteApi("/inside/contractors/$contractor_id");

export function ContractorPage() {
  const contractor_id = Number(here.useParams().contractor_id);
  const query = useQuery(contractorQuery(contractor_id));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Back />} />;
  return <ContractorDetail contractor={query.data.contractor} />;
}

function Back() {
  return (
    <AnchorLink to="/contractors" className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> Contractors
    </AnchorLink>
  );
}

function ContractorDetail({ contractor }: { contractor: Contractor }) {
  const me = useMe();
  const today = useTimes().today();
  const may_write = me.user.role === "client_admin" && me.permissions.includes("settings:write");
  const [date, setDate] = useState(today);
  const pool = useQuery(poolQuery(contractor.id, date)).data;
  const [rule, setRule] = useState<number | null>(null);
  const [inviting, setInviting] = useState(false);
  const save = useSave(
    (rules: Contractor["rules"]) =>
      client.clientContractorUpdate(
        { contractor_id: contractor.id, rules },
        { if_match: contractor.version },
      ),
    { keys: invalidatedQueries, past: "Saved." },
  );
  const remove = (index: number) => save.mutate(contractor.rules.filter((_rule, at) => at !== index));
  return (
    <Page
      title={contractor.name}
      above={<Back />}
      about={
        <span className="row tight">
          <Tag tone={contractor.status === "active" ? "good" : "grey"}>
            {contractor.status === "active" ? "Active" : "Disabled"}
          </Tag>
          <span>
            {count(contractor.orders_in_hand, "order")} assigned, {contractor.orders_on_routes} on routes
          </span>
        </span>
      }
      actions={may_write ? <StatusSwitch contractor={contractor} /> : null}
    >
      <div className="split">
        <Sheet
          title="Rules"
          pad={false}
          actions={
            may_write ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} />}
                onClick={() => setRule(contractor.rules.length)}
              >
                New rule
              </Button>
            ) : null
          }
        >
          <RuleList
            rules={contractor.rules}
            pool={pool}
            {...(may_write ? { change: { open: setRule, remove, busy: save.isPending } } : {})}
          />
        </Sheet>
        <div className="stack" style={{ gap: 16 }}>
          <Sheet title="Could plan">
            <div className="stack">
              <DayPicker value={date} onChange={setDate} />
              <Facts>
                <Fact name="Assigned">{pool?.assigned ?? "…"}</Fact>
                <Fact name="By rules">{pool ? `${pool.by_rules}${pool.is_cut ? " or more" : ""}` : "…"}</Fact>
              </Facts>
            </div>
          </Sheet>
          <ContractorDrivers contractor={contractor} />
          <People contractor={contractor} invite={may_write ? () => setInviting(true) : null} />
        </div>
      </div>
      {rule !== null ? (
        <RuleForm key={rule} contractor={contractor} index={rule} close={() => setRule(null)} />
      ) : null}
      {inviting ? <Invite contractor={contractor} close={() => setInviting(false)} /> : null}
    </Page>
  );
}

function People({ contractor, invite }: { contractor: Contractor; invite: (() => void) | null }) {
  return (
    <Sheet
      title="People"
      pad={false}
      actions={
        invite ? (
          <Button variant="default" size="xs" onClick={invite}>
            Invite
          </Button>
        ) : null
      }
    >
      {contractor.people.length === 0 ? (
        <Empty icon={IconUserOff} title="Nobody signs in for it" />
      ) : (
        <ul className="list">
          {contractor.people.map((person) => (
            <li key={person.broker_id} className="row apart nowrap" style={{ padding: "8px 14px" }}>
              <span className="stack tight" style={{ gap: 0, minWidth: 0 }}>
                <span className="strong cut">{person.name}</span>
                <span className="dim small cut">{person.email}</span>
              </span>
              <Tag tone={person.status === "active" ? "good" : "grey"}>{humanize(person.status)}</Tag>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Invite({ contractor, close }: { contractor: Contractor; close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="Invite somebody"
      confirm="Invite"
      initial={{ sign_in: { name: "", email: "" } }}
      run={({ sign_in }) =>
        client.clientContractorUpdate({ contractor_id: contractor.id, sign_in: toSignInInput(sign_in) })
      }
      keys={invalidatedQueries}
      past="Invited by e-mail."
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label="E-mail" type="email" required {...field("sign_in.email")} />
          <TextInput label="Name" {...field("sign_in.name")} />
        </>
      )}
    </FormDrawer>
  );
}

/** Disabling revokes the orders that are not on a route, so it asks for confirmation. */
function StatusSwitch({ contractor }: { contractor: Contractor }) {
  const [asked, setAsked] = useState(false);
  const active = contractor.status === "active";
  const save = useSave(
    (status: Contractor["status"]) =>
      client.clientContractorUpdate(
        { contractor_id: contractor.id, status },
        { if_match: contractor.version },
      ),
    {
      keys: invalidatedQueries,
      past: active ? "The contractor is disabled." : "The contractor is active again.",
      done: () => setAsked(false),
    },
  );
  if (!active)
    return (
      <Button loading={save.isPending} onClick={() => save.mutate("active")}>
        Enable
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Disable
      </Button>
      <Modal opened={asked} onClose={() => setAsked(false)} title={`Disable ${contractor.name}`}>
        <div className="stack">
          <p>
            Its people are signed out, its rules take nothing, and orders in its hands become free again.
            Those on a route stay with it.
          </p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setAsked(false)}>
              Back
            </Button>
            <Button color="red.8" loading={save.isPending} onClick={() => save.mutate("disabled")}>
              Disable
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
