import { Checkbox, PasswordInput } from "@mantine/core";
import { client } from "../../../../api/client.ts";
import { FormDrawer } from "../../../../parts/form-drawer.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { text } from "./text.ts";

const RULES = getRules("userMeUpdate");

export function NewPassword({ close }: { close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
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
            autoComplete="current-password"
            {...field("current_password", { required: true })}
          />
          <PasswordInput
            label={text.new_password}
            description={text.new_password_about}
            autoComplete="new-password"
            {...field("new_password", { required: true })}
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
