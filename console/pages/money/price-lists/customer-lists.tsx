/** The price lists of one customer: its own, or what applies without one, for each family. */
import { Drawer, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AppliedPriceList, PriceList } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules } from "../../../parts/form-rules.ts";
import { listPriceFamilies } from "../../../parts/price-families.ts";
import { Loaded } from "../../../parts/states.tsx";
import { priceListsQuery } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("clientCustomerPriceListsSet");

interface Customer {
  id: number;
  name: string;
}

const appliedQuery = (customer_id: number) => ({
  queryKey: ["customers", "price-lists", customer_id],
  meta: { live: [{ customer: customer_id }] },
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.clientCustomerPriceLists({ customer_id }, { signal }),
});

export function CustomerPriceLists({ customer, close }: { customer: Customer; close: () => void }) {
  const query = useQuery(appliedQuery(customer.id));
  const lists = useQuery(priceListsQuery);
  if (query.data === undefined || lists.data === undefined)
    return (
      <Drawer opened onClose={close} title={text.of_customer.title({ name: customer.name })}>
        <Loaded query={query.data === undefined ? query : lists}>{() => null}</Loaded>
      </Drawer>
    );
  return (
    <Form
      customer={customer}
      close={close}
      applied={query.data.price_lists}
      version={query.data.version}
      lists={lists.data.price_lists}
    />
  );
}

type Values = Partial<Record<PriceList["family"], number | null>>;

function Form({
  customer,
  close,
  applied,
  version,
  lists,
}: {
  customer: Customer;
  close: () => void;
  applied: readonly AppliedPriceList[];
  version: number;
  lists: readonly PriceList[];
}) {
  const disabled = !useMe().permissions.includes("settings:write");
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={text.of_customer.title({ name: customer.name })}
      confirm={text.of_customer.save}
      initial={Object.fromEntries(applied.map((one) => [one.family, findOwnList(one, lists)])) as Values}
      run={(values) =>
        client.clientCustomerPriceListsSet(
          {
            customer_id: customer.id,
            price_lists: Object.entries(values).flatMap(([family, price_list_id]) =>
              price_list_id === null ? [] : [{ family: family as PriceList["family"], price_list_id }],
            ),
          },
          { if_match: version },
        )
      }
      keys={[["customers"]]}
      success_message={text.of_customer.saved}
      disabled={disabled}
    >
      {({ values, set }) => (
        <>
          <p className="dim">{text.of_customer.about}</p>
          {listPriceFamilies().map(({ value: price_family, label }) => {
            const now = applied.find((one) => one.family === price_family);
            const own_list_id = values[price_family] ?? null;
            return (
              <Select
                key={price_family}
                label={label}
                placeholder={
                  now?.name == null || now.basis === "own"
                    ? text.of_customer.no_list
                    : text.of_customer.by_rule({ name: now.name })
                }
                disabled={disabled}
                clearable
                clearButtonProps={{ "aria-label": text.of_customer.no_list }}
                data={listChoices(lists, price_family, own_list_id)}
                value={own_list_id === null ? null : String(own_list_id)}
                onChange={(id) => set({ [price_family]: id === null ? null : Number(id) })}
              />
            );
          })}
        </>
      )}
    </FormDrawer>
  );
}

/** Any version stands for a list: the one that can be chosen, where the customer was given an earlier one. */
function findOwnList(
  { basis, price_list_id, own_price_list_id }: AppliedPriceList,
  lists: readonly PriceList[],
) {
  const is_listed = basis === "own" && lists.some(({ id }) => id === price_list_id);
  return is_listed ? price_list_id : own_price_list_id;
}

function listChoices(
  lists: readonly PriceList[],
  price_family: PriceList["family"],
  own_list_id: number | null,
) {
  const choices = lists
    .filter((list) => list.family === price_family)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  return own_list_id === null || choices.some(({ value }) => value === String(own_list_id))
    ? choices
    : [...choices, { value: String(own_list_id), label: `#${own_list_id}` }];
}
