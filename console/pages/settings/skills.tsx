import { ActionIcon, Button, Select } from "@mantine/core";
import { IconCertificate, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Sheet } from "../../parts/page.tsx";
import { useSave } from "../../parts/save.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { day } from "../../parts/times.ts";
import { plain } from "../../parts/words.ts";

export default function Skills() {
  const { permissions, user } = useMe();
  const may_write = permissions.includes("drivers:write") && user.role === "client_admin";
  const [making, setMaking] = useState(false);
  const query = useQuery({
    queryKey: ["skills"],
    queryFn: ({ signal }) => client.skills({ per_page: 200 }, { signal }),
  });
  const drop = useSave((id: number) => client.skillDelete({ skill_id: id }), {
    keys: [["skills"]],
    past: "The skill is gone.",
  });
  return (
    <Sheet
      pad={false}
      title="Skills"
      actions={
        may_write ? (
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
            New skill
          </Button>
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
                    <span className="mono dim">{skill.code}</span> <Tag tone="grey">{plain(skill.kind)}</Tag>
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
      {making ? <NewSkill close={() => setMaking(false)} /> : null}
    </Sheet>
  );
}

function NewSkill({ close }: { close: () => void }) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [kind, setKind] = useState<"driver" | "vehicle">("driver");
  return (
    <FormDrawer
      close={close}
      title="New skill"
      confirm="Make skill"
      run={() => client.skillCreate({ code: code.trim(), name: name.trim(), kind })}
      keys={[["skills"]]}
      past="The skill is there."
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <TextField
            label="Code"
            description="Small letters, digits, - and _; orders name it."
            required
            value={code}
            set={setCode}
            error={error("code")}
          />
          <Select
            label="Who has it"
            data={[
              { value: "driver", label: "Drivers" },
              { value: "vehicle", label: "Vehicles" },
            ]}
            value={kind}
            onChange={(value) => setKind(value as typeof kind)}
            allowDeselect={false}
            error={error("kind")}
          />
        </>
      )}
    </FormDrawer>
  );
}
