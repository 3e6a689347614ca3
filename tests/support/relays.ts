/** Luggage relays over HTTP: a rental with something in it, a second locker, a hub, and photos of whoever scans. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createPriceList } from "#domain/money/price-lists/operations/create-price-list.ts";
import { topUpWallet } from "#domain/money/wallets/operations/top-up-wallet.ts";
import { closed, opened, openTestLocker, type TestLocker } from "./lockers.ts";
import type { TestBusiness, TestPerson, TestService } from "./service.ts";
import { openWarehouse } from "./stock.ts";

const HOUR = 3_600_000;
const ROOT = "/api/v1/luggage-relay";
export const SMALL = { width_mm: 300, height_mm: 100, depth_mm: 400 };
export const LARGE = { width_mm: 370, height_mm: 370, depth_mm: 490 };
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

type By = "client_admin" | "employee" | TestPerson;

interface SecondLocker {
  business: TestBusiness;
  second: TestLocker;
  warehouse: Awaited<ReturnType<typeof openWarehouse>>;
}

async function openSecondLocker(service: TestService, sizes: string[]): Promise<SecondLocker> {
  const business = await service.business({ currency: "BRL" });
  const rules = [{ name: "Luggage", base_minor: 500 }];
  await business.as("client_admin")(createPriceList, {
    name: "Lockers",
    family: "storage_services",
    rules,
    is_default: true,
  });
  return {
    business,
    second: await openTestLocker(business, [sizes], "South hall"),
    warehouse: await openWarehouse(business),
  };
}

/** A rental with something in it, and a second locker with compartments of these sizes, or that of another relay. */
export async function openTestRelay(service: TestService, to: string[] | SecondLocker = ["S", "L"]) {
  const at = (milliseconds: number) => new Date(service.now().getTime() + milliseconds).toISOString();
  const { business, second, warehouse } = Array.isArray(to) ? await openSecondLocker(service, to) : to;
  const customer = await business.customer();
  await business.as("client_admin")(topUpWallet, {
    customer_id: customer.id,
    amount_minor: 10_000,
    method: "cash",
  });
  const first = await openTestLocker(business, [["M"]], `North hall ${customer.id}`);
  const started = await first.device.call("POST", "/api/v1/device-operations/rentals", {
    request_id: randomUUID(),
    size: "M",
    hours: 4,
    customer_id: customer.id,
    contact: { email: "ana@example.org", language: "pt" },
  });
  assert.equal(started.status, 201, JSON.stringify(started.body));
  const { rental_id } = started.body;
  await first.tell(opened("A01", "deposit"), closed("A01", "FULL"));
  const created = await business.http("client_admin", "POST", ROOT, { rental_id });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { relay_id } = created.body;

  const http = (by: By, ...[method, url, body]: Parameters<TestPerson["http"]>) =>
    typeof by === "string" ? business.http(by, method, url, body) : by.http(method, url, body);
  const post = (action: string, body: unknown, by: By = "client_admin") =>
    http(by, "POST", `${ROOT}/${relay_id}/${action}`, body);
  const photo = async (by: By = "client_admin") => {
    const upload = await http(by, "POST", "/api/v1/files", {
      content_base64: PIXEL,
      content_type: "image/png",
      name: "bag.png",
    });
    assert.ok(upload.status < 300, JSON.stringify(upload.body));
    return upload.body.file_id ?? upload.body.file.id;
  };
  const scan = async (tags: string[], by: By = "client_admin") =>
    Promise.all(tags.map(async (tag) => ({ tag, photo_file_id: await photo(by) })));
  return {
    business,
    customer,
    first,
    second,
    rental_id,
    relay_id,
    warehouse,
    post,
    photo,
    scan,
    async collect(measures: Record<string, object> = { T1: SMALL }, by: By = "client_admin") {
      const bags = await Promise.all(
        Object.entries(measures).map(async ([tag, sides]) => ({
          tag,
          photo_file_id: await photo(by),
          ...sides,
        })),
      );
      const answer = await post("collect", { bags }, by);
      if (answer.status === 200)
        await first.tell(
          { action: "door_opened", compartment: "A01", details: { cause: "operator" } },
          closed("A01", "EMPTY"),
        );
      return answer;
    },
    async hubIn(tags: string[] = ["T1"], by: By = "client_admin") {
      const bags = await scan(tags, by);
      return post("hub-in", { warehouse_id: warehouse.warehouse_id, hub_bin: "R-7", bags }, by);
    },
    choose: (locker: TestLocker, more: Record<string, unknown> = {}) =>
      post("return-choice", {
        locker_id: locker.id,
        window: { start: at(HOUR), end: at(3 * HOUR) },
        basis: "Flight leaves from there",
        consent: "phone",
        ...more,
      }),
    read: async () => (await business.http("client_admin", "GET", `${ROOT}/${relay_id}`)).body.relay,
    rental: async () =>
      (await business.http("client_admin", "GET", `/api/v1/locker-storage/rentals/${rental_id}`)).body.rental,
    /** Who has the bags, as it is stored. */
    findHolder: async () =>
      (
        await service.system.row<{ holder_account_id: number | null }>(
          "select holder_account_id from luggage_relay where id = $1",
          [relay_id],
        )
      )?.holder_account_id ?? null,
    kinds: async () => (await business.readEvents("luggage_relay", relay_id)).map(({ kind }) => kind),
  };
}
