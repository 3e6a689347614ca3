/** Every business of the installation, with its feature and module switches. */
import { Button, Drawer, Switch, TextInput } from "@mantine/core";
import { IconBuildingSkyscraper } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Business,
  PlatformBusinessFeaturesUpdateInput,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { featureName, humanize } from "../../../parts/labels.ts";
import { Fact, Facts, Page } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { Table } from "../../../parts/table.tsx";
import { useTimes } from "../../../parts/times.ts";

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
    <Page
      about="Tenants of this installation, and what the platform lets them use."
      actions={<CreateButton label="New business">{(close) => <NewBusiness close={close} />}</CreateButton>}
    >
      <section className="sheet" aria-label="Businesses">
        <Loaded query={query}>
          {({ businesses }) =>
            businesses.length === 0 ? (
              <Empty icon={IconBuildingSkyscraper} title="No business yet" />
            ) : (
              <Table
                label="Businesses"
                rows={businesses}
                keyOf={({ id }) => id}
                nameOf={({ name }) => name}
                onOpen={({ id }) => setOpen(id)}
                columns={[
                  {
                    key: "name",
                    head: "Business",
                    cell: (one) => (
                      <>
                        <span className="strong">{one.name}</span>{" "}
                        <span className="mono dim">{one.code}</span>
                        <div className="dim small">{one.time_zone.replaceAll("_", " ")}</div>
                      </>
                    ),
                  },
                  {
                    key: "status",
                    head: "State",
                    cell: ({ status }) => <Tag tone={TONE[status]}>{humanize(status)}</Tag>,
                  },
                  { key: "accounts", head: "Accounts", align: "end", cell: ({ accounts }) => accounts },
                  {
                    key: "since",
                    head: "Since",
                    align: "end",
                    from: 900,
                    cell: ({ created_at }) => <span className="dim">{times.moment(created_at)}</span>,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </section>
      <Drawer opened={business !== undefined} onClose={() => setOpen(null)} title={business?.name}>
        {business ? <Detail business={business} /> : null}
      </Drawer>
    </Page>
  );
}

function Detail({ business }: { business: Business }) {
  const query = useQuery({
    queryKey: ["platform", business.id, "features"],
    queryFn: ({ signal }) => client.platformBusinessFeatures({ business_id: business.id }, { signal }),
  });
  const gates = useSave(
    (body: Gates) => client.platformBusinessFeaturesUpdate({ business_id: business.id, ...body }),
    { keys: [["platform"]], past: "Saved." },
  );
  const standing = useSave(
    (verb: "suspend" | "activate") =>
      verb === "suspend"
        ? client.platformBusinessSuspend({ business_id: business.id })
        : client.platformBusinessActivate({ business_id: business.id }),
    { keys: [["platform"]], past: "Done." },
  );
  return (
    <div className="stack" style={{ gap: 18 }}>
      <Facts>
        <Fact name="Code">{business.code}</Fact>
        <Fact name="Currency">{business.currency}</Fact>
        <Fact name="Accounts">{business.accounts}</Fact>
        <Fact name="State">
          <Tag tone={TONE[business.status]}>{humanize(business.status)}</Tag>
        </Fact>
      </Facts>
      <Loaded query={query}>
        {({ features: { families, modules } }) => (
          <>
            <section className="stack">
              <h3>Gates</h3>
              <p className="dim small">A closed gate wins over the business's own switch.</p>
              {families.map(({ family, is_allowed, is_switched_on }) => (
                <Switch
                  key={family}
                  label={featureName(family)}
                  description={
                    is_allowed
                      ? is_switched_on
                        ? "Open, and switched on"
                        : "Open, switched off by the business"
                      : "Closed"
                  }
                  checked={is_allowed}
                  disabled={gates.isPending}
                  onChange={(event) => gates.mutate({ families: { [family]: event.currentTarget.checked } })}
                />
              ))}
            </section>
            <section className="stack">
              <h3>Modules</h3>
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
          {business.status === "active" ? "Suspend this business" : "Activate this business"}
        </Button>
      )}
    </div>
  );
}

function NewBusiness({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="New business"
      confirm="Create business"
      initial={{ code: "", name: "", time_zone: "UTC", currency: "EUR", admin: { name: "", email: "" } }}
      run={(values) => client.platformBusinessCreate(values)}
      keys={[["platform"]]}
      past="The business was created; its administrator is invited by e-mail."
    >
      {({ field }) => (
        <>
          <TextInput label="Name" required {...field("name")} />
          <TextInput label="Code" required {...field("code")} />
          <TextInput label="Time zone" required {...field("time_zone")} />
          <TextInput label="Currency" required {...field("currency")} />
          <TextInput label="Administrator" required {...field("admin.name")} />
          <TextInput label="E-mail of the administrator" required {...field("admin.email")} />
        </>
      )}
    </FormDrawer>
  );
}
