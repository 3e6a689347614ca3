import { TextInput } from "@mantine/core";
import { client } from "../../../api/client.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { describeInvitation, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientDriverCreate");

export function AddDriver({ close }: { close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.invite}
      initial={{ name: "", email: "", phone: "" }}
      run={({ name, email, phone }) =>
        client.clientDriverCreate({
          name: name.trim(),
          email: email.trim(),
          ...(phone.trim() ? { phone: phone.trim() } : {}),
        })
      }
      keys={[["drivers"]]}
      success_message={describeInvitation(text.invited)}
      done={(answer) => {
        close();
        presentInvitation(answer.driver.email, answer);
      }}
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <TextInput label={text.email} {...field("email")} />
          <TextInput label={text.phone} type="tel" {...field("phone")} />
        </>
      )}
    </FormDrawer>
  );
}
