/**
 * Cells with their goods, for somebody on a round with a phone: first what must be taken out, then what is low, then all of them. A cell
 * is opened to stock it or to take goods out; both count when its door is closed.
 */
import { Alert, Button, Drawer, NumberInput, Select, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconBox } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { ActionDialog } from "../../../parts/action-dialog.tsx";
import { StatusBadge } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Fact, Facts } from "../../../parts/page.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { RecordLink } from "../../../parts/record-link.tsx";
import { Empty, Loaded, Waiting } from "../../../parts/states.tsx";
import { addDays, type Times, useTimes } from "../../../parts/times.ts";
import { notifySuccess } from "../../../parts/toast.ts";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { readPosition } from "../locker-resale/claim/position.ts";
import {
  cellsQuery,
  lockerChoicesQuery,
  PER_PAGE,
  productChoicesQuery,
  SHOP,
  type ShopCell,
} from "./queries.ts";
import type { StockSearch } from "./search.ts";
import { MerchantFilter, Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop/stock");

export function Stock() {
  const times = useTimes();
  const search = here.useSearch();
  const navigate = useNavigate();
  const may_use = useMe().permissions.includes("lockers:use");
  const { page = 1, cell: cell_id, ...filters } = search;
  const query = useQuery(cellsQuery({ page, per_page: PER_PAGE, ...filters }));
  const lockers = useQuery(lockerChoicesQuery).data ?? [];
  const products = useQuery(productChoicesQuery).data?.products ?? [];
  const show = (next: StockSearch) =>
    void navigate({ to: "/locker-shop/stock", search: next, resetScroll: false });
  const filtered = Object.keys(filters).length > 0;
  const filter = bindFilters(getFilters("shopCells"), search, (part) =>
    show({ ...filters, ...part } as StockSearch),
  );
  const { cell: _cell, ...without_cell } = search;
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.stock.count({ n: query.data.total }) : "…"}
      actions={
        <>
          {filters.locker_id === undefined ? null : <OfLocker locker_id={filters.locker_id} />}
          {may_use && products.length > 0 ? (
            <CreateButton label={text.stock.create}>{(close) => <CellForm close={close} />}</CreateButton>
          ) : null}
        </>
      }
      label={text.sections.stock}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.locker}
            any={text.any_locker}
            data={lockers.map(({ locker_id, name }) => ({ value: String(locker_id), label: name }))}
            {...filter("locker_id")}
            w={{ base: "100%", xs: 240 }}
          />
          <FilterSelect
            label={text.product}
            any={text.any_product}
            data={products.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...filter("product_id")}
            w={{ base: "100%", xs: 200 }}
          />
          <MerchantFilter {...filter("merchant_id")} />
        </div>
      }
      query={query}
      rows={({ cells }) => cells.toSorted((one, other) => rank(one) - rank(other))}
      empty={
        <Empty
          icon={IconBox}
          title={filtered ? text.stock.none_found : text.stock.none}
          action={
            filtered ? (
              <Button variant="default" onClick={() => show({})}>
                {text.show_all}
              </Button>
            ) : null
          }
        >
          {filtered
            ? text.none_found_about
            : products.length > 0
              ? text.stock.none_about
              : text.stock.no_product_about}
        </Empty>
      }
      columns={buildColumns(times)}
      getKey={({ id }) => id}
      getName={({ product_name, locker_name }) => `${product_name}, ${locker_name}`}
      onOpen={({ id }) => show({ ...without_cell, cell: id })}
      card={(cell) => <Card cell={cell} times={times} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.stock.noun}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    >
      {cell_id === undefined ? null : (
        <CellDrawer cell_id={cell_id} may_use={may_use} close={() => show(without_cell)} />
      )}
    </ListPage>
  );
}

const OfLocker = ({ locker_id }: { locker_id: number }) => (
  <>
    <ButtonLink to="/locker-shop" search={{ locker_id }} variant="default">
      {text.sections.sales}
    </ButtonLink>
    <ButtonLink
      to="/shop/$locker_id"
      params={{ locker_id: String(locker_id) }}
      target="_blank"
      variant="default"
    >
      {text.of_locker.public}
    </ButtonLink>
  </>
);

