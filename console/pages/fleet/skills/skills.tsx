import { ActionIcon, Select, TextInput } from "@mantine/core";
import { IconCertificate, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { SkillCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { humanize } from "../../../parts/labels.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { day } from "../../../parts/times.ts";

export function Skills() {
  const { permissions, user } = useMe();
  const may_write = permissions.includes("drivers:write") && user.role === "client_admin";
  const query = useQuery({
    queryKey: ["skills"],
    meta: { live: ["skill"] },
    queryFn: ({ signal }) => client.skills({ per_page: 200 }, { signal }),
  });
  const drop = useSave((id: number) => client.skillDelete({ skill_id: id }), {
    keys: [["skills"]],
    past: "The skill was deleted.",
  });
  return (
    <Sheet
      pad={false}
      title="Skills"
      actions={
        may_write ? (
          <CreateButton label="New skill" size="xs">
            {(close) => <NewSkill close={close} />}
          </CreateButton>
        ) : null
      }
    >
      <Loaded query={query}>
        {({ skills }) =>
          skills.length === 0 ? (
            <Empty icon={IconCertificate} title="No skills yet">
              An order that needs one goes only to drivers and vehicles that have it.
            </Empty>
          ) : (
            <ul className="list">
              {skills.map((skill) => (
                <li key={skill.id} className="switch-row">
                  <div>
                    <span className="strong">{skill.name}</span>{" "}
                    <span className="mono dim">{skill.code}</span>{" "}
                    <Tag tone="grey">{humanize(skill.kind)}</Tag>
                    {skill.expires_date ? (
                      <div className="dim small">Until {day(skill.expires_date)}</div>
                    ) : null}
                  </div>
                  {may_write ? (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${skill.name}`}
                      loading={drop.isPending && drop.variables === skill.id}
                      onClick={() => drop.mutate(skill.id)}
                    >
                      <IconTrash size={16} />
                    </ActionIcon>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function NewSkill({ close }: { close: () => void }) {
  const initial: SkillCreateInput = { name: "", code: "", kind: "driver" };
  return (
    <FormDrawer
      close={close}
      title="New skill"
      confirm="Create skill"
      initial={initial}
      run={({ name, code, kind }) => client.skillCreate({ name: name.trim(), code: code.trim(), kind })}
      keys={[["skills"]]}
      past="The skill was created."
    >
      {({ field }) => (
        <>
          <TextInput data-autofocus label="Name" required {...field("name")} />
          <TextInput
            label="Code"
            description="Small letters, digits, - and _; orders name it."
            required
            {...field("code")}
          />
          <Select
            label="Who has it"
            data={[
              { value: "driver", label: "Drivers" },
              { value: "vehicle", label: "Vehicles" },
            ]}
            allowDeselect={false}
            {...field("kind")}
          />
        </>
      )}
    </FormDrawer>
  );
}
