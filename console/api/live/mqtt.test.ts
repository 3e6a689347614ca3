import assert from "node:assert/strict";
import { test } from "node:test";
import { createPacketReader, decodeMessage, encodeConnect, encodeSubscribe } from "./mqtt.ts";

/** A packet of MQTT 3.1.1, section 2.2, with a length of two bytes. */
function packet(first: number, body: Buffer): Buffer {
  assert(body.length >= 128 && body.length < 128 ** 2);
  return Buffer.concat([Buffer.from([first, (body.length & 127) | 128, body.length >> 7]), body]);
}

function publish(qos: 0 | 1, topic: string, payload: string): Buffer {
  const name = Buffer.from(topic);
  const id = qos === 0 ? [] : [0, 5];
  return packet(
    0x30 | (qos << 1),
    Buffer.concat([Buffer.from([0, name.length]), name, Buffer.from(id), Buffer.from(payload)]),
  );
}

test("packets are read however their bytes are divided", () => {
  const texts = ["é".repeat(500), `{"order":"${"5".repeat(3000)}"}`];
  const bytes = Buffer.concat([
    Buffer.from([0x20, 2, 0, 0]),
    publish(0, "a/b", texts[0] as string),
    publish(1, "a/é", texts[1] as string),
    Buffer.from([0xd0, 0]),
  ]);
  for (const size of [1, 3, 1000, bytes.length]) {
    const read = createPacketReader();
    const packets = [];
    for (let at = 0; at < bytes.length; at += size) packets.push(...read(bytes.subarray(at, at + size)));
    assert.deepEqual(
      packets.map(({ type }) => type),
      [2, 3, 3, 13],
      `${size} bytes at a time`,
    );
    assert.deepEqual(packets.slice(1, 3).map(decodeMessage), texts);
  }
});

test("what is sent follows MQTT 3.1.1", () => {
  assert.deepEqual(
    [...encodeConnect("é")],
    [0x10, 14, 0, 4, ...Buffer.from("MQTT"), 4, 2, 0, 60, 0, 2, ...Buffer.from("é")],
  );
  const topic = `p/changes/${"1".repeat(200)}`;
  assert.deepEqual(
    [...encodeSubscribe(topic)],
    [...packet(0x82, Buffer.concat([Buffer.from([0, 1, 0, 210]), Buffer.from(topic), Buffer.from([0])]))],
  );
});
