/** Requests a link to set a new password. The answer is the same whether or not the address is known. */
import { Alert, Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { signInClient } from "../../../api/client.ts";
import { EmailInput, SignInFrame } from "./sign-in-frame.tsx";

export function ForgotPassword() {
  const { email } = useSearch({ from: "/forgot-password" });
  const form = useForm({ initialValues: { email: email ?? "" } });
  const request = useMutation({
    mutationFn: (values: { email: string }) => signInClient.userPasswordForgot(values),
  });

  if (request.data)
    return (
      <SignInFrame title="Look at your e-mail">
        <p role="status">
          If <span className="strong">{request.variables.email}</span> has an account, a message with a link
          is on its way. The link works once, for one hour.
        </p>
        <p className="dim">
          Nothing after some minutes? Look in the spam folder, or ask the administrator of your business, who
          sees whether its e-mail is sent.
        </p>
        <Button variant="default" size="md" onClick={() => request.reset()}>
          Use another address
        </Button>
        <p className="small">
          <Link to="/sign-in">Back to the sign-in</Link>
        </p>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title="Forgot password"
      onSubmit={form.onSubmit((values) => request.mutate({ email: values.email.trim() }))}
    >
      <p className="dim">Enter your e-mail address. You get a link to set a new password.</p>
      {request.error ? (
        <Alert color="red" role="alert" variant="outline">
          {request.error.message}
        </Alert>
      ) : null}
      <EmailInput {...form.getInputProps("email")} />
      <Button type="submit" size="md" loading={request.isPending} mt={4}>
        Send the link
      </Button>
      <p className="small">
        <Link to="/sign-in">Back to the sign-in</Link>
      </p>
    </SignInFrame>
  );
}
