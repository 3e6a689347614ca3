/**
 * Chooses who sends the messages of one channel: the installation, an own account, or nobody, so that they stay
 * in the outbox. The fields of an own account depend on the channel; the change includes the version that was
 * shown.
 */
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClientMessagingUpdateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { SaveForm } from "../../../parts/form.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { text } from "./text.ts";

type SenderChange<Channel extends "sms" | "email"> = Exclude<ClientMessagingUpdateInput[Channel], undefined>;

/** What the drawer of a channel is opened with: what is stored, and its version. */
export interface SenderProps<Stored> {
  stored: Stored;
  version: number;
  close: () => void;
}

export function SenderDrawer<Channel extends "sms" | "email", Account extends object>({
  channel,
  title,
  vendor,
  own_vendor,
  own_label,
  version,
  close,
  account,
  toChange,
  children,
}: {
  channel: Channel;
  title: string;
  /**
   * The vendor that sends now; undefined while the installation sends, in which case an own account is
   * preselected.
   */
  vendor: string | undefined;
  own_vendor: string;
  own_label: string;
  version: number;
  close: () => void;
  /** Values of the own account. */
  account: Account;
  toChange: (account: Account) => SenderChange<Channel>;
  /** The fields of an own account. */
  children: (field: SaveForm<Account>["field"]) => ReactNode;
}) {
  return (
    <FormDrawer
      close={close}
      title={title}
      confirm={text.save}
      initial={{ ...account, vendor: vendor ?? own_vendor }}
      toPath={(path) => path.replace(`${channel}.`, "")}
      run={(values) => {
        const change =
          values.vendor === own_vendor
            ? toChange(values)
            : values.vendor === "outbox"
              ? { vendor: "outbox" as const }
              : null;
        return client.clientMessagingUpdate({ [channel]: change }, { if_match: version });
      }}
      keys={[["messaging"]]}
      success_message={text.saved}
    >
      {({ field, values }) => (
        <>
          <Select
            data-autofocus
            label={text.account}
            data={[
              { value: "installation", label: text.accounts.installation },
              { value: own_vendor, label: own_label },
              { value: "outbox", label: text.accounts.outbox },
            ]}
            allowDeselect={false}
            {...field("vendor")}
          />
          {values.vendor === own_vendor ? children(field as SaveForm<Account>["field"]) : null}
        </>
      )}
    </FormDrawer>
  );
}
