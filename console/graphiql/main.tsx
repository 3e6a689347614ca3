/**
 * GraphiQL for `/api/graphql`: a page apart from the console, which the service serves to browsers at that
 * path.
 */
import "graphiql/style.css";
import "./graphiql.css";
import { GraphiQL } from "graphiql";
import { StrictMode, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { signedInFlag } from "../api/signed-in.ts";
import example from "./example.graphql?raw";
import { fetcher } from "./fetcher.ts";
import { storage } from "./storage.ts";

/** Initial text of the header editor; JSON has no comments, so the explanation is in the footer. */
const HEADERS = JSON.stringify({ Authorization: "Bearer ", "X-Dry-Run": "0" }, null, 2);

/** The colour scheme chosen in the console, until another is chosen here. Null follows the system. */
function schemeOfConsole(): "light" | "dark" | null {
  const scheme = localStorage.getItem("packhorse.scheme");
  return scheme === "light" || scheme === "dark" ? scheme : null;
}

/** Signing in or out in another tab takes effect here immediately. */
function watchSession(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

function Hints() {
  const is_signed_in = useSyncExternalStore(watchSession, signedInFlag.get);
  return (
    <p className="hints">
      {is_signed_in ? (
        <>
          You are signed in by the <a href="/">console</a>; a token in <b>Headers</b> goes before it.
        </>
      ) : (
        <>
          <a href="/">Sign in to the console</a>, or write a token after <code>Bearer</code> in <b>Headers</b>
          .
        </>
      )}{" "}
      <code>"X-Dry-Run": "1"</code> previews every mutation and changes nothing.{" "}
      <a href="/docs">REST reference</a>
    </p>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("graphiql.html has no #root.");

createRoot(root).render(
  <StrictMode>
    <GraphiQL
      fetcher={fetcher}
      storage={storage}
      defaultQuery={example}
      defaultHeaders={HEADERS}
      defaultEditorToolsVisibility="headers"
      defaultTheme={schemeOfConsole()}
      shouldPersistHeaders={false}
    >
      <GraphiQL.Logo>Packhorse</GraphiQL.Logo>
      <GraphiQL.Footer>
        <Hints />
      </GraphiQL.Footer>
    </GraphiQL>
  </StrictMode>,
);
