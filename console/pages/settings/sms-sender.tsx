import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import type { Messaging } from "../../../packages/client/client.gen.ts";
import { TextField } from "../../parts/form-drawer.tsx";
import { keptSecret } from "./kept-secret.ts";
import { SenderDrawer } from "./sender-drawer.tsx";

export function SmsSender({
  sms,
  version,
  close,
}: {
  sms: Messaging["sms"];
  version: number;
  close: () => void;
}) {
  const [account, setAccount] = useState(sms?.account ?? "");
  const [sender, setSender] = useState(sms?.sender ?? "");
  const [base_url, setBaseUrl] = useState(sms?.base_url ?? "");
  const [token, setToken] = useState("");
  return (
    <SenderDrawer
      channel="sms"
      title="Text messages"
      vendor={sms?.vendor}
      own_vendor="messages_api"
      own_label="Own account (Messages API, such as Twilio)"
      version={version}
      close={close}
      send={() => ({
        vendor: "messages_api",
        account: account.trim(),
        sender: sender.trim(),
        base_url: base_url.trim() === "" ? null : base_url.trim(),
        ...(token === "" ? {} : { token }),
      })}
      own={(error) => (
        <>
          <TextField label="Account" required value={account} set={setAccount} error={error("account")} />
          <PasswordInput
            label="Token"
            description={keptSecret(sms?.token)}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            autoComplete="off"
            error={error("token")}
          />
          <TextField
            label="Sender"
            description="A number such as +15005550006, a name, or a pool of senders."
            required
            value={sender}
            set={setSender}
            error={error("sender")}
          />
          <TextField
            label="Address of the service"
            description="Only for a compatible service of somebody else."
            placeholder="https://api.twilio.com"
            value={base_url}
            set={setBaseUrl}
            error={error("base_url")}
          />
        </>
      )}
    />
  );
}
