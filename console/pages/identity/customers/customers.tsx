import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { IconPlus, IconUsers } from "#icons";
import type { CustomerSummary as Customer } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { describeInvitation, InviteAgain, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { text as invitation_text } from "../../../parts/invitation/text.ts";
import { nameCode } from "../../../parts/labels.ts";
import { FilterText, getFilters } from "../../../parts/list/filters.tsx";
import { TableList } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Empty } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { CustomerPriceLists } from "../../money/price-lists/customer-lists.tsx";
import { text as price_text } from "../../money/price-lists/text.ts";
import {
  NEW_TERMS,
  nameTier,
  TermsFields,
  termColumns,
  toTerms,
  toTermsInput,
  toTermsPath,
  useMinorUnits,
} from "./terms.tsx";
import { text } from "./text.ts";

const RULES = getRules("clientCustomerCreate");

export function Customers() {
  const { permissions, business } = useMe();
  const may_write = permissions.includes("settings:write");
  const { q: initial_query = "" } = useSearch({ from: "/inside/customers" });
  const [typed, setTyped] = useState(initial_query);
  useEffect(() => setTyped(initial_query), [initial_query]);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Customer | "new" | null>(null);
  const [priced, setPriced] = useState<Customer | null>(null);
  const query = useQuery({
    queryKey: ["customers", q, page],
    meta: { live: ["customer"] },
    queryFn: ({ signal }) => client.clientCustomers({ ...(q ? { q } : {}), page, per_page: 50 }, { signal }),
  });
  const columns: Column<Customer>[] = [
    {
      key: "name",
      head: text.customer,
      cell: (one) => (
        <>
          <span className="strong">{one.name}</span> <span className="mono dim">{one.code}</span>
          <div className="dim small">{one.email}</div>
        </>
      ),
    },
    { key: "tier", head: text.tier, cell: ({ tier }) => nameTier(tier) },
    ...termColumns(business?.currency),
    {
      key: "lists",
      head: price_text.of_customer.button,
      window_width_min: 641,
      cell: (one) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={price_text.of_customer.button_of({ name: one.name })}
          onClick={(event) => {
            // The row opens the customer.
            event.stopPropagation();
            setPriced(one);
          }}
        >
          {price_text.of_customer.button}
        </Button>
      ),
    },
    {
      key: "status",
      head: text.state,
      window_width_min: 641,
      cell: ({ status }) => (
        <Tag tone={status === "active" ? "good" : "grey"}>{nameCode(text.states, status)}</Tag>
      ),
    },
  ];
  return (
    <TableList
      label={text.title}
      toolbar={
        <div className="filters">
          <FilterText
            label={text.find}
            placeholder={text.find_about}
            rule={getFilters("clientCustomers").by_member["q"]!}
            value={typed}
            change={(value = "") => {
              setTyped(value);
              setPage(1);
            }}
          />
          {may_write ? (
            <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen("new")}>
              {text.create}
            </Button>
          ) : null}
        </div>
      }
      query={query}
      rows={(page) => page.customers}
      empty={<Empty icon={IconUsers} title={q ? text.no_match : text.none} />}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={may_write ? setOpen : undefined}
      columns={columns}
      foot={(page) => <Pager {...page} onPage={setPage} noun={text.noun} />}
    >
      {open !== null ? (
        <CustomerForm
          key={open === "new" ? "new" : open.id}
          customer={open === "new" ? null : open}
          close={() => setOpen(null)}
        />
      ) : null}
      {priced === null ? null : <CustomerPriceLists customer={priced} close={() => setPriced(null)} />}
    </TableList>
  );
}

function CustomerForm({ customer, close }: { customer: Customer | null; close: () => void }) {
  const minors = useMinorUnits();
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={customer?.name ?? text.create}
      confirm={customer ? text.save : text.create_submit}
      initial={{
        name: customer?.name ?? "",
        email: customer?.email ?? "",
        phone: customer?.phone_e164 ?? "",
        ...(customer ? toTerms(customer, minors) : NEW_TERMS),
        is_active: customer?.status !== "disabled",
        invites: false,
      }}
      toPath={(path) => (path === "sign_in.email" ? "email" : toTermsPath(path))}
      run={({ name, email, phone, is_active, invites, ...terms }) => {
        const body = {
          name: name.trim(),
          email: email.trim() || null,
          phone: phone.trim() || null,
          ...toTermsInput(terms, minors),
        };
        if (customer === null)
          return client.clientCustomerCreate({
            ...body,
            ...(invites ? { sign_in: { email: email.trim() } } : {}),
          });
        return client.clientCustomerUpdate(
          { customer_id: customer.id, ...body, status: is_active ? "active" : "disabled" },
          { if_match: customer.version },
        );
      }}
      keys={[["customers"]]}
      success_message={describeInvitation(text.saved)}
      done={(answer) => {
        close();
        presentInvitation(answer.customer.accounts.at(-1)?.email ?? "", answer);
      }}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label={text.name} {...form.field("name")} />
          <TextInput label={text.email} {...form.field("email")} />
          <TextInput label={text.phone} type="tel" {...form.field("phone")} />
          <TermsFields form={form} placeholder={text.as_in_settings} />
          {customer === null ? (
            <Switch label={text.invite} {...form.own("invites", { type: "checkbox" })} />
          ) : (
            <>
              <Switch label={text.active} {...form.own("is_active", { type: "checkbox" })} />
              <InvitedAccounts customer_id={customer.id} close={close} />
            </>
          )}
        </>
      )}
    </FormDrawer>
  );
}

/** Who may sign in for the customer and has not chosen a password yet. */
function InvitedAccounts({ customer_id, close }: { customer_id: number; close: () => void }) {
  const query = useQuery({
    queryKey: ["customers", "one", customer_id],
    queryFn: ({ signal }) => client.clientCustomer({ customer_id }, { signal }),
  });
  const invited = query.data?.customer.accounts.filter(({ status }) => status === "invited") ?? [];
  return invited.map(({ id, email }) => (
    <div key={id} className="row apart">
      <TwoLines className="strong cut" below={invitation_text.waiting}>
        {email}
      </TwoLines>
      <InviteAgain
        email={email}
        run={() => client.clientCustomerUpdate({ customer_id, invite_account_id: id })}
        keys={[["customers"]]}
        done={close}
      />
    </div>
  ));
}
