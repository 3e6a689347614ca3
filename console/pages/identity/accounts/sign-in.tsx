import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { meQuery, signIn } from "../../../api/session.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { EmailInput, SignInFrame } from "./sign-in-frame.tsx";
import { text } from "./text.ts";

const RULES = getRules("userLogin");

export function SignIn() {
  const { next } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useForm({ initialValues: { email: "", password: "", business: "" } });
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  // The same address and password match accounts of several businesses: the service asks which.
  const [asks_business, setAsksBusiness] = useState(false);

  const submit = form.onSubmit(async ({ email, password, business }) => {
    setBusy(true);
    setError(null);
    try {
      await signIn({
        email: email.trim(),
        password,
        ...(asks_business && business ? { business: business.trim() } : {}),
      });
      client.clear();
      await client.fetchQuery(meQuery);
      await navigate({ to: next ?? "/", replace: true });
    } catch (raised) {
      if (raised instanceof ApiError && raised.error_code === "BUSINESS_NEEDED") setAsksBusiness(true);
      setError(raised instanceof ApiError ? raised : new ApiError(0, { message: String(raised) }));
    } finally {
      setBusy(false);
    }
  });

  return (
    <SignInFrame title={text.sign_in.title} form={{ onSubmit: submit }}>
      {error ? (
        <Alert
          color={asks_business && error.error_code === "BUSINESS_NEEDED" ? "yellow" : "red"}
          role="alert"
          variant="outline"
        >
          {asks_business && error.error_code === "BUSINESS_NEEDED"
            ? `${text.sign_in.several_businesses} `
            : ""}
          {error.message}
        </Alert>
      ) : null}
      <EmailInput {...toMemberProps(RULES, "email")} {...form.getInputProps("email")} />
      <PasswordInput
        label={text.password}
        size="md"
        autoComplete="current-password"
        withAsterisk={false}
        {...toMemberProps(RULES, "password")}
        {...form.getInputProps("password")}
        visibilityToggleButtonProps={{ "aria-label": text.show_password, tabIndex: 0 }}
      />
      {asks_business ? (
        <TextInput
          label={text.sign_in.business}
          description={text.sign_in.business_about}
          size="md"
          withAsterisk={false}
          {...toMemberProps(RULES, "business", { required: true })}
          {...form.getInputProps("business")}
        />
      ) : null}
      <Button type="submit" size="md" loading={busy} mt={4}>
        {text.sign_in.title}
      </Button>
      <p className="row apart small">
        <Link to="/forgot-password" search={form.values.email ? { email: form.values.email.trim() } : {}}>
          {text.sign_in.forgot}
        </Link>
      </p>
      <p className="dim small">
        {text.sign_in.recipient} <a href="/track">{text.sign_in.track}</a>
        {text.sign_in.without_account}
      </p>
    </SignInFrame>
  );
}
