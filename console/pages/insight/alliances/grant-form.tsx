/** What one member may read: scopes, of which orders, what is withheld, and how one order looks to it. */
import { Alert, Checkbox, MultiSelect, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AllianceGrantPreviewInput } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { Waiting } from "../../../parts/states.tsx";
import { type Times, useTimes } from "../../../parts/times.ts";
import { formatArea, parseArea } from "./area.ts";
import { nameFields } from "./describe.ts";
import {
  customerChoicesQuery,
  type Field,
  type Grant,
  KEYS,
  type Member,
  previewQuery,
  type Scope,
} from "./queries.ts";
import { SharedOrderFacts } from "./shared-order.tsx";
import { text } from "./text.ts";

const RULES = getRules("allianceGrantSet");
const SCOPES: readonly Scope[] = ["tracking", "orders_read", "transfer", "pois", "capacity"];
const FIELDS: readonly Field[] = [
  "ref",
  "customer",
  "sender_name",
  "sender_phone",
  "sender_email",
  "sender_address",
  "recipient_name",
  "recipient_phone",
  "recipient_email",
  "recipient_address",
  "position",
  "window",
  "instructions",
  "contents",
  "weight_g",
  "eta",
  "event_places",
  "proofs",
];

function toValues(grant: Grant | undefined, times: Times) {
  const filters = grant?.filters ?? {};
  const is_revoked = grant?.state === "revoked";
  return {
    scopes: grant === undefined || is_revoked ? (["tracking"] as Scope[]) : grant.scopes,
    customer_ids: (filters.customer_ids ?? []).map(String),
    postcodes: filters.postcodes ?? [],
    area: formatArea(filters.polygon),
    from: filters.from ?? "",
    to: filters.to ?? "",
    valid_until: grant?.valid_until && !is_revoked ? times.toDay(grant.valid_until) : "",
    fields_masked: grant?.fields_masked ?? ([] as Field[]),
  };
}
type Values = ReturnType<typeof toValues>;

function toTerms({ scopes, customer_ids, postcodes, area, from, to, fields_masked }: Values) {
  const polygon = parseArea(area);
  return {
    scopes,
    fields_masked,
    filters: {
      ...(customer_ids.length > 0 ? { customer_ids: customer_ids.map(Number) } : {}),
      ...(postcodes.length > 0 ? { postcodes } : {}),
      ...(polygon ? { polygon } : {}),
      ...(from === "" ? {} : { from }),
      ...(to === "" ? {} : { to }),
    },
  };
}

export function GrantForm({
  alliance_id,
  member,
  grant,
  close,
}: {
  alliance_id: number;
  member: Member;
  grant: Grant | undefined;
  close: () => void;
}) {
  const times = useTimes();
  const to = { alliance_id, client_code: member.client_code };
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.grant_title({ name: member.name })}
      confirm={text.grant_submit}
      refused={text.not_granted}
      size={980}
      initial={toValues(grant, times)}
      run={async (values) => {
        if (parseArea(values.area) === undefined)
          throw new ApiError(422, { errors: [{ field: "/area", message: text.polygon_wrong }] });
        return client.allianceGrantSet(
          {
            ...to,
            ...toTerms(values),
            valid_until: values.valid_until === "" ? null : times.getDayStart(values.valid_until),
          },
          grant === undefined ? {} : { if_match: grant.version },
        );
      }}
      keys={KEYS}
      success_message={text.granted}
    >
      {({ field, own, values, set }) => (
        <div className="grant-form">
          <div className="stack">
            <Checkbox.Group {...field("scopes")}>
              <div className="stack tight">
                {SCOPES.map((scope) => (
                  <Checkbox
                    key={scope}
                    value={scope}
                    label={text.scopes[scope]}
                    description={text.scope_about[scope]}
                  />
                ))}
              </div>
            </Checkbox.Group>
            <fieldset className="form-section">
              <legend>{text.withheld}</legend>
              <div className="stack">
                <p className="dim small">{text.withheld_about}</p>
                <div className="grant-fields">
                  {FIELDS.map((name) => (
                    <Checkbox
                      key={name}
                      size="xs"
                      label={text.fields[name]}
                      checked={values.fields_masked.includes(name)}
                      onChange={(event) =>
                        set({
                          fields_masked: event.currentTarget.checked
                            ? [...values.fields_masked, name]
                            : values.fields_masked.filter((other) => other !== name),
                        })
                      }
                    />
                  ))}
                </div>
              </div>
            </fieldset>
            <fieldset className="form-section">
              <legend>{text.of_orders}</legend>
              <div className="stack">
                <CustomerField {...own("customer_ids", { member: "filters.customer_ids" })} />
                <TagsInput
                  label={text.postcodes}
                  description={text.postcodes_about}
                  {...own("postcodes", { member: "filters.postcodes" })}
                />
                <Textarea
                  label={text.polygon}
                  description={text.polygon_about}
                  autosize
                  minRows={1}
                  maxRows={5}
                  classNames={{ input: "mono" }}
                  spellCheck={false}
                  {...own("area")}
                  error={parseArea(values.area) === undefined ? text.polygon_wrong : undefined}
                />
                <div className="form-grid">
                  <TextInput type="date" label={text.from} {...own("from", { member: "filters.from" })} />
                  <TextInput type="date" label={text.to} {...own("to", { member: "filters.to" })} />
                </div>
              </div>
            </fieldset>
            <TextInput
              type="date"
              label={text.until}
              description={text.until_about}
              {...field("valid_until")}
            />
          </div>
          <Preview name={member.name} to={to} values={values} />
        </div>
      )}
    </FormDrawer>
  );
}

