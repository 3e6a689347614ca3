/** Where one writes: a text, files, or a quick reply. What could not be sent stays. */
import { ActionIcon, CloseButton, FileButton, Menu, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { IconBolt, IconPaperclip, IconSend2 } from "#icons";
import type { FileUploadInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import { findRule, getRules } from "../../../parts/form-rules.ts";
import { useMemberText } from "../../../parts/member-text.ts";
import { toBase64 } from "../../../parts/to-base64.ts";
import { notifyFailure } from "../../../parts/toast.ts";
import { type ChatConversation, KEY } from "./queries.ts";
import { text } from "./text.ts";

const RULES = getRules("orderChatPost");
const FILES_MAX = findRule(RULES.by_path, "file_ids").maxItems;
const TYPES = ["image/jpeg", "image/png", "image/webp", "application/pdf"];

export function Composer({ conversation }: { conversation: ChatConversation }) {
  const { order_id, quick_replies } = conversation;
  const written = useMemberText(RULES, "text");
  const [files, setFiles] = useState<readonly File[]>([]);
  const queries = useQueryClient();
  const post = useMutation({
    mutationFn: async (quick_reply: string | null) => {
      if (quick_reply !== null) return client.orderChatPost({ order_id, quick_reply });
      const file_ids: number[] = [];
      for (const file of files) file_ids.push((await upload(file)).file_id);
      return client.orderChatPost({
        order_id,
        text: written.text,
        ...(file_ids.length > 0 ? { file_ids } : {}),
      });
    },
    onSuccess: (_answer, quick_reply) => {
      if (quick_reply !== null) return;
      written.clear();
      setFiles([]);
    },
    onError: (error) => notifyFailure(error, text.not_sent),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  const add = (more: readonly File[]) =>
    setFiles([...files, ...more.filter(({ type }) => TYPES.includes(type))].slice(0, FILES_MAX));
  const { value, maxLength = Infinity } = written.props;
  const remaining_length = maxLength - value.length;
  const is_ready = (written.text !== "" || files.length > 0) && !post.isPending;
  const send = () => {
    if (is_ready) post.mutate(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    add(pasted);
  };
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length === 0 ? null : (
        <ul className="chat-files">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice.
            <li key={index} className="row tight nowrap small">
              <span className="cut">{file.name}</span>
              <CloseButton
                size="xs"
                aria-label={text.remove_file({ name: file.name })}
                onClick={() => setFiles(files.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="chat-write">
        <Textarea
          className="grow"
          autosize
          minRows={1}
          maxRows={8}
          aria-label={text.write}
          placeholder={text.write}
          {...written.props}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <FileButton multiple accept={TYPES.join()} onChange={add}>
          {(props) => (
            <ActionIcon {...props} size={36} variant="subtle" color="gray" aria-label={text.attach}>
              <IconPaperclip size={19} />
            </ActionIcon>
          )}
        </FileButton>
        {quick_replies.length === 0 ? null : (
          <Menu position="top-end" width={280}>
            <Menu.Target>
              <ActionIcon size={36} variant="subtle" color="gray" aria-label={text.quick}>
                <IconBolt size={19} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {quick_replies.map((reply) => (
                <Menu.Item key={reply.code} onClick={() => post.mutate(reply.code)}>
                  {reply.text}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        <ActionIcon
          type="submit"
          size={36}
          aria-label={text.send}
          disabled={!is_ready}
          loading={post.isPending}
        >
          <IconSend2 size={19} />
        </ActionIcon>
      </div>
      <p className="dim small chat-hint">
        {remaining_length < 200 ? text.left({ n: remaining_length }) : text.hint}
      </p>
    </form>
  );
}

async function upload(file: File) {
  return client.fileUpload({
    content_base64: await toBase64(file),
    content_type: file.type as FileUploadInput["content_type"],
    name: file.name.slice(0, 200) || "file",
  });
}
