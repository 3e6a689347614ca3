/** Sets a password with the token of a link: after a forgotten one, or the first one of somebody invited. */
import { Alert, Anchor, Button, PasswordInput } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError, signInClient } from "../../../api/client.ts";
import { useSaveForm } from "../../../parts/form.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { text } from "./text.ts";

const RULES = getRules("userPasswordReset");

export function ResetPassword() {
  const { token } = useSearch({ from: "/reset-password" });
  const navigate = useNavigate();
  const [is_done, setIsDone] = useState(false);
  const form = useSaveForm({
    rules: RULES,
    initial: { password: "", repeated: "" },
    run: async ({ password, repeated }) => {
      if (repeated !== password)
        throw new ApiError(422, { errors: [{ field: "/repeated", message: text.reset.differ }] });
      return signInClient.userPasswordReset({ token: token ?? "", password });
    },
    keys: [],
    success_message: () => null,
    done: () => setIsDone(true),
  });
  const another = (
    <Anchor component={Link} to="/forgot-password">
      {text.reset.another_link}
    </Anchor>
  );

  if (token === undefined)
    return (
      <SignInFrame title={text.reset.incomplete_title}>
        <p>{text.reset.incomplete}</p>
        {another}
      </SignInFrame>
    );
  if (is_done)
    return (
      <SignInFrame title={text.reset.done_title}>
        <p role="status">{text.reset.done}</p>
        <Button size="md" onClick={() => void navigate({ to: "/sign-in" })}>
          {text.sign_in.title}
        </Button>
      </SignInFrame>
    );
  return (
    <SignInFrame title={text.reset.title} form={form.props}>
      {form.others.length > 0 ? (
        <Alert color="red" role="alert" variant="outline">
          <p>{form.others.join(" ")}</p>
          {another}
        </Alert>
      ) : null}
      <PasswordInput
        label={text.reset.new_password}
        description={text.reset.at_least({ n: RULES.by_path["password"]?.minLength ?? 0 })}
        size="md"
        autoComplete="new-password"
        autoFocus
        visibilityToggleButtonProps={{ "aria-label": text.show_password, tabIndex: 0 }}
        {...form.field("password")}
      />
      <PasswordInput
        label={text.reset.again}
        size="md"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": text.show_password, tabIndex: 0 }}
        {...form.own("repeated", { required: true })}
      />
      <Button type="submit" size="md" loading={form.is_saving} mt={4}>
        {text.reset.submit}
      </Button>
    </SignInFrame>
  );
}