function CustomerField(field: Record<string, unknown>) {
  const may_see = useMe().permissions.includes("settings:read");
  const customers = useQuery({ ...customerChoicesQuery, enabled: may_see }).data?.customers ?? [];
  return (
    <MultiSelect
      label={text.customers}
      description={text.customers_about}
      searchable
      data={customers.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...field}
    />
  );
}

/** Follows the form; what is not complete yet keeps the preview before it. */
function Preview({
  name,
  to,
  values,
}: {
  name: string;
  to: { alliance_id: number; client_code: string };
  values: Values;
}) {
  const [number, setNumber] = useState("");
  const typed = number.trim();
  const [input] = useDebouncedValue<AllianceGrantPreviewInput>(
    { ...to, ...toTerms(values), ...(typed.length < 4 ? {} : { number: typed }) },
    300,
  );
  const { data, error } = useQuery(previewQuery(input));
  const shares_orders = input.scopes.includes("orders_read") || input.scopes.includes("tracking");
  return (
    <section className="look-ahead stack" aria-live="polite" aria-label={text.preview}>
      <div className="row tight apart">
        <h3>{text.preview_of({ name })}</h3>
        {data && shares_orders ? (
          <span className="dim small">{text.preview_orders({ n: data.orders })}</span>
        ) : null}
      </div>
      {!shares_orders ? (
        <p className="dim">{text.preview_none}</p>
      ) : error ? (
        <Alert color="red" variant="outline">
          {error.message}
        </Alert>
      ) : data === undefined ? (
        <Waiting rows={3} />
      ) : (
        <>
          {data.tracking === null ? (
            <p className="dim">
              {input.number === undefined ? text.preview_no_orders : text.preview_unselected}
            </p>
          ) : (
            <>
              <span className="mono strong">{data.tracking.order.tracking_number}</span>
              <SharedOrderFacts tracking={data.tracking} />
            </>
          )}
          {data.masked_elsewhere.length > 0 ? (
            <p className="small dim">
              {text.preview_elsewhere({ fields: nameFields(data.masked_elsewhere) })}
            </p>
          ) : null}
        </>
      )}
      {shares_orders ? (
        <TextInput
          size="xs"
          label={text.preview_number}
          description={text.preview_number_about}
          {...toMemberProps(getRules("allianceGrantPreview"), "number")}
          classNames={{ input: "mono" }}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          onKeyDown={(event) => {
            // It is no field of the form.
            if (event.key === "Enter") event.preventDefault();
          }}
        />
      ) : null}
    </section>
  );
}
