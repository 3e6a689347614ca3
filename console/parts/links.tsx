/** Links of the router that look like a button or an anchor. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type Href = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps | keyof AnchorProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

export const ButtonLink = createLink((props: ButtonProps & Href) => <Button component="a" {...props} />);
export const AnchorLink = createLink((props: AnchorProps & Href) => <Anchor {...props} />);
