import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  findColumnOrder,
  findDigitsDoubt,
  findTextDoubt,
  type Reading,
  readDate,
  readDegrees,
  readMeasure,
  readMoney,
  readNumber,
  readPostalCode,
} from "./read-cell.ts";

const TODAY = "2026-11-26";

/** `1500 ?decimals_or_thousands 1500.00|1.50`, or `!not_a_number`. */
const show = <Value>(reading: Reading<Value>): string =>
  "fault" in reading
    ? `!${reading.fault}`
    : [
        String(reading.value),
        ...(reading.doubt === null ? [] : [`?${reading.doubt.kind}`, reading.doubt.choices.join("|")]),
      ]
        .join(" ")
        .trim();

const MONEY: [text: string, country: string, currency: string, minor: string][] = [
  ["1.500", "BR", "BRL", "150000"],
  ["1,500", "US", "USD", "150000"],
  ["1.500", "US", "USD", "150 ?decimals_or_thousands 1.50|1500.00"],
  ["1,500", "BR", "BRL", "150 ?decimals_or_thousands 1,50|1500,00"],
  ["1.500,00", "BR", "BRL", "150000"],
  ["1,500.00", "BR", "BRL", "150000"],
  ["R$ 1.500,5", "BR", "BRL", "150050"],
  ["$1,500", "US", "USD", "150000"],
  ["12,50 €", "DE", "EUR", "1250"],
  ["12.50", "DE", "EUR", "1250"],
  ["€ 12,50", "US", "USD", "!other_currency"],
  ["USD 12.50", "US", "USD", "1250"],
  ["EUR 12.50", "US", "USD", "!other_currency"],
  ["1.234.567", "DE", "EUR", "123456700"],
  ["1,50,000", "IN", "INR", "15000000"],
  ["1 500,00", "FR", "EUR", "150000"],
  ["1\u202f500", "FR", "EUR", "150000"],
  ["1’500.50", "CH", "CHF", "150050"],
  ["0.500", "US", "USD", "50"],
  ["12.345", "US", "USD", "1234500 ?decimals_or_thousands 12345.00"],
  ["12.3456", "US", "USD", "!not_an_amount"],
  ["1.500", "KW", "KWD", "1500"],
  ["1,500", "JP", "JPY", "1500"],
  ["1.500", "JP", "JPY", "1500 ?decimals_or_thousands 1500"],
  ["12.5", "JP", "JPY", "!not_an_amount"],
  ["(5.00)", "US", "USD", "-500"],
  ["1.50.00", "US", "USD", "!not_an_amount"],
  ["=1+1", "US", "USD", "!not_an_amount"],
  ["12e3", "US", "USD", "!not_an_amount"],
];

const MEASURES: [text: string, country: string, value: string][] = [
  ["1.500", "BR", "1500 ?decimals_or_thousands 1500|1,5"],
  ["1,500", "BR", "1.5"],
  ["1,500", "US", "1500 ?decimals_or_thousands 1500|1.5"],
  ["1.500", "US", "1.5"],
  ["12.345", "DE", "12345 ?decimals_or_thousands 12345|12,345"],
  ["12,345", "DE", "12.345"],
  ["2.000", "DE", "2000 ?decimals_or_thousands 2000|2"],
  ["1.50", "BR", "1.5"],
  ["0.500", "BR", "0.5"],
  ["1500", "BR", "1500"],
  ["1 500", "FR", "1500"],
  ["1.234.567", "BR", "1234567"],
  ["1.500,5", "BR", "1500.5"],
  ["1.5kg", "BR", "!not_a_number"],
];

const NUMBERS: [text: string, country: string, value: string][] = [
  ["12,5", "BR", "12.5"],
  ["12,5", "US", "12.5"],
  ["1.234", "BR", "1234"],
  ["1,234", "BR", "1.234"],
  ["1.234", "US", "1.234"],
  ["1,234", "US", "1234"],
  ["1.234,5", "US", "1234.5"],
  ["-3", "DE", "-3"],
  [" 1 000 ", "SE", "1000"],
  ["1.2340", "BR", "1.234"],
  ["9007199254740993", "BR", "!not_a_number"],
  ["9007199254740991", "BR", "9007199254740991"],
  ["heavy", "BR", "!not_a_number"],
  ["1e3", "BR", "!not_a_number"],
  ["1,2,3", "US", "!not_a_number"],
  ["", "US", "!not_a_number"],
];

