import { defineSettings, type SettingsIn } from "#operation/define/settings.ts";
import { StringEnum } from "#vocabulary/basics.ts";

export const settings = defineSettings({
  approval_separation: {
    order: 130,
    // By the profile of the token that proposed the write.
    default: null,
    schema: StringEnum(["none", "different_token", "person", "different_user"], {
      description:
        "Who may approve a queued write. By default a signed-in person for proposals of API tokens, anybody otherwise.",
    }),
  },
});

declare module "#operation/define/settings.ts" {
  interface DeclaredSettings extends SettingsIn<typeof settings> {}
}
