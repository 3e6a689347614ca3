/** The type that files of messages belong to. */
export const MESSAGE_SUBJECT = "order_chat_message";
