/** Clients to which an app is assigned: assigning it to one, and suspending it there. */
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { type AppAssignment, assignmentsQuery } from "./queries.ts";
import { text } from "./text.ts";

const KEYS = [["platform-apps"]];

export function Assignments({ code }: { code: string }) {
  const query = useQuery(assignmentsQuery(code));
  const businesses = useQuery({
    queryKey: ["platform"],
    queryFn: ({ signal }) => client.platformBusinesses({ per_page: 200 }, { signal }),
  });
  const [chosen_app, setChosenApp] = useState<string | null>(null);
  const give = useSave((client_code: string) => client.platformAppAssignmentCreate({ code, client_code }), {
    keys: KEYS,
    success_message: text.assignments.given,
    done: () => setChosenApp(null),
  });
  return (
    <section className="stack">
      <h3>{text.assignments.title}</h3>
      <Loaded query={query}>
        {({ assignments }) => (
          <>
            {assignments.length === 0 ? <p className="dim small">{text.assignments.none}</p> : null}
            <ul className="stack" aria-label={text.assignments.label}>
              {assignments.map((one) => (
                <Assignment key={one.id} assignment={one} />
              ))}
            </ul>
            <form
              className="row"
              onSubmit={(event) => {
                event.preventDefault();
                if (chosen_app !== null) give.mutate(chosen_app);
              }}
            >
              <Select
                className="grow"
                aria-label={text.assignments.choose}
                placeholder={text.assignments.choose_about}
                searchable
                data={(businesses.data?.businesses ?? [])
                  .filter((business) => !assignments.some((one) => one.client_code === business.code))
                  .map((business) => ({ value: business.code, label: business.name }))}
                value={chosen_app}
                onChange={setChosenApp}
              />
              <Button type="submit" variant="default" disabled={chosen_app === null} loading={give.isPending}>
                {text.assignments.give}
              </Button>
            </form>
          </>
        )}
      </Loaded>
    </section>
  );
}

function Assignment({ assignment }: { assignment: AppAssignment }) {
  const { app_code: code, client_code, status } = assignment;
  const is_active = status === "active";
  const change = useSave(
    () =>
      client.platformAppAssignmentUpdate({ code, client_code, status: is_active ? "suspended" : "active" }),
    { keys: KEYS, success_message: is_active ? text.assignments.suspended_now : text.assignments.active_now },
  );
  return (
    <li className="row nowrap">
      <span className="grow">
        <span className="strong">{assignment.client_name}</span>{" "}
        <span className="mono dim">{client_code}</span>
      </span>
      <Tag tone={is_active ? "good" : "warn"}>{is_active ? text.active : text.assignments.suspended}</Tag>
      <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(undefined)}>
        {is_active ? text.assignments.suspend : text.assignments.resume}
      </Button>
    </li>
  );
}
