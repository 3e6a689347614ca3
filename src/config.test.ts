import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { startS3StandIn } from "#tests/support/s3.ts";
import { ConfigError, readConfig } from "./config.ts";

const read = (env: Record<string, string>) => readConfig(env, []);

/** Names of the settings that were read. */
const settings: string[] = [];
readConfig(
  new Proxy(
    {},
    { get: (_env, name) => void settings.push(String(name)), has: () => false },
  ) as NodeJS.ProcessEnv,
  [],
);

describe("storage of files", () => {
  const keys = { S3_ACCESS_KEY_ID: "AKIA", S3_SECRET_ACCESS_KEY: "s3cr/et+" };

  test("is in the data folder unless a bucket is configured", () => {
    assert.equal(read({}).files, null);
    assert.equal(read({ FILES_URL: "", S3_ENDPOINT: "" }).files, null);
  });
  test("an AWS bucket is part of the host name, a bucket of any other store part of the path", () => {
    assert.partialDeepStrictEqual(read({ FILES_URL: "s3://depot-files", ...keys }).files, {
      bucket: "depot-files",
      prefix: "",
      endpoint: new URL("https://s3.us-east-1.amazonaws.com"),
      region: "us-east-1",
      path_style: false,
    });
    const settings = {
      FILES_URL: "s3://depot/north//2026/",
      S3_ENDPOINT: "http://minio.internal:9000",
      ...keys,
    };
    assert.deepEqual(read({ ...settings, S3_REGION: "local" }).files, {
      bucket: "depot",
      prefix: "north/2026",
      endpoint: new URL("http://minio.internal:9000"),
      region: "local",
      path_style: true,
      access_key_id: "AKIA",
      secret_access_key: "s3cr/et+",
    });
    assert.equal(read({ ...settings, S3_PATH_STYLE: "0" }).files?.path_style, false);
    assert.equal(read({ FILES_URL: "s3://files.example.org", ...keys }).files?.path_style, true);
    assert.equal(
      read({ FILES_URL: "s3://depot", S3_REGION: "sa-east-1", ...keys }).files?.endpoint.host,
      "s3.sa-east-1.amazonaws.com",
    );
  });
  const s3 = { FILES_URL: "s3://depot", ...keys };
  const wrong: [string, Record<string, string>, RegExp][] = [
    [
      "another kind of address",
      { ...s3, FILES_URL: "https://depot.s3.amazonaws.com" },
      /^FILES_URL must be s3:/,
    ],
    ["a folder", { ...s3, FILES_URL: "/var/files" }, /^FILES_URL must be s3:/],
    ["keys in the address", { ...s3, FILES_URL: "s3://AKIA:s3cret@depot" }, /^FILES_URL must be s3:/],
    ["a bucket's name that is none", { ...s3, FILES_URL: "s3://Depot_Files" }, /^FILES_URL must be s3:/],
    [
      "a prefix that leaves the bucket",
      { ...s3, FILES_URL: "s3://depot/../other" },
      /^FILES_URL must be s3:/,
    ],
    ["no key", { ...s3, S3_ACCESS_KEY_ID: "" }, /^S3_ACCESS_KEY_ID is needed/],
    ["no secret", { ...s3, S3_SECRET_ACCESS_KEY: " " }, /^S3_SECRET_ACCESS_KEY is needed/],
    [
      "an endpoint that is no address",
      { ...s3, S3_ENDPOINT: "minio:9000" },
      /^S3_ENDPOINT must begin with http/,
    ],
    [
      "an endpoint with keys in it",
      { ...s3, S3_ENDPOINT: "http://a:b@minio" },
      /^S3_ENDPOINT must be an address without/,
    ],
    ["a region that is none", { ...s3, S3_REGION: "eu west" }, /^S3_REGION must be the name/],
    ["a switch that is none", { ...s3, S3_PATH_STYLE: "maybe" }, /^S3_PATH_STYLE must be 1 or 0/],
    ["settings of a bucket without one", { S3_ENDPOINT: "http://minio" }, /^S3_ENDPOINT is for FILES_URL/],
  ];
  for (const [name, env, message] of wrong) {
    test(`${name} ends the start with one sentence that names the setting and contains no secret`, () => {
      assert.throws(
        () => read(env),
        (error: Error) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /s3cr|a:b/);
          return true;
        },
      );
    });
  }
});

test("the road matrix is an OSRM unless a Valhalla is named", () => {
  const readSource = (ROAD_MATRIX_SOURCE: string) => read({ ROAD_MATRIX_SOURCE }).road_matrix_source;
  assert.deepEqual([readSource(""), readSource("valhalla")], ["osrm", "valhalla"]);
  assert.throws(() => readSource("google"), /ROAD_MATRIX_SOURCE must be one of osrm, valhalla/);
});

test("an unusable bucket ends the start with one sentence, before anything is created", async () => {
  const store = await startS3StandIn();
  const { endpoint, access_key_id } = store.settings;
  const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.resolve(import.meta.dirname, "main.ts")],
      {
        env: {
          FILES_URL: "s3://depot-files",
          S3_ENDPOINT: endpoint.href,
          S3_ACCESS_KEY_ID: access_key_id,
          S3_SECRET_ACCESS_KEY: "another",
          DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
        },
      },
      (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
    );
  });
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /^The file store at localhost:\d+ refuses the signature: [^\n]*\n$/);
  assert.deepEqual(
    store.requests.map((line) => line.split(" ")[0]),
    ["PUT"],
  );
});

