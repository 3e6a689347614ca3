/** One relay: where the bags are, what to do with them now, and who had them when, with tag and photo. */
import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { LuggageRelayDepositOutput } from "../../../../packages/client/client.gen.ts";
import { isStaff, useMe } from "../../../api/session.ts";
import { StatusBadge } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { number } from "../../../parts/format.ts";
import { findLabel } from "../../../parts/labels.ts";
import { BackLink } from "../../../parts/links.tsx";
import { Fact, Facts, Page, Sheet } from "../../../parts/page.tsx";
import { Photo } from "../../../parts/photo.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { UnloadedPage } from "../../../parts/unloaded-page.tsx";
import { Notices } from "../../execution/notifications/notices.tsx";
import { ChooseDialog } from "./choose-dialog.tsx";
import { CustodyForm, type Step } from "./custody-form.tsx";
import { type LuggageRelay, type LuggageRelayOutput, type RelayScan, relayQuery } from "./queries.ts";
import { RELAY_STATUS } from "./relay-status.ts";
import { describePlace } from "./relays.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { ResolveDialog } from "./resolve-dialog.tsx";
import { text } from "./text.ts";
import "./relay.css";

const here = getRouteApi("/inside/luggage-relay/$relay_id");

export function RelayPage() {
  const relay_id = Number(here.useParams().relay_id);
  const query = useQuery(relayQuery(relay_id));
  const above = <BackLink to="/luggage-relay">{text.title}</BackLink>;
  if (query.data === undefined) return <UnloadedPage query={query} above={above} />;
  return <RelayView key={relay_id} answer={query.data} />;
}

export type Doing = Step | "choose_return" | "report_exception" | "resolve";
type Door = LuggageRelayDepositOutput["doors"][number];

function RelayView({ answer }: { answer: LuggageRelayOutput }) {
  const { relay, scans, notices } = answer;
  const me = useMe();
  const times = useTimes();
  const [doing, setDoing] = useState<Doing | null>(null);
  const [doors, setDoors] = useState<readonly Door[]>([]);
  const [opening, setOpening] = useState<string | null>(null);
  const close = () => setDoing(null);
  const is_scanning =
    doing === "collect" ||
    doing === "hub_in" ||
    doing === "hub_out" ||
    doing === "deposit" ||
    doing === "take_over";
  return (
    <Page
      title={text.name({ id: String(relay.id) })}
      above={<BackLink to="/luggage-relay">{text.title}</BackLink>}
      subtitle={
        <span className="row tight">
          <StatusBadge badge={findLabel(RELAY_STATUS, relay.status)} />
          <span className="strong">{describePlace(relay)}</span>
          <span className="dim">{times.moment(relay.status_since)}</span>
        </span>
      }
    >
      <div className="split">
        <div className="stack" style={{ gap: 16 }}>
          {opening === null ? null : (
            <Alert
              color="blue"
              withCloseButton
              onClose={() => setOpening(null)}
              closeButtonLabel={text.doors.close}
            >
              {opening}
            </Alert>
          )}
          {doors.length === 0 || relay.status !== "OUT_TO_LOCKER" ? null : <Doors doors={doors} />}
          {is_scanning ? (
            <CustodyForm
              key={doing}
              answer={answer}
              step={doing}
              close={close}
              setDoing={setDoing}
              onDone={({ doors: opened_doors, command_id }) => {
                close();
                if (opened_doors !== undefined) setDoors(opened_doors);
                if (command_id !== undefined)
                  setOpening(
                    (command_id === null ? text.doors.collect_offline : text.doors.collect_opened)({
                      compartment: relay.from_compartment,
                    }),
                  );
              }}
            />
          ) : (
            <Next relay={relay} act={setDoing} />
          )}
          <Bags relay={relay} times={times} />
          <Custody scans={scans} times={times} />
        </div>
        <div className="stack" style={{ gap: 16 }}>
          <About relay={relay} times={times} />
          {isStaff(me) ? <Notices notices={notices} /> : null}
        </div>
      </div>
      {doing === "choose_return" ? <ChooseDialog relay={relay} close={close} /> : null}
      {doing === "report_exception" ? <ReportDialog relay={relay} close={close} /> : null}
      {doing === "resolve" ? (
        <ResolveDialog answer={answer} close={close} takeOver={() => setDoing("take_over")} />
      ) : null}
    </Page>
  );
}