/** What must be taken out stands first, what is empty next. */
const rank = ({ not_sold_because, qty }: ShopCell) =>
  qty > 0 && (not_sold_because === "goods_expired" || not_sold_because === "too_warm")
    ? 0
    : qty === 0
      ? 1
      : 2;

const TONES = {
  goods_expired: "bad",
  too_warm: "bad",
  sold_out: "warn",
  not_ready: "warn",
  not_offered: "grey",
} as const satisfies Record<NonNullable<ShopCell["not_sold_because"]>, string>;

/** Why its goods are not sold; that they are, where nothing stands against it. */
function CellState({ cell: { not_sold_because, qty_change } }: { cell: ShopCell }) {
  if (qty_change !== 0)
    return (
      <StatusBadge
        badge={{
          label: qty_change > 0 ? text.stock.coming({ n: qty_change }) : text.stock.going({ n: -qty_change }),
          tone: "accent",
        }}
      />
    );
  return (
    <StatusBadge
      badge={
        not_sold_because === null
          ? { label: text.stock.on_sale, tone: "good" }
          : { label: text.reasons[not_sold_because], tone: TONES[not_sold_because] }
      }
    />
  );
}

const describeWhere = ({ locker_name, compartment_code, size }: ShopCell) =>
  [locker_name, compartment_code ?? text.stock.size({ size })].join(" · ");

const describeCount = ({ qty, held }: ShopCell) =>
  held > 0 ? text.stock.held({ qty: number(qty), held: number(held) }) : number(qty);

const Expiry = ({ cell: { expires_at, qty }, times }: { cell: ShopCell; times: Times }) => (
  <span className="num">{qty > 0 && expires_at !== null ? times.moment(expires_at) : "–"}</span>
);

function buildColumns(times: Times): Column<ShopCell>[] {
  return [
    {
      key: "product",
      head: text.product,
      cell: (cell) => <TwoLines below={describeWhere(cell)}>{cell.product_name}</TwoLines>,
    },
    { key: "state", head: text.status, width: 220, cell: (cell) => <CellState cell={cell} /> },
    {
      key: "qty",
      head: text.stock.qty,
      width: 130,
      align: "end",
      cell: (cell) => <span className="num">{describeCount(cell)}</span>,
    },
    {
      key: "expires",
      head: text.stock.expires,
      width: 170,
      window_width_min: 900,
      cell: (cell) => <Expiry cell={cell} times={times} />,
    },
    {
      key: "temperature",
      head: text.stock.temperature,
      width: 120,
      align: "end",
      window_width_min: 1240,
      cell: ({ temperature_c }) => <span className="num">{describeTemperature(temperature_c)}</span>,
    },
  ];
}

const describeTemperature = (celsius: number | null) =>
  celsius === null ? "–" : text.stock.degrees({ degrees: number(celsius) });

function Card({ cell, times }: { cell: ShopCell; times: Times }) {
  return (
    <>
      <span className="row apart nowrap">
        <span className="strong cut">{cell.product_name}</span>
        <span className="num strong">{describeCount(cell)}</span>
      </span>
      <span className="row apart nowrap">
        <CellState cell={cell} />
        <span className="small dim">
          {cell.expires_at !== null && cell.qty > 0
            ? text.stock.until({ moment: times.moment(cell.expires_at) })
            : ""}
        </span>
      </span>
      <span className="small dim">{describeWhere(cell)}</span>
    </>
  );
}

type Round = "stock" | "withdraw";

