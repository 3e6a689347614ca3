/**
 * Who sends messages of one channel: the installation, an account of one's own, or nobody, so that they stay in the
 * outbox. The fields of an own account are the channel's; the version seen goes along with the change.
 */
import { Select } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { ClientMessagingUpdateInput } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { FormDrawer } from "../../parts/form-drawer.tsx";

export type SenderChange<Channel extends "sms" | "email"> = Exclude<
  ClientMessagingUpdateInput[Channel],
  undefined
>;

export function SenderDrawer<Channel extends "sms" | "email">({
  channel,
  title,
  vendor,
  own_vendor,
  own_label,
  version,
  close,
  send,
  own,
}: {
  channel: Channel;
  title: string;
  /** Who sends now; undefined while it is the installation, and then an own account is proposed. */
  vendor: string | undefined;
  own_vendor: string;
  own_label: string;
  version: number;
  close: () => void;
  /** What an own account is changed to. */
  send: () => SenderChange<Channel>;
  /** The fields of an own account; `error("host")` is what was refused of that member. */
  own: (error: (member: string) => string | undefined) => ReactNode;
}) {
  const [choice, setChoice] = useState(vendor ?? own_vendor);
  const save = () => {
    const change =
      choice === own_vendor ? send() : choice === "outbox" ? { vendor: "outbox" as const } : null;
    return client.clientMessagingUpdate({ [channel]: change }, { if_match: version });
  };
  return (
    <FormDrawer
      close={close}
      title={title}
      confirm="Save"
      run={save}
      keys={[["messaging"]]}
      past="Saved. Send a test to see whether it works."
    >
      {(refused) => {
        const error = (member: string) => refused(`${channel}/${member}`);
        return (
          <>
            <Select
              data-autofocus
              label="Who sends"
              data={[
                { value: "installation", label: "This installation, where it can" },
                { value: own_vendor, label: own_label },
                { value: "outbox", label: "Nobody: keep them here, to try things out" },
              ]}
              value={choice}
              onChange={(value) => value && setChoice(value)}
              allowDeselect={false}
              error={error("vendor")}
            />
            {choice === own_vendor ? own(error) : null}
          </>
        );
      }}
    </FormDrawer>
  );
}
