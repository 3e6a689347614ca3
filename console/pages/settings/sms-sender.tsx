import { PasswordInput, Select } from "@mantine/core";
import { useState } from "react";
import type { Messaging } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { keptSecret } from "./kept-secret.ts";

const CHOICES = [
  { value: "installation", label: "This installation, where it can" },
  { value: "messages_api", label: "Own account (Messages API, such as Twilio)" },
  { value: "outbox", label: "Nobody: keep them here, to try things out" },
];

export function SmsSender({
  sms,
  version,
  close,
}: {
  sms: Messaging["sms"];
  version: number;
  close: () => void;
}) {
  const [choice, setChoice] = useState<string>(sms?.vendor ?? "messages_api");
  const [account, setAccount] = useState(sms?.account ?? "");
  const [sender, setSender] = useState(sms?.sender ?? "");
  const [base_url, setBaseUrl] = useState(sms?.base_url ?? "");
  const [token, setToken] = useState("");
  const save = () => {
    if (choice === "installation") return client.clientMessagingUpdate({ sms: null }, { if_match: version });
    if (choice === "outbox")
      return client.clientMessagingUpdate({ sms: { vendor: "outbox" } }, { if_match: version });
    const body = {
      vendor: "messages_api" as const,
      account: account.trim(),
      sender: sender.trim(),
      base_url: base_url.trim() === "" ? null : base_url.trim(),
      ...(token === "" ? {} : { token }),
    };
    return client.clientMessagingUpdate({ sms: body }, { if_match: version });
  };
  return (
    <FormDrawer
      close={close}
      title="Text messages"
      confirm="Save"
      run={save}
      keys={[["messaging"]]}
      past="Saved. Send a test to see whether it works."
    >
      {(error) => (
        <>
          <Select
            data-autofocus
            label="Who sends"
            data={CHOICES}
            value={choice}
            onChange={(value) => value && setChoice(value)}
            allowDeselect={false}
            error={error("sms/vendor")}
          />
          {choice === "messages_api" ? (
            <>
              <TextField
                label="Account"
                required
                value={account}
                set={setAccount}
                error={error("sms/account")}
              />
              <PasswordInput
                label="Token"
                description={keptSecret(sms?.token)}
                value={token}
                onChange={(event) => setToken(event.currentTarget.value)}
                autoComplete="off"
                error={error("sms/token")}
              />
              <TextField
                label="Sender"
                description="A number such as +15005550006, a name, or a pool of senders."
                required
                value={sender}
                set={setSender}
                error={error("sms/sender")}
              />
              <TextField
                label="Address of the service"
                description="Only for a compatible service of somebody else."
                placeholder="https://api.twilio.com"
                value={base_url}
                set={setBaseUrl}
                error={error("sms/base_url")}
              />
            </>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
