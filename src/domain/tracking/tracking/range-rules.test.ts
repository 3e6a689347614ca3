/** Numbers of ranges, against published examples of their check digits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findRangeFaults, formatRangeNumber, getNumberLength, type NumberForm } from "./range-rules.ts";

const form = (change: Partial<NumberForm>): NumberForm => ({
  prefix: "AB",
  suffix: "",
  digits: 8,
  check_digit: "none",
  ...change,
});

test("numbers are prefix, serial with zeros, check digits and suffix", () => {
  const cases: [Partial<NumberForm>, number, string][] = [
    [{}, 7, "AB00000007"],
    // The example of UPU S10: 4737 1243 has check digit 6 in the identifier RR473124829.
    [{ prefix: "RR", suffix: "GB", check_digit: "s10" }, 47_312_482, "RR473124829GB"],
    // Weighted sums with a remainder of 0 and 1 give 5 and 0.
    [{ prefix: "RR", suffix: "GB", check_digit: "s10" }, 0, "RR000000005GB"],
    // GS1: GTIN-13 4006381333931.
    [{ prefix: "40", digits: 10, check_digit: "mod10" }, 638_133_393, "4006381333931"],
    // ISO 7064 MOD 97-10: the digits with their check digits leave 1.
    [{ check_digit: "mod97", digits: 12 }, 794, "AB00000000079444"],
  ];
  for (const [change, serial, number] of cases) {
    const formatted = formatRangeNumber(form(change), serial);
    assert.equal(formatted, number);
    assert.equal(formatted.length, getNumberLength(form(change)));
  }
});

test("a range that cannot give numbers is refused with the member at fault", () => {
  const cases: [Partial<NumberForm>, number, number, string[]][] = [
    [{}, 0, 99_999_999, []],
    [{}, 5, 4, ["last"]],
    [{}, 0, 100_000_000, ["last"]],
    [{ prefix: "PH" }, 0, 9, ["prefix"]],
    [{ prefix: "PH12" }, 0, 9, ["prefix"]],
    [{ prefix: "PHX" }, 0, 9, []],
    [{ prefix: "RR", suffix: "GB", check_digit: "s10" }, 0, 9, []],
    [{ prefix: "R1", suffix: "", digits: 9, check_digit: "s10" }, 0, 9, ["prefix", "suffix", "digits"]],
  ];
  for (const [change, first, last, fields] of cases) {
    const faults = findRangeFaults(form(change), first, last);
    assert.deepEqual(
      faults.map(({ field }) => field),
      fields,
      JSON.stringify(change),
    );
  }
});
