import { NumberInput, PasswordInput, Select } from "@mantine/core";
import { useState } from "react";
import type { Messaging } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { keptSecret } from "./kept-secret.ts";

const CHOICES = [
  { value: "installation", label: "This installation, where it can" },
  { value: "smtp", label: "Own mail server (SMTP)" },
  { value: "outbox", label: "Nobody: keep them here" },
];
const SECURITIES = [
  { value: "starttls", label: "STARTTLS (usually port 587)" },
  { value: "tls", label: "TLS from the start (usually port 465)" },
  { value: "none", label: "None, for a machine of your own" },
];

type Email = NonNullable<Messaging["email"]>;

export function EmailSender({
  email,
  version,
  close,
}: {
  email: Email | null;
  version: number;
  close: () => void;
}) {
  const [choice, setChoice] = useState<string>(email?.vendor ?? "smtp");
  const [host, setHost] = useState(email?.host ?? "");
  const [port, setPort] = useState<number | string>(email?.port ?? 587);
  const [security, setSecurity] = useState<Email["security"]>(email?.security ?? "starttls");
  const [username, setUsername] = useState(email?.username ?? "");
  const [password, setPassword] = useState("");
  const [from_address, setFrom] = useState(email?.from_address ?? "");
  const [from_name, setName] = useState(email?.from_name ?? "");
  const [reply_to, setReply] = useState(email?.reply_to ?? "");
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  const save = () => {
    if (choice === "installation")
      return client.clientMessagingUpdate({ email: null }, { if_match: version });
    if (choice === "outbox")
      return client.clientMessagingUpdate({ email: { vendor: "outbox" } }, { if_match: version });
    const body = {
      vendor: "smtp" as const,
      host: host.trim(),
      port: Number(port),
      security,
      username: orNull(username),
      from_address: from_address.trim(),
      from_name: from_name.trim(),
      reply_to: orNull(reply_to),
      ...(password === "" ? {} : { password }),
    };
    return client.clientMessagingUpdate({ email: body }, { if_match: version });
  };
  return (
    <FormDrawer
      close={close}
      title="E-mail"
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
            error={error("email/vendor")}
          />
          {choice === "smtp" ? (
            <>
              <TextField
                label="Mail server"
                required
                value={host}
                set={setHost}
                error={error("email/host")}
              />
              <Select
                label="Security"
                data={SECURITIES}
                value={security}
                onChange={(value) => value && setSecurity(value as typeof security)}
                allowDeselect={false}
                error={error("email/security")}
              />
              <NumberInput
                label="Port"
                min={1}
                max={65_535}
                value={port}
                onChange={setPort}
                error={error("email/port")}
              />
              <TextField
                label="User name"
                description="Empty where the server asks for none."
                autoComplete="off"
                value={username}
                set={setUsername}
                error={error("email/username")}
              />
              <PasswordInput
                label="Password"
                description={keptSecret(email?.password)}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
                autoComplete="new-password"
                error={error("email/password")}
              />
              <TextField
                label="Sender"
                required
                value={from_address}
                set={setFrom}
                error={error("email/from_address")}
              />
              <TextField
                label="Name of the sender"
                value={from_name}
                set={setName}
                error={error("email/from_name")}
              />
              <TextField
                label="Answers go to"
                value={reply_to}
                set={setReply}
                error={error("email/reply_to")}
              />
            </>
          ) : null}
        </>
      )}
    </FormDrawer>
  );
}