test("the namespace of tracking documents is the protocol's, or a URI that names can be appended to", () => {
  assert.equal(read({}).otep_namespace, "https://otep.dev/ns/");
  for (const uri of ["https://terms.example/otep#", "https://terms.example/", "urn:example:otep:"])
    assert.equal(read({ OTEP_NAMESPACE: uri }).otep_namespace, uri);
  for (const uri of ["otep", "https://terms.example/otep", "https://terms.example", "https://a b/", "/ns/"])
    assert.throws(
      () => read({ OTEP_NAMESPACE: uri }),
      /^(Config)?Error: OTEP_NAMESPACE must be a URI that ends/,
      uri,
    );
});

describe("configuration of message senders", () => {
  const fault = (env: Record<string, string>) => {
    try {
      read(env);
    } catch (error) {
      assert(error instanceof ConfigError, String(error));
      return error.message;
    }
    throw new assert.AssertionError({ message: "It was read." });
  };

  test("none by default; the outbox is available outside production, or when configured", () => {
    const { smtp, sms, allows_sms_outbox } = read({});
    assert.deepEqual({ smtp, sms, allows_sms_outbox }, { smtp: null, sms: null, allows_sms_outbox: true });
    assert.equal(read({ NODE_ENV: "production" }).allows_sms_outbox, false);
    assert.equal(read({ NODE_ENV: "production", SMS_OUTBOX: "1" }).allows_sms_outbox, true);
    assert.equal(read({ SMS_OUTBOX: "0" }).allows_sms_outbox, false);
  });

  test("a mail server with its security, sign-in and sender", () => {
    const MAIL_FROM = "Rounds Entregas <hello@rounds.example>";
    assert.deepEqual(read({ SMTP_URL: "smtp://me%40x:p%40ss@mail.example", MAIL_FROM }).smtp, {
      host: "mail.example",
      port: 587,
      security: "starttls",
      username: "me@x",
      password: "p@ss",
      from_address: "hello@rounds.example",
      from_name: "Rounds Entregas",
      reply_to: null,
    });
    assert.partialDeepStrictEqual(read({ SMTP_URL: "smtps://mail.example", MAIL_FROM: "a@b.example" }).smtp, {
      port: 465,
      security: "tls",
      username: null,
      from_name: "",
    });
    assert.partialDeepStrictEqual(read({ SMTP_URL: "smtp+plain://[::1]:2525", MAIL_FROM }).smtp, {
      host: "::1",
      port: 2525,
      security: "none",
    });
  });

  test("errors are reported without repeating a password", () => {
    for (const env of [
      { SMTP_URL: "smtp://me:s3cret@mail.example" },
      { SMTP_URL: "smtp://me:s3cret@mail.example", MAIL_FROM: "nobody" },
      { SMTP_URL: "https://me:s3cret@mail.example", MAIL_FROM: "a@b.example" },
      { SMS_ACCOUNT: "AC1", SMS_TOKEN: "s3cret" },
      { SMS_ACCOUNT: "AC1", SMS_TOKEN: "s3cret", SMS_SENDER: "+15005550006", SMS_BASE_URL: "ftp://s3cret" },
    ])
      assert.ok(!fault(env as never).includes("s3cret"), fault(env as never));
  });

  test("a vendor of text messages, with all its settings or none", () => {
    const env = { SMS_ACCOUNT: "AC1", SMS_TOKEN: "t", SMS_SENDER: "+15005550006" };
    assert.equal(read(env).sms?.base_url, "https://api.twilio.com");
    assert.equal(read({ ...env, SMS_BASE_URL: "https://sms.example" }).sms?.base_url, "https://sms.example");
    assert.match(fault({ SMS_SENDER: "+15005550006" }), /belong together/);
  });
});

describe("an invalid setting ends the start with one sentence that names it", () => {
  for (const [name, text] of [
    ["ALLOWED_ORIGINS", "inspector.example"],
    ["ALLOWED_ORIGINS", "https://inspector.example/tool"],
    ["LOG_LEVEL", "verbose"],
    ["BASE_URL", "ftp://tms.example"],
    ["GEOCODER_URL", "nominatim:8080"],
    ["DATABASE_URL", "mysql://root@db/x"],
    ["ROAD_FACTOR", "far"],
  ] as const) {
    test(`${name}=${text}`, () => {
      assert.throws(
        () => read({ [name]: text }),
        (error) => error instanceof ConfigError && error.message.startsWith(`${name} must `),
      );
    });
  }

  test("an empty setting counts as not set", () => {
    assert.deepEqual(read(Object.fromEntries(settings.map((name) => [name, ""]))), read({}));
  });

  test("origins are accepted with or without a trailing slash", () => {
    assert.deepEqual(read({ ALLOWED_ORIGINS: "https://a.example/, http://b.example:81" }).allowed_origins, [
      "https://a.example",
      "http://b.example:81",
    ]);
  });
});

test("every setting is in .env.example", () => {
  assert.ok(settings.length > 30);
  const listed = readFileSync(path.join(import.meta.dirname, "../.env.example"), "utf8");
  assert.deepEqual(
    settings.filter((name) => !new RegExp(`^(# )?${name}=`, "m").test(listed)),
    [],
  );
});
