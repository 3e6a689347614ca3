import { Checkbox, PasswordInput } from "@mantine/core";
import { client } from "../../../../api/client.ts";
import { FormDrawer } from "../../../../parts/form-drawer.tsx";
import { text } from "./text.ts";

export function NewPassword({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title={text.password}
      confirm={text.password}
      initial={{ current_password: "", new_password: "", keep_api_tokens: false }}
      run={(values) => client.userMeUpdate(values)}
      keys={[["tokens"]]}
      success_message={text.password_changed}
    >
      {({ field }) => (
        <>
          <PasswordInput
            data-autofocus
            label={text.current_password}
            required
            autoComplete="current-password"
            maxLength={200}
            {...field("current_password")}
          />
          <PasswordInput
            label={text.new_password}
            description={text.new_password_about}
            required
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            {...field("new_password")}
          />
          <Checkbox
            label={text.keep}
            description={text.keep_about}
            {...field("keep_api_tokens", { type: "checkbox" })}
          />
          <p className="dim small">{text.others_end}</p>
        </>
      )}
    </FormDrawer>
  );
}
