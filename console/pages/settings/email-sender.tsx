import { NumberInput, PasswordInput, Select } from "@mantine/core";
import { useState } from "react";
import type { Messaging } from "../../../packages/client/client.gen.ts";
import { TextField } from "../../parts/form-drawer.tsx";
import { keptSecret } from "./kept-secret.ts";
import { SenderDrawer } from "./sender-drawer.tsx";

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
  const [host, setHost] = useState(email?.host ?? "");
  const [port, setPort] = useState<number | string>(email?.port ?? 587);
  const [security, setSecurity] = useState<Email["security"]>(email?.security ?? "starttls");
  const [username, setUsername] = useState(email?.username ?? "");
  const [password, setPassword] = useState("");
  const [from_address, setFrom] = useState(email?.from_address ?? "");
  const [from_name, setName] = useState(email?.from_name ?? "");
  const [reply_to, setReply] = useState(email?.reply_to ?? "");
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return (
    <SenderDrawer
      channel="email"
      title="E-mail"
      vendor={email?.vendor}
      own_vendor="smtp"
      own_label="Own mail server (SMTP)"
      version={version}
      close={close}
      send={() => ({
        vendor: "smtp",
        host: host.trim(),
        port: Number(port),
        security,
        username: orNull(username),
        from_address: from_address.trim(),
        from_name: from_name.trim(),
        reply_to: orNull(reply_to),
        ...(password === "" ? {} : { password }),
      })}
      own={(error) => (
        <>
          <TextField label="Mail server" required value={host} set={setHost} error={error("host")} />
          <Select
            label="Security"
            data={SECURITIES}
            value={security}
            onChange={(value) => value && setSecurity(value as typeof security)}
            allowDeselect={false}
            error={error("security")}
          />
          <NumberInput
            label="Port"
            min={1}
            max={65_535}
            value={port}
            onChange={setPort}
            error={error("port")}
          />
          <TextField
            label="User name"
            description="Empty where the server asks for none."
            autoComplete="off"
            value={username}
            set={setUsername}
            error={error("username")}
          />
          <PasswordInput
            label="Password"
            description={keptSecret(email?.password)}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="new-password"
            error={error("password")}
          />
          <TextField
            label="Sender"
            required
            value={from_address}
            set={setFrom}
            error={error("from_address")}
          />
          <TextField label="Name of the sender" value={from_name} set={setName} error={error("from_name")} />
          <TextField label="Answers go to" value={reply_to} set={setReply} error={error("reply_to")} />
        </>
      )}
    />
  );
}