const DATES: [text: string, country: string, date: string, column?: string[]][] = [
  ["12/05/2026", "US", "2026-12-05 ?day_or_month 2026-12-05|2026-05-12"],
  ["12/05/2027", "BR", "2027-05-12"],
  ["12/05/2026", "BR", "2026-05-12 ?day_or_month 2026-05-12|2026-12-05"],
  ["12/27/2026", "US", "2026-12-27"],
  ["27/12/2026", "US", "2026-12-27"],
  ["12/05/2026", "US", "2026-12-05", ["12/27/2026"]],
  ["01/12/2026", "US", "2026-12-01 ?day_or_month 2026-12-01|2026-01-12", ["27/11/2026"]],
  ["01/12/2026", "US", "2026-01-12 ?day_or_month 2026-01-12|2026-12-01", ["27/11/2026", "11/27/2026"]],
  ["02/03/2027", "CA", "2027-03-02 ?day_or_month 2027-03-02|2027-02-03"],
  ["02/03/2027", "CA", "2027-02-03", ["12/27/2026"]],
  ["2026-12-05", "US", "2026-12-05"],
  ["2026/12/05", "JP", "2026-12-05"],
  ["05.12.2026", "DE", "2026-12-05"],
  ["5.1.27", "DE", "2027-01-05"],
  ["5.12.2026", "US", "2026-12-05"],
  ["12-05-2026", "US", "2026-12-05 ?day_or_month 2026-12-05|2026-05-12"],
  ["12/12/2026", "US", "2026-12-12"],
  ["2026-11-24", "US", "2026-11-24 ?past_date"],
  ["24/11/2026", "BR", "2026-11-24 ?past_date"],
  ["2026-12-05 12:00", "US", "2026-12-05"],
  ["46361", "US", "2026-12-05 ?serial_date 2026-12-05"],
  ["31/02/2027", "BR", "!not_a_date"],
  ["0000-00-00", "BR", "!not_a_date"],
  ["tomorrow", "US", "!not_a_date"],
];

const POSTAL_CODES: [text: string, country: string, code: string][] = [
  ["1067", "DE", "01067 ?leading_zeros 01067"],
  ["01067", "DE", "01067"],
  ["1310100", "BR", "01310-100 ?leading_zeros 01310-100"],
  ["01310100", "BR", "01310-100"],
  ["01310-100", "BR", "01310-100"],
  ["1310-100", "BR", "1310-100 ?postal_code_form"],
  ["78701.0", "US", "78701 ?added_decimal 78701"],
  ["2111", "US", "02111 ?leading_zeros 02111"],
  ['="02111"', "US", "02111"],
  ["021110001", "US", "02111-0001"],
  ["02111-0001", "US", "02111-0001"],
  ["5.56199E+12", "BR", "5.56199E+12 ?lost_digits"],
  ["1067.0", "DE", "01067 ?leading_zeros 01067"],
  ["10117", "DE", "10117"],
  ["D-10117", "DE", "D-10117"],
  ["123", "PL", "00-123 ?leading_zeros 00-123"],
  ["12", "DE", "12 ?postal_code_form"],
  ["SW1A 1AA", "GB", "SW1A 1AA"],
  ["K1A 0B1", "CA", "K1A 0B1"],
  ["1234", "XX", "1234"],
  ["#N/A", "US", "#N/A ?cell_error"],
];

/** Which doubt a text has in any column, and which where digits are a name. */
const TEXTS: [text: string, any: string | null, digits: string | null][] = [
  ["Ana Souza", null, null],
  ["=cmd|' /C calc'!A0", "formula", "formula"],
  ["=1+1", "formula", "formula"],
  ["@SUM(A1:A2)", "formula", "formula"],
  ["-2+3+cmd|' /C calc'!A0", "formula", "formula"],
  ["+55 61 99999-0000", null, null],
  ["+1 (555) 010-9999", null, null],
  ["-15.79", null, null],
  ["@ana", null, null],
  ["- ring twice", null, null],
  ["#N/A", "cell_error", "cell_error"],
  ["#REF!", "cell_error", "cell_error"],
  ["#12", null, null],
  ["5.56199E+12", null, "lost_digits"],
  ["5,56199E+12", null, "lost_digits"],
  ["4711.0", null, "added_decimal"],
  ["A-4711.0", null, null],
  ['="0042"', null, null],
];

describe("a cell is read by its column and its country", () => {
  for (const [text, country, currency, expected] of MONEY)
    test(`an amount of ${currency} in ${country}: ${text}`, () =>
      assert.equal(show(readMoney(text, { country, currency })), expected));
  for (const [text, country, expected] of NUMBERS)
    test(`a number in ${country}: ${text}`, () =>
      assert.equal(show(readNumber(text, { country })), expected));
  for (const [text, country, expected] of MEASURES)
    test(`of a measure, ${text} in ${country}, is ${expected}`, () =>
      assert.equal(show(readMeasure(text, { country })), expected));
  for (const [text, country, expected, column = []] of DATES)
    test(`a date in ${country}: ${text} beside ${column.join(", ") || "nothing"}`, () =>
      assert.equal(
        show(readDate(text, { country, today: TODAY }, findColumnOrder([text, ...column]))),
        expected,
      ));
  for (const [text, country, expected] of POSTAL_CODES)
    test(`a postal code in ${country}: ${text}`, () =>
      assert.equal(show(readPostalCode(text, country)), expected));
  for (const [text, any, digits] of TEXTS)
    test(`a text: ${text}`, () => {
      assert.equal(findTextDoubt(text)?.kind ?? null, any);
      assert.equal(findDigitsDoubt(text)?.kind ?? null, digits);
    });
  test("degrees have no thousands", () =>
    assert.deepEqual(
      ["-15.793", "-15,793", "179", "north", "1.2.3"].map((text) => show(readDegrees(text))),
      ["-15.793", "-15.793", "179", "!not_a_number", "!not_a_number"],
    ));
});
