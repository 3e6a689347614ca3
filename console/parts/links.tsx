/** Links of the router that look like a button or an anchor. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, ReactNode, Ref } from "react";
import { IconArrowLeft } from "#icons";

type Href = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

export const ButtonLink = createLink((props: ButtonProps & Href) => <Button component="a" {...props} />);
export const AnchorLink = createLink((props: AnchorProps & Href) => <Anchor {...props} />);
/** Above the title of a page: to the list that it belongs to. */
export const BackLink = createLink(
  ({ children, ...props }: AnchorProps & Href & { children?: ReactNode }) => (
    <Anchor {...props} className="row tight small" c="dimmed">
      <IconArrowLeft size={14} /> {children}
    </Anchor>
  ),
);
