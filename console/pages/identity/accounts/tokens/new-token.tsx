/** A new API token: its permissions, with what it may then do, its end and its limits. */
import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UserTokenCreateInput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { useMe } from "../../../../api/session.ts";
import { FormDrawer } from "../../../../parts/form-drawer.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { Loaded } from "../../../../parts/states.tsx";
import { addDays, useTimes } from "../../../../parts/times.ts";
import { ChoiceError, PermissionPicker } from "../permissions.tsx";
import { permissionsQuery, type Scope } from "../queries.ts";
import { LimitFields, type LimitValues, NO_LIMITS, readLimits } from "./limits.tsx";
import { text } from "./text.ts";
import { TokenAccessSummary } from "./token-access-summary.tsx";

const RULES = getRules("userTokenCreate");

/** A profile, or scopes of its own. */
type Grant = NonNullable<UserTokenCreateInput["profile"]> | "own";

const GRANTS: readonly Grant[] = [
  "ops-readonly",
  "ops-write",
  "support",
  "wms-readonly",
  "datasets-readonly",
  "alliance-readonly",
  "full",
  "own",
];
const YEAR = 365;
const LIFETIMES = [30, 90, YEAR];

export function NewToken({ close, created }: { close: () => void; created: (secret: string) => void }) {
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
      rules={RULES}
      close={close}
      title={text.create}
      confirm={text.create_submit}
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
      success_message={text.created_message}
      done={({ access_token }) => created(access_token)}
    >
      {({ field, own, values, set, getError }) => (
        <>
          <TextInput data-autofocus label={text.name} {...field("name")} />
          <Select
            label={text.permissions}
            data={GRANTS.map((value) => ({ value, label: text.profiles[value] }))}
            allowDeselect={false}
            {...field("profile")}
          />
          <TokenAccessSummary profile={values.profile} scopes={values.scopes} />
          {values.profile === "own" ? (
            <>
              <ChoiceError chosen={values.scopes.length} error={getError("scopes")} />
              <Loaded query={catalogue}>
                {(catalogue) => (
                  <PermissionPicker
                    permissions={catalogue.permissions.filter((one) => permissions.includes(one.permission))}
                    default_scopes={null}
                    value={values.scopes}
                    onChange={(scopes) => set({ scopes })}
                  />
                )}
              </Loaded>
            </>
          ) : null}
          <Select
            label={text.valid}
            data={LIFETIMES.map((days) => ({
              value: String(days),
              label: days === YEAR ? text.year : text.days({ n: days }),
            }))}
            allowDeselect={false}
            {...own("days")}
          />
          <LimitFields field={field} currency={currency} />
          <p className="dim small">{text.never_more}</p>
        </>
      )}
    </FormDrawer>
  );
}
