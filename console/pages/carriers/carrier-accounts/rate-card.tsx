/** What the house carrier charges: surcharges, and for each service a table of prices by zone and weight. */
import {
  ActionIcon,
  Button,
  Menu,
  Modal,
  NumberInput,
  SegmentedControl,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { IconPlus, IconTrash } from "#icons";
import type { HouseRateCard } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { OtherErrors, type SaveForm, UnsavedChanges, useSaveForm } from "../../../parts/form.tsx";
import { type FieldOptions, getRules } from "../../../parts/form-rules.ts";
import { minorUnits } from "../../../parts/format.ts";
import { AnchorLink } from "../../../parts/links.tsx";
import { Page, Sheet } from "../../../parts/page.tsx";
import { useSave } from "../../../parts/save.ts";
import { Failure, Loaded, Waiting } from "../../../parts/states.tsx";
import "./carrier-accounts.css";
import { ACCOUNT_KEYS, type CarrierAccount, rateCardQuery } from "./queries.ts";
import {
  addColumn,
  addZone,
  copyService,
  type RateCardValues,
  readRateCard,
  removeColumn,
  removeZone,
  type ServiceValues,
  writeRateCard,
  ZONES,
  type Zone,
} from "./rate-card-values.ts";
import { text } from "./text.ts";

const RULES = getRules("labelserviceCarrierAccountUpdate");
const SERVICES_MAX = 10;
const BREAKS_MAX = 50;
const KILOGRAMS = { factor: 1000 };

const route = getRouteApi("/inside/carrier-accounts/$carrier_account_id/rates");

type Path = NonNullable<typeof RULES.member>;
type Form = SaveForm<RateCardValues, Path>;

export function RateCardPage() {
  const query = useQuery(rateCardQuery(Number(route.useParams().carrier_account_id)));
  const account = query.data?.carrier_account;
  return (
    <Page
      title={account === undefined ? undefined : text.card.title({ account: account.name })}
      subtitle={text.card.about}
      above={<AnchorLink to="/carrier-accounts">{text.title}</AnchorLink>}
    >
      <Loaded query={query} fallback={<Waiting rows={10} />}>
        {({ carrier_account: loaded_account, rate_card }) =>
          rate_card === null ? (
            <Failure error={new ApiError(404, { message: text.card.house_only })} />
          ) : (
            <Editor key={loaded_account.version} account={loaded_account} card={rate_card} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Editor({ account, card }: { account: CarrierAccount; card: HouseRateCard }) {
  const { carrier_account_id, version, has_own_rate_card } = account;
  const { permissions, business } = useMe();
  const currency = business?.currency ?? "EUR";
  const may_write = permissions.includes("settings:write");
  const [at, setAt] = useState(0);
  const [resetting, setResetting] = useState(false);
  const update = (rate_card: HouseRateCard | null) =>
    client.labelserviceCarrierAccountUpdate({ carrier_account_id, rate_card }, { if_match: version });
  const form = useSaveForm<RateCardValues, unknown, Path>({
    rules: RULES,
    initial: readRateCard(card, currency),
    run: (values) => update(writeRateCard(values, currency)),
    keys: ACCOUNT_KEYS,
    success_message: text.card.saved,
    disabled: !may_write,
    toPath: (path) => path.replace(/^rate_card\./, "").replace(/^remote_areas\..*/, "remote_areas"),
  });
  const reset = useSave(() => update(null), { keys: ACCOUNT_KEYS, success_message: text.card.was_reset });
  const { services } = form.values;
  const service_index = Math.min(at, services.length - 1);
  const setServices = (changed: ServiceValues[]) => form.set({ services: changed });
  const service = services[service_index];
  return (
    <form className="stack" style={{ gap: 16 }} {...form.props}>
      <OtherErrors errors={form.others} title={text.card.not_saved} />
      <Sheet
        title={text.card.services}
        pad={false}
        actions={
          may_write ? (
            <>
              {has_own_rate_card ? (
                <Button size="xs" variant="default" onClick={() => setResetting(true)}>
                  {text.card.reset}
                </Button>
              ) : null}
              <Button size="xs" type="submit" loading={form.is_saving} disabled={!form.isDirty()}>
                {text.save}
              </Button>
            </>
          ) : null
        }
      >
        <div className="row rate-card-services">
          <SegmentedControl
            aria-label={text.card.services}
            data={services.map(({ name, code }, index) => ({
              value: String(index),
              label: name || code || text.card.new_service,
            }))}
            value={String(service_index)}
            onChange={(value) => setAt(Number(value))}
          />
          {may_write && service !== undefined ? (
            <>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPlus size={14} />}
                disabled={services.length >= SERVICES_MAX}
                onClick={() => {
                  setServices([...services, copyService(service)]);
                  setAt(services.length);
                }}
              >
                {text.card.add_service}
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconTrash size={14} />}
                disabled={services.length === 1}
                onClick={() => setServices(services.filter((_one, index) => index !== service_index))}
              >
                {text.card.remove_service({ name: service.name || text.card.new_service })}
              </Button>
            </>
          ) : null}
        </div>
        {service === undefined ? null : (
          <Service
            key={service.key}
            form={form}
            at={service_index}
            service={service}
            currency={currency}
            may_write={may_write}
            change={(changed) =>
              setServices(services.map((one, index) => (index === service_index ? changed : one)))
            }
          />
        )}
      </Sheet>
      <Surcharges form={form} currency={currency} />
      <Modal opened={resetting} onClose={() => setResetting(false)} title={text.card.reset_title}>
        <div className="stack">
          <p>{text.card.reset_about}</p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setResetting(false)}>
              {text.card.keep}
            </Button>
            <Button color="red.8" loading={reset.isPending} onClick={() => reset.mutate(undefined)}>
              {text.card.reset}
            </Button>
          </div>
        </div>
      </Modal>
      <UnsavedChanges form={form} />
    </form>
  );
}

function Service({
  form: { own },
  at,
  service,
  currency,
  may_write,
  change,
}: {
  form: Form;
  at: number;
  currency: string;
  service: ServiceValues;
  may_write: boolean;
  change: (service: ServiceValues) => void;
}) {
  const of = (path: string, member = path, options: FieldOptions = {}) =>
    own(`services.${at}.${path}`, { ...options, member: `rate_card.services.0.${member}` as Path });
  const price = { factor: minorUnits(currency) };
  const missing = ZONES.filter((zone) => !service.zones.some((one) => one.zone === zone));
  return (
    <>
      <div className="rate-card-fields">
        <TextInput label={text.name} {...of("name")} />
        <TextInput
          label={text.code}
          description={service.is_new ? text.card.code_about : undefined}
          {...of("code")}
          {...(service.is_new ? {} : { disabled: true })}
        />
        <NumberInput
          label={text.card.weight_max}
          hideControls
          {...of("weight_kg_max", "weight_g_max", KILOGRAMS)}
        />
        <NumberInput
          label={text.card.length_max}
          hideControls
          {...of("length_mm_max", undefined, { unit: null })}
        />
        <NumberInput
          label={text.card.girth_max}
          hideControls
          {...of("girth_mm_max", undefined, { unit: null })}
        />
        <NumberInput label={text.card.divisor} hideControls {...of("divisor_cm3_per_kg")} />
      </div>
      <div className="table-scroll">
        <table className="table rate-card-table" aria-label={text.card.prices_of({ service: service.name })}>
          <thead>
            <tr>
              <th scope="col">{text.card.zone}</th>
              <th scope="col">{text.card.days}</th>
              {service.up_to_kg.map((_weight, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index.
                <th key={column} scope="col">
                  <span className="row nowrap tight">
                    <NumberInput
                      size="xs"
                      aria-label={text.card.up_to({ column: column + 1 })}
                      prefix={text.card.up_to_prefix}
                      hideControls
                      {...of(`up_to_kg.${column}`, "zones.0.breaks.0.up_to_g", { ...KILOGRAMS, unit: "kg" })}
                    />
                    {may_write && service.up_to_kg.length > 1 ? (
                      <ActionIcon
                        size="xs"
                        variant="subtle"
                        color="gray"
                        aria-label={text.card.remove_break({ column: column + 1 })}
                        onClick={() => change(removeColumn(service, column))}
                      >
                        <IconTrash size={13} />
                      </ActionIcon>
                    ) : null}
                  </span>
                </th>
              ))}
              <th scope="col">{text.card.extra_kg}</th>
              {may_write ? (
                <th scope="col">
                  <span className="sr">{text.card.remove}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {service.zones.map(({ zone }, row) => (
              <tr key={zone}>
                <th scope="row">
                  <span className="strong">{text.card.zone_number({ zone })}</span>
                  <span className="dim small rate-card-zone">{text.card.zones[zone as Zone]}</span>
                </th>
                <td>
                  <NumberInput
                    size="xs"
                    aria-label={text.card.days_of({ zone })}
                    hideControls
                    {...of(`zones.${row}.delivery_days`)}
                  />
                </td>
                {service.up_to_kg.map((weight, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={column}>
                    <NumberInput
                      size="xs"
                      aria-label={text.card.price_of({ zone, weight: String(weight) })}
                      fixedDecimalScale
                      hideControls
                      {...of(`zones.${row}.prices.${column}`, "zones.0.breaks.0.price_minor", {
                        ...price,
                        required: false,
                      })}
                    />
                  </td>
                ))}
                <td>
                  <NumberInput
                    size="xs"
                    aria-label={text.card.extra_of({ zone })}
                    fixedDecimalScale
                    hideControls
                    {...of(`zones.${row}.extra_kg`, "zones.0.extra_kg_minor", price)}
                  />
                </td>
                {may_write ? (
                  <td>
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      disabled={service.zones.length === 1}
                      aria-label={text.card.remove_zone({ zone })}
                      onClick={() => change(removeZone(service, zone))}
                    >
                      <IconTrash size={14} />
                    </ActionIcon>
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {may_write ? (
        <div className="row rate-card-services">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={service.up_to_kg.length >= BREAKS_MAX}
            onClick={() => change(addColumn(service))}
          >
            {text.card.add_break}
          </Button>
          {missing.length === 0 ? null : (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" variant="default" leftSection={<IconPlus size={14} />}>
                  {text.card.add_zone}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {missing.map((zone) => (
                  <Menu.Item key={zone} onClick={() => change(addZone(service, zone))}>
                    {text.card.zone_number({ zone })}: {text.card.zones[zone]}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <span className="dim small">{text.card.empty_cell}</span>
        </div>
      ) : null}
    </>
  );
}

function Surcharges({ form: { own }, currency }: { form: Form; currency: string }) {
  const amount = (name: "signature" | "saturday" | "remote") => ({
    fixedDecimalScale: true,
    hideControls: true,
    suffix: ` ${currency}`,
    ...own(name, { member: `rate_card.${name}_minor`, factor: minorUnits(currency) }),
  });
  const percent = (name: "fuel_percent" | "insurance_percent") => own(name, { member: `rate_card.${name}` });
  return (
    <Sheet title={text.card.surcharges}>
      <div className="rate-card-fields rate-card-surcharges">
        <NumberInput label={text.card.fuel} hideControls {...percent("fuel_percent")} />
        <NumberInput label={text.card.insurance} hideControls {...percent("insurance_percent")} />
        <NumberInput label={text.card.signature} {...amount("signature")} />
        <NumberInput label={text.card.saturday} {...amount("saturday")} />
        <NumberInput label={text.card.remote} {...amount("remote")} />
        <TagsInput
          className="wide"
          label={text.card.remote_areas}
          description={text.card.remote_areas_about}
          placeholder="BR 69"
          splitChars={[",", ";"]}
          {...own("remote_areas", { member: "rate_card.remote_areas" })}
        />
      </div>
    </Sheet>
  );
}
