/** Who did something, as answers name them: SQL for a column that has the id of an account. */

/** Null where nobody did. */
export const selectName = (column: string): string =>
  `(select person.name from account person where person.id = ${column})`;

/** `{ account_id, name }`, null where nobody did. */
export const selectPerson = (column: string): string =>
  `(select jsonb_build_object('account_id', person.id, 'name', person.name) from account person where person.id = ${column})`;

/** SQL: `account a`, and `business b` where it has one. */
export const ACCOUNT_AND_BUSINESS = "account a left join business b on b.id = a.business_id";
