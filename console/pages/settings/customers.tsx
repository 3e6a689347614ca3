import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CustomerSummary as Customer } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";
import { useMe } from "../../api/session.ts";
import { Tag } from "../../parts/badge.tsx";
import { FormDrawer, TextField } from "../../parts/form-drawer.tsx";
import { Pager } from "../../parts/pager.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { plain } from "../../parts/words.ts";
import {
  errorsOfTerms,
  NEW_TERMS,
  sentTerms,
  type Terms,
  TermsFields,
  termColumns,
  termsOf,
  useMinors,
} from "./terms.tsx";

export default function Customers() {
  const { permissions, business } = useMe();
  const may_write = permissions.includes("settings:write");
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 250);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Customer | "new" | null>(null);
  const query = useQuery({
    queryKey: ["customers", q, page],
    queryFn: ({ signal }) => client.clientCustomers({ ...(q ? { q } : {}), page, per_page: 50 }, { signal }),
  });
  return (
    <section className="sheet" aria-label="Customers">
      <div className="filters">
        <TextInput
          className="grow"
          type="search"
          aria-label="Find a customer"
          placeholder="Name, code or e-mail"
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
        {may_write ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen("new")}>
            New customer
          </Button>
        ) : null}
      </div>
      <Loaded query={query}>
        {(found) =>
          found.customers.length === 0 ? (
            <Empty icon={IconUsers} title={q ? "Nobody matches" : "No customers yet"} />
          ) : (
            <>
              <Table
                label="Customers"
                rows={found.customers}
                keyOf={({ id }) => id}
                nameOf={({ name }) => name}
                onOpen={may_write ? setOpen : undefined}
                columns={[
                  {
                    key: "name",
                    head: "Customer",
                    cell: (one) => (
                      <>
                        <span className="strong">{one.name}</span>{" "}
                        <span className="mono dim">{one.code}</span>
                        <div className="dim small">{one.email}</div>
                      </>
                    ),
                  },
                  { key: "tier", head: "Tier", cell: ({ tier }) => plain(tier) },
                  ...termColumns(business?.currency),
                  {
                    key: "status",
                    head: "State",
                    from: 900,
                    cell: ({ status }) => (
                      <Tag tone={status === "active" ? "good" : "grey"}>{plain(status)}</Tag>
                    ),
                  },
                ]}
              />
              <Pager {...found} onPage={setPage} noun="customers" />
            </>
          )
        }
      </Loaded>
      {open !== null ? (
        <CustomerForm
          key={open === "new" ? "new" : open.id}
          customer={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

function CustomerForm({ customer, close }: { customer: Customer | null; close: () => void }) {
  const minors = useMinors();
  const [name, setName] = useState(customer?.name ?? "");
  const [email, setEmail] = useState(customer?.email ?? "");
  const [phone, setPhone] = useState(customer?.phone_e164 ?? "");
  const [terms, setTerms] = useState<Terms>(customer ? termsOf(customer, minors) : NEW_TERMS);
  const [active, setActive] = useState(customer?.status !== "disabled");
  const [invite, setInvite] = useState(false);
  const save = () => {
    const body = {
      name: name.trim(),
      email: email.trim() || null,
      phone: phone.trim() || null,
      ...sentTerms(terms, minors),
    };
    if (customer === null)
      return client.clientCustomerCreate({
        ...body,
        ...(invite ? { sign_in: { email: email.trim() } } : {}),
      });
    return client.clientCustomerUpdate(
      { customer_id: customer.id, ...body, status: active ? "active" : "disabled" },
      { if_match: customer.version },
    );
  };
  return (
    <FormDrawer
      close={close}
      title={customer?.name ?? "New customer"}
      confirm={customer ? "Save" : "Make customer"}
      run={save}
      keys={[["customers"]]}
      past="Saved."
    >
      {(error) => (
        <>
          <TextField data-autofocus label="Name" required value={name} set={setName} error={error("name")} />
          <TextField label="E-mail" type="email" value={email} set={setEmail} error={error("email")} />
          <TextField label="Phone" type="tel" value={phone} set={setPhone} error={error("phone")} />
          <TermsFields
            terms={terms}
            set={(part) => setTerms((was) => ({ ...was, ...part }))}
            errors={errorsOfTerms(error)}
            hidden_unless_said="As the settings say"
          />
          {customer === null ? (
            <Switch
              label="Invite to sign in with this e-mail"
              checked={invite}
              onChange={(event) => setInvite(event.currentTarget.checked)}
            />
          ) : (
            <Switch
              label="Active"
              checked={active}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}
