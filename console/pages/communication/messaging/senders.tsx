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
import { failed, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { EmailSender } from "./email-sender.tsx";
import { SmsSender } from "./sms-sender.tsx";

type Channel = "sms" | "email";

export function Senders() {
  const [open, setOpen] = useState<Channel | null>(null);
  const query = useQuery({
    queryKey: ["messaging"],
    queryFn: ({ signal }) => client.clientMessaging({}, { signal }),
  });
  return (
    <Sheet pad={false} title="Who sends">
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

const NAME = { sms: "Text messages", email: "E-mail" } as const;

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
      if (state === "failed") notifyWarning(reason ?? "It was not sent.", "The test failed");
      else notifySuccess(state === "kept" ? "It is in the list below." : "Look at your phone or mailbox.");
    },
    onError: (error) => failed(error, "The test was not sent"),
    onSettled: () => cache.invalidateQueries({ queryKey: ["outbox"] }),
  });
  return (
    <li className="switch-row sender">
      <div>
        <div className="strong">{NAME[channel]}</div>
        <div className="dim small">{wordsOf(channel, messaging)}</div>
        <Tag tone={by === "none" ? "warn" : by === "outbox" ? "grey" : "good"}>
          {by === "none" ? "Not set" : by === "outbox" ? "Kept here" : configured ? "Sends" : "Not set"}
        </Tag>
      </div>
      {may_write ? (
        <div className="row tight nowrap">
          <Button
            size="xs"
            variant="default"
            disabled={by === "none"}
            loading={test.isPending}
            aria-label={`Test ${NAME[channel]}`}
            onClick={() => test.mutate()}
          >
            Test
          </Button>
          <Button size="xs" variant="default" aria-label={`Change ${NAME[channel]}`} onClick={change}>
            Change
          </Button>
        </div>
      ) : null}
    </li>
  );
}

function wordsOf(channel: Channel, { sms, email, effective }: Messaging): string {
  const { by } = effective[channel];
  if (by === "installation") return "Sent by this installation.";
  if (by === "outbox") return "Nothing leaves; what would have been sent is in the list below.";
  if (by === "none") return "Nobody sends them, so codes cannot be asked for.";
  if (channel === "sms") return `From ${sms?.sender} through the account ${sms?.account}.`;
  return `From ${email?.from_address} through ${email?.host}.`;
}
