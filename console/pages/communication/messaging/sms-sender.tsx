import { PasswordInput, TextInput } from "@mantine/core";
import type { Messaging } from "../../../../packages/client/client.gen.ts";
import { SenderDrawer, type SenderProps } from "./sender-drawer.tsx";
import { describeSecret } from "./stored-secret.ts";

export function SmsSender({ stored, version, close }: SenderProps<Messaging["sms"]>) {
  return (
    <SenderDrawer
      channel="sms"
      title="Text messages"
      vendor={stored?.vendor}
      own_vendor="messages_api"
      own_label="Own account (Messages API, such as Twilio)"
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
          <TextInput label="Account" required {...field("account")} />
          <PasswordInput
            label="Token"
            description={describeSecret(stored?.token)}
            autoComplete="off"
            {...field("token")}
          />
          <TextInput
            label="Sender"
            description="A number such as +15005550006, a name, or a pool of senders."
            required
            {...field("sender")}
          />
          <TextInput
            label="Address of the service"
            description="Only for another service with the same API."
            placeholder="https://api.twilio.com"
            {...field("base_url")}
          />
        </>
      )}
    </SenderDrawer>
  );
}
