import { Anchor } from "@mantine/core";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { IconMapOff } from "#icons";
import { Empty, Failure } from "../parts/states.tsx";
import { text } from "./text.ts";

export function NotFound() {
  return (
    <main>
      <NoSuchPage />
    </main>
  );
}

/** Inside the frame of the console, which is the main of the page. */
export function NoSuchPage() {
  return (
    <>
      <h1 className="sr">{text.not_found.label}</h1>
      <Empty
        icon={IconMapOff}
        title={text.not_found.title}
        action={
          <Anchor component={Link} to="/">
            {text.not_found.start}
          </Anchor>
        }
      >
        {text.not_found.about}
      </Empty>
    </>
  );
}

export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <Failure error={error} retry={reset} />
    </main>
  );
}
