/** Receive packages of an order into a bin, measured or not. They are in stock and can be shipped out from then on. */
import Type from "typebox";
import { buildPackageCheck, NAMED_MAX, Side, Weight } from "#domain/customer/service-orders/public.ts";
import { attachPhotos, PhotoIds } from "#domain/customer/services/public.ts";
import { lockReceivingBin, receivePackages } from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerOrder } from "../answer.ts";
import { chargeDays } from "../charges.ts";
import { messages } from "../messages.ts";
import {
  followPackages,
  getAllowedNextStatus,
  getLockedOrder,
  moveRefusals,
} from "../records/storage-order.ts";
import { listPackages } from "../records/stored-package.ts";
import { CustomerStorageOrderAnswer } from "../shapes.ts";

const SIDES = ["length_mm", "width_mm", "height_mm"] as const;

export const receiveStoredPackages = defineOperation({
  name: "clientStorageOrderReceive",
  summary: "Receive packages of a storage order",
  description: "Puts them in stock, in an open bin. A code that is in stock already, or a full bin, is 409.",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/storage-orders/{storage_order_id}/receive" },
  input: Type.Object({
    storage_order_id: Ref("storage_order"),
    bin_id: Ref("bin"),
    packages: Type.Array(
      Type.Object({
        stored_package_id: Ref("stored_package"),
        code: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 60,
            pattern: "^[!-~]+( [!-~]+)*$",
            description: "On its label; generated if absent.",
          }),
        ),
        weight_g: Type.Optional(Weight),
        length_mm: Type.Optional(Side),
        width_mm: Type.Optional(Side),
        height_mm: Type.Optional(Side),
        damaged: Type.Optional(Type.Boolean()),
        file_ids: Type.Optional(PhotoIds),
      }),
      { minItems: 1, maxItems: NAMED_MAX },
    ),
  }),
  output: CustomerStorageOrderAnswer,
  refusals: {
    ...moveRefusals,
    unknown_bin: "invalid",
    already_received: "conflict",
    bin_closed: "conflict",
    bin_full: "conflict",
  },

  async run(context, { storage_order_id, bin_id, packages }) {
    const { db, business_id, now, refuse } = context;
    // Stock before the order: `packages.ts` says why.
    const bin = await lockReceivingBin(context, bin_id);
    const order = await getLockedOrder(context, storage_order_id);
    getAllowedNextStatus(context, order, "receive");
    if (bin === undefined) {
      throw refuse("unknown_bin", {
        message: messages.unknown_bin,
        errors: [{ field: "bin_id", message: messages.no_bin }],
      });
    }
    const packages_by_id = new Map((await listPackages(context, order.id)).map((row) => [row.id, row]));
    const check = buildPackageCheck(packages_by_id, "stored_package_id", ({ received_at }) =>
      received_at === null ? null : fields.received_before,
    );
    const errors = packages.flatMap(({ stored_package_id: id, ...measures }, index) => {
      const missing = SIDES.filter((side) => measures[side] === undefined);
      return [
        ...check(id, index),
        ...(missing.length === SIDES.length ? [] : missing).map((side) => ({
          field: `packages/${index}/${side}`,
          message: fields.required_with_sides,
        })),
      ];
    });
    const codes = packages.flatMap(({ code }) => code?.replaceAll(/\s/g, "").toUpperCase() ?? []);
    if (new Set(codes).size < codes.length)
      errors.push({ field: "packages", message: messages.same_code_twice });
    if (errors.length > 0) throw refuse("invalid_request", { message: messages.invalid_packages, errors });

    const received = await receivePackages(context, {
      bin,
      subject: { type: "storage_order", id: order.id },
      packages: packages.map(
        ({ stored_package_id, code, damaged = false, file_ids: _files, ...measures }) => {
          const row = packages_by_id.get(stored_package_id);
          return {
            ...measures,
            code: code ?? null,
            customer_id: order.customer_id,
            damaged,
            ref: row?.contents.slice(0, 100) ?? "",
          };
        },
      ),
    });
    if ("already" in received) {
      const present = received.already.map(({ code }) => code);
      throw refuse("already_received", {
        message: messages.already_received,
        values: { codes: present.join(", ") },
        extra: { codes: present },
      });
    }
    if ("problem" in received) {
      const code = received.problem === "full" ? "bin_full" : "bin_closed";
      throw refuse(code, { message: messages[code], values: { code: bin.code } });
    }
    const { time_zone } = context.business;
    await db.execute(
      `update stored_package p set status = 'RECEIVED', stock_package_id = r.stock_package_id, received_at = $3, stored_from = $4,
         stored_until = null, left_at = null, damaged = r.damaged, measured_weight_g = r.weight_g,
         measured_length_mm = r.length_mm, measured_width_mm = r.width_mm, measured_height_mm = r.height_mm,
         measured_at = case when r.weight_g is not null and r.length_mm is not null then $3::timestamptz end
         from json_to_recordset($5::json) as r(id bigint, stock_package_id bigint, damaged boolean, weight_g int, length_mm int,
           width_mm int, height_mm int)
        where p.business_id = $1 and p.storage_order_id = $2 and p.id = r.id`,
      [
        business_id,
        order.id,
        now,
        toLocalDate(now, time_zone),
        JSON.stringify(
          packages.map(({ stored_package_id, damaged = false, ...measures }, index) => ({
            ...measures,
            id: stored_package_id,
            stock_package_id: received.packages[index]?.id,
            damaged,
          })),
        ),
      ],
    );
    await attachPhotos(
      context,
      packages.flatMap(({ stored_package_id: id, file_ids = [] }, index) =>
        file_ids.map((file_id, at) => ({
          file_id,
          subject: { type: "stored_package", id },
          field: `packages/${index}/file_ids/${at}`,
        })),
      ),
    );
    await chargeDays(context, order);
    await followPackages(context, order, {
      trigger: "receive",
      columns: { warehouse_id: order.warehouse_id ?? bin.warehouse_id },
      facts: {
        stored_package_ids: packages.map(({ stored_package_id }) => stored_package_id),
        warehouse_id: bin.warehouse_id,
      },
    });
    return answerCustomerOrder(context, order.id);
  },
});
