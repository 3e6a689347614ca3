import { Anchor } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Empty, Failure } from "../parts/states.tsx";

export function NotFound() {
  return (
    <main>
      <h1 className="sr">Not found</h1>
      <Empty
        icon={IconMapOff}
        title="There is no such page"
        action={
          <Anchor component={Link} to="/">
            Go to today
          </Anchor>
        }
      >
        The address may have been mistyped, or what it named is gone.
      </Empty>
    </main>
  );
}

export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <Failure error={error} retry={reset} />
    </main>
  );
}
