/**
 * The screen of a kiosk, in a real browser: somebody deposits with a code and somebody else collects, while the locker reaches no
 * service; a door that sticks, a code that is wrong, a person who goes away. The page is that which the simulated device serves.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { findViolations, NO_CHROMIUM, openBrowser, type Visit, visit } from "../support/browser.ts";
import { type Killable, killableService } from "../support/crash.ts";
import { type LockerSimulator, startLockerSimulator } from "../support/locker-simulator.ts";
import { until } from "../support/until.ts";

const SERIAL = "ASAN-1";
const COURIER = "driver1@rounds.example";
/** Where that locker is. */
const PLACE = { lat: -15.7735, lng: -47.8785 };

describe("the screen of a kiosk", { skip: NO_CHROMIUM }, () => {
  let service: Killable;
  let simulator: LockerSimulator;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let locker_id = 0;
  let call: (method: string, path: string, body?: object) => Promise<Record<string, never>>;
  let door = "";
  let reservation_id = 0;
  let deposit_code = "";
  let collect_code = "";

  const allows = (use: string) =>
    until(`codes to ${use}`, async () => {
      const { compartments } = await simulator.readFlash(SERIAL);
      return compartments[door]?.allowed.uses.some((one) => one.use === use);
    });
  const issueCode = async (use: string): Promise<string> =>
    (await call("POST", `/api/v1/lockers/reservations/${reservation_id}/codes`, { use })).code!;
  const tell = (line: string) => simulator.command(line);
  const press = async (code: string) => {
    for (const digit of code) await page.getByRole("button", { name: digit, exact: true }).click();
  };
  const begin = async (choice: string) => {
    await page.getByRole("button", { name: choice }).click();
  };

  before(async () => {
    service = await killableService({ RATE_LIMITS: "off" });
    const headers = await service.as("admin@rounds.example");
    call = async (method, path, body) => {
      const answer = await service.request(method, path, body, headers);
      assert(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    const { lockers } = (await call("GET", "/api/v1/lockers?per_page=100")) as unknown as {
      lockers: { locker_id: number; name: string }[];
    };
    locker_id = lockers.find(({ name }) => name.startsWith("CLN"))!.locker_id;
    simulator = await startLockerSimulator(
      service.base,
      [SERIAL],
      ["--http", "--support", "+55 61 3333 0199"],
    );
    browser = await openBrowser();
    visitor = await visit(browser, simulator.base(), { viewport: { width: 1080, height: 1920 } });
    ({ page } = visitor);
    await page.goto(`/${SERIAL}/`);
  });
  after(async () => {
    await browser.close();
  });

  test("speaks the language of the business, and for one visit the one that the person chooses", async () => {
    await page.getByRole("heading", { name: "O que você quer fazer?" }).waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Português" }).click();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "What would you like to do?" }).waitFor();
  });

  test("takes a deposit by a code while no service is reached: a door that sticks opens at the second try", async () => {
    const reserved = (await call("POST", `/api/v1/lockers/${locker_id}/reservations`, {
      purpose: "delivery",
      size: "M",
    })) as unknown as { reservation_id: number; reservation: { compartment_code: string } };
    reservation_id = reserved.reservation_id;
    door = reserved.reservation.compartment_code;
    deposit_code = await issueCode("deposit");
    // Issued before the deposit: the locker learns of it after it, and needs no network to have it used.
    await allows("deposit");
    await tell(`stuck ${SERIAL} ${door} on`);
    await tell(`network ${SERIAL} off`);
    await page.getByText("There is no network at the moment.").waitFor();
    await begin("Drop off");
    await press("00000000");
    await page.getByRole("alert").getByText("This code opens no door here.").waitFor();
    await page.getByText("There is no network, so a new code may not be known here yet.").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await press(deposit_code);
    await page.getByText(`Door ${door} opens`).waitFor();
    await page.getByRole("alert").getByText(`Door ${door} did not open`).waitFor();
    await page.getByText(`and say: locker ${SERIAL}, door ${door}.`).waitFor();
    await tell(`stuck ${SERIAL} ${door} off`);
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByRole("heading", { name: "Put it in" }).waitFor();
    await tell(`put ${SERIAL} ${door}`);
    await page.getByRole("button", { name: "Something is wrong" }).click();
    await page.getByRole("button", { name: "Something is damaged" }).click();
    await page.getByRole("button", { name: `Back to door ${door}` }).click();
    await tell(`close ${SERIAL} ${door}`);
    await page.getByRole("heading", { name: "It is in. Thank you!" }).waitFor();
    await page.getByText("passed on when the network is back").waitFor();
    await page.getByRole("button", { name: "Finish" }).click();
    // The next person is greeted in the language of the place.
    await page.getByRole("heading", { name: "O que você quer fazer?" }).waitFor();
    assert((await simulator.readFlash(SERIAL)).queue.entries.length > 0);
    await tell(`network ${SERIAL} on`);
    await until(
      "a compartment that is occupied",
      () => call("GET", `/api/v1/lockers/reservations/${reservation_id}`),
      ({ reservation }) =>
        (reservation as unknown as { compartment_status: string }).compartment_status === "OCCUPIED",
    );
  });

  test("hands it out by a code without a network, asks when something is left in, and does not take the code again", async () => {
    collect_code = await issueCode("collect");
    await allows("collect");
    await tell(`network ${SERIAL} off`);
    await begin("Retirar");
    await page.keyboard.type(collect_code);
    await page.getByRole("heading", { name: "Retire de dentro" }).waitFor();
    await tell(`close ${SERIAL} ${door}`);
    await page.getByText("A porta está fechada e ainda há algo dentro").waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: "Deixei dentro" }).click();
    await page.getByRole("heading", { name: "Fica no armário" }).waitFor();
    await page.getByRole("button", { name: "Terminar" }).click();
    await begin("Retirar");
    await page.keyboard.type(collect_code);
    await page.getByRole("alert").getByText("Este código não abre nenhuma porta aqui.").waitFor();
    await tell(`network ${SERIAL} on`);
  });

  test("hands an order out that its courier put in by phone, and the timeline of the order has both", async () => {
    const [driver] = await service.rows<{ id: number }>("select id from driver where email = $1", [COURIER]);
    const created = (await call("POST", "/api/v1/client/orderCreate", {
      type: "D",
      scheduled_date: new Date().toLocaleDateString("en-CA", { timeZone: "America/Sao_Paulo" }),
      dropoff: { name: "Ana Prado", line1: "CLN 204 Bloco A", city: "Brasília", country: "BR", ...PLACE },
    })) as unknown as { order_id: number; tracking_number: string };
    const { order_id, tracking_number } = created;
    const { route } = (await call("POST", "/api/v1/client/routes", {
      driver_id: driver?.id,
      order_ids: [order_id],
    })) as unknown as { route: { id: number } };
    await call("POST", `/api/v1/client/routes/${route.id}/release`);
    const courier = await service.as(COURIER);
    const ask = async (path: string, body: object) => {
      const answer = await service.request("POST", path, body, courier);
      assert(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    const { device_order_id, deposit_code, device_order } = await ask("/api/v1/device-orders", {
      locker_id,
      order_id,
      purpose: "delivery",
      size: "M",
    });
    door = device_order.compartment_code;
    const position = { ...PLACE, accuracy_m: 5, at: new Date().toISOString() };
    await ask("/api/v1/lockers/deposit", { locker_id, code: deposit_code, position });
    await until("an open door", () => tell(`put ${SERIAL} ${door}`).catch(() => undefined));
    await tell(`close ${SERIAL} ${door}`);
    await until(
      "a parcel in the locker",
      () => call("GET", `/api/v1/device-orders/${device_order_id}`),
      (answer) => (answer["device_order"] as unknown as { step: string }).step === "deposited",
    );
    const issued = await call("POST", `/api/v1/device-orders/${device_order_id}/code`);
    await allows("collect");
    await begin("Retirar");
    await press(issued["code"] ?? "");
    await page.getByRole("heading", { name: "Retire de dentro" }).waitFor();
    await tell(`take ${SERIAL} ${door}`);
    await tell(`close ${SERIAL} ${door}`);
    await page.getByRole("button", { name: "Terminar" }).click();
    const codes = await until(
      "a delivered order",
      async () => {
        const path = `/api/v1/otep/trackings/${tracking_number}/events`;
        const { events } = (await call("GET", path)) as unknown as { events: { status_code: string }[] };
        return events.map(({ status_code }) => status_code).filter((code) => code.startsWith("otep:locker:"));
      },
      (events) => events.includes("otep:locker:collected"),
    );
    assert.deepEqual(codes.toSorted(), ["otep:locker:collected", "otep:locker:deposited"]);
    const { order } = (await call("GET", `/api/v1/client/orders/${order_id}`)) as unknown as {
      order: { status: string };
    };
    assert.equal(order.status, "DELIVERED");
  });

  test("goes back to its start by itself, and says when the device is gone", async () => {
    await page.clock.install();
    await page.reload();
    await begin("Retirar");
    await press("12");
    await page.clock.fastForward(45_000);
    await page.getByText("Você ainda está aí?").waitFor();
    await page.clock.fastForward(30_000);
    await page.getByRole("heading", { name: "O que você quer fazer?" }).waitFor();
    await simulator.kill();
    await page.getByRole("heading", { name: "Fora de serviço" }).waitFor();
    assert.deepEqual(visitor.broken, []);
  });

  test("a page of another site neither opens doors nor reads the state", async () => {
    await simulator.start();
    const post = (headers: Record<string, string>) =>
      fetch(`${simulator.base()}/${SERIAL}/screen/code`, {
        method: "POST",
        headers,
        body: JSON.stringify({ code: "00000000" }),
      });
    const json = { "content-type": "application/json" };
    assert.equal((await post({ ...json, origin: "https://elsewhere.example" })).status, 403);
    assert.equal((await post({ "content-type": "text/plain" })).status, 415);
    assert.equal((await post(json)).status, 200);
  });
});
