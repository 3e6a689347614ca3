/** Reads Mapbox Vector Tiles (version 2.1), so that tests see what a reader would. */

interface TileFeature {
  layer: string;
  properties: Record<string, unknown>;
  /** In units of the tile. */
  positions: { x: number; y: number }[];
}

type Field = [number: number, value: number | Buffer];

function readVarint(bytes: Buffer, at: number): [value: number, next: number] {
  let [value, factor, next] = [0, 1, at];
  for (;;) {
    const byte = bytes[next] ?? 0;
    value += (byte & 127) * factor;
    next += 1;
    if (byte < 128) return [value, next];
    factor *= 128;
  }
}

function readFields(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag, start] = readVarint(bytes, at);
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (type === 0) {
      const [value, next] = readVarint(bytes, start);
      fields.push([number, value]);
      at = next;
    } else {
      const [length, from] = type === 2 ? readVarint(bytes, start) : [type === 1 ? 8 : 4, start];
      fields.push([number, bytes.subarray(from, from + length)]);
      at = from + length;
    }
  }
  return fields;
}

const findAll = (fields: readonly Field[], number: number) =>
  fields.filter(([one]) => one === number).map(([, value]) => value);
const findBytes = (fields: readonly Field[], number: number) =>
  (findAll(fields, number)[0] as Buffer | undefined) ?? Buffer.alloc(0);

function readNumbers(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [value, next] = readVarint(bytes, at);
    numbers.push(value);
    at = next;
  }
  return numbers;
}

const toSigned = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

function readValue(bytes: Buffer): unknown {
  const [[number, value] = [0, 0]] = readFields(bytes);
  if (number === 1) return (value as Buffer).toString("utf8");
  if (number === 2) return (value as Buffer).readFloatLE();
  if (number === 3) return (value as Buffer).readDoubleLE();
  if (number === 6) return toSigned(value as number);
  return number === 7 ? value === 1 : value;
}

function readPositions(geometry: readonly number[]): { x: number; y: number }[] {
  const positions: { x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (let at = 0; at < geometry.length; ) {
    const command = geometry[at] ?? 0;
    at += 1;
    // Closing a ring has no position.
    for (let count = command % 8 === 7 ? 0 : Math.floor(command / 8); count > 0; count -= 1) {
      x += toSigned(geometry[at] ?? 0);
      y += toSigned(geometry[at + 1] ?? 0);
      at += 2;
      positions.push({ x, y });
    }
  }
  return positions;
}

export function readVectorTile(bytes: Buffer): TileFeature[] {
  return findAll(readFields(bytes), 3).flatMap((layer_bytes) => {
    const fields = readFields(layer_bytes as Buffer);
    const layer = findBytes(fields, 1).toString("utf8");
    const keys = findAll(fields, 3).map((key) => (key as Buffer).toString("utf8"));
    const values = findAll(fields, 4).map((value) => readValue(value as Buffer));
    return findAll(fields, 2).map((feature_bytes) => {
      const feature = readFields(feature_bytes as Buffer);
      const tags = readNumbers(findBytes(feature, 2));
      const pairs = Array.from({ length: tags.length / 2 }, (_, index) => [
        keys[tags[2 * index] ?? 0],
        values[tags[2 * index + 1] ?? 0],
      ]);
      return {
        layer,
        properties: Object.fromEntries(pairs) as Record<string, unknown>,
        positions: readPositions(readNumbers(findBytes(feature, 4))),
      };
    });
  });
}
