import { TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";

export function AddDriver({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="New driver"
      confirm="Invite"
      initial={{ name: "", email: "", phone: "" }}
      run={({ name, email, phone }) =>
        client.clientDriverCreate({
          name: name.trim(),
          email: email.trim(),
          ...(phone.trim() ? { phone: phone.trim() } : {}),
        })
      }
      keys={[["drivers"]]}
      past="The driver is invited by e-mail."
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label="Name" required {...field("name")} />
          <TextInput label="E-mail" type="email" required {...field("email")} />
          <TextInput label="Phone" type="tel" {...field("phone")} />
        </>
      )}
    </FormDrawer>
  );
}
