/** Members of a subscription as a browser returns it. */
import Type from "typebox";

const Key = Type.String({ minLength: 16, maxLength: 200, description: "base64url." });

export const PushSubscription = {
  endpoint: Type.String({ minLength: 10, maxLength: 2000 }),
  keys: Type.Object({ p256dh: Key, auth: Key }, { description: "As `PushSubscription.toJSON()` has them." }),
};
