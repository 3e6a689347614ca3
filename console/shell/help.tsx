/** The keys of the console and those of the page that is open. */
import { Button, Modal } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/session.ts";
import { listActions } from "./commands.ts";
import { listPages } from "./manifests.ts";
import { useOperations } from "./palette.tsx";
import { text } from "./text.ts";

type Keys = readonly [keys: readonly string[], does: string];

export function Help({ opened, close }: { opened: boolean; close: () => void }) {
  return (
    <Modal opened={opened} onClose={close} title={text.keys.title} size="lg">
      <AllKeys />
      <HelpLinks close={close} />
    </Modal>
  );
}

const listEverywhere = (): readonly Keys[] => [
  [["Ctrl", "K"], text.keys.search],
  [["/"], text.keys.the_same],
  [["?"], text.keys.these],
  [["Esc"], text.keys.close],
];

const listOfTables = (): readonly Keys[] => [
  [["↑", "↓"], text.keys.move],
  [["Enter"], text.keys.open],
  [["Space"], text.keys.select],
  [["→", "Enter"], text.keys.change],
  [["Tab"], text.keys.save],
];

function AllKeys() {
  const me = useMe();
  const operations = useOperations(true);
  const actions = listActions(me, operations).flatMap(({ key, label, hint }): Keys[] =>
    key === undefined ? [] : [[[key], text.keys.action({ label, of: hint })]],
  );
  const pages = listPages(me).flatMap(({ key, label }): Keys[] =>
    key === undefined ? [] : [[["g", key], text.keys.go_to({ page: label })]],
  );
  return (
    <div className="key-groups">
      <KeyList title={text.keys.this_page} keys={actions} />
      <KeyList title={text.keys.everywhere} keys={listEverywhere()} />
      <KeyList title={text.keys.tables} keys={listOfTables()} />
      <KeyList title={text.keys.pages} keys={pages} />
    </div>
  );
}

/** Pages that help at the start, for those who may open them. */
function HelpLinks({ close }: { close: () => void }) {
  const pages = listPages(useMe()).filter(({ in_help }) => in_help);
  return pages.map(({ to, label, icon: Icon }) => (
    <Button
      key={to}
      component={Link}
      to={to}
      variant="default"
      leftSection={<Icon size={16} />}
      onClick={close}
    >
      {label}
    </Button>
  ));
}

function KeyList({ title, keys }: { title: string; keys: readonly Keys[] }) {
  if (keys.length === 0) return null;
  return (
    <section>
      <h3 className="more-area">{title}</h3>
      <dl className="stack" style={{ gap: 8 }}>
        {keys.map(([combination, does]) => (
          <div key={does} className="row apart nowrap">
            <dd>{does}</dd>
            <dt className="row tight nowrap">
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
          </div>
        ))}
      </dl>
    </section>
  );
}
