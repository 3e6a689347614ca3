import { PasswordInput, TextInput } from "@mantine/core";
import type { Messaging } from "../../../../packages/client/client.gen.ts";
import { SenderDrawer, type SenderProps } from "./sender-drawer.tsx";
import { describeSecret } from "./stored-secret.ts";
import { text } from "./text.ts";

export function SmsSender({ stored, version, close }: SenderProps<Messaging["sms"]>) {
  return (
    <SenderDrawer
      channel="sms"
      title={text.channels.sms}
      vendor={stored?.vendor}
      own_vendor="messages_api"
      own_label={text.sms_api}
      version={version}
      close={close}
      account={{
        account: stored?.account ?? "",
        sender: stored?.sender ?? "",
        base_url: stored?.base_url ?? "",
        token: "",
      }}
      toChange={({ account, sender, base_url, token }) => ({
        vendor: "messages_api",
        account: account.trim(),
        sender: sender.trim(),
        base_url: base_url.trim() || null,
        ...(token === "" ? {} : { token }),
      })}
    >
      {(field) => (
        <>
          <TextInput label={text.sms_account} {...field("account", { required: true })} />
          <PasswordInput
            label={text.token}
            description={describeSecret(stored?.token)}
            autoComplete="off"
            {...field("token")}
          />
          <TextInput
            label={text.sender}
            description={text.sms_sender_about}
            {...field("sender", { required: true })}
          />
          <TextInput
            label={text.base_url}
            description={text.base_url_about}
            placeholder="https://api.twilio.com"
            {...field("base_url")}
          />
        </>
      )}
    </SenderDrawer>
  );
}
