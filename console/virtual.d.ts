declare module "virtual:manifest-texts" {
  export const loads: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>>;
}

declare module "virtual:page-access" {
  /** `AccessByName` of `access.ts`, which an ambient module cannot import. */
  export const ACCESS: Readonly<Record<string, object>>;
}

declare module "virtual:rule-texts" {
  /** `RuleTexts` of `parts/rule-text.ts`, in a file of messages. */
  export const english: object;
  export const loads: Readonly<Record<string, () => Promise<{ default: object }>>>;
}
