/** One contractor: its rules, its people, and the orders that it could plan today. */
import { Button, Modal, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconPlus, IconUserOff } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { DayPicker } from "../../../parts/day-picker.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { describeInvitation, InviteAgain, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { nameCode } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { ContractorDrivers } from "./contractor-drivers.tsx";
import { type Contractor, contractorQuery, invalidatedQueries, poolQuery, toSignInInput } from "./queries.ts";
import { RuleForm } from "./rule-form.tsx";
import { RuleList } from "./rule-list.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientContractorUpdate");

const here = getRouteApi("/inside/contractors/$contractor_id");

export function ContractorPage() {
  const contractor_id = Number(here.useParams().contractor_id);
  const query = useQuery(contractorQuery(contractor_id));
  if (query.data === undefined) return <UnloadedPage query={query} above={<Back />} />;
  return <ContractorDetail contractor={query.data.contractor} />;
}

function Back() {
  return <BackLink to="/contractors">{text.title}</BackLink>;
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
    { keys: invalidatedQueries, success_message: text.saved },
  );
  const remove = (index: number) => save.mutate(contractor.rules.filter((_rule, at) => at !== index));
  return (
    <Page
      title={contractor.name}
      above={<Back />}
      subtitle={
        <span className="row tight">
          <Tag tone={contractor.status === "active" ? "good" : "grey"}>{text.states[contractor.status]}</Tag>
          <span>
            {text.assigned_count({ n: contractor.orders_in_hand })},{" "}
            {text.on_routes_count({ n: String(contractor.orders_on_routes) })}
          </span>
        </span>
      }
      actions={may_write ? <StatusSwitch contractor={contractor} /> : null}
    >
      <div className="split">
        <Sheet
          title={text.rules}
          pad={false}
          actions={
            may_write ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} />}
                onClick={() => setRule(contractor.rules.length)}
              >
                {text.new_rule}
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
          <Sheet title={text.to_plan}>
            <div className="stack">
              <DayPicker value={date} onChange={setDate} />
              <Facts>
                <Fact name={text.assigned}>{pool?.assigned ?? "…"}</Fact>
                <Fact name={text.by_rules}>
                  {pool ? (pool.is_cut ? text.or_more({ n: String(pool.by_rules) }) : pool.by_rules) : "…"}
                </Fact>
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
      title={text.people}
      pad={false}
      actions={
        invite ? (
          <Button variant="default" size="xs" onClick={invite}>
            {text.invite}
          </Button>
        ) : null
      }
    >
      {contractor.people.length === 0 ? (
        <Empty icon={IconUserOff} title={text.no_people} />
      ) : (
        <ul className="list">
          {contractor.people.map((person) => (
            <li key={person.broker_id} className="row apart nowrap" style={{ padding: "8px 14px" }}>
              <TwoLines className="strong cut" below={person.email}>
                {person.name}
              </TwoLines>
              <span className="row tight nowrap">
                {invite && person.status === "invited" ? (
                  <InviteAgain
                    email={person.email}
                    run={() =>
                      client.clientContractorUpdate({
                        contractor_id: contractor.id,
                        invite_account_id: person.broker_id,
                      })
                    }
                    keys={invalidatedQueries}
                  />
                ) : null}
                <Tag tone={person.status === "active" ? "good" : "grey"}>
                  {nameCode(text.person_states, person.status)}
                </Tag>
              </span>
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
      rules={RULES}
      close={close}
      title={text.invite_title}
      confirm={text.invite}
      initial={{ sign_in: { name: "", email: "" } }}
      run={async ({ sign_in }) => ({
        ...(await client.clientContractorUpdate({
          contractor_id: contractor.id,
          sign_in: toSignInInput(sign_in),
        })),
        email: sign_in.email.trim(),
      })}
      keys={invalidatedQueries}
      success_message={describeInvitation(text.invited)}
      done={(answer) => {
        close();
        presentInvitation(answer.email, answer);
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.email} {...field("sign_in.email")} />
          <TextInput label={text.name} {...field("sign_in.name")} />
        </>
      )}
    </FormDrawer>
  );
}

/** Disabling revokes the orders that are not on a route, so it asks for confirmation. */
function StatusSwitch({ contractor }: { contractor: Contractor }) {
  const [is_asking, setAsking] = useState(false);
  const active = contractor.status === "active";
  const save = useSave(
    (status: Contractor["status"]) =>
      client.clientContractorUpdate(
        { contractor_id: contractor.id, status },
        { if_match: contractor.version },
      ),
    {
      keys: invalidatedQueries,
      success_message: active ? text.disabled : text.enabled,
      done: () => setAsking(false),
    },
  );
  if (!active)
    return (
      <Button loading={save.isPending} onClick={() => save.mutate("active")}>
        {text.enable}
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {text.disable}
      </Button>
      <Modal
        opened={is_asking}
        onClose={() => setAsking(false)}
        title={text.disable_title({ name: contractor.name })}
      >
        <div className="stack">
          <p>{text.disable_about}</p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setAsking(false)}>
              {text.back}
            </Button>
            <Button color="red.8" loading={save.isPending} onClick={() => save.mutate("disabled")}>
              {text.disable}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
