/** Sets a password with the token of a link: after a forgotten one, or the first one of somebody invited. */
import { Alert, Anchor, Button, PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ApiError, signInClient } from "../../../api/client.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { text } from "./text.ts";

const SHORTEST = 10;

export function ResetPassword() {
  const { token } = useSearch({ from: "/reset-password" });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "", repeated: "" },
    validate: {
      password: (password) => (password.length < SHORTEST ? text.reset.at_least({ n: SHORTEST }) : null),
      repeated: (repeated, { password }) => (repeated === password ? null : text.reset.differ),
    },
  });
  const reset = useMutation({
    mutationFn: (password: string) => signInClient.userPasswordReset({ token: token ?? "", password }),
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
  if (reset.isSuccess)
    return (
      <SignInFrame title={text.reset.done_title}>
        <p role="status">{text.reset.done}</p>
        <Button size="md" onClick={() => void navigate({ to: "/sign-in" })}>
          {text.sign_in.title}
        </Button>
      </SignInFrame>
    );
  const field = reset.error instanceof ApiError && reset.error.errors[0];
  return (
    <SignInFrame title={text.reset.title} onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
      {reset.error ? (
        <Alert color="red" role="alert" variant="outline">
          <p>{field ? text.reset.refused({ message: field.message }) : reset.error.message}</p>
          {field ? null : another}
        </Alert>
      ) : null}
      <PasswordInput
        label={text.reset.new_password}
        description={text.reset.at_least({ n: SHORTEST })}
        size="md"
        autoComplete="new-password"
        required
        withAsterisk={false}
        autoFocus
        visibilityToggleButtonProps={{ "aria-label": text.show_password, tabIndex: 0 }}
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label={text.reset.again}
        size="md"
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": text.show_password, tabIndex: 0 }}
        {...form.getInputProps("repeated")}
      />
      <Button type="submit" size="md" loading={reset.isPending} mt={4}>
        {text.reset.submit}
      </Button>
    </SignInFrame>
  );
}
