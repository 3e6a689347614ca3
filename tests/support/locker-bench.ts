/** A simulated locker of a service that is being killed: parcels at its doors, and whether its log has everything. */
import assert from "node:assert/strict";
import type { Killable } from "./crash.ts";
import type { LockerSimulator } from "./locker-simulator.ts";
import { until } from "./until.ts";

export interface Parcel {
  reservation_id: number;
  door: string;
}

interface Logged {
  seq: number;
  action: string;
  door: string | null;
  result: string;
  details: Record<string, unknown>;
}

export type LockerBench = Awaited<ReturnType<typeof openLockerBench>>;

/** `name`: how the name of the locker begins. */
export async function openLockerBench(
  service: Killable,
  simulator: LockerSimulator,
  { serial, name }: { serial: string; name: string },
) {
  const headers = await service.as("admin@rounds.example");

  async function call(method: string, path: string, body?: object) {
    const answer = await service.request(method, path, body, headers);
    assert(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  const { lockers } = await call("GET", "/api/v1/lockers?per_page=100");
  const locker_id: number = lockers.find((one: { name: string }) => one.name.startsWith(name)).locker_id;

  /** What was given back is granted again when the device has confirmed it. */
  async function reserve(size = "S"): Promise<Parcel> {
    const path = `/api/v1/lockers/${locker_id}/reservations`;
    const { reservation_id, reservation } = await until(
      `a free compartment of size ${size}`,
      async () => (await service.request("POST", path, { purpose: "delivery", size }, headers)).body,
      (body) => body.reservation_id !== undefined,
    );
    return { reservation_id, door: reservation.compartment_code };
  }

  async function issueCode({ reservation_id }: Parcel, use: "deposit" | "collect"): Promise<string> {
    return (await call("POST", `/api/v1/lockers/reservations/${reservation_id}/codes`, { use })).code;
  }

  async function readDoors(): Promise<{ id: number; code: string; door: string; contents: string }[]> {
    return (await call("GET", `/api/v1/lockers/${locker_id}/compartments?per_page=100`)).compartments;
  }

  /** Opens a door from afar; undefined where that is refused. */
  async function open({ door }: Parcel, use: "deposit" | "collect"): Promise<number | undefined> {
    const compartment_id = (await readDoors()).find(({ code }) => code === door)?.id;
    const path = `/api/v1/lockers/${locker_id}/compartments/${compartment_id}/open`;
    const reason = "Somebody is there.";
    return (await service.request("POST", path, { use, reason }, headers)).body.command_id;
  }

  /** The device accepts codes of this use: it has heard of the last change. */
  const untilAllowed = ({ door }: Parcel, use: string) =>
    until(`codes to ${use} at ${door}`, async () => {
      const { compartments } = await simulator.readFlash(serial);
      return compartments[door]?.allowed.uses.some((one) => one.use === use);
    });

  const untilStatus = ({ reservation_id }: Parcel, ...statuses: string[]) =>
    until(
      `a compartment that is ${statuses.join(" or ")}`,
      async () => (await call("GET", `/api/v1/lockers/reservations/${reservation_id}`)).reservation,
      (reservation) => statuses.includes(reservation.compartment_status),
    );

  /**
   * Ends what a round has left: a door is closed, a parcel collected, a hold given up, and somebody looks where nobody knows.
   * What is still on its way may change it again: then it is tried again.
   */
  const clear = ({ reservation_id, door }: Parcel) =>
    until(`an end of the use of ${door}`, async () => {
      const reservation = `/api/v1/lockers/reservations/${reservation_id}`;
      const tryTo = (method: string, path: string, body?: object) =>
        service.request(method, path, body, headers);
      const { compartments } = await simulator.readFlash(serial);
      const { door: state, contents, allowed } = compartments[door]!;
      if (state === "OPEN") await simulator.command(`close ${serial} ${door}`).catch(() => undefined);
      const { status, compartment_status, compartment_id } = (await call("GET", reservation)).reservation;
      if (status !== "HELD" && status !== "IN_USE") return true;
      if (compartment_status === "VERIFY") {
        const path = `/api/v1/lockers/${locker_id}/compartments/${compartment_id}/check`;
        await tryTo("POST", path, { contents, note: "Seen." });
      }
      if (compartment_status === "RESERVED") await tryTo("DELETE", reservation);
      if (compartment_status === "OCCUPIED") {
        const { code } = (await tryTo("POST", `${reservation}/codes`, { use: "collect" })).body;
        if (!allowed.uses.some(({ use }) => use === "collect")) return false;
        await typeCode(code);
        for (const line of ["take", "close"])
          await simulator.command(`${line} ${serial} ${door}`).catch(() => undefined);
      }
      return false;
    });

  const isSent = async () => (await simulator.readFlash(serial)).queue.entries.length === 0;

  const typeCode = (code: string) => simulator.post(serial, "screen/code", { code });

  /** What the device told, in the order in which it was stored. */
  const readLog = () =>
    service.rows<Logged>(
      `select seq::int as seq, action, sent->>'compartment' as door, result, details from locker_operation
        where device_id = $1 and seq is not null order by id`,
      [locker_id],
    );

  /** Everything that the device recorded is stored, once and in order, and the chains agree. */
  async function checkLog(): Promise<Logged[]> {
    await until("a device that has sent everything", isSent);
    const log = await readLog();
    const { queue } = await simulator.readFlash(serial);
    assert.deepEqual(
      log.map(({ seq }) => seq),
      Array.from({ length: queue.next_seq - 1 }, (_, at) => at + 1),
    );
    const [device] = await service.rows<{ head: string }>(
      "select encode(reported_head, 'hex') as head from locker_device where id = $1",
      [locker_id],
    );
    assert.equal(device?.head, queue.head);
    assert.equal((await call("GET", `/api/v1/device-operations/chain?device_id=${locker_id}`)).intact, true);
    return log;
  }

  /** What the service says of each door is what is there. */
  async function checkDoors(): Promise<void> {
    const { compartments } = await simulator.readFlash(serial);
    const doors = await readDoors();
    assert.deepEqual(
      doors.map(({ code, door, contents }) => [code, door, contents]),
      doors.map(({ code }) => [code, compartments[code]?.door, compartments[code]?.contents]),
    );
  }

  return {
    serial,
    locker_id,
    call,
    reserve,
    issueCode,
    open,
    readDoors,
    untilAllowed,
    untilStatus,
    clear,
    isSent,
    readLog,
    checkLog,
    checkDoors,
    typeCode,
  };
}

/** A code opened a door once, and a command too. */
export function checkOpenings(log: readonly Logged[]): void {
  const codes = log
    .filter(({ action }) => action === "code_accepted")
    .map(({ door, details }) => `${door} ${details["use"]} ${details["counter"]}`);
  assert.equal(new Set(codes).size, codes.length, "a code was accepted twice");
  const nonces = log.flatMap(({ action, details }) =>
    action === "door_opened" && typeof details["nonce"] === "string" ? [details["nonce"]] : [],
  );
  assert.equal(new Set(nonces).size, nonces.length, "a command opened a door twice");
}
