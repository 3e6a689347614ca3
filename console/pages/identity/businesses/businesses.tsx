/** Every business of the installation, with its feature and module switches. */
import { Button, Drawer, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { IconBuildingSkyscraper } from "#icons";
import type {
  Business,
  PlatformBusinessFeaturesUpdateInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { describeInvitation, InviteAgain, presentInvitation } from "../../../parts/invitation/invitation.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { useTimes } from "../../../parts/times.ts";
import { featureName } from "../../../parts/words/words.ts";
import { text } from "./text.ts";

const RULES = getRules("platformBusinessCreate");

type Gates = Omit<PlatformBusinessFeaturesUpdateInput, "business_id">;

const TONE = { active: "good", suspended: "warn", closed: "grey" } as const;

export function Businesses() {
  const times = useTimes();
  const [open, setOpen] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ["platform"],
    queryFn: ({ signal }) => client.platformBusinesses({ per_page: 200 }, { signal }),
  });
  const business = query.data?.businesses.find(({ id }) => id === open);
  return (
    <ListPage
      subtitle={text.about}
      actions={<CreateButton label={text.create}>{(close) => <NewBusiness close={close} />}</CreateButton>}
      label={text.title}
      query={query}
      rows={({ businesses }) => businesses}
      empty={<Empty icon={IconBuildingSkyscraper} title={text.none} />}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={({ id }) => setOpen(id)}
      columns={[
        {
          key: "name",
          head: text.business,
          cell: (one) => (
            <>
              <span className="strong">{one.name}</span> <span className="mono dim">{one.code}</span>
              <div className="dim small">{one.time_zone.replaceAll("_", " ")}</div>
            </>
          ),
        },
        {
          key: "status",
          head: text.state,
          cell: ({ status }) => <Tag tone={TONE[status]}>{text.statuses[status]}</Tag>,
        },
        { key: "accounts", head: text.accounts, align: "end", cell: ({ accounts }) => accounts },
        {
          key: "since",
          head: text.since,
          align: "end",
          window_width_min: 641,
          cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
        },
      ]}
    >
      <Drawer opened={business !== undefined} onClose={() => setOpen(null)} title={business?.name}>
        {business ? <Detail business={business} /> : null}
      </Drawer>
    </ListPage>
  );
}

function Detail({ business }: { business: Business }) {
  const query = useQuery({
    queryKey: ["platform", business.id, "features"],
    queryFn: ({ signal }) => client.platformBusinessFeatures({ business_id: business.id }, { signal }),
  });
  const gates = useSave(
    (body: Gates) => client.platformBusinessFeaturesUpdate({ business_id: business.id, ...body }),
    { keys: [["platform"]], success_message: text.saved },
  );
  const standing = useSave(
    (verb: "suspend" | "activate") =>
      verb === "suspend"
        ? client.platformBusinessSuspend({ business_id: business.id })
        : client.platformBusinessActivate({ business_id: business.id }),
    { keys: [["platform"]], success_message: text.done },
  );
  return (
    <div className="stack" style={{ gap: 18 }}>
      <Facts>
        <Fact name={text.code}>{business.code}</Fact>
        <Fact name={text.currency}>{business.currency}</Fact>
        <Fact name={text.accounts}>{business.accounts}</Fact>
        <Fact name={text.state}>
          <Tag tone={TONE[business.status]}>{text.statuses[business.status]}</Tag>
        </Fact>
      </Facts>
      {business.awaits_administrator && business.status === "active" ? (
        <section className="row apart">
          <p className="dim small grow">{text.awaits}</p>
          <InviteAgain
            email={text.admin}
            run={() => client.platformBusinessInvite({ business_id: business.id })}
            keys={[["platform"]]}
          />
        </section>
      ) : null}
      <Loaded query={query}>
        {({ features: { families, modules } }) => (
          <>
            <section className="stack">
              <h3>{text.gates}</h3>
              <p className="dim small">{text.gates_about}</p>
              {families.map(({ family, is_allowed, is_switched_on }) => (
                <Switch
                  key={family}
                  label={featureName(family)}
                  description={
                    is_allowed ? (is_switched_on ? text.gate.on : text.gate.off) : text.gate.closed
                  }
                  checked={is_allowed}
                  disabled={gates.isPending}
                  onChange={(event) => gates.mutate({ families: { [family]: event.currentTarget.checked } })}
                />
              ))}
            </section>
            <section className="stack">
              <h3>{text.modules}</h3>
              {modules.map(({ module, is_licensed }) => (
                <Switch
                  key={module}
                  label={featureName(module)}
                  checked={is_licensed}
                  disabled={gates.isPending}
                  onChange={(event) => gates.mutate({ modules: { [module]: event.currentTarget.checked } })}
                />
              ))}
            </section>
          </>
        )}
      </Loaded>
      {business.status === "closed" ? null : (
        <Button
          variant="default"
          loading={standing.isPending}
          onClick={() => standing.mutate(business.status === "active" ? "suspend" : "activate")}
          style={{ alignSelf: "flex-start" }}
        >
          {business.status === "active" ? text.suspend : text.activate}
        </Button>
      )}
    </div>
  );
}

function NewBusiness({ close }: { close: () => void }) {
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
      initial={{ code: "", name: "", time_zone: "UTC", currency: "EUR", admin: { name: "", email: "" } }}
      run={async (values) => ({
        ...(await client.platformBusinessCreate(values)),
        email: values.admin.email.trim(),
      })}
      keys={[["platform"]]}
      success_message={describeInvitation(text.created)}
      done={(answer) => {
        close();
        presentInvitation(answer.email, answer);
      }}
    >
      {({ field }) => (
        <>
          <TextInput label={text.name} {...field("name")} />
          <TextInput label={text.code} {...field("code")} />
          <TextInput label={text.time_zone} {...field("time_zone")} />
          <TextInput label={text.currency} {...field("currency")} />
          <TextInput label={text.admin} {...field("admin.name")} />
          <TextInput label={text.admin_email} {...field("admin.email")} />
        </>
      )}
    </FormDrawer>
  );
}
