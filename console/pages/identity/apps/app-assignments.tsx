/** Clients to which an app is assigned: assigning it to one, and suspending it there. */
import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { useSave } from "../../../parts/save.ts";
import { Loaded } from "../../../parts/states.tsx";
import { type AppAssignment, assignmentsQuery } from "./queries.ts";

const KEYS = [["platform-apps"]];

export function Assignments({ code }: { code: string }) {
  const query = useQuery(assignmentsQuery(code));
  const businesses = useQuery({
    queryKey: ["platform"],
    queryFn: ({ signal }) => client.platformBusinesses({ per_page: 200 }, { signal }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const give = useSave((client_code: string) => client.platformAppAssignmentCreate({ code, client_code }), {
    keys: KEYS,
    success_message: "The client has the app.",
    done: () => setChosen(null),
  });
  return (
    <section className="stack">
      <h3>Clients</h3>
      <Loaded query={query}>
        {({ assignments }) => (
          <>
            {assignments.length === 0 ? <p className="dim small">Nobody has it yet.</p> : null}
            <ul className="stack" aria-label="Clients of the app">
              {assignments.map((one) => (
                <Assignment key={one.id} assignment={one} />
              ))}
            </ul>
            <form
              className="row"
              onSubmit={(event) => {
                event.preventDefault();
                if (chosen !== null) give.mutate(chosen);
              }}
            >
              <Select
                className="grow"
                aria-label="Client to give it to"
                placeholder="Give it to a client"
                searchable
                data={(businesses.data?.businesses ?? [])
                  .filter((business) => !assignments.some((one) => one.client_code === business.code))
                  .map((business) => ({ value: business.code, label: business.name }))}
                value={chosen}
                onChange={setChosen}
              />
              <Button type="submit" variant="default" disabled={chosen === null} loading={give.isPending}>
                Give
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
    { keys: KEYS, success_message: is_active ? "Suspended for the client." : "Active for the client again." },
  );
  return (
    <li className="row nowrap">
      <span className="grow">
        <span className="strong">{assignment.client_name}</span>{" "}
        <span className="mono dim">{client_code}</span>
      </span>
      <Tag tone={is_active ? "good" : "warn"}>{is_active ? "Active" : "Suspended"}</Tag>
      <Button variant="default" size="xs" loading={change.isPending} onClick={() => change.mutate(undefined)}>
        {is_active ? "Suspend" : "Let it work"}
      </Button>
    </li>
  );
}
