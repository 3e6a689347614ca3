/** Collections by carriers: those that were asked for, how they ended, and their cancellation. */
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconTruck } from "#icons";
import type { LabelservicePickupCancelOutput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { money } from "../../../parts/format.ts";
import { List } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import "./labels.css";
import { LABELS_KEY, type LabelPickup, pickupsQuery } from "./queries.ts";
import { text } from "./text.ts";

const route = getRouteApi("/inside/labels/close-day");
const TONES = {
  pending: "warn",
  scheduled: "good",
  failed: "bad",
  cancel_pending: "warn",
  cancelled: "grey",
} as const;

export function Pickups() {
  const { pickup_page: page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(pickupsQuery(page));
  const [cancelled, setCancelled] = useState<LabelPickup | null>(null);
  return (
    <List
      label={text.pickups.title}
      title={text.pickups.title}
      query={query}
      rows={({ pickups }) => pickups}
      empty={
        <Empty icon={IconTruck} title={text.pickups.none}>
          {text.pickups.none_about}
        </Empty>
      }
      item={(pickup) => <PickupRow key={pickup.id} pickup={pickup} cancel={() => setCancelled(pickup)} />}
      foot={(page) => (
        <Pager
          {...page}
          noun={text.pickups.title}
          label={text.pickups.pages}
          onPage={(next) =>
            void navigate({
              search: ({ pickup_page: _before, ...others }) =>
                next > 1 ? { ...others, pickup_page: next } : others,
            })
          }
        />
      )}
    >
      {cancelled === null ? null : <CancelPickup pickup={cancelled} close={() => setCancelled(null)} />}
    </List>
  );
}

function PickupRow({ pickup, cancel }: { pickup: LabelPickup; cancel: () => void }) {
  const times = useTimes();
  const may_write = useMe().permissions.includes("labels:write");
  const { state, carrier, place, confirmation, charge_minor, currency } = pickup;
  const facts = [
    place.name ?? place.line1,
    text.packages_count({ n: pickup.package_count }),
    confirmation === null ? "" : text.pickups.confirmation({ number: confirmation }),
    charge_minor && currency ? text.pickups.charge({ amount: money(charge_minor, currency) }) : "",
  ];
  return (
    <li className="label-rate label-pickup">
      <span className="stack tight grow" style={{ gap: 2 }}>
        <span className="strong">
          {carrier} · {times.window(pickup.window_start, pickup.window_end)}
        </span>
        <span className="dim small">{facts.filter(Boolean).join(" · ")}</span>
        <Explanation pickup={pickup} />
      </span>
      <StatusBadge badge={{ label: text.pickups.states[state], tone: TONES[state] }} />
      {pickup.can_cancel && may_write ? (
        <Button size="xs" variant="default" onClick={cancel}>
          {text.pickups.cancel}
        </Button>
      ) : null}
    </li>
  );
}

/** Why nobody comes, what nobody knows yet, or that the carrier comes nevertheless. */
function Explanation({ pickup }: { pickup: LabelPickup }) {
  const { state, failure_text, cancel_requested } = pickup;
  if (state === "pending")
    return (
      <span className="small">
        {cancel_requested ? text.pickups.cancel_waits : text.pickups.about_pending}
      </span>
    );
  if (state === "cancel_pending") return <span className="small">{text.pickups.about_cancel_pending}</span>;
  if (!failure_text || state === "cancelled") return null;
  return (
    <span className="small label-pickup-fault">
      {state === "failed" ? failure_text : text.pickups.not_cancelled({ reason: failure_text })}
    </span>
  );
}

function CancelPickup({ pickup, close }: { pickup: LabelPickup; close: () => void }) {
  const queries = useQueryClient();
  const { id, version, carrier, state } = pickup;
  const input = { pickup_id: id };
  return (
    <ActionDialog<LabelservicePickupCancelOutput>
      opened
      close={close}
      name={`cancel pickup ${id} ${version}`}
      title={text.pickups.cancel_title({ carrier })}
      confirm={text.pickups.cancel}
      danger
      input={input}
      run={(options) => client.labelservicePickupCancel(input, options)}
      done={({ pending }) => {
        void queries.invalidateQueries({ queryKey: LABELS_KEY });
        if (pending) notifyWarning(text.pickups.cancel_asked);
        else notifySuccess(text.pickups.cancelled);
        close();
      }}
    >
      <p>{state === "pending" ? text.pickups.cancel_waits : text.pickups.cancel_about}</p>
    </ActionDialog>
  );
}
