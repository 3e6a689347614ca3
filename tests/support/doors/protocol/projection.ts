/** One device, or one compartment, as if it were the only one. */
import type { Site, State } from "./state.ts";

export function leaveOtherDevicesOut(state: State, at: number): State {
  const packets = state.packets.flatMap((packet) => (packet.site === at ? [{ ...packet, site: 0 }] : []));
  return { ...state, sites: [state.sites[at]!], packets };
}

/** Operations of other compartments of the only device are those of its neighbour, which may have so many more. */
export function leaveOtherCompartmentsOut(state: State, code: string, neighbour_operations: number): State {
  const site = state.sites[0]!;
  const nonces = new Set(site.commands.flatMap((command) => (command.code === code ? command.nonce : [])));
  const isItsOwn = (one: object) => !("nonce" in one) || nonces.has(one.nonce as string);
  const keep = <Value>(values: Readonly<Record<string, Value>>) => ({ [code]: values[code]! });
  const { flash, memory } = site.device;
  const sent_messages = Object.entries(memory?.sent_messages ?? {}).filter(([, request]) =>
    isItsOwn(request),
  );
  const device: Site["device"] = {
    flash: { ...flash, transactions: flash.transactions.filter(isItsOwn) },
    memory: memory && { ...memory, sent_messages: Object.fromEntries(sent_messages) },
  };
  const only: Site = {
    ...site,
    device,
    boards: keep(site.boards),
    visitors: Object.fromEntries(Object.entries(site.visitors).filter(([one]) => one === code)),
    pulses: Object.fromEntries(Object.entries(site.pulses).filter(([nonce]) => nonces.has(nonce))),
    cells: keep(site.cells),
    commands: site.commands.filter(isItsOwn),
    budget: { ...site.budget, neighbour_operations },
  };
  return { ...state, sites: [only], packets: state.packets.filter(({ message }) => isItsOwn(message)) };
}
