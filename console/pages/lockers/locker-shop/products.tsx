/** The products of merchants: price, shelf life, temperature, photo. */
import { Button, FileInput, NumberInput, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { IconCamera, IconShoppingBag } from "#icons";
import { client } from "../../../api/client.ts";
import { useMe } from "../../../api/session.ts";
import { StatusBadge, Tag } from "../../../parts/badge.tsx";
import { CreateButton } from "../../../parts/create-button.tsx";
import { FormDrawer } from "../../../parts/form-drawer.tsx";
import { getRules, joinRules } from "../../../parts/form-rules.ts";
import { minorUnits, money, number } from "../../../parts/format.ts";
import type { Column } from "../../../parts/grid/columns.ts";
import { findLabel } from "../../../parts/labels.ts";
import { bindFilters, FilterSelect, getFilters } from "../../../parts/list/filters.tsx";
import { ListPage } from "../../../parts/list/list.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Photo, uploadImage } from "../../../parts/photo.tsx";
import { Empty } from "../../../parts/states.tsx";
import { TwoLines } from "../../../parts/two-lines.tsx";
import { PRODUCT_STATUS } from "./labels.ts";
import { percent } from "./percent.ts";
import { merchantsQuery, PER_PAGE, productsQuery, SHOP, type ShopProduct } from "./queries.ts";
import type { ProductsSearch } from "./search.ts";
import { MerchantFilter, Sections } from "./sections.tsx";
import { text } from "./text.ts";

const here = getRouteApi("/inside/locker-shop/products");

export function Products() {
  const search = here.useSearch();
  const navigate = useNavigate();
  const may_use = useMe().permissions.includes("lockers:use");
  const [open_product, setProduct] = useState<ShopProduct | null>(null);
  const { page = 1, ...filters } = search;
  const query = useQuery(productsQuery({ page, per_page: PER_PAGE, ...filters }));
  const has_merchants = (useQuery(merchantsQuery).data?.total ?? 0) > 0;
  const show = (next: ProductsSearch) => void navigate({ to: "/locker-shop/products", search: next });
  const filtered = Object.keys(filters).length > 0;
  const filter = bindFilters(getFilters("shopProducts"), search, (part) =>
    show({ ...filters, ...part } as ProductsSearch),
  );
  return (
    <ListPage
      above={<Sections />}
      subtitle={query.data ? text.products.count({ n: query.data.total }) : "…"}
      actions={
        may_use && has_merchants ? (
          <CreateButton label={text.products.create}>
            {(close) => <ProductForm product={null} close={close} />}
          </CreateButton>
        ) : null
      }
      label={text.sections.products}
      toolbar={
        <div className="filters">
          <FilterSelect
            label={text.status}
            any={text.any_status}
            names={PRODUCT_STATUS}
            {...filter("status")}
            w={{ base: "100%", xs: 190 }}
          />
          <MerchantFilter {...filter("merchant_id")} />
        </div>
      }
      query={query}
      rows={({ products }) => products}
      empty={
        <Empty
          icon={IconShoppingBag}
          title={filtered ? text.products.none_found : text.products.none}
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
            : has_merchants
              ? text.products.none_about
              : text.products.no_merchant_about}
        </Empty>
      }
      columns={buildColumns()}
      getKey={({ id }) => id}
      getName={({ name }) => name}
      onOpen={may_use ? setProduct : undefined}
      card={(product) => <Card product={product} />}
      foot={(output) => (
        <Pager
          {...output}
          noun={text.products.noun}
          onPage={(next) => show({ ...filters, ...(next > 1 ? { page: next } : {}) })}
        />
      )}
    >
      {open_product === null ? null : <ProductForm product={open_product} close={() => setProduct(null)} />}
    </ListPage>
  );
}

const ProductPhoto = ({ product: { photo_file_id, name } }: { product: ShopProduct }) => (
  <span className="shop-photo">
    {photo_file_id === null ? (
      <IconShoppingBag size={20} stroke={1.4} aria-hidden />
    ) : (
      <Photo file_id={photo_file_id} alt={text.products.photo_of({ name })} />
    )}
  </span>
);

const describeKeeping = ({ shelf_life_h, temperature_max_c, age_limit }: ShopProduct) =>
  [
    ...(shelf_life_h === null ? [] : [text.products.keeps({ hours: number(shelf_life_h) })]),
    ...(temperature_max_c === null ? [] : [text.products.up_to({ degrees: number(temperature_max_c) })]),
    ...(age_limit === null ? [] : [text.products.from_age({ age: String(age_limit) })]),
  ].join(" · ");

function buildColumns(): Column<ShopProduct>[] {
  return [
    {
      key: "product",
      head: text.product,
      cell: (product) => (
        <span className="row nowrap">
          <ProductPhoto product={product} />
          <TwoLines below={product.sku}>{product.name}</TwoLines>
        </span>
      ),
    },
    {
      key: "price",
      head: text.price,
      width: 120,
      align: "end",
      cell: ({ price_minor, currency }) => <span className="num">{money(price_minor, currency)}</span>,
    },
    {
      key: "tax",
      head: text.products.tax,
      width: 110,
      align: "end",
      window_width_min: 1240,
      cell: ({ tax_bp }) => <span className="num">{percent(tax_bp)}</span>,
    },
    {
      key: "keeping",
      head: text.products.keeping,
      width: 290,
      window_width_min: 900,
      cell: (product) => <span className="dim">{describeKeeping(product) || "–"}</span>,
    },
    {
      key: "status",
      head: text.status,
      width: 150,
      cell: ({ status }) => <StatusBadge badge={findLabel(PRODUCT_STATUS, status)} />,
    },
  ];
}

