import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { meQuery, signIn } from "../../../api/session.ts";
import { EmailInput, SignInFrame } from "./sign-in-frame.tsx";

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
    <SignInFrame title="Sign in" onSubmit={submit}>
      {error ? (
        <Alert
          color={asks_business && error.error_code === "BUSINESS_NEEDED" ? "yellow" : "red"}
          role="alert"
          variant="outline"
        >
          {asks_business && error.error_code === "BUSINESS_NEEDED"
            ? "Your account is in several businesses. "
            : ""}
          {error.message}
        </Alert>
      ) : null}
      <EmailInput {...form.getInputProps("email")} />
      <PasswordInput
        label="Password"
        size="md"
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...form.getInputProps("password")}
        visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
      />
      {asks_business ? (
        <TextInput
          label="Business"
          description="The code of the business to sign in to."
          size="md"
          required
          withAsterisk={false}
          {...form.getInputProps("business")}
        />
      ) : null}
      <Button type="submit" size="md" loading={busy} mt={4}>
        Sign in
      </Button>
      <p className="row apart small">
        <Link to="/forgot-password" search={form.values.email ? { email: form.values.email.trim() } : {}}>
          Forgot password?
        </Link>
      </p>
      <p className="dim small">
        Waiting for a parcel? <a href="/track">Track it here</a>, without an account.
      </p>
    </SignInFrame>
  );
}
