/** What the recipient may still change about a delivery, and what was asked for. Shown to holders of a link that allows it. */

import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useId, useState } from "react";
import { IconCalendarEvent, IconChevronDown, IconHome, IconMessage, IconNote, IconUsers } from "#icons";
import { Failure, Waiting } from "../../../../parts/states.tsx";
import { day, type Times } from "../../../../parts/times.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { type Choice, type Choices, choicesQuery, type OfferedChoice } from "./queries.ts";
import { Requests } from "./requests.tsx";
import { text } from "./text.ts";
import "./changes.css";

const ICONS: Record<Choice, ComponentType<{ size?: number; stroke?: number }>> = {
  note: IconNote,
  day: IconCalendarEvent,
  safe_place: IconHome,
  neighbour: IconUsers,
  contact: IconMessage,
};

interface Props {
  token: string;
  carrier: string;
  times: Times;
  /** The tracking itself changed, such as its day. */
  changed: () => void;
}

export function Changes({ token, carrier, times, changed }: Props) {
  const query = useQuery(choicesQuery(token));
  const { data } = query;
  if (data !== undefined && data.choices.length === 0 && data.requests.length === 0) return null;
  return (
    <section className="track-card changes">
      <h2>{text.title}</h2>
      {data !== undefined ? (
        <>
          <Offered choices={data} token={token} carrier={carrier} times={times} changed={changed} />
          <Requests requests={data.requests} carrier={carrier} times={times} />
        </>
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Waiting rows={3} height={40} />
      )}
    </section>
  );
}

function Offered({ choices, ...rest }: Props & { choices: Choices }) {
  const [opened, setOpened] = useState<Choice | null>(null);
  return (
    <ul className="changes-list">
      {choices.choices.map((offered) => (
        <li key={offered.choice}>
          {offered.is_open ? (
            <OpenChoice
              {...rest}
              choices={choices}
              offered={offered}
              opened={opened === offered.choice}
              toggle={() => setOpened(opened === offered.choice ? null : offered.choice)}
              // Once it is saved; the recipient may have opened another by then.
              close={() => setOpened((now) => (now === offered.choice ? null : now))}
            />
          ) : (
            <ChoiceRow offered={offered} carrier={rest.carrier} about={offered.message ?? ""} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ChoiceRow({
  offered: { choice },
  carrier,
  about,
}: {
  offered: OfferedChoice;
  carrier: string;
  about: string;
}) {
  const Icon = ICONS[choice];
  return (
    <span className="changes-row">
      <span className="changes-icon" aria-hidden>
        <Icon size={20} stroke={1.6} />
      </span>
      <span className="changes-words">
        <span className="strong">{nameChoice(choice, carrier)}</span>
        <span className="dim small">{about}</span>
      </span>
    </span>
  );
}

function OpenChoice({
  offered,
  choices,
  opened,
  toggle,
  close,
  ...rest
}: Props & {
  offered: OfferedChoice;
  choices: Choices;
  opened: boolean;
  toggle: () => void;
  close: () => void;
}) {
  const id = useId();
  return (
    <div className="changes-choice" data-opened={opened || undefined}>
      <button
        type="button"
        className="changes-toggle"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={toggle}
      >
        <ChoiceRow
          offered={offered}
          carrier={rest.carrier}
          about={describeChoice(choices, offered, rest.times)}
        />
        <IconChevronDown size={18} aria-hidden />
      </button>
      {opened ? (
        <div id={id} className="changes-form">
          <ChoiceForm {...rest} offered={offered} choices={choices} close={close} />
        </div>
      ) : null}
    </div>
  );
}

function nameChoice(choice: Choice, carrier: string): string {
  return choice === "contact" ? text.choices.contact.title({ carrier }) : text.choices[choice].title;
}

/** What holds now, else what the choice is for. */
function describeChoice(
  { preferences, scheduled_date }: Choices,
  { choice }: OfferedChoice,
  times: Times,
): string {
  const { leave = null, note = null } = preferences ?? {};
  switch (choice) {
    case "note":
      return note ?? text.choices.note.about;
    case "day":
      return text.choices.day.about({
        date: scheduled_date === times.today() ? text.today : day(scheduled_date, "long"),
      });
    case "contact":
      return text.choices.contact.about;
    default:
      return leave?.at === choice ? leave.details : text.choices[choice].about;
  }
}