const MAIN: readonly LuggageRelay["next_actions"][number][] = [
  "collect",
  "hub_in",
  "hub_out",
  "deposit",
  "resolve",
];

/** The next step as a large button, whatever else is possible below it. */
function Next({ relay, act }: { relay: LuggageRelay; act: (doing: Doing) => void }) {
  const me = useMe();
  const { status, next_actions, exception } = relay;
  const may_act = me.permissions.includes("lockers:use");
  const actions = may_act ? next_actions : [];
  const main =
    actions.find((action) => MAIN.includes(action)) ?? actions.find((one) => one === "choose_return");
  const others = actions.filter((action) => action !== main);
  const is_with_other =
    (status === "COLLECTED_BY_STAFF" || status === "OUT_TO_LOCKER") && !relay.is_held_by_caller;
  return (
    <Sheet title={text.next.title}>
      <div className="stack" style={{ gap: 12 }}>
        {exception === null ? null : (
          <Alert color="red" variant="outline" title={text.exceptions[exception.kind]}>
            {exception.note}
          </Alert>
        )}
        <p>
          {is_with_other
            ? text.next.other_holder({ holder: relay.holder ?? "–" })
            : status === "EXCEPTION" && !isStaff(me)
              ? text.next.office
              : text.next[status]}
        </p>
        {actions.length === 0 ? null : (
          <div className="relay-actions">
            {main === undefined ? null : (
              <Button size="lg" onClick={() => act(main)}>
                {text.do[main]}
              </Button>
            )}
            {others.map((action) => (
              <Button
                key={action}
                size="md"
                variant="default"
                {...(action === "report_exception" ? { color: "red.8" } : {})}
                onClick={() => act(action)}
              >
                {action === "choose_return" && relay.return_choice !== null
                  ? text.do.choose_again
                  : text.do[action]}
              </Button>
            ))}
          </div>
        )}
      </div>
    </Sheet>
  );
}

function Doors({ doors }: { doors: readonly Door[] }) {
  return (
    <Alert color="green" variant="outline" title={text.doors.title}>
      <ul className="list">
        {doors.map(({ tag, compartment, code, command_id }) => (
          <li key={tag} className="relay-door">
            <span className="strong">{text.doors.door({ tag, compartment })}</span>
            <span className="row tight nowrap">
              <span className="dim small">{text.doors.code}</span>
              <span className="mono strong">{`${code.slice(0, 4)} ${code.slice(4)}`}</span>
              <Copy value={code} label={text.doors.code} />
            </span>
            {command_id === null ? <span className="small">{text.doors.offline}</span> : null}
          </li>
        ))}
      </ul>
      <p className="dim small">{text.doors.about}</p>
    </Alert>
  );
}

type Bag = LuggageRelay["bags"][number];

function describeBag({ compartment, reserved_until, stored_at, collected_at }: Bag, times: Times): string {
  if (collected_at !== null) return text.bag_taken;
  if (compartment === null) return text.bag_waiting;
  if (stored_at !== null) return text.bag_stored({ compartment });
  return text.bag_reserved({ compartment, moment: times.moment(reserved_until) });
}