function Card({ product }: { product: ShopProduct }) {
  return (
    <span className="row nowrap">
      <ProductPhoto product={product} />
      <span className="stack tight grow" style={{ gap: 0 }}>
        <span className="row apart nowrap">
          <span className="strong cut">{product.name}</span>
          <span className="num strong">{money(product.price_minor, product.currency)}</span>
        </span>
        <span className="small dim">
          {[product.sku, describeKeeping(product)].filter(Boolean).join(" · ")}{" "}
          {product.status === "RETIRED" ? <Tag tone="grey">{text.products.statuses.RETIRED}</Tag> : null}
        </span>
      </span>
    </span>
  );
}

const RULES = joinRules(getRules("shopProductCreate"), getRules("shopProductUpdate"));
const MEMBERS: Record<string, string> = { price_minor: "price", tax_bp: "tax" };
const toNumber = (value: number | string | null) => (value === "" || value === null ? null : Number(value));

function ProductForm({ product, close }: { product: ShopProduct | null; close: () => void }) {
  const me = useMe();
  const merchants = useQuery(merchantsQuery).data?.merchants ?? [];
  const currency = product?.currency ?? me.business?.currency ?? "EUR";
  const minors = minorUnits(currency);
  const [photo, setPhoto] = useState<File | null>(null);
  return (
    <FormDrawer
      rules={RULES}
      close={close}
      title={product === null ? text.products.create : product.name}
      size="lg"
      confirm={product === null ? text.products.create : text.save}
      initial={{
        merchant_id: String(product?.merchant_id ?? (merchants.length === 1 ? merchants[0]!.id : "")),
        sku: product?.sku ?? "",
        name: product?.name ?? "",
        description: product?.description ?? "",
        price: (product ? product.price_minor / minors : "") as number | string,
        tax: (product?.tax_bp ?? 0) / 100,
        age_limit: (product?.age_limit ?? "") as number | string,
        shelf_life_h: (product?.shelf_life_h ?? "") as number | string,
        temperature_max_c: (product?.temperature_max_c ?? "") as number | string,
        low_stock_at: product?.low_stock_at ?? 1,
        status: product?.status ?? ("ACTIVE" as const),
      }}
      toPath={(path) => MEMBERS[path] ?? path}
      run={async ({ merchant_id, sku, name, description, price, tax, status, ...values }) => {
        const photo_file_id = photo === null ? undefined : await uploadImage(photo);
        const members = {
          name: name.trim(),
          description: description.trim() || null,
          price_minor: Math.round(Number(price) * minors),
          tax_bp: Math.round(Number(tax) * 100),
          age_limit: toNumber(values.age_limit),
          shelf_life_h: toNumber(values.shelf_life_h),
          temperature_max_c: toNumber(values.temperature_max_c),
          low_stock_at: Number(values.low_stock_at),
          ...(photo_file_id === undefined ? {} : { photo_file_id }),
        };
        return product === null
          ? client.shopProductCreate({ merchant_id: Number(merchant_id), sku: sku.trim(), ...members })
          : client.shopProductUpdate(
              { product_id: product.id, status, ...members },
              { if_match: product.version },
            );
      }}
      keys={[[SHOP]]}
      success_message={(answer) => text.saved({ name: answer.product.name })}
    >
      {({ field, own }) => (
        <>
          {product === null && merchants.length > 1 ? (
            <Select
              label={text.merchant}
              allowDeselect={false}
              data={merchants.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...field("merchant_id")}
            />
          ) : null}
          <TextInput data-autofocus label={text.products.name} {...field("name", { required: true })} />
          {product === null ? (
            <TextInput label={text.products.sku} description={text.products.sku_about} {...field("sku")} />
          ) : null}
          <Textarea label={text.products.description} autosize minRows={2} {...field("description")} />
          <SimpleGrid cols={2} spacing="xs">
            <NumberInput
              label={text.products.price_in({ currency })}
              description={text.products.price_about}
              {...own("price", { member: "price_minor", factor: minors, required: true })}
            />
            <NumberInput
              label={text.products.tax_percent}
              description={text.products.tax_about}
              {...own("tax", { member: "tax_bp", factor: 100 })}
            />
            <NumberInput
              label={text.products.shelf_life}
              description={text.products.shelf_life_about}
              {...field("shelf_life_h")}
            />
            <NumberInput
              label={text.products.temperature_max}
              description={text.products.temperature_max_about}
              {...field("temperature_max_c")}
            />
            <NumberInput label={text.products.age_limit} {...field("age_limit")} />
            <NumberInput label={text.products.low_stock_at} {...field("low_stock_at")} />
          </SimpleGrid>
          {product?.photo_file_id ? <ProductPhoto product={product} /> : null}
          <FileInput
            label={text.products.photo}
            description={text.products.photo_about}
            leftSection={<IconCamera size={16} />}
            accept="image/jpeg,image/png,image/webp"
            clearable
            value={photo}
            onChange={setPhoto}
          />
          {product === null ? null : (
            <Select
              label={text.status}
              description={text.products.status_about}
              allowDeselect={false}
              data={[
                { value: "ACTIVE", label: text.products.statuses.ACTIVE },
                { value: "RETIRED", label: text.products.statuses.RETIRED },
              ]}
              {...field("status")}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}
