/** What a driver sees who signs in to the console: their own app is another program. */

import { Button } from "@mantine/core";
import { IconLogout, IconSteeringWheel } from "@tabler/icons-react";
import { Sheet } from "../parts/page.tsx";
import { usePageTitle } from "../parts/use-page-title.ts";
import { useSignOut } from "./sign-out.ts";
import { text } from "./text.ts";

export function DriverPage({ name }: { name: string }) {
  const leave = useSignOut();
  usePageTitle(text.driver.title);
  return (
    <div className="page">
      <header>
        <h1>{text.driver.heading}</h1>
        <p className="page-about">{text.driver.about(name)}</p>
      </header>
      <Sheet title={text.driver.in_it}>
        <ul className="driver-does">
          {Object.values(text.driver.does).map((one) => (
            <li key={one}>
              <IconSteeringWheel size={18} stroke={1.7} aria-hidden />
              {one}
            </li>
          ))}
        </ul>
        <p className="dim" style={{ marginTop: 16 }}>
          {text.driver.where}
        </p>
        <Button mt="md" leftSection={<IconLogout size={16} />} onClick={leave}>
          {text.sign_out}
        </Button>
      </Sheet>
    </div>
  );
}
