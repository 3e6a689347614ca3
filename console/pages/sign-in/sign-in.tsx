import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { meQuery, signIn } from "../../api/session.ts";
import { usePageTitle } from "../../parts/page.tsx";
import { RoadPicture } from "./road-picture.tsx";

export function SignIn() {
  usePageTitle("Sign in");
  const { next } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [business, setBusiness] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  // The same address and password open several businesses: the service asks which.
  const [asks_business, setAsksBusiness] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
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
  };

  return (
    <div className="door">
      <div className="door-picture" aria-hidden>
        <RoadPicture />
        <div className="brand">
          <img src="/icon.svg" alt="" />
          Packhorse
        </div>
        <p className="door-claim">Every parcel has a place, and someone carrying it.</p>
      </div>
      <main className="door-form">
        <form
          onSubmit={(event) => void submit(event)}
          className="stack"
          style={{ gap: 14 }}
          aria-label="Sign in"
        >
          <div className="door-brand">
            <img src="/icon.svg" alt="" />
            Packhorse
          </div>
          <h1 style={{ fontSize: "1.5rem" }}>Sign in</h1>
          {error ? (
            <Alert
              color={asks_business && error.error_code === "BUSINESS_NEEDED" ? "yellow" : "red"}
              role="alert"
              variant="outline"
            >
              {asks_business && error.error_code === "BUSINESS_NEEDED" ? "Several businesses know you. " : ""}
              {error.message}
            </Alert>
          ) : null}
          <TextInput
            label="E-mail"
            type="email"
            size="md"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            size="md"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show the password", tabIndex: 0 }}
          />
          {asks_business ? (
            <TextInput
              label="Business"
              description="The code of the business to sign in to."
              size="md"
              required
              withAsterisk={false}
              value={business}
              onChange={(event) => setBusiness(event.currentTarget.value)}
            />
          ) : null}
          <Button type="submit" size="md" loading={busy} mt={4}>
            Sign in
          </Button>
          <p className="dim small">
            Waiting for a parcel? <a href="/track">Track it here</a>, without an account.
          </p>
        </form>
      </main>
    </div>
  );
}
