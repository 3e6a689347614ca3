/** People who registered through an app and wait for approval. */
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { type AppRegistration, registrationsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientAppRegistrationDecline");
const KEYS = [["app-registrations"], ["customers"]];

export function Registrations() {
  const query = useQuery(registrationsQuery);
  return (
    <Sheet title={text.registrations.title} pad={false}>
      <Loaded query={query}>
        {({ registrations, total }) =>
          registrations.length === 0 ? (
            <p className="dim registration">{text.registrations.none}</p>
          ) : (
            <ul aria-label={text.registrations.label}>
              {registrations.map((one) => (
                <Waiting key={one.id} registration={one} />
              ))}
              {total > registrations.length ? (
                <li className="dim small registration">
                  {text.registrations.more({ n: total - registrations.length })}
                </li>
              ) : null}
            </ul>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function Waiting({ registration }: { registration: AppRegistration }) {
  const times = useTimes();
  const may_write = useMe().permissions.includes("settings:write");
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState("");
  const { id: registration_id, person, phone_verified } = registration;
  const approve = useSave(() => client.clientAppRegistrationApprove({ registration_id }), {
    keys: KEYS,
    success_message: text.registrations.approved({ name: person?.name ?? text.registrations.person }),
  });
  const decline = useSave(
    () => client.clientAppRegistrationDecline({ registration_id, ...(reason ? { reason } : {}) }),
    { keys: KEYS, success_message: text.registrations.declined },
  );
  return (
    <li className="registration">
      <div className="grow stack tight">
        <div className="row tight">
          <span className="strong">{person?.name}</span>
          <Tag tone={phone_verified ? "good" : "grey"}>
            {phone_verified ? text.registrations.verified : text.registrations.not_verified}
          </Tag>
        </div>
        <div className="small">
          {person?.email} · <span className="num">{person?.phone_e164}</span>
        </div>
        <div className="dim small">
          {[person?.address, person?.postcode, person?.city, person?.country].filter(Boolean).join(", ")}
        </div>
        <div className="dim small">
          {text.registrations.from({
            app: registration.app_name,
            moment: times.moment(registration.created_at),
          })}
        </div>
      </div>
      {may_write ? (
        declining ? (
          <form
            className="row"
            onSubmit={(event) => {
              event.preventDefault();
              decline.mutate(undefined);
            }}
          >
            <TextInput
              aria-label={text.registrations.reason}
              placeholder={text.registrations.reason}
              {...toMemberProps(RULES, "reason")}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Button variant="default" onClick={() => setDeclining(false)}>
              {text.registrations.keep}
            </Button>
            <Button type="submit" color="red" loading={decline.isPending}>
              {text.registrations.decline}
            </Button>
          </form>
        ) : (
          <div className="row nowrap">
            <Button variant="default" onClick={() => setDeclining(true)}>
              {text.registrations.ask_decline}
            </Button>
            <Button loading={approve.isPending} onClick={() => approve.mutate(undefined)}>
              {text.registrations.approve}
            </Button>
          </div>
        )
      ) : null}
    </li>
  );
}