function Bags({ relay, times }: { relay: LuggageRelay; times: Times }) {
  return (
    <Sheet title={text.bags_now}>
      {relay.bags.length === 0 ? (
        <p className="dim">{text.no_bags}</p>
      ) : (
        <ul className="list" aria-label={text.bags_now}>
          {relay.bags.map((bag) => (
            <li key={bag.id} className="relay-bag">
              <span className="stack tight" style={{ gap: 0 }}>
                <span className="mono strong">{bag.tag}</span>
                <span className="dim small">
                  {text.bag_size({
                    width: number(bag.width_mm),
                    height: number(bag.height_mm),
                    depth: number(bag.depth_mm),
                  })}
                  {bag.weight_g === null
                    ? ""
                    : ` · ${text.bag_weight({ weight: number(bag.weight_g / 1000, { maximumFractionDigits: 1 }) })}`}
                </span>
              </span>
              <span>{describeBag(bag, times)}</span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}

/** One entry for each change of custody, the latest first. */
function Custody({ scans, times }: { scans: readonly RelayScan[]; times: Times }) {
  const changes = [
    ...Map.groupBy(scans, ({ step, scanned_at }) => `${scanned_at} ${step}`).values(),
  ].toReversed();
  return (
    <Sheet title={text.custody}>
      {changes.length === 0 ? (
        <p className="dim">{text.no_custody}</p>
      ) : (
        <ol className="list relay-custody" aria-label={text.custody}>
          {changes.map((of_change) => {
            const [
              { step, account, scanned_at } = { step: "collect" as const, account: null, scanned_at: "" },
            ] = of_change;
            return (
              <li key={`${scanned_at} ${step}`} className="relay-change">
                <span className="stack tight" style={{ gap: 0 }}>
                  <span className="strong">{text.steps[step]}</span>
                  <span className="dim small">
                    {account ?? "–"} · <span title={times.exact(scanned_at)}>{times.moment(scanned_at)}</span>
                  </span>
                </span>
                <span className="relay-photos">
                  {of_change.map(({ bag_id, tag, photo_file_id }) => (
                    <figure key={bag_id}>
                      <Photo file_id={photo_file_id} alt={text.photo_of({ tag, step: text.steps[step] })} />
                      <figcaption className="mono small">{tag}</figcaption>
                    </figure>
                  ))}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </Sheet>
  );
}

function About({ relay, times }: { relay: LuggageRelay; times: Times }) {
  const { return_choice } = relay;
  return (
    <Sheet title={text.facts}>
      <Facts>
        <Fact name={text.rental}>
          <RecordLink type="rental" id={relay.rental_id} inherit>
            {relay.rental_id}
          </RecordLink>
        </Fact>
        {relay.renter === null ? null : <Fact name={text.renter}>{relay.renter}</Fact>}
        <Fact name={text.from}>
          {relay.from_locker}, {relay.from_compartment}
        </Fact>
        {relay.holder === null ? null : (
          <Fact name={text.holder}>{relay.is_held_by_caller ? text.holder_you : relay.holder}</Fact>
        )}
        {relay.warehouse === null ? null : (
          <Fact name={text.hub}>{[relay.warehouse, relay.hub_bin].filter(Boolean).join(", ")}</Fact>
        )}
        <Fact name={text.to}>
          {return_choice === null ? (
            <span className="dim">{text.not_chosen}</span>
          ) : (
            <RecordLink type="locker_device" id={return_choice.locker_id} inherit>
              {return_choice.locker_name}
            </RecordLink>
          )}
        </Fact>
        {return_choice === null ? null : (
          <>
            <Fact name={text.window}>
              {times.window(return_choice.window.start, return_choice.window.end)}
            </Fact>
            <Fact name={text.choose.by}>
              {text.choosers[return_choice.chosen_by]}{" "}
              <span className="dim small">{times.moment(return_choice.at)}</span>
            </Fact>
            <Fact name={text.basis}>
              {return_choice.chosen_by === "renter" && return_choice.basis === "renter"
                ? text.choose.by_renter
                : return_choice.basis}
            </Fact>
            {return_choice.chosen_by === "renter" ? null : (
              <Fact name={text.consent}>
                {return_choice.consent === null
                  ? text.no_consent
                  : text.choose.consents[return_choice.consent]}
              </Fact>
            )}
          </>
        )}
      </Facts>
    </Sheet>
  );
}
