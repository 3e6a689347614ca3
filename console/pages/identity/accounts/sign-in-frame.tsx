/** The frame of the pages before sign-in: the picture, and a form beside it. */
import { TextInput, type TextInputProps } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { Background } from "./background.tsx";
import { text } from "./text.ts";

export function SignInFrame({
  title,
  form,
  children,
}: {
  title: string;
  /** Without one it is no form: there is nothing to send. */
  form?: ComponentProps<"form">;
  children: ReactNode;
}) {
  usePageTitle();
  const body = (
    <>
      <div className="sign-in-brand">
        <img src="/icon.svg" alt="" />
        Packhorse
      </div>
      <h1 style={{ fontSize: "1.5rem" }}>{title}</h1>
      {children}
    </>
  );
  return (
    <div className="sign-in">
      <div className="sign-in-picture" aria-hidden>
        <Background />
        <div className="brand">
          <img src="/icon.svg" alt="" />
          Packhorse
        </div>
        <p className="sign-in-claim">{text.sign_in.claim}</p>
      </div>
      <main className="sign-in-form">
        {form === undefined ? (
          <div className="stack sign-in-body">{body}</div>
        ) : (
          <form {...form} className="stack sign-in-body" aria-label={title}>
            {body}
          </form>
        )}
      </main>
    </div>
  );
}

/** The address of an account, as the browser's password manager knows it. */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      label={text.email}
      type="email"
      size="md"
      autoComplete="username"
      required
      withAsterisk={false}
      autoFocus
      {...props}
    />
  );
}
