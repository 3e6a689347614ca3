/** Chooses, saves and shares views of a list. */
import { Button, Checkbox, Menu, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { IconBookmark, IconCheck, IconDeviceFloppy, IconPencil, IconPlus, IconStar, IconTrash } from "#icons";
import { client } from "../../api/client.ts";
import { isStaff, useMe } from "../../api/session.ts";
import { FormDrawer } from "../form-drawer.tsx";
import { getRules } from "../form-rules.ts";
import { useSave } from "../save.ts";
import type { Layout } from "./columns.ts";
import { text } from "./text.ts";
import type { ListState, useViews, View } from "./views.ts";

const RULES = getRules("viewCreate");

interface MenuProps {
  list: string;
  /** What the list is called without a view: "All orders". */
  all: string;
  views: ReturnType<typeof useViews>;
  state: ListState;
  /** Null: the list as the console proposes it. */
  open: (view: View | null) => void;
}

export function ViewsMenu({ list, all, views, state, open }: MenuProps) {
  const me = useMe();
  const may_write = me.permissions.includes("views:write");
  const [form, setForm] = useState<View | "new" | null>(null);
  const { current, layout, is_changed } = views;
  const keys = [["views"]];
  const save = useSave(
    (view: View) =>
      client.viewUpdate(
        { view_id: view.id, definition: toDefinition(state, layout) },
        { if_match: view.version },
      ),
    { keys, success_message: text.views.saved },
  );
  const choose = useSave((view_id: number | null) => client.viewDefaultSet({ list, view_id }), {
    keys,
    success_message: text.views.saved,
  });
  const remove = useSave((view: View) => client.viewDelete({ view_id: view.id }), {
    keys,
    success_message: text.views.removed,
    done: () => open(null),
  });
  if (!views.may_read) return null;
  const item = (view: View) => (
    <Menu.Item
      key={view.id}
      leftSection={view.id === current?.id ? <IconCheck size={16} /> : <span className="menu-gap" />}
      rightSection={view.is_default ? <span className="dim small">{text.views.default_view}</span> : null}
      onClick={() => open(view)}
    >
      {view.name}
      {view.is_own ? null : <span className="dim small"> · {text.views.by({ name: view.owner.name })}</span>}
    </Menu.Item>
  );
  const own_views = views.views.filter(({ is_own }) => is_own);
  const shared = views.views.filter(({ is_own }) => !is_own);
  const name = current?.name ?? all;
  return (
    <>
      <Menu position="bottom-start" width={290}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} />}
            aria-label={text.views.title({ view: name })}
          >
            <span className="cut" style={{ maxWidth: 150 }}>
              {name}
            </span>
            {is_changed ? <span className="filter-count">{text.views.changed}</span> : null}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={current === undefined ? <IconCheck size={16} /> : <span className="menu-gap" />}
            onClick={() => open(null)}
          >
            {all}
          </Menu.Item>
          {own_views.length > 0 ? <Menu.Label>{text.views.own}</Menu.Label> : null}
          {own_views.map(item)}
          {shared.length > 0 ? <Menu.Label>{text.views.shared}</Menu.Label> : null}
          {shared.map(item)}
          <Menu.Divider />
          {current !== undefined && is_changed && current.can_change && may_write ? (
            <Menu.Item leftSection={<IconDeviceFloppy size={16} />} onClick={() => save.mutate(current)}>
              {text.views.save}
            </Menu.Item>
          ) : null}
          {may_write ? (
            <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setForm("new")}>
              {text.views.save_as}
            </Menu.Item>
          ) : null}
          {current === undefined ? null : (
            <>
              <Menu.Item
                leftSection={<IconStar size={16} />}
                onClick={() => choose.mutate(current.is_default ? null : current.id)}
              >
                {current.is_default ? text.views.no_default : text.views.make_default}
              </Menu.Item>
              {current.can_change && may_write ? (
                <>
                  <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setForm(current)}>
                    {text.views.edit}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => remove.mutate(current)}
                  >
                    {text.views.remove}
                  </Menu.Item>
                </>
              ) : null}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {form === null ? null : (
        <ViewForm
          list={list}
          view={form === "new" ? null : form}
          definition={toDefinition(state, layout)}
          may_share={isStaff(me)}
          close={() => setForm(null)}
          open={open}
        />
      )}
    </>
  );
}

function toDefinition({ filters, sort }: ListState, { columns, widths }: Layout): View["definition"] {
  return {
    filters,
    ...(sort === undefined ? {} : { sort }),
    ...(columns === undefined ? {} : { columns }),
    ...(widths === undefined ? {} : { widths }),
  };
}

function ViewForm({
  list,
  view,
  definition,
  may_share,
  close,
  open,
}: {
  list: string;
  /** Null: a new one. */
  view: View | null;
  definition: View["definition"];
  may_share: boolean;
  close: () => void;
  open: (view: View) => void;
}) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={view?.name ?? text.views.save_as}
      confirm={text.views.confirm}
      initial={{
        name: view?.name ?? "",
        shared: view?.shared ?? false,
        is_default: view?.is_default ?? false,
      }}
      run={async ({ name, shared, is_default }) => {
        const saved =
          view === null
            ? await client.viewCreate({ list, name: name.trim(), shared, definition })
            : await client.viewUpdate(
                { view_id: view.id, name: name.trim(), shared },
                { if_match: view.version },
              );
        if (is_default !== (view?.is_default ?? false))
          await client.viewDefaultSet({ list, view_id: is_default ? saved.view.id : null });
        return saved;
      }}
      keys={[["views"]]}
      success_message={text.views.saved}
      done={({ view: saved }) => {
        close();
        if (view === null) open(saved);
      }}
    >
      {({ field, own }) => (
        <>
          <TextInput data-autofocus label={text.views.name} {...field("name")} />
          {may_share ? (
            <Switch
              label={text.views.share}
              description={text.views.share_about}
              {...field("shared", { type: "checkbox" })}
            />
          ) : null}
          <Checkbox label={text.views.is_default} {...own("is_default", { type: "checkbox" })} />
        </>
      )}
    </FormDrawer>
  );
}
