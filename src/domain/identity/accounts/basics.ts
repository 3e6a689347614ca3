/** Account members that several operations accept. */
import Type from "typebox";

export const Email = Type.String({
  minLength: 3,
  maxLength: 320,
  pattern: "^[^\\s@]+@[^\\s@]+$",
  description: "E-mail address.",
});
export const NewPassword = Type.String({
  minLength: 10,
  maxLength: 200,
  "x-secret": true,
  description: "At least 10 characters.",
});
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });
export const Locale = Type.String({
  pattern: "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
  maxLength: 35,
  description: "Language tag such as `pt-BR`.",
});
export const Phone = Type.String({
  maxLength: 50,
  description: "International, or national in the business's country; empty for none.",
});
