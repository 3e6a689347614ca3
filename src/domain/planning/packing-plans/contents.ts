/** What a plan packs and into what: reads the goods and the catalogue, and refuses what cannot be packed. */
import type { Static } from "typebox";
import {
  findOrder,
  getVisibility,
  isVisible,
  loadParcels,
  type OrderRow,
} from "#domain/orders/orders/public.ts";
import { findUnfittingOrRefuse, toPairs } from "#domain/planning/goods-plans/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { InvalidPackingProblem } from "#solvers/packing/problem.ts";
import { messages } from "./messages.ts";
import type { PackagingRow } from "./records/packaging.ts";
import { getReach, type PlanContents } from "./records/packing-plan.ts";
import { findUnfitting } from "./rules.ts";
import {
  type CustomSize,
  type ItemInput,
  type PackedItem,
  PIECES_MAX,
  type PlanPackaging,
} from "./shapes.ts";

export const contentsRefusals = {
  unknown_order: "invalid",
  unknown_article: "invalid",
  unknown_packaging: "invalid",
  unknown_category: "invalid",
  not_measured: "invalid",
  no_items: "invalid",
  no_packaging: "invalid",
  no_packaging_fits: "invalid",
  too_many_items: "invalid",
  invalid_sizes: "invalid",
  unsolvable: "invalid",
} as const;
type Refusing = Context<keyof typeof contentsRefusals>;

export interface ContentsInput {
  order_id?: number | null | undefined;
  items?: readonly ItemInput[];
  categories?: readonly string[];
  packaging_ids?: readonly number[];
  custom_sizes?: readonly Static<typeof CustomSize>[];
  target_utilization_percent?: number;
  separate_groups?: readonly (readonly string[])[];
  support_percent?: number;
  allow_unpacked?: boolean;
}

const SUPPORT_DEFAULT = 75;

/**
 * Refuses, with an entry for each, items without measures and items that no packaging of the plan holds. What the input does
 * not name stays as it is in `stored_contents`.
 */
export async function loadContents(
  context: Refusing,
  input: ContentsInput,
  stored_contents?: PlanContents,
): Promise<PlanContents> {
  const names_packagings =
    input.categories !== undefined || input.packaging_ids !== undefined || input.custom_sizes !== undefined;
  const items =
    stored_contents !== undefined && input.items === undefined
      ? stored_contents.items
      : await loadItems(context, input);
  const contents: PlanContents = {
    items,
    packagings:
      stored_contents !== undefined && !names_packagings
        ? stored_contents.packagings
        : await loadPackagings(context, input),
    target_utilization_percent:
      input.target_utilization_percent ?? stored_contents?.target_utilization_percent ?? 100,
    separate_groups: toPairs(input.separate_groups) ?? stored_contents?.separate_groups ?? [],
    support_percent: input.support_percent ?? stored_contents?.support_percent ?? SUPPORT_DEFAULT,
  };
  const errors = findUnfittingOrRefuse(context, contents, {
    pieces_max: PIECES_MAX,
    too_many_items: messages.too_many_items,
    findUnfitting,
    InvalidProblem: InvalidPackingProblem,
  });
  if (errors.length > 0 && input.allow_unpacked !== true)
    throw context.refuse("no_packaging_fits", { message: messages.no_packaging_fits, errors });
  return contents;
}

async function loadItems(context: Refusing, input: ContentsInput): Promise<PackedItem[]> {
  const { refuse } = context;
  const order_id = input.order_id ?? null;
  const order = order_id === null ? null : await findPackedOrder(context, order_id);
  if (input.items !== undefined) return loadFreeItems(context, input.items);
  if (order === null) throw refuse("no_items", { message: messages.no_items });
  const parcels = await loadParcels(context.db, context.business_id, [order.id]);
  const errors: RefusalDetail[] = [];
  const items = parcels.flatMap(
    ({ id, seq, length_mm, width_mm, height_mm, weight_g, contents, label_code }) => {
      const name = contents === "" ? `Parcel ${seq}` : contents;
      if (length_mm === null || width_mm === null || height_mm === null) {
        const message = messages.parcel_without_sizes.with({ label: label_code });
        errors.push({ field: `order_id/parcels/${seq}`, code: "not_measured", message });
        return [];
      }
      const facts = { name, article_id: null, parcel_id: id, length_mm, width_mm, height_mm };
      return [{ ref: `parcel-${id}`, ...facts, quantity: 1, weight_g }];
    },
  );
  if (errors.length > 0) throw refuse("not_measured", { message: messages.not_measured, errors });
  return items;
}

async function findPackedOrder(context: Refusing, order_id: number): Promise<OrderRow> {
  const order = await findOrder(context.db, context.business_id, order_id);
  if (order === undefined || !isVisible(getVisibility(context.actor), order))
    throw context.refuse("unknown_order", {
      message: messages.unknown_order,
      errors: [{ field: "order_id", message: messages.is_no_order }],
    });
  return order;
}

interface ArticleMeasures {
  id: number;
  sku: string;
  name: string;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
}

