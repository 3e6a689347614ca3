/** The frame of the pages before sign-in: the picture, and a form beside it. */
import type { FormEventHandler, ReactNode } from "react";
import { usePageTitle } from "../../../parts/page.tsx";
import { Background } from "./background.tsx";

export function SignInFrame({
  title,
  onSubmit,
  children,
}: {
  title: string;
  /** Without one it is no form: there is nothing to send. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
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
        <p className="sign-in-claim">Every parcel has a place, and someone carrying it.</p>
      </div>
      <main className="sign-in-form">
        {onSubmit === undefined ? (
          <div className="stack sign-in-body">{body}</div>
        ) : (
          <form onSubmit={onSubmit} className="stack sign-in-body" aria-label={title}>
            {body}
          </form>
        )}
      </main>
    </div>
  );
}
