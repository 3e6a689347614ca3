/** The type that files of messages belong to. */
export const MESSAGE_KIND = "order_chat_message";
