import { Modal } from "@mantine/core";
import { useMe } from "../api/session.ts";
import { listPages, PUBLIC_NAVIGATION } from "./manifests.ts";

export function Help({ opened, close }: { opened: boolean; close: () => void }) {
  const keys: [string[], string][] = [
    [["/"], "Search orders and pages"],
    [["?"], "These keys"],
    ...[...listPages(useMe()), ...PUBLIC_NAVIGATION].flatMap(({ key, label }): [string[], string][] =>
      key === undefined ? [] : [[["g", key], `Go to ${label.toLowerCase()}`]],
    ),
    [["↑", "↓"], "Move in a table (or j, k)"],
    [["Enter"], "Open the row"],
    [["Space"], "Select the row"],
    [["Esc"], "Close a dialog"],
  ];
  return (
    <Modal opened={opened} onClose={close} title="Keys">
      <dl className="stack" style={{ gap: 8 }}>
        {keys.map(([combination, does]) => (
          <div key={does} className="row apart">
            <dd>{does}</dd>
            <dt className="row tight">
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
