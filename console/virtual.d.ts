declare module "virtual:manifest-texts" {
  export const loads: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, string>> }>>>;
}
