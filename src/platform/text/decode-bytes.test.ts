import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeBytes,
  findUrlFault,
  InvalidBytes,
  parseForm,
  readCharset,
  UnknownCharset,
} from "./decode-bytes.ts";

const bytes = (...list: number[]) => Uint8Array.from(list);

test("names the encoding that a content type declares", () => {
  for (const [type, encoding] of [
    [undefined, "utf-8"],
    ["application/json", "utf-8"],
    ["application/json; charset=UTF-8", "utf-8"],
    ['application/json; charset="utf8"', "utf-8"],
    ["application/json;charset=latin1", "windows-1252"],
    ["application/json; charset=ISO-8859-1; profile=x", "windows-1252"],
    ["application/json; charset=iso-8859-2", "iso-8859-2"],
    ["application/json; charset=utf-16", "utf-16le"],
    ["application/json; charset=Shift_JIS", "shift_jis"],
  ] as const)
    assert.equal(readCharset(type), encoding, type ?? "no type");
  for (const charset of ["utf-7", "utf-32", "x-user-defined", "klingon", "''"])
    assert.throws(() => readCharset(`text/plain; charset=${charset}`), UnknownCharset, charset);
});

test("decodes whole texts, and says at which byte one is none", () => {
  for (const [list, encoding, expected] of [
    [[0xc3, 0xa9], "utf-8", "é"],
    [[0xef, 0xbb, 0xbf, 0x61], "utf-8", "a"],
    [[0xe9, 0x80], "windows-1252", "é€"],
    [[0xff, 0xfe, 0xe9, 0x00], "utf-16le", "é"],
    [[0xfe, 0xff, 0x00, 0xe9], "utf-16le", "é"],
    [[0x3d, 0xd8, 0x00, 0xde], "utf-16le", "😀"],
    [[0x61, 0xff], "utf-8", 1],
    [[0x61, 0xc3, 0x28], "utf-8", 1],
    [[0x61, 0xe2, 0x82], "utf-8", 1],
    [[0xef, 0xbb, 0xbf, 0x61, 0x80], "utf-8", 4],
    [[0xed, 0xa0, 0x80], "utf-8", 0],
    [[0xc0, 0xaf], "utf-8", 0],
    [[0xf5, 0x80, 0x80, 0x80], "utf-8", 0],
    [[0x61, 0x00, 0x00, 0xd8, 0x61, 0x00], "utf-16le", 2],
    [[0x61, 0x00, 0x62], "utf-16le", 2],
  ] as const) {
    const read = () => decodeBytes(bytes(...list), encoding);
    if (typeof expected === "string") assert.equal(read(), expected);
    else
      assert.throws(
        read,
        (error) => error instanceof InvalidBytes && error.offset === expected,
        `${list.join()} in ${encoding}`,
      );
  }
});

test("reads a form, and says where its escapes are no text", () => {
  assert.deepEqual(
    [...parseForm("a=%C3%A9+b&a=100%&%E2%82%AC=1&c")],
    [
      ["a", "é b"],
      ["a", "100%"],
      ["€", "1"],
      ["c", ""],
    ],
  );
  for (const [form, offset] of [
    ["a=%ff", 2],
    ["a=b&c=%C3%A9%C3%28", 12],
    ["%ED%A0%80=1", 0],
  ] as const)
    assert.throws(
      () => parseForm(form),
      (error) => error instanceof InvalidBytes && error.offset === offset,
      form,
    );
});

test("finds what cannot be read of a URL", () => {
  for (const [url, fault] of [
    ["/a?q=x", null],
    ["/a%20b?q=100%", null],
    ["/a?q=%C3%A9%F0%9F%98%80", null],
    ["/a?q=%ff", "not_utf_8"],
    ["/a?q=%c3%28", "not_utf_8"],
    ["/%ED%A0%80", "not_utf_8"],
    ["/a%00", null],
    ["/a?%00=1", null],
    ["/a?q=\u00c3\u00a9", "not_ascii"],
    ["/a?q=\u0001", "not_ascii"],
  ] as const)
    assert.equal(findUrlFault(url), fault, url);
});
