import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { computeSignature, findSignatureFault, sha256 } from "./signature-v4.ts";

/** The published example account; source: as in signature-v4.ts. */
const EXAMPLE = {
  access_key_id: "AKIAIOSFODNN7EXAMPLE",
  secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const AT = "20130524T000000Z";
const host = "examplebucket.s3.amazonaws.com";
const empty = { host, "x-amz-content-sha256": sha256(""), "x-amz-date": AT };

const PUBLISHED = [
  {
    name: "get an object",
    method: "GET",
    url: "/test.txt",
    headers: { ...empty, range: "bytes=0-9" },
    signed: ["host", "range", "x-amz-content-sha256", "x-amz-date"],
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    name: "put an object",
    method: "PUT",
    url: "/test%24file.text",
    headers: {
      ...empty,
      date: "Fri, 24 May 2013 00:00:00 GMT",
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
      "x-amz-content-sha256": sha256("Welcome to Amazon S3."),
    },
    signed: ["date", "host", "x-amz-content-sha256", "x-amz-date", "x-amz-storage-class"],
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    name: "get the lifecycle of a bucket",
    method: "GET",
    url: "/?lifecycle",
    headers: empty,
    signed: ["host", "x-amz-content-sha256", "x-amz-date"],
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    name: "list objects",
    method: "GET",
    url: "/?max-keys=2&prefix=J",
    headers: empty,
    signed: ["host", "x-amz-content-sha256", "x-amz-date"],
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
];

describe("the published examples of Signature Version 4", () => {
  for (const { name, signed, signature, ...request } of PUBLISHED) {
    test(name, () => assert.equal(computeSignature(request, EXAMPLE, signed, AT), signature));
  }
});

describe("what a store rejects", () => {
  const [{ signed, signature, name: _name, ...request }] = PUBLISHED as [(typeof PUBLISHED)[0]];
  const authorization = (scope: string, names: readonly string[] = signed) =>
    `AWS4-HMAC-SHA256 Credential=${scope}/aws4_request,SignedHeaders=${names.join(";")},Signature=${signature}`;
  const scope = `${EXAMPLE.access_key_id}/20130524/us-east-1/s3`;
  const cases = [
    ["nothing", {}, authorization(scope), null],
    ["no signature", {}, undefined, "AccessDenied"],
    ["another key", {}, authorization("AKIAOTHER/20130524/us-east-1/s3"), "InvalidAccessKeyId"],
    [
      "another region",
      {},
      authorization(scope.replace("us-east-1", "eu-west-1")),
      "AuthorizationHeaderMalformed",
    ],
    ["another range than was signed", { range: "bytes=0-10" }, authorization(scope), "SignatureDoesNotMatch"],
    [
      "a payload's hash that was not signed",
      {},
      authorization(scope, ["host", "x-amz-date"]),
      "AccessDenied",
    ],
  ] as const;
  for (const [name, headers, header, fault] of cases) {
    test(name, () => {
      const signed_request = {
        ...request,
        headers: { ...request.headers, ...headers, authorization: header },
      };
      assert.equal(findSignatureFault(signed_request, EXAMPLE, new Date("2013-05-24T00:10:00Z")), fault);
    });
  }
  test("a clock that is wrong by more than a quarter of an hour", () => {
    const signed_request = {
      ...request,
      headers: { ...request.headers, authorization: authorization(scope) },
    };
    assert.equal(
      findSignatureFault(signed_request, EXAMPLE, new Date("2013-05-24T00:16:00Z")),
      "RequestTimeTooSkewed",
    );
  });
});
