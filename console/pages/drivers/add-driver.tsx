import { TextInput } from "@mantine/core";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { fieldErrors } from "../../parts/errors.ts";
import { FormDrawer } from "../../parts/form-drawer.tsx";
import { useSave } from "../../parts/save.ts";

export function AddDriver({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [phone, setPhone] = useState("");
  const save = useSave(
    () =>
      client.clientDriverCreate({
        name: name.trim(),
        email: email.trim(),
        ...(phone.trim() ? { phone: phone.trim() } : {}),
      }),
    {
      keys: [["drivers"]],
      past: "The driver is invited by e-mail.",
      quiet: true,
      done: close,
    },
  );
  const error = fieldErrors(save.error);
  return (
    <FormDrawer
      opened
      close={close}
      title="New driver"
      confirm="Invite"
      error={save.error}
      shown={["name", "email", "phone"]}
      busy={save.isPending}
      submit={() => save.mutate(undefined)}
    >
      <TextInput
        data-autofocus
        label="Name"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={error("name")}
      />
      <TextInput
        label="E-mail"
        type="email"
        required
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={error("email")}
      />
      <TextInput
        label="Phone"
        type="tel"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
        error={error("phone")}
      />
    </FormDrawer>
  );
}
