/**
 * A device becomes known: it shows a claim code that an operator made, and its public key.
 *
 * The claim is used up. The same key gets the same answer again while the claim lives, because the first answer may have
 * been lost; another key is refused. A device that is provisioned again begins a new epoch, with the same secret of codes,
 * so that codes which people hold stay valid.
 */
import { randomBytes } from "node:crypto";
import Type from "typebox";
import { buildChainStart } from "#locker-protocol/chain.ts";
import { buildKeyId, buildTopicPrefix, Provision, ProvisionAnswer } from "#locker-protocol/messages.ts";
import { defineOperation } from "#operation/define/define.ts";
import { addToDirectory } from "#operation/records/directory.ts";
import { decryptText, encryptText, hashToken } from "#platform/auth/secrets.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { closeEpoch, findCompartments } from "../receive.ts";
import { lockClaim, markClaimUsed } from "../records/claim.ts";
import { changeDevice, DEVICE_SILENCE, type DeviceRow, lockDevice } from "../records/device.ts";
import { recordOperation } from "../records/operation.ts";
import { HEARTBEAT_S, parseTime, SILENCE_MS } from "../rules.ts";
import { deviceReturned } from "../topics.ts";

const { compartments, ...answered } = ProvisionAnswer.properties;

export const provisionDevice = defineOperation({
  name: "provisionDevice",
  summary: "Provision a locker, kiosk or smart-drop",
  access: { public: true, ignores_token: true },
  rest: { method: "POST", path: "/api/v1/device-operations/provision" },
  limit: { name: "device_provisioning", per_s: 0.2, burst: 20 },
  secret_answer: true,
  input: Type.Object({ ...Provision.properties }),
  output: Type.Object({
    ...answered,
    device_id: Ref("locker_device"),
    compartments: Type.Array(
      Type.Object({ ...compartments.items.properties, compartment_id: Ref("locker_compartment") }),
    ),
  }),
  refusals: { claim_used: "conflict", other_serial: "conflict" },
  tenant: (system_queries, { claim_code }) => system_queries.findBusinessOfClaim(claim_code),

  async run(context, request) {
    const { now, settings, refuse, emit, due, business_id } = context;
    const claim = await lockClaim(context, request.claim_code);
    const device = claim === undefined ? undefined : await lockDevice(context, claim.device_id);
    if (claim === undefined || device === undefined)
      throw refuse("not_found", { message: messages.no_claim });
    if (device.serial !== request.serial) throw refuse("other_serial", { message: messages.other_serial });
    const public_key = Buffer.from(request.public_key, "base64url");
    if (claim.used_at !== null) {
      if (device.public_key?.equals(public_key) !== true)
        throw refuse("claim_used", { message: messages.claim_used });
      return buildAnswer(device);
    }
    const is_first = device.public_key === null;
    if (!is_first) await closeEpoch(context, device);
    const epoch = is_first ? device.epoch : device.epoch + 1;
    const clock = parseTime(request.clock);
    const provisioned = await changeDevice(context, device, {
      status: device.status === "MAINTENANCE" ? "MAINTENANCE" : "ONLINE",
      public_key,
      code_secret:
        device.code_secret ?? encryptText(settings.secret_key, randomBytes(32).toString("base64url")),
      epoch,
      applied_seq: 0,
      reported_head: Buffer.from(buildChainStart(device.id, epoch), "hex"),
      model: request.model,
      firmware: request.firmware,
      capabilities: request.capabilities,
      connectivity: "http",
      last_seen_at: now.toISOString(),
      queued_operations: 0,
      clock_offset_ms: clock === null ? null : clock - now.getTime(),
    });
    await addToDirectory(context, "locker_device", hashToken(buildKeyId(device.id)));
    await markClaimUsed(context, claim);
    due.set(DEVICE_SILENCE, device.id, new Date(now.getTime() + SILENCE_MS));
    const facts = { epoch, model: request.model, firmware: request.firmware };
    await recordOperation(context, device.id, {
      action: "provisioned",
      actor_type: "device",
      result: "ok",
      details: facts,
    });
    emit({ subject: { type: "locker_device", id: device.id }, kind: "device.provisioned", payload: facts });
    await context.publish(deviceReturned, {
      device: provisioned,
      is_provisioned_anew: true,
      expired_commands: [],
    });
    return buildAnswer(provisioned);

    async function buildAnswer({ id, epoch: answered_epoch, code_secret }: DeviceRow) {
      const ids = await findCompartments(context, id);
      return {
        type: "provision_answer" as const,
        device_id: id,
        epoch: answered_epoch,
        code_secret: decryptText(settings.secret_key, code_secret ?? ""),
        server_time: now.toISOString(),
        heartbeat_s: HEARTBEAT_S,
        ...(settings.mqtt_public_url === null
          ? {}
          : {
              mqtt: {
                url: settings.mqtt_public_url,
                topic_prefix: buildTopicPrefix(settings.mqtt_prefix, business_id, id),
              },
            }),
        compartments: [...ids].map(([code, compartment_id]) => ({ compartment_id, code })),
      };
    }
  },
});