function CellDrawer({ cell_id, may_use, close }: { cell_id: number; may_use: boolean; close: () => void }) {
  const times = useTimes();
  const query = useQuery(cellsQuery({ cell_id }));
  const [round, setRound] = useState<Round>();
  const cell = query.data?.cells[0];
  return (
    <>
      <Drawer opened={round === undefined} onClose={close} title={cell?.product_name ?? ""} size="md">
        <Loaded query={query} fallback={<Waiting rows={5} />}>
          {() =>
            cell === undefined ? (
              <Empty icon={IconBox} title={text.stock.no_cell} />
            ) : (
              <Cell cell={cell} times={times} may_use={may_use} begin={setRound} />
            )
          }
        </Loaded>
      </Drawer>
      {cell !== undefined && round === "stock" ? (
        <StockDialog cell={cell} close={() => setRound(undefined)} />
      ) : null}
      {cell !== undefined && round === "withdraw" ? (
        <WithdrawDialog cell={cell} close={() => setRound(undefined)} />
      ) : null}
    </>
  );
}

function Cell({
  cell,
  times,
  may_use,
  begin,
}: {
  cell: ShopCell;
  times: Times;
  may_use: boolean;
  begin: (round: Round) => void;
}) {
  const { qty, qty_change, not_sold_because, compartment_code, locker_name } = cell;
  const must_go = qty > 0 && (not_sold_because === "goods_expired" || not_sold_because === "too_warm");
  return (
    <div className="stack" style={{ gap: 16 }}>
      {qty_change === 0 ? null : (
        <Alert
          color="blue"
          variant="outline"
          role="status"
          title={text.stock.door_open({ compartment: compartment_code ?? "" })}
        >
          {qty_change > 0
            ? text.stock.door_open_in({ n: qty_change })
            : text.stock.door_open_out({ n: -qty_change })}
        </Alert>
      )}
      {must_go ? (
        <Alert color="red" variant="outline" title={text.reasons[not_sold_because]}>
          {text.stock.must_go({ n: qty, compartment: compartment_code ?? "" })}
        </Alert>
      ) : null}
      {must_go ? null : <CellState cell={cell} />}
      <Facts>
        <Fact name={text.locker}>
          <RecordLink type="locker_device" id={cell.locker_id}>
            {locker_name}
          </RecordLink>
        </Fact>
        <Fact name={text.compartment}>{compartment_code ?? text.stock.none_yet({ size: cell.size })}</Fact>
        <Fact name={text.stock.qty}>{describeCount(cell)}</Fact>
        <Fact name={text.stock.expires}>
          <Expiry cell={cell} times={times} />
        </Fact>
        <Fact name={text.stock.stocked_at}>{times.moment(cell.stocked_at)}</Fact>
        <Fact name={text.stock.temperature}>{describeTemperature(cell.temperature_c)}</Fact>
      </Facts>
      {may_use ? (
        <div className="stack" style={{ gap: 8, flexDirection: must_go ? "column-reverse" : "column" }}>
          <Button
            size="md"
            variant={must_go ? "default" : "filled"}
            disabled={qty_change !== 0}
            onClick={() => begin("stock")}
          >
            {text.stock.stock}
          </Button>
          {qty > 0 ? (
            <Button
              size="md"
              variant={must_go ? "filled" : "default"}
              disabled={qty_change !== 0}
              onClick={() => begin("withdraw")}
            >
              {text.stock.withdraw}
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** Members of a merchant say where they stand; the people of the business need not. */
async function findPosition(role: string) {
  return role === "customer" ? { position: await readPosition() } : {};
}

function useFinish(close: () => void) {
  const queries = useQueryClient();
  return (message: string) => {
    close();
    notifySuccess(message);
    void queries.invalidateQueries({ queryKey: [SHOP] });
  };
}

interface DialogProps {
  cell: ShopCell;
  close: () => void;
}

const STOCK_RULES = getRules("shopCellStock");

function StockDialog({ cell, close }: DialogProps) {
  const times = useTimes();
  const { role } = useMe().user;
  const finish = useFinish(close);
  const [qty, setQty] = useState<number | string>("");
  const [date, setDate] = useState("");
  const is_round = typeof qty === "number" && qty > 0;
  const today = times.today();
  // Goods are good until the end of the day that is printed on them.
  const expires_at = date === "" ? undefined : times.getDayStart(addDays(date, 1));
  const input = is_round
    ? { cell_id: cell.id, qty, ...(expires_at === undefined ? {} : { expires_at }) }
    : null;
  return (
    <ActionDialog
      opened
      close={close}
      name={`shop stock ${cell.version}`}
      title={text.stock.stock_title({ product: cell.product_name })}
      confirm={text.stock.open_door}
      input={input}
      run={async (options) => {
        if (input === null) throw new Error("A round has a quantity.");
        return client.shopCellStock({ ...input, ...(await findPosition(role)) }, options);
      }}
      outcome={({ cell: { compartment_code } }) => (
        <p>{text.stock.opens({ compartment: compartment_code ?? "" })}</p>
      )}
      done={({ cell: { compartment_code } }) =>
        finish(text.stock.opens({ compartment: compartment_code ?? "" }))
      }
    >
      <p className="dim">{describeWhere(cell)}</p>
      <NumberInput
        data-autofocus
        label={text.stock.how_many}
        value={qty}
        onChange={setQty}
        {...toMemberProps(STOCK_RULES, "qty", { required: true })}
      />
      <TextInput
        type="date"
        label={text.stock.date}
        description={text.stock.date_about}
        min={today}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
        {...toMemberProps(STOCK_RULES, "expires_at")}
      />
    </ActionDialog>
  );
}

const WITHDRAW_RULES = getRules("shopCellWithdraw");

function WithdrawDialog({ cell, close }: DialogProps) {
  const { role } = useMe().user;
  const finish = useFinish(close);
  const [qty, setQty] = useState<number | string>(cell.qty);
  const input = typeof qty === "number" && qty > 0 ? { cell_id: cell.id, qty } : null;
  const compartment = cell.compartment_code ?? "";
  return (
    <ActionDialog
      opened
      close={close}
      name={`shop withdraw ${cell.version}`}
      title={text.stock.withdraw_title({ product: cell.product_name })}
      confirm={text.stock.open_door}
      input={input}
      run={async (options) => {
        if (input === null) throw new Error("A round has a quantity.");
        return client.shopCellWithdraw({ ...input, ...(await findPosition(role)) }, options);
      }}
      outcome={() => <p>{text.stock.opens({ compartment })}</p>}
      done={() => finish(text.stock.opens({ compartment }))}
    >
      <p className="dim">{describeWhere(cell)}</p>
      <NumberInput
        data-autofocus
        label={text.stock.how_many_out({ qty: number(cell.qty) })}
        value={qty}
        onChange={setQty}
        {...toMemberProps(WITHDRAW_RULES, "qty", { required: true })}
        max={cell.qty}
      />
    </ActionDialog>
  );
}

const CELL_RULES = getRules("shopCellCreate");
const SIZES = ["XS", "S", "M", "L", "XL"] as const;

function CellForm({ close }: { close: () => void }) {
  const lockers = useQuery(lockerChoicesQuery).data ?? [];
  const products = useQuery(productChoicesQuery).data?.products ?? [];
  return (
    <FormDrawer
      rules={CELL_RULES}
      close={close}
      title={text.stock.create}
      confirm={text.stock.create}
      initial={{ product_id: "", locker_id: "", size: "S" as (typeof SIZES)[number] }}
      run={({ product_id, locker_id, size }) =>
        client.shopCellCreate({ product_id: Number(product_id), locker_id: Number(locker_id), size })
      }
      keys={[[SHOP]]}
      success_message={({ cell }) => text.saved({ name: `${cell.product_name}, ${cell.locker_name}` })}
    >
      {({ field }) => (
        <>
          <p className="dim">{text.stock.create_about}</p>
          <Select
            data-autofocus
            label={text.product}
            searchable
            data={products.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field("product_id")}
          />
          <Select
            label={text.locker}
            searchable
            data={lockers.map(({ locker_id, name }) => ({ value: String(locker_id), label: name }))}
            {...field("locker_id")}
          />
          <Select
            label={text.stock.compartment_size}
            allowDeselect={false}
            data={[...SIZES]}
            {...field("size")}
          />
        </>
      )}
    </FormDrawer>
  );
}
