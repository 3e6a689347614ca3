/** Chooses the columns of a grid and their sequence. */
import { ActionIcon, Button, Checkbox, Popover } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconColumns3 } from "#icons";
import { type Column, type Layout, listShownColumns, moveColumn, toggleColumn } from "./columns.ts";
import { text } from "./text.ts";

export function ColumnsMenu<Row>({
  columns,
  layout,
  onLayout,
}: {
  columns: readonly Column<Row>[];
  layout: Layout;
  onLayout: (layout: Layout) => void;
}) {
  const all = columns.map(({ key }) => key);
  const visible_keys = listShownColumns(columns, layout, window.innerWidth).map(({ key }) => key);
  const listed = [...visible_keys, ...all.filter((key) => !visible_keys.includes(key))];
  const change = (keys: string[]) => onLayout({ ...layout, columns: keys });
  return (
    <Popover position="bottom-end" width={290} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          {text.columns.title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <ul className="grid-columns" aria-label={text.columns.title}>
          {listed.map((key) => {
            const column = columns.find((one) => one.key === key);
            const at = visible_keys.indexOf(key);
            const name = column?.head || text.columns.actions;
            return (
              <li key={key}>
                <Checkbox
                  size="xs"
                  label={name}
                  checked={at >= 0}
                  disabled={at >= 0 && visible_keys.length === 1}
                  onChange={() => change(toggleColumn(all, visible_keys, key))}
                />
                {at < 0 ? null : (
                  <span className="row nowrap" style={{ gap: 2 }}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      aria-label={text.columns.left({ column: name })}
                      disabled={at === 0}
                      onClick={() => change(moveColumn(visible_keys, key, -1))}
                    >
                      <IconChevronUp size={14} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      aria-label={text.columns.right({ column: name })}
                      disabled={at === visible_keys.length - 1}
                      onClick={() => change(moveColumn(visible_keys, key, 1))}
                    >
                      <IconChevronDown size={14} />
                    </ActionIcon>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        <div className="grid-columns-foot">
          <Button size="xs" variant="subtle" color="gray" onClick={() => onLayout({})}>
            {text.columns.reset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
