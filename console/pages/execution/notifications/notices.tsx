/** What people were told of a record that is no order, sent or not, with the reason. */
import { IconDeviceMobileMessage, IconMail, IconMailOff } from "#icons";
import type { PersonNotice } from "../../../../packages/client/client.gen.ts";
import { Tag } from "../../../parts/badge.tsx";
import { findWord, nameCode } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { TONES } from "./states.ts";
import { text } from "./text.ts";
import "./notifications.css";

const ICONS = { sms: IconDeviceMobileMessage, email: IconMail };

/** The latest first. `has_parties`: several people are told, so each entry names whom. */
export function Notices({
  notices,
  has_parties = false,
}: {
  notices: readonly PersonNotice[];
  has_parties?: boolean;
}) {
  return (
    <Sheet title={text.notices.title} pad={notices.length === 0}>
      {notices.length === 0 ? (
        <p className="dim">{text.notices.none}</p>
      ) : (
        <ul className="list" aria-label={text.notices.title}>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} has_party={has_parties} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function NoticeRow({ notice, has_party }: { notice: PersonNotice; has_party: boolean }) {
  const { party, kind, channel, target, state, occurred_at } = notice;
  const times = useTimes();
  const Icon = channel === null ? IconMailOff : ICONS[channel];
  return (
    <li className="notify-entry">
      <Icon
        size={18}
        aria-label={channel === null ? text.notices.no_channel : findWord(text.channels, channel)}
      />
      <div className="notify-entry-words">
        <div className="row tight">
          <span className="strong">{nameCode(text.notices.kinds, kind)}</span>
          <Tag tone={TONES[state]}>{findWord(text.log.states, state)}</Tag>
        </div>
        <div className="dim small">
          {[
            ...(has_party ? [findWord(text.notices.parties, party) ?? party] : []),
            ...(target === "" ? [] : [target]),
            times.moment(occurred_at),
          ].join(" · ")}
        </div>
        <Reason notice={notice} />
      </div>
    </li>
  );
}

function Reason({ notice: { channel, state, reason, detail, deferred_until } }: { notice: PersonNotice }) {
  const times = useTimes();
  const words =
    channel === null
      ? text.notices.no_address
      : state === "deferred" && deferred_until !== null
        ? text.log.until({ moment: times.moment(deferred_until) })
        : (detail ?? (reason === null ? null : nameCode(text.log.reasons, reason)));
  return words === null ? null : <div className="small">{words}</div>;
}
