/**
 * Senders of text messages and e-mail: one row per channel, changed in a drawer, tested with a message to
 * oneself.
 */
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Messaging } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Sheet } from "../../../parts/page.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { EmailSender } from "./email-sender.tsx";
import { SmsSender } from "./sms-sender.tsx";
import { text } from "./text.ts";

type Channel = "sms" | "email";

export function Senders() {
  const [open, setOpen] = useState<Channel | null>(null);
  const query = useQuery({
    queryKey: ["messaging"],
    queryFn: ({ signal }) => client.clientMessaging({}, { signal }),
  });
  return (
    <Sheet pad={false} title={text.who_sends}>
      <Loaded query={query}>
        {({ messaging, version }) => (
          <>
            <ul className="list">
              <Sender channel="sms" messaging={messaging} change={() => setOpen("sms")} />
              <Sender channel="email" messaging={messaging} change={() => setOpen("email")} />
            </ul>
            {open === "sms" ? (
              <SmsSender stored={messaging.sms} version={version} close={() => setOpen(null)} />
            ) : null}
            {open === "email" ? (
              <EmailSender stored={messaging.email} version={version} close={() => setOpen(null)} />
            ) : null}
          </>
        )}
      </Loaded>
    </Sheet>
  );
}

function Sender({
  channel,
  messaging,
  change,
}: {
  channel: Channel;
  messaging: Messaging;
  change: () => void;
}) {
  const may_write = useMe().permissions.includes("settings:write");
  const { by, configured } = messaging.effective[channel];
  const cache = useQueryClient();
  const test = useMutation({
    mutationFn: () => client.clientMessagingTest({ channel }),
    onSuccess: ({ state, reason }) => {
      if (state === "failed") notifyWarning(reason ?? text.not_sent, text.test_failed);
      else notifySuccess(state === "kept" ? text.test_kept : text.test_sent);
    },
    onError: (error) => notifyFailure(error, text.test_not_sent),
    onSettled: () => cache.invalidateQueries({ queryKey: ["outbox"] }),
  });
  return (
    <li className="switch-row sender">
      <div>
        <div className="strong">{text.channels[channel]}</div>
        <div className="dim small">{describeSender(channel, messaging)}</div>
        <Tag tone={by === "none" ? "warn" : by === "outbox" ? "grey" : "good"}>
          {by === "outbox"
            ? text.states.kept
            : by !== "none" && configured
              ? text.states.sends
              : text.states.not_set}
        </Tag>
      </div>
      {may_write ? (
        <div className="row tight nowrap">
          <Button
            size="xs"
            variant="default"
            disabled={by === "none"}
            loading={test.isPending}
            aria-label={text.test_of({ channel: text.channels[channel] })}
            onClick={() => test.mutate()}
          >
            {text.test}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={text.change_of({ channel: text.channels[channel] })}
            onClick={change}
          >
            {text.change}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function describeSender(channel: Channel, { sms, email, effective }: Messaging): string {
  const { by } = effective[channel];
  if (by !== "own") return text.by[by];
  return channel === "sms"
    ? text.by.sms({ sender: sms?.sender ?? "", account: sms?.account ?? "" })
    : text.by.email({ sender: email?.from_address ?? "", host: email?.host ?? "" });
}
