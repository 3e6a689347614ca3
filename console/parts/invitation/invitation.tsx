/**
 * An invitation that no e-mail carries: its link is shown once to the person who invites, to pass it on. It is kept
 * nowhere; another one can be made until the invited person has chosen a password.
 */
import { Button, CopyButton, Modal, TextInput } from "@mantine/core";
import type { QueryKey } from "@tanstack/react-query";
import { IconCheck, IconCopy } from "#icons";
import type { Invitation } from "../../../packages/client/client.gen.ts";
import { useSave } from "../save.ts";
import { text as parts_text } from "../text.ts";
import { useTimes } from "../times.ts";
import { type InvitationLink, showLink } from "./invitation-link.tsx";
import { text } from "./text.ts";

interface Answer {
  invitation: Invitation | null;
  /** Where the page does not know the address before. */
  email?: string;
}

/** Shows the link, if there is one to pass on. */
export function presentInvitation(email: string, { invitation }: Answer): void {
  if (invitation?.link) showLink({ email, link: invitation.link, expires_at: invitation.expires_at });
}

/** The text of a notification: `sent`, unless no e-mail is sent. */
export function describeInvitation(sent_text: string): (answer: Answer) => string {
  return ({ invitation }) => (invitation?.sent === false ? text.saved : sent_text);
}

export function InvitationDialog({ one }: { one: InvitationLink }) {
  const times = useTimes();
  const close = () => showLink(null);
  return (
    <Modal opened onClose={close} closeOnClickOutside={false} title={text.title}>
      <div className="stack">
        <p>{text.about({ email: one.email })}</p>
        <TextInput
          label={text.link}
          readOnly
          value={one.link}
          classNames={{ input: "mono" }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className="dim small">{text.until({ moment: times.moment(one.expires_at) })}</p>
        <div className="row" style={{ justifyContent: "flex-end" }}>
          <Button variant="default" onClick={close}>
            {text.done}
          </Button>
          <CopyButton value={one.link}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? parts_text.copied : text.copy}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
    </Modal>
  );
}

/** For an account without a password: sends another link, or shows it. */
export function InviteAgain({
  email,
  run,
  keys,
  done,
  size = "xs",
}: {
  email: string;
  run: () => Promise<Answer>;
  keys: QueryKey[];
  done?: () => void;
  size?: "xs" | "sm";
}) {
  const save = useSave(run, {
    keys,
    success_message: describeInvitation(text.sent({ email })),
    done: (answer) => {
      presentInvitation(answer.email ?? email, answer);
      done?.();
    },
  });
  return (
    <Button
      variant="default"
      size={size}
      aria-label={text.again_to({ email })}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {text.again}
    </Button>
  );
}
