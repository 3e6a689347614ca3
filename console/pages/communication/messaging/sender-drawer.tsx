/**
 * Chooses who sends the messages of one channel: the installation, an own account, or nobody, so that they stay
 * in the outbox. The fields of an own account depend on the channel; the change includes the version that was
 * shown.
 */
import { Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClientMessagingUpdateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { type FieldOptions, getRules } from "../../../parts/form-rules.ts";
import { text } from "./text.ts";

const RULES = getRules("clientMessagingUpdate");

type SenderChange<Channel extends "sms" | "email"> = Exclude<ClientMessagingUpdateInput[Channel], undefined>;

/** What the drawer of a channel is opened with: what is stored, and its version. */
export interface SenderProps<Sender> {
  stored: Sender;
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
  children: (field: (name: keyof Account & string, options?: FieldOptions) => object) => ReactNode;
}) {
  return (
    <FormDrawer
      rules={RULES}
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
      {({ own, values }) => (
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
            {...own("vendor")}
          />
          {values.vendor === own_vendor
            ? children((name, options) => own(name, { ...options, member: `${channel}.${name}` as never }))
            : null}
        </>
      )}
    </FormDrawer>
  );
}
