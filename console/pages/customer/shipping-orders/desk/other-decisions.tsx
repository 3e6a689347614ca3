/** The decisions about an order that do not come next, in a menu. */
import { Button, Menu } from "@mantine/core";
import { IconDots } from "#icons";

export function OtherDecisions<Decision extends string>({
  label,
  decisions,
  name,
  choose,
}: {
  label: string;
  decisions: readonly Decision[];
  name: (decision: Decision) => string;
  choose: (decision: Decision) => void;
}) {
  if (decisions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {decisions.map((decision) => (
          <Menu.Item
            key={decision}
            color={decision === "cancel" ? "red" : undefined}
            onClick={() => choose(decision)}
          >
            {name(decision)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
