import { NumberInput, PasswordInput, Select, TextInput } from "@mantine/core";
import type { Messaging } from "../../../../packages/client/client.gen.ts";
import { SenderDrawer, type SenderProps } from "./sender-drawer.tsx";
import { describeSecret } from "./stored-secret.ts";

const SECURITIES = [
  { value: "starttls", label: "STARTTLS (usually port 587)" },
  { value: "tls", label: "TLS from the start (usually port 465)" },
  { value: "none", label: "None, for a machine of your own" },
];

export function EmailSender({ stored, version, close }: SenderProps<Messaging["email"]>) {
  return (
    <SenderDrawer
      channel="email"
      title="E-mail"
      vendor={stored?.vendor}
      own_vendor="smtp"
      own_label="Own mail server (SMTP)"
      version={version}
      close={close}
      account={{
        host: stored?.host ?? "",
        port: stored?.port ?? (587 as number | string),
        security: stored?.security ?? "starttls",
        username: stored?.username ?? "",
        password: "",
        from_address: stored?.from_address ?? "",
        from_name: stored?.from_name ?? "",
        reply_to: stored?.reply_to ?? "",
      }}
      toChange={({ host, port, security, username, password, from_address, from_name, reply_to }) => ({
        vendor: "smtp",
        host: host.trim(),
        port: Number(port),
        security,
        username: username.trim() || null,
        from_address: from_address.trim(),
        from_name: from_name.trim(),
        reply_to: reply_to.trim() || null,
        ...(password === "" ? {} : { password }),
      })}
    >
      {(field) => (
        <>
          <TextInput label="Mail server" required {...field("host")} />
          <Select label="Security" data={SECURITIES} allowDeselect={false} {...field("security")} />
          <NumberInput label="Port" min={1} max={65_535} {...field("port")} />
          <TextInput
            label="User name"
            description="Empty where the server asks for none."
            autoComplete="off"
            {...field("username")}
          />
          <PasswordInput
            label="Password"
            description={describeSecret(stored?.password)}
            autoComplete="new-password"
            {...field("password")}
          />
          <TextInput label="Sender" required {...field("from_address")} />
          <TextInput label="Name of the sender" {...field("from_name")} />
          <TextInput label="Reply to" {...field("reply_to")} />
        </>
      )}
    </SenderDrawer>
  );
}
