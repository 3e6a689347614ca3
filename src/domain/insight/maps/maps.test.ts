/** Maps over HTTP: what readers see, and what they never see. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type HttpAnswer, testService } from "#tests/support/service.ts";
import { readVectorTile } from "#tests/support/vector-tile.ts";

const service = await testService();
const ROOT = "/api/v1/maps";

const expectSuccess = (answer: HttpAnswer): HttpAnswer => {
  assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
const readRefusal = ({ status, body }: HttpAnswer) => [status, body.error_code];

const toFile = (features: unknown[]) => ({
  content_base64: Buffer.from(JSON.stringify({ type: "FeatureCollection", features })).toString("base64"),
  content_type: "application/geo+json",
  name: "places.geojson",
});
const toPoint = (lng: number, lat: number, properties: object) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [lng, lat] },
  properties,
});

async function openMap(map: object = {}, layer: object = {}) {
  const business = await service.business();
  const admin = await business.person("client_admin");
  const { custom_map } = expectSuccess(
    await admin.http("POST", ROOT, { title: "Our places", access: "public", ...map }),
  ).body;
  const path = `${ROOT}/${custom_map.id}`;
  const { layer_id } = expectSuccess(
    await admin.http("POST", `${path}/layers`, {
      source: "geojson",
      title: "Depots",
      fields: ["name", "size"],
      aggregation: "none",
      ...layer,
    }),
  ).body;
  const reads = `${ROOT}/public/${custom_map.slug}`;
  return {
    business,
    admin,
    path,
    slug: custom_map.slug as string,
    map_id: custom_map.id as number,
    layer_id: layer_id as number,
    layer_path: `${path}/layers/${layer_id}`,
    reads,
    geojson: `${reads}/layers/${layer_id}.geojson`,
    upload: (features: unknown[]) =>
      admin.http("POST", `${path}/layers/${layer_id}/features`, toFile(features)),
    publish: async (body: object = {}) =>
      expectSuccess(await admin.http("POST", `${path}/publish`, body)).body,
  };
}

const readTile = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.app.inject({ method: "GET", url: path, headers });
  const features = answer.statusCode === 200 ? readVectorTile(answer.rawPayload) : [];
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.rawPayload.toString("latin1"),
    features,
    properties: features.map(({ properties }) => properties),
  };
};

const PLACES = [
  toPoint(-47.9, -15.7, { name: "North", size: 4, secret: "code 1234" }),
  toPoint(-47.8, -15.8, { name: "South", size: 2, secret: "code 5678" }),
];

describe("what readers see of a layer", () => {
  test("the fields of its list, and nothing else", async () => {
    const map = await openMap();
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    const answer = expectSuccess(await service.http("GET", map.geojson));
    assert.deepEqual(
      answer.body.features.map(({ properties }: { properties: object }) => properties),
      [
        { name: "North", size: 4 },
        { name: "South", size: 2 },
      ],
    );
    const tile = await readTile(`${map.reads}/tiles/0/0/0`);
    assert.deepEqual(tile.properties, [
      { name: "North", size: 4 },
      { name: "South", size: 2 },
    ]);
    assert.equal(tile.text.includes("code 1234"), false);
  });

  test("a map that is not published does not exist, and neither does one that was taken back", async () => {
    const map = await openMap();
    assert.equal((await service.http("GET", map.reads)).status, 404);
    assert.equal((await service.http("GET", map.geojson)).status, 404);
    assert.equal((await readTile(`${map.reads}/tiles/0/0/0`)).status, 404);
    await map.publish();
    assert.equal((await service.http("GET", map.reads)).status, 200);
    expectSuccess(await map.admin.http("DELETE", `${map.path}/publish`));
    assert.equal((await service.http("GET", map.reads)).status, 404);
    assert.equal((await readTile(`${map.reads}/tiles/0/0/0`)).status, 404);
  });

  test("readers see the list and style of the published version, with the data of now", async () => {
    const map = await openMap();
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    expectSuccess(
      await map.admin.http("PATCH", map.layer_path, {
        fields: ["name", "size", "secret"],
        title: "New title",
      }),
    );
    expectSuccess(await map.upload([toPoint(1, 1, { name: "East", size: 1, secret: "x" })]));
    const { published_map } = expectSuccess(await service.http("GET", map.reads)).body;
    assert.deepEqual(published_map.layers[0].fields, ["name", "size"]);
    assert.equal(published_map.layers[0].title, "Depots");
    const { features } = expectSuccess(await service.http("GET", map.geojson)).body;
    assert.deepEqual(features[0].properties, { name: "East", size: 1 });
    const { number } = await map.publish();
    assert.equal(number, 2);
    const after = expectSuccess(await service.http("GET", map.geojson)).body;
    assert.deepEqual(after.features[0].properties, { name: "East", size: 1, secret: "x" });
    // An earlier version again.
    assert.equal((await map.publish({ number: 1 })).number, 1);
    const again = expectSuccess(await service.http("GET", map.geojson)).body;
    assert.deepEqual(again.features[0].properties, { name: "East", size: 1 });
  });

  test("a place that is hidden while another one is shown is in no tile from before", async () => {
    const map = await openMap({}, { source: "poi", fields: ["name"] });
    const create = async (name: string, visibility: string) =>
      expectSuccess(
        await map.admin.http("POST", "/api/v1/poi", {
          name,
          kind: "gate",
          visibility,
          geometry: { type: "Point", coordinates: [-47.9, -15.8] },
        }),
      ).body.poi.id as number;
    const change = async (id: number, body: object) =>
      expectSuccess(await map.admin.http("PATCH", `/api/v1/poi/${id}`, body));
    const first_id = await create("First gate", "public");
    await change(first_id, { name: "Hidden gate" });
    const second_id = await create("Second gate", "private");
    await create("Third gate", "public");
    await map.publish();
    const readNames = async () =>
      (await readTile(`${map.reads}/tiles/0/0/0`)).properties.map((one) => one["name"]).sort();
    assert.deepEqual(await readNames(), ["Hidden gate", "Third gate"]);
    // As many as before, with the same sum of versions.
    await change(first_id, { visibility: "private" });
    await change(second_id, { visibility: "public" });
    assert.deepEqual(await readNames(), ["Second gate", "Third gate"]);
  });

  test("whoever has the answer already gets none, until list or data change", async () => {
    const map = await openMap();
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    const first = await service.app.inject({ method: "GET", url: map.geojson });
    const conditions = { "if-none-match": String(first.headers["etag"]) };
    assert.match(String(first.headers["content-type"]), /^application\/geo\+json/);
    assert.equal(
      (await service.app.inject({ method: "GET", url: map.geojson, headers: conditions })).statusCode,
      304,
    );
    const tile = await readTile(`${map.reads}/tiles/1/0/1`);
    const tile_conditions = { "if-none-match": String(tile.headers["etag"]) };
    assert.equal((await readTile(`${map.reads}/tiles/1/0/1`, tile_conditions)).status, 304);
    expectSuccess(await map.upload(PLACES.slice(1)));
    assert.equal(
      (await service.app.inject({ method: "GET", url: map.geojson, headers: conditions })).statusCode,
      200,
    );
    assert.equal((await readTile(`${map.reads}/tiles/1/0/1`, tile_conditions)).status, 200);
  });
});

describe("a field that is taken off the list", () => {
  test("is in no tile any more, whatever address and tag the reader has", async () => {
    const map = await openMap({}, { fields: ["name", "secret"] });
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    const { published_map } = expectSuccess(await service.http("GET", map.reads)).body;
    const address = `${map.reads}/tiles/0/0/0?layer=${map.layer_id}&v=${published_map.layers[0].data_tag}`;
    const before = await readTile(address);
    assert.ok(before.text.includes("code 1234"));
    expectSuccess(await map.admin.http("PATCH", map.layer_path, { fields: ["name"] }));
    await map.publish();
    const after = await readTile(address, { "if-none-match": String(before.headers["etag"]) });
    assert.equal(after.status, 200);
    assert.equal(after.text.includes("code 1234"), false);
    assert.deepEqual(after.properties, [{ name: "North" }, { name: "South" }]);
  });

  test("is in no tile that is read while the map is published", async () => {
    const map = await openMap({}, { fields: ["name", "secret"] });
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    expectSuccess(await map.admin.http("PATCH", map.layer_path, { fields: ["name"] }));
    let is_published = false;
    const reads = Array.from({ length: 40 }, async (_, index) => {
      const began_after = is_published;
      const tile = await readTile(`${map.reads}/tiles/3/${index % 8}/${4 + (index % 3)}`);
      return { began_after, has_secret: tile.text.includes("code ") };
    });
    const publishing = map.publish().then(() => {
      is_published = true;
    });
    await Promise.all(reads);
    await publishing;
    const late = await readTile(`${map.reads}/tiles/3/2/4`);
    assert.ok(late.features.length > 0);
    assert.equal(late.text.includes("code "), false);
  });

  test("as the list of a dataset: a column that is deleted, and one that gets its key later", async () => {
    const map = await openMap();
    const { dataset_id } = expectSuccess(
      await map.admin.http("POST", "/api/v1/datasets", {
        name: "Shops",
        columns: [
          { key: "at", type: "geo" },
          { key: "name", type: "text" },
          { key: "phone", type: "text" },
        ],
        position_column: "at",
      }),
    ).body;
    const groups = expectSuccess(await map.admin.http("GET", `/api/v1/datasets/${dataset_id}/groups`)).body;
    expectSuccess(
      await map.admin.http("POST", `/api/v1/datasets/${dataset_id}/records`, {
        group_id: groups.groups[0]?.id,
        records: [{ values: { at: { lat: 1, lng: 2 }, name: "Shop", phone: "+55 1" } }],
      }),
    );
    const { layer_id } = expectSuccess(
      await map.admin.http("POST", `${map.path}/layers`, {
        source: "dataset",
        dataset_id,
        title: "Shops",
        fields: ["name", "phone"],
        filter: { where: { name: { eq: "Shop" } } },
      }),
    ).body;
    await map.publish();
    const geojson = `${map.reads}/layers/${layer_id}.geojson`;
    const read = async () => expectSuccess(await service.http("GET", geojson)).body.features;
    assert.deepEqual((await read())[0].properties, { name: "Shop", phone: "+55 1" });
    const change = (body: object) => map.admin.http("PATCH", `/api/v1/datasets/${dataset_id}`, body);
    expectSuccess(await change({ remove_columns: ["phone"] }));
    assert.deepEqual((await read())[0].properties, { name: "Shop" });
    expectSuccess(await change({ add_columns: [{ key: "phone", type: "text" }] }));
    const [record] = expectSuccess(await map.admin.http("GET", `/api/v1/datasets/${dataset_id}/records`)).body
      .records;
    expectSuccess(
      await map.admin.http("PATCH", `/api/v1/datasets/${dataset_id}/records/${record.id}`, {
        values: { phone: "private number" },
      }),
    );
    assert.deepEqual((await read())[0].properties, { name: "Shop" });
    const { layers } = expectSuccess(await map.admin.http("GET", `${map.path}/layers`)).body;
    assert.deepEqual(layers[1].missing_fields, ["phone"]);
  });
});

describe("who reads a map", () => {
  test("a token opens it until it is revoked, and so does its ticket", async () => {
    const map = await openMap({ access: "token" });
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    assert.deepEqual(readRefusal(await service.http("GET", map.reads)), [403, "TOKEN_NEEDED"]);
    const { token, map_token, page_url } = expectSuccess(
      await map.admin.http("POST", `${map.path}/tokens`, { days: 30, note: "Shop" }),
    ).body;
    assert.ok(page_url.endsWith(`/map/${map.slug}#token=${token}`));
    const headers = { authorization: `Bearer ${token}` };
    const opened = await service.app.inject({ method: "GET", url: map.reads, headers });
    assert.equal(opened.statusCode, 200);
    const { ticket } = opened.json();
    assert.equal(ticket.includes(token), false);
    const tile = `${map.reads}/tiles/0/0/0?ticket=${ticket}`;
    assert.equal((await readTile(tile)).features.length, 2);
    assert.equal((await readTile(`${map.reads}/tiles/0/0/0`)).status, 403);
    assert.equal((await readTile(`${map.reads}/tiles/0/0/0?ticket=1.9999999999.forged`)).status, 403);
    // The token of another map of the same business.
    const other = await openMap({ access: "token" });
    await other.publish();
    assert.equal((await service.app.inject({ method: "GET", url: other.reads, headers })).statusCode, 403);
    expectSuccess(await map.admin.http("DELETE", `${map.path}/tokens/${map_token.id}`));
    assert.equal((await service.app.inject({ method: "GET", url: map.reads, headers })).statusCode, 410);
    assert.equal((await readTile(tile)).status, 403);
    const { tokens } = expectSuccess(await map.admin.http("GET", `${map.path}/tokens`)).body;
    assert.equal(tokens[0].state, "revoked");
  });

  test("a private map is for the people of its business", async () => {
    const map = await openMap({ access: "private" });
    expectSuccess(await map.upload(PLACES));
    await map.publish();
    assert.equal((await service.http("GET", map.reads)).status, 404);
    const stranger = await (await service.business()).person("client_admin");
    assert.equal((await stranger.http("GET", map.reads)).status, 404);
    const opened = expectSuccess(await map.admin.http("GET", map.reads)).body;
    assert.equal((await readTile(`${map.reads}/tiles/0/0/0?ticket=${opened.ticket}`)).features.length, 2);
    expectSuccess(await map.admin.http("GET", map.geojson));
  });

  test("pages of origins that are not allowed are refused", async () => {
    const map = await openMap({ embed: { allowed_origins: ["https://shop.example"] } });
    await map.publish();
    const read = (origin: string) =>
      service.app.inject({ method: "GET", url: map.reads, headers: { origin } });
    assert.equal((await read("https://shop.example")).statusCode, 200);
    const refused = await read("https://other.example");
    assert.deepEqual([refused.statusCode, refused.json().error_code], [403, "ORIGIN_NOT_ALLOWED"]);
    const tile = await readTile(`${map.reads}/tiles/0/0/0`, { origin: "https://other.example" });
    assert.equal(tile.status, 403);
  });

  test("maps, layers and datasets of another business do not exist", async () => {
    const map = await openMap();
    const stranger = await (await service.business()).person("client_admin");
    const { map_id: own_id } = expectSuccess(
      await stranger.http("POST", ROOT, { title: "Own", access: "public" }),
    ).body;
    const calls: [string, string, object?][] = [
      ["GET", map.path],
      ["PATCH", map.path, { title: "Theirs" }],
      ["DELETE", map.path],
      ["GET", `${map.path}/layers`],
      ["PATCH", map.layer_path, { title: "Theirs" }],
      ["PATCH", `${ROOT}/${own_id}/layers/${map.layer_id}`, { title: "Theirs" }],
      ["GET", `${map.layer_path}/preview`],
      ["POST", `${map.path}/publish`, {}],
      ["POST", `${map.path}/tokens`, { days: 1 }],
    ];
    for (const [method, path, body] of calls)
      assert.equal((await stranger.http(method, path, body)).status, 404, `${method} ${path}`);
    const { dataset_id } = expectSuccess(
      await map.admin.http("POST", "/api/v1/datasets", {
        name: "Theirs",
        columns: [{ key: "at", type: "geo" }],
      }),
    ).body;
    const layer = await stranger.http("POST", `${ROOT}/${own_id}/layers`, {
      source: "dataset",
      dataset_id,
      title: "Theirs",
    });
    assert.equal(layer.status, 404);
    assert.deepEqual(
      readRefusal(await stranger.http("POST", ROOT, { title: "Own", access: "public", slug: map.slug })),
      [409, "SLUG_TAKEN"],
    );
  });
});

describe("what can be saved", () => {
  test("style and popup name fields of the list alone, and filters are those of the source", async () => {
    const map = await openMap();
    const refuse = async (body: object) => {
      const answer = await map.admin.http("PATCH", map.layer_path, body);
      assert.equal(answer.status, 422, JSON.stringify(answer.body));
      return answer.body.errors[0].field;
    };
    assert.equal(
      await refuse({
        style: { color: "#112233", by: { field: "secret", rules: [{ value: 1, color: "#000000" }] } },
      }),
      "style/by/field",
    );
    assert.equal(
      await refuse({ style: { color: "#112233", by: { field: "size", rules: [{ color: "#000000" }] } } }),
      "style/by/rules/0",
    );
    assert.equal(await refuse({ popup: "{name} {secret}" }), "popup");
    assert.equal(await refuse({ filter: { kinds: ["gate"] } }), "filter/kinds");
    assert.equal(await refuse({ min_zoom: 9, max_zoom: 3 }), "min_zoom");
  });

  test("who sees not all of a dataset gives it to nobody", async () => {
    const map = await openMap();
    const { dataset_id } = expectSuccess(
      await map.admin.http("POST", "/api/v1/datasets", {
        name: "Shops",
        columns: [
          { key: "at", type: "geo" },
          { key: "owner", type: "text" },
        ],
        position_column: "at",
      }),
    ).body;
    expectSuccess(
      await map.admin.http("PUT", `/api/v1/datasets/${dataset_id}/permissions`, {
        permissions: [
          {
            role: "employee",
            access: "write",
            hidden_columns: ["owner"],
            read_only_columns: [],
            row_rule: null,
          },
        ],
      }),
    );
    const employee = await map.business.person("employee", "Clerk");
    const answer = await employee.http("POST", `${map.path}/layers`, {
      source: "dataset",
      dataset_id,
      title: "Shops",
      fields: ["owner"],
    });
    assert.deepEqual(readRefusal(answer), [403, "NOT_PERMITTED"]);
  });

  test("a file with features that cannot be shown is refused whole, and names them", async () => {
    const map = await openMap();
    expectSuccess(await map.upload(PLACES));
    const answer = await map.upload([
      PLACES[0],
      { type: "Feature", geometry: null, properties: { name: "None" } },
      { type: "Feature", geometry: { type: "GeometryCollection", geometries: [] }, properties: {} },
    ]);
    assert.deepEqual(readRefusal(answer), [422, "INVALID_FEATURES"]);
    assert.deepEqual(
      answer.body.errors.map(({ field }: { field: string }) => field),
      ["features/1/geometry", "features/2/geometry"],
    );
    assert.match(answer.body.errors[0].message, /^Feature 2: it has no geometry/);
    const open_ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 2],
    ];
    const malformed = await map.upload([
      PLACES[0],
      { type: "Feature", geometry: { type: "Polygon", coordinates: [open_ring] }, properties: {} },
    ]);
    assert.deepEqual(readRefusal(malformed), [422, "MALFORMED_FILE"]);
    assert.match(JSON.stringify(malformed.body), /Feature at features\/1/);
    await map.publish();
    assert.equal(expectSuccess(await service.http("GET", map.geojson)).body.features.length, 2);
    const broken = await map.admin.http("POST", `${map.layer_path}/features`, {
      content_base64: Buffer.from('{"type":"FeatureCollection","features":[').toString("base64"),
      content_type: "application/geo+json",
      name: "broken.geojson",
    });
    assert.equal(broken.status, 422);
  });

  test("a polygon over the 180th meridian is one shape on both sides of it", async () => {
    const map = await openMap();
    const ring = [
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
      [179, -17],
    ];
    expectSuccess(
      await map.upload([
        { type: "Feature", geometry: { type: "Polygon", coordinates: [ring] }, properties: { name: "Fiji" } },
      ]),
    );
    await map.publish();
    const { published_map } = expectSuccess(await service.http("GET", map.reads)).body;
    assert.deepEqual(published_map.bounds, [179, -17, 181, -16]);
    const [feature] = expectSuccess(await service.http("GET", map.geojson)).body.features;
    assert.deepEqual(
      feature.geometry.coordinates[0].map(([lng]: [number]) => lng),
      [179, 181, 181, 179, 179],
    );
    const [west, east] = await Promise.all([
      readTile(`${map.reads}/tiles/3/0/4`),
      readTile(`${map.reads}/tiles/3/7/4`),
    ]);
    assert.deepEqual([west.features.length, east.features.length], [1, 1]);
    // A degree of 45 in a tile of 4,096, with the margin around it, and not the whole world.
    const width = (bounds: number[]) => Math.max(...bounds) - Math.min(...bounds);
    for (const { features } of [west, east]) {
      const xs = features[0]?.positions.map(({ x }) => x) ?? [];
      assert.ok(width(xs) < 300, String(width(xs)));
    }
  });
});

test("10,000 points are tiles, and one answer is refused", async () => {
  const map = await openMap({}, { aggregation: "cluster" });
  const features = Array.from({ length: 10_000 }, (_, index) =>
    toPoint((index % 100) / 10, Math.floor(index / 100) / 10, {
      name: `P${index}`,
      size: index % 7,
      secret: "s",
    }),
  );
  expectSuccess(await map.upload(features));
  await map.publish();
  const { published_map } = expectSuccess(await service.http("GET", map.reads)).body;
  const [layer] = published_map.layers;
  assert.deepEqual([layer.delivery, layer.features], ["tiles", 10_000]);
  assert.deepEqual(readRefusal(await service.http("GET", map.geojson)), [409, "TOO_MANY_FEATURES"]);
  const world = await readTile(`${map.reads}/tiles/0/0/0`);
  const counted = world.features.reduce(
    (sum, { properties }) => sum + Number(properties["point_count"] ?? 1),
    0,
  );
  assert.equal(counted, 10_000);
  assert.ok(world.features.length < 200);
  const near = await readTile(`${map.reads}/tiles/14/8192/8191`);
  assert.deepEqual(near.properties[0], { name: "P0", size: 0 });
  assert.equal((await readTile(`${map.reads}/tiles/2/4/0`)).status, 404);
});
