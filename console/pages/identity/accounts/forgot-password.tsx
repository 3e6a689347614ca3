/** Requests a link to set a new password. The answer is the same whether or not the address is known. */
import { Alert, Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { signInClient } from "../../../api/client.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { EmailInput, SignInFrame } from "./sign-in-frame.tsx";
import { text } from "./text.ts";

const RULES = getRules("userPasswordForgot");

export function ForgotPassword() {
  const { email } = useSearch({ from: "/forgot-password" });
  const form = useForm({ initialValues: { email: email ?? "" } });
  const request = useMutation({
    mutationFn: (values: { email: string }) => signInClient.userPasswordForgot(values),
  });

  if (request.data)
    return (
      <SignInFrame title={text.forgot.sent_title}>
        <p role="status">{text.forgot.sent({ email: request.variables.email })}</p>
        <p className="dim">{text.forgot.nothing_came}</p>
        <Button variant="default" size="md" onClick={() => request.reset()}>
          {text.forgot.another_address}
        </Button>
        <p className="small">
          <Link to="/sign-in">{text.forgot.back}</Link>
        </p>
      </SignInFrame>
    );
  return (
    <SignInFrame
      title={text.forgot.title}
      form={{ onSubmit: form.onSubmit(({ email: entered }) => request.mutate({ email: entered.trim() })) }}
    >
      <p className="dim">{text.forgot.about}</p>
      {request.error ? (
        <Alert color="red" role="alert" variant="outline">
          {request.error.message}
        </Alert>
      ) : null}
      <EmailInput {...toMemberProps(RULES, "email")} {...form.getInputProps("email")} />
      <Button type="submit" size="md" loading={request.isPending} mt={4}>
        {text.forgot.send}
      </Button>
      <p className="small">
        <Link to="/sign-in">{text.forgot.back}</Link>
      </p>
    </SignInFrame>
  );
}
