/**
 * A device asks for its open commands. Those that were sent before are sent again, with another packet id and the same
 * nonce: the device moves its hardware once for it. The broker asks for a device that is connected, and gets what was not sent
 * over its connection.
 */
import { randomUUID } from "node:crypto";
import Type from "typebox";
import { COMMANDS_MAX, Command, Commands } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { CALLING_REFUSALS, lockCallingDevice } from "../calling.ts";
import { markHeard } from "../presence.ts";
import { findCompartments } from "../receive.ts";
import { sendCommands } from "../records/command.ts";

const { commands: _commands, ...answered } = Commands.properties;

export const pullDeviceCommands = defineOperation({
  name: "pullDeviceCommands",
  summary: "Get the open commands of a device",
  access: { device: true, roles: [], scopes: [] },
  rest: { method: "GET", path: "/api/v1/device-operations/commands" },
  limit: { name: "device_messages", per_s: 5, burst: 100 },
  stores_document: true,
  output: Type.Object({
    ...answered,
    commands: Type.Array(
      Type.Object({
        ...Command.properties,
        packet_id: NoRef("of one sending", Command.properties.packet_id),
      }),
      { maxItems: COMMANDS_MAX },
    ),
  }),
  refusals: CALLING_REFUSALS,

  run: (reading) =>
    reading.record(async (context) => {
      const { now } = context;
      const device = await lockCallingDevice(context);
      await markHeard(context, device, { clock: "" });
      const commands = await sendCommands(context, device.id, COMMANDS_MAX);
      const ids = commands.some(({ compartment_id }) => compartment_id !== null)
        ? await findCompartments(context, device.id)
        : new Map<string, number>();
      const codes = new Map([...ids].map(([code, id]) => [id, code]));
      return {
        type: "commands" as const,
        commands: commands.map(({ nonce, kind, compartment_id, expires_at, body }) => {
          const compartment = codes.get(compartment_id ?? 0);
          return {
            type: "command" as const,
            packet_id: randomUUID(),
            nonce,
            kind,
            ...(compartment === undefined ? {} : { compartment }),
            expires_at,
            body,
          };
        }),
        server_time: now.toISOString(),
      };
    }),
});
