import { useState } from "react";
import { client } from "../../api/client.ts";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";

export function AddDriver({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [phone, setPhone] = useState("");
  return (
    <FormDrawer
      close={close}
      title="New driver"
      confirm="Invite"
      run={() =>
        client.clientDriverCreate({
          name: name.trim(),
          email: email.trim(),
          ...(phone.trim() ? { phone: phone.trim() } : {}),
        })
      }
      keys={[["drivers"]]}
      past="The driver is invited by e-mail."
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <TextField
            label="E-mail"
            type="email"
            required
            value={email}
            set={setEmail}
            error={error("email")}
          />
          <TextField label="Phone" type="tel" value={phone} set={setPhone} error={error("phone")} />
        </>
      )}
    </FormDrawer>
  );
}
