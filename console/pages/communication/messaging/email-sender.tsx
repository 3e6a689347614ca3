import { NumberInput, PasswordInput, Select, TextInput } from "@mantine/core";
import type { Messaging } from "../../../../packages/client/client.gen.ts";
import { SenderDrawer, type SenderProps } from "./sender-drawer.tsx";
import { describeSecret } from "./stored-secret.ts";
import { text } from "./text.ts";

const SECURITIES = ["starttls", "tls", "none"] as const;

export function EmailSender({ stored, version, close }: SenderProps<Messaging["email"]>) {
  return (
    <SenderDrawer
      channel="email"
      title={text.channels.email}
      vendor={stored?.vendor}
      own_vendor="smtp"
      own_label={text.smtp}
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
          <TextInput label={text.mail_server} {...field("host", { required: true })} />
          <Select
            label={text.security}
            data={SECURITIES.map((value) => ({ value, label: text.securities[value] }))}
            allowDeselect={false}
            {...field("security")}
          />
          <NumberInput label={text.port} {...field("port", { required: true })} />
          <TextInput
            label={text.user_name}
            description={text.user_name_about}
            autoComplete="off"
            {...field("username")}
          />
          <PasswordInput
            label={text.password}
            description={describeSecret(stored?.password)}
            autoComplete="new-password"
            {...field("password")}
          />
          <TextInput label={text.sender} {...field("from_address", { required: true })} />
          <TextInput label={text.sender_name} {...field("from_name")} />
          <TextInput label={text.reply_to} {...field("reply_to")} />
        </>
      )}
    </SenderDrawer>
  );
}
