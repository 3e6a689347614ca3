import { Alert, Button, Checkbox, Modal, NumberInput, PasswordInput, Select, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Token, UserTokenCreateInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { Tag } from "../../../parts/badge.tsx";
import { Copy } from "../../../parts/copy.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { minorUnits, money, toMinor } from "../../../parts/format.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Empty, Loaded } from "../../../parts/states.tsx";
import { addDays, useTimes } from "../../../parts/times.ts";
import { ChoiceError, PermissionPicker } from "./permissions.tsx";
import { permissionsQuery, type Scope } from "./queries.ts";

const PROFILES = [
  { value: "ops-readonly", label: "Operations, reading only" },
  { value: "ops-write", label: "Operations, reading and writing" },
  { value: "support", label: "Support" },
  { value: "wms-readonly", label: "Warehouse, reading only" },
  { value: "datasets-readonly", label: "Datasets, reading only" },
  { value: "alliance-readonly", label: "Alliance, reading only" },
  { value: "full", label: "Everything you may do (not for unattended agents)" },
  { value: "own", label: "Chosen one by one" },
];
/** A profile, or scopes of its own. */
type Grant = NonNullable<UserTokenCreateInput["profile"]> | "own";

const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
];

export function Tokens() {
  const times = useTimes();
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [limiting, setLimiting] = useState<Token | null>(null);
  const currency = useMe().business?.currency;
  const query = useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => client.userTokens({ per_page: 100 }, { signal }),
  });
  const revoke = useSave((id: number) => client.userTokenRevoke({ token_id: id }), {
    keys: [["tokens"]],
    success_message: "The token was revoked.",
  });
  return (
    <>
      <Sheet
        pad={false}
        title="Your tokens and sign-ins"
        actions={
          <>
            <Button size="xs" variant="default" onClick={() => setChanging(true)}>
              Change password
            </Button>
            <CreateButton label="New token" size="xs">
              {(close) => (
                <NewToken
                  close={close}
                  created={(text) => {
                    close();
                    setSecret(text);
                  }}
                />
              )}
            </CreateButton>
          </>
        }
      >
        <Loaded query={query}>
          {({ tokens }) =>
            tokens.length === 0 ? (
              <Empty icon={IconKey} title="No tokens" />
            ) : (
              <ul className="list">
                {tokens.map((token) => (
                  <li key={token.id} className="switch-row">
                    <div>
                      <span className="strong">
                        {token.name ?? (token.kind === "login" ? "Sign-in" : "App session")}
                      </span>{" "}
                      {token.profile ? <Tag tone="blue">{token.profile}</Tag> : null}{" "}
                      {token.is_current ? <Tag tone="good">This one</Tag> : null}
                      <div className="dim small">
                        Created {times.moment(token.created_at)} · used {times.ago(token.last_used_at)}
                        {token.refreshable_until
                          ? ` · its program can refresh it until ${times.moment(token.refreshable_until)}`
                          : token.expires_at
                            ? ` · ends ${times.moment(token.expires_at)}`
                            : ""}
                      </div>
                      {token.kind === "api" ? (
                        <div className="dim small">{describeLimits(token, currency)}</div>
                      ) : null}
                    </div>
                    <div className="row">
                      {token.kind === "api" ? (
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={`Limits of ${token.name ?? "the token"}`}
                          onClick={() => setLimiting(token)}
                        >
                          Limits
                        </Button>
                      ) : null}
                      {token.is_current ? null : (
                        <Button
                          variant="default"
                          size="xs"
                          loading={revoke.isPending && revoke.variables === token.id}
                          onClick={() => revoke.mutate(token.id)}
                        >
                          Revoke
                        </Button>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Sheet>
      {limiting ? <TokenLimits token={limiting} close={() => setLimiting(null)} /> : null}
      {changing ? <NewPassword close={() => setChanging(false)} /> : null}
      <Modal opened={secret !== null} onClose={() => setSecret(null)} title="Your new token" size="lg">
        <div className="stack">
          <Alert color="yellow" variant="outline" title="It is shown only now">
            Copy it to where it will be used. It cannot be read again.
          </Alert>
          <div className="row nowrap look-ahead">
            <code className="mono grow">{secret}</code>
            <Copy value={secret ?? ""} label="token" />
          </div>
          <Button onClick={() => setSecret(null)} style={{ alignSelf: "flex-end" }}>
            I have copied it
          </Button>
        </div>
      </Modal>
    </>
  );
}

/** Amounts as they are entered; empty for no limit. */
interface LimitValues {
  calls_per_minute: number | string;
  orders_per_day: number | string;
  money_minor_per_day: number | string;
}
const NO_LIMITS: LimitValues = { calls_per_minute: "", orders_per_day: "", money_minor_per_day: "" };

function describeLimits(
  { calls_per_minute, orders_per_day, money_minor_per_day }: Token,
  currency: string | undefined,
): string {
  const limits = [
    calls_per_minute === null ? null : `${calls_per_minute} calls a minute`,
    orders_per_day === null ? null : `${orders_per_day} orders a day`,
    money_minor_per_day === null ? null : `${money(money_minor_per_day, currency)} a day`,
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? "No limits" : `At most ${limits.join(", ")}`;
}

/** Null where there is no limit. */
function readLimits(
  { calls_per_minute, orders_per_day, money_minor_per_day }: LimitValues,
  currency: string,
) {
  const read = (entered: number | string) => (entered === "" ? null : Number(entered));
  return {
    calls_per_minute: read(calls_per_minute),
    orders_per_day: read(orders_per_day),
    money_minor_per_day: money_minor_per_day === "" ? null : toMinor(money_minor_per_day, currency),
  };
}

function LimitFields({
  field,
  currency,
}: {
  /** The members of an input, of the form that has these fields. */
  field: (name: keyof LimitValues) => object;
  currency: string;
}) {
  return (
    <>
      <NumberInput
        label="Calls a minute"
        placeholder="No limit"
        min={1}
        max={6000}
        allowDecimal={false}
        {...field("calls_per_minute")}
      />
      <NumberInput
        label="Orders a day"
        description="Orders, shipments and labels that it creates."
        placeholder="No limit"
        min={0}
        max={1_000_000}
        allowDecimal={false}
        {...field("orders_per_day")}
      />
      <NumberInput
        label={`Money a day (${currency})`}
        description="Taken from wallets, or spent at carriers."
        placeholder="No limit"
        min={0}
        decimalScale={Math.round(Math.log10(minorUnits(currency)))}
        {...field("money_minor_per_day")}
      />
    </>
  );
}

function TokenLimits({ token, close }: { token: Token; close: () => void }) {
  const currency = useMe().business?.currency ?? "EUR";
  const { calls_per_minute, orders_per_day, money_minor_per_day } = token;
  const initial = {
    name: token.name ?? "",
    calls_per_minute: calls_per_minute ?? "",
    orders_per_day: orders_per_day ?? "",
    money_minor_per_day: money_minor_per_day === null ? "" : money_minor_per_day / minorUnits(currency),
  };
  return (
    <FormDrawer
      close={close}
      title="Limits of a token"
      confirm="Save limits"
      initial={initial}
      run={({ name, ...limits }) =>
        client.userTokenUpdate({ token_id: token.id, name: name.trim(), ...readLimits(limits, currency) })
      }
      keys={[["tokens"]]}
      success_message="The limits were saved."
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Name" required maxLength={100} {...form.field("name")} />
          <LimitFields field={form.field} currency={currency} />
          <p className="dim small">They apply at once, in every process and in the jobs that it starts.</p>
        </>
      )}
    </FormDrawer>
  );
}

function NewPassword({ close }: { close: () => void }) {
  return (
    <FormDrawer
      close={close}
      title="Change password"
      confirm="Change password"
      initial={{ current_password: "", new_password: "", keep_api_tokens: false }}
      run={(values) => client.userMeUpdate(values)}
      keys={[["tokens"]]}
      success_message="The password was changed."
    >
      {({ field }) => (
        <>
          <PasswordInput
            data-autofocus
            label="Current password"
            required
            autoComplete="current-password"
            maxLength={200}
            {...field("current_password")}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters."
            required
            autoComplete="new-password"
            minLength={10}
            maxLength={200}
            {...field("new_password")}
          />
          <Checkbox
            label="Keep my API tokens working"
            description="Leave it off if somebody else may know the old password."
            {...field("keep_api_tokens", { type: "checkbox" })}
          />
          <p className="dim small">Every other sign-in of yours ends.</p>
        </>
      )}
    </FormDrawer>
  );
}

function NewToken({ close, created }: { close: () => void; created: (secret: string) => void }) {
  const times = useTimes();
  const { permissions, business } = useMe();
  const currency = business?.currency ?? "EUR";
  const catalogue = useQuery(permissionsQuery);
  const initial: LimitValues & { name: string; profile: Grant; scopes: Scope[]; days: string } = {
    ...NO_LIMITS,
    name: "",
    profile: "ops-readonly",
    scopes: [],
    days: "90",
  };
  return (
    <FormDrawer
      close={close}
      title="New token"
      confirm="Create token"
      initial={initial}
      toPath={(path) => (path === "expires_at" ? "days" : path.startsWith("scopes") ? "scopes" : path)}
      run={({ name, profile, scopes, days, ...limits }) =>
        client.userTokenCreate({
          ...Object.fromEntries(
            Object.entries(readLimits(limits, currency)).filter(([, limit]) => limit !== null),
          ),
          name: name.trim(),
          ...(profile === "own" ? { scopes } : { profile }),
          expires_at: `${addDays(times.today(), Number(days))}T00:00:00Z`,
        })
      }
      keys={[["tokens"]]}
      success_message="The token was created."
      done={({ access_token }) => created(access_token)}
    >
      {({ field, values, set, errorOf }) => (
        <>
          <TextInput data-autofocus label="Name" required maxLength={100} {...field("name")} />
          <Select label="Permissions" data={PROFILES} allowDeselect={false} {...field("profile")} />
          {values.profile === "own" ? (
            <>
              <ChoiceError chosen={values.scopes.length} error={errorOf("scopes")} />
              <Loaded query={catalogue}>
                {(found) => (
                  <PermissionPicker
                    permissions={found.permissions.filter((one) => permissions.includes(one.permission))}
                    usual={null}
                    value={values.scopes}
                    onChange={(scopes) => set({ scopes })}
                  />
                )}
              </Loaded>
            </>
          ) : null}
          <Select label="Valid for" data={LIFETIMES} allowDeselect={false} {...field("days")} />
          <LimitFields field={field} currency={currency} />
          <p className="dim small">Never more than you may do yourself.</p>
        </>
      )}
    </FormDrawer>
  );
}
