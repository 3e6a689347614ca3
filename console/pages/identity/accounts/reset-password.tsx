/** Sets a password with the token of a link: after a forgotten one, or the first one of somebody invited. */
import { Alert, Anchor, Button, PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ApiError, signInClient } from "../../../api/client.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

const SHORTEST = 10;

export function ResetPassword() {
  const { token } = useSearch({ from: "/reset-password" });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { password: "", repeated: "" },
    validate: {
      password: (password) => (password.length < SHORTEST ? `At least ${SHORTEST} characters.` : null),
      repeated: (repeated, { password }) => (repeated === password ? null : "The two passwords differ."),
    },
  });
  const reset = useMutation({
    mutationFn: (password: string) => signInClient.userPasswordReset({ token: token ?? "", password }),
  });
  const another = (
    <Anchor component={Link} to="/forgot-password">
      Request another link
    </Anchor>
  );

  if (token === undefined)
    return (
      <SignInFrame title="This link is not complete">
        <p>Open the whole link of the message, or request another one.</p>
        {another}
      </SignInFrame>
    );
  if (reset.isSuccess)
    return (
      <SignInFrame title="The password is set">
        <p role="status">Every other sign-in of the account has ended.</p>
        <Button size="md" onClick={() => void navigate({ to: "/sign-in" })}>
          Sign in
        </Button>
      </SignInFrame>
    );
  const field = reset.error instanceof ApiError && reset.error.errors[0];
  return (
    <SignInFrame title="Set a password" onSubmit={form.onSubmit(({ password }) => reset.mutate(password))}>
      {reset.error ? (
        <Alert color="red" role="alert" variant="outline">
          <p>{field ? `The password ${field.message}.` : reset.error.message}</p>
          {field ? null : another}
        </Alert>
      ) : null}
      <PasswordInput
        label="New password"
        description={`At least ${SHORTEST} characters.`}
        size="md"
        autoComplete="new-password"
        required
        withAsterisk={false}
        autoFocus
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label="Again"
        size="md"
        autoComplete="new-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
        {...form.getInputProps("repeated")}
      />
      <Button type="submit" size="md" loading={reset.isPending} mt={4}>
        Set the password
      </Button>
    </SignInFrame>
  );
}
