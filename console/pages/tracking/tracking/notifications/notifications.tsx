/** What the recipient is sent: over which channels, in which language, in this browser. Shown to holders of a notification's link. */

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useId, useState } from "react";
import { IconBellRinging, IconDeviceMobileMessage, IconMail } from "#icons";
import { createLinkClient } from "../../../../api/client.ts";
import { listLanguages, nameLanguage } from "../../../../language/language.ts";
import { Failure, Waiting } from "../../../../parts/states.tsx";
import { notifyFailure, notifySuccess } from "../../../../parts/toast.ts";
import { readPushState, startPush, stopPush } from "./push.ts";
import { notificationsKey, notificationsQuery, type SharedNotifications } from "./queries.ts";
import { text } from "./text.ts";
import "./notifications.css";

const ICONS = { sms: IconDeviceMobileMessage, email: IconMail };
type Language = SharedNotifications["language"];

export function Notifications({ token, number }: { token: string; number: string }) {
  const query = useQuery(notificationsQuery(token));
  return (
    <section className="track-card told" aria-label={text.title}>
      <h2>{text.title}</h2>
      {query.data ? (
        <Choices token={token} number={number} stored={query.data} />
      ) : query.error ? (
        <Failure error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Waiting rows={3} height={40} />
      )}
    </section>
  );
}

function Choices({ token, number, stored }: { token: string; number: string; stored: SharedNotifications }) {
  const cache = useQueryClient();
  const id = useId();
  const save = useMutation({
    mutationFn: (change: { sms?: boolean; email?: boolean; language?: Language }) =>
      createLinkClient(token).trackingSharedNotificationsUpdate(change),
    onSuccess: (after) => {
      cache.setQueryData(notificationsKey(token), after);
      notifySuccess(text.saved);
    },
    onError: (error) => notifyFailure(error, text.failed),
  });
  return (
    <>
      <p className="dim small">{text.about}</p>
      <ul className="notify-list">
        {stored.channels.map(({ channel, address, receive }) => (
          <Choice
            key={channel}
            icon={ICONS[channel]}
            title={text[channel]}
            about={address}
            on={receive}
            disabled={save.isPending}
            change={(on) => save.mutate({ [channel]: on })}
          />
        ))}
        {stored.push_key === null ? null : (
          <PushChoice token={token} number={number} public_key={stored.push_key} />
        )}
      </ul>
      {stored.channels.length === 0 ? null : (
        <p className="notify-language">
          <label htmlFor={id}>{text.language}</label>
          <select
            id={id}
            value={stored.language}
            disabled={save.isPending}
            onChange={(event) => save.mutate({ language: event.currentTarget.value as Language })}
          >
            {listLanguages().map((language) => (
              <option key={language} value={language}>
                {nameLanguage(language)}
              </option>
            ))}
          </select>
        </p>
      )}
    </>
  );
}

function PushChoice({ token, number, public_key }: { token: string; number: string; public_key: string }) {
  const [state, setState] = useState(() => readPushState(number));
  const change = useMutation({
    mutationFn: async (on: boolean) => {
      if (on) await startPush(token, number, public_key);
      else await stopPush(token, number);
    },
    onError: (error) => notifyFailure(error, text.failed),
    onSettled: () => setState(readPushState(number)),
  });
  if (state === "unsupported") return null;
  return (
    <Choice
      icon={IconBellRinging}
      title={text.push}
      about={state === "denied" ? text.push_denied : text.push_about}
      on={state === "on"}
      disabled={state === "denied" || change.isPending}
      change={(on) => change.mutate(on)}
    />
  );
}

function Choice({
  icon: Icon,
  title,
  about,
  on,
  disabled,
  change,
}: {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  about: ReactNode;
  on: boolean;
  disabled: boolean;
  change: (on: boolean) => void;
}) {
  return (
    <li>
      <label className="notify-row">
        <span className="notify-icon" aria-hidden>
          <Icon size={20} stroke={1.6} />
        </span>
        <span className="notify-words">
          <span className="strong">{title}</span>
          <span className="dim small">{about}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          className="notify-switch"
          checked={on}
          aria-checked={on}
          disabled={disabled}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </label>
    </li>
  );
}
