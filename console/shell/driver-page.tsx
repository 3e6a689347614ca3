/** What a driver sees who signs in to the console: their own app is another program. */

import { Button } from "@mantine/core";
import { IconLogout, IconSteeringWheel } from "@tabler/icons-react";
import { Sheet } from "../parts/page.tsx";
import { usePageTitle } from "../parts/use-page-title.ts";
import { useSignOut } from "./sign-out.ts";

const DOES = [
  "See your routes and stops of the day, also without a connection",
  "Start, pause and finish a route",
  "Scan parcels when you load them",
  "Record deliveries with photo, signature or PIN, and say why one failed",
  "Read messages of the dispatcher and see what you earned",
];

export function DriverPage({ name }: { name: string }) {
  const leave = useSignOut();
  usePageTitle("Driver app");
  return (
    <div className="page">
      <header>
        <h1>The driver app is for you</h1>
        <p className="page-about">You are signed in as {name}, a driver.</p>
      </header>
      <Sheet title="In the driver app">
        <ul className="driver-does">
          {DOES.map((one) => (
            <li key={one}>
              <IconSteeringWheel size={18} stroke={1.7} aria-hidden />
              {one}
            </li>
          ))}
        </ul>
        <p className="dim" style={{ marginTop: 16 }}>
          Sign in there with the same e-mail and password. If you do not have the app, ask your dispatcher.
          This console is for those who plan and dispatch.
        </p>
        <Button mt="md" leftSection={<IconLogout size={16} />} onClick={leave}>
          Sign out
        </Button>
      </Sheet>
    </div>
  );
}