async function loadFreeItems(
  { actor, db, business_id, refuse }: Refusing,
  items: readonly ItemInput[],
): Promise<PackedItem[]> {
  const ids = [...new Set(items.flatMap(({ article_id }) => article_id ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db.rows<ArticleMeasures>(
          `select id, sku, name, weight_g, length_mm, width_mm, height_mm from article
            where business_id = $1 and id = any($2::bigint[]) and ($3::bigint is null or customer_id = $3)`,
          [business_id, ids, getReach(actor)],
        );
  const articles = new Map(rows.map((row) => [row.id, row]));
  const unknown: RefusalDetail[] = [];
  const unmeasured: RefusalDetail[] = [];
  const packed = items.flatMap((item, index): PackedItem[] => {
    const article = item.article_id === undefined ? undefined : articles.get(item.article_id);
    if (item.article_id !== undefined && article === undefined) {
      unknown.push({ field: `items/${index}/article_id`, message: messages.is_no_article });
      return [];
    }
    const name = item.name ?? article?.name ?? `Item ${index + 1}`;
    const length_mm = item.length_mm ?? article?.length_mm ?? null;
    const width_mm = item.width_mm ?? article?.width_mm ?? null;
    const height_mm = item.height_mm ?? article?.height_mm ?? null;
    if (length_mm === null || width_mm === null || height_mm === null) {
      unmeasured.push({
        field: `items/${index}`,
        code: "not_measured",
        message:
          article === undefined
            ? messages.without_sizes.with({ name })
            : messages.article_without_sizes.with({ sku: article.sku }),
      });
      return [];
    }
    const { upright, max_load_g, group } = item;
    return [
      {
        ref: `item-${index + 1}`,
        name,
        article_id: item.article_id ?? null,
        parcel_id: null,
        length_mm,
        width_mm,
        height_mm,
        quantity: item.quantity,
        weight_g: item.weight_g ?? article?.weight_g ?? 0,
        ...(upright === undefined ? {} : { upright }),
        ...(max_load_g === undefined ? {} : { max_load_g }),
        ...(group === undefined ? {} : { group }),
      },
    ];
  });
  if (unknown.length > 0)
    throw refuse("unknown_article", { message: messages.unknown_article, errors: unknown });
  if (unmeasured.length > 0)
    throw refuse("not_measured", { message: messages.not_measured, errors: unmeasured });
  return packed;
}

/** Whole categories and single packagings together, each once, and the custom sizes after them. */
async function loadPackagings(
  { db, business_id, refuse }: Refusing,
  { categories = [], packaging_ids = [], custom_sizes = [] }: ContentsInput,
): Promise<PlanPackaging[]> {
  const is_named = categories.length + packaging_ids.length + custom_sizes.length > 0;
  const rows = await db.rows<PackagingRow>(
    `select * from packaging where business_id = $1 and status = 'active'
        and ($2 or category = any($3::text[]) or id = any($4::bigint[])) order by id`,
    [business_id, !is_named, categories, packaging_ids],
  );
  const known_ids = new Set(rows.map(({ id }) => id));
  const unknown = packaging_ids.flatMap((id, index) =>
    known_ids.has(id) ? [] : [{ field: `packaging_ids/${index}`, message: messages.no_active_packaging }],
  );
  if (unknown.length > 0)
    throw refuse("unknown_packaging", { message: messages.unknown_packaging, errors: unknown });
  const filled = new Set(rows.map(({ category }) => category));
  const empty = categories.flatMap((category, index) =>
    filled.has(category)
      ? []
      : [{ field: `categories/${index}`, message: messages.without_active_packaging }],
  );
  if (empty.length > 0)
    throw refuse("unknown_category", { message: messages.unknown_category, errors: empty });
  const custom = custom_sizes.map((size, index) => toCustomPackaging(size, index));
  const faults = custom.flatMap((size, index) =>
    size.outer_length_mm < size.inner_length_mm ||
    size.outer_width_mm < size.inner_width_mm ||
    size.outer_height_mm < size.inner_height_mm
      ? [{ field: `custom_sizes/${index}`, message: messages.smaller_outside }]
      : [],
  );
  if (faults.length > 0) throw refuse("invalid_sizes", { message: messages.invalid_sizes, errors: faults });
  const packagings = [...rows.map(toPlanPackaging), ...custom];
  if (packagings.length === 0) throw refuse("no_packaging", { message: messages.no_packaging });
  return packagings;
}

function toPlanPackaging(row: PackagingRow): PlanPackaging {
  const { id, code, name, ...rest } = row;
  return {
    ref: `packaging-${id}`,
    packaging_id: id,
    code,
    name,
    inner_length_mm: rest.inner_length_mm,
    inner_width_mm: rest.inner_width_mm,
    inner_height_mm: rest.inner_height_mm,
    outer_length_mm: rest.outer_length_mm,
    outer_width_mm: rest.outer_width_mm,
    outer_height_mm: rest.outer_height_mm,
    max_weight_g: rest.max_weight_g,
    tare_g: rest.tare_g,
    cost_minor: rest.cost_minor,
    stock: rest.stock,
  };
}

function toCustomPackaging(size: Static<typeof CustomSize>, index: number): PlanPackaging {
  return {
    ref: `custom-${index + 1}`,
    packaging_id: null,
    code: `CUSTOM-${index + 1}`,
    name: size.name ?? `Custom size ${index + 1}`,
    inner_length_mm: size.inner_length_mm,
    inner_width_mm: size.inner_width_mm,
    inner_height_mm: size.inner_height_mm,
    outer_length_mm: size.outer_length_mm ?? size.inner_length_mm,
    outer_width_mm: size.outer_width_mm ?? size.inner_width_mm,
    outer_height_mm: size.outer_height_mm ?? size.inner_height_mm,
    max_weight_g: size.max_weight_g ?? null,
    tare_g: size.tare_g ?? 0,
    cost_minor: size.cost_minor ?? 0,
    stock: size.stock ?? null,
  };
}
