import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { usePageTitle } from "../../../parts/use-page-title.ts";
import { PublicFrame } from "./public-frame.tsx";
import { text } from "./text.ts";

export function EnterNumber() {
  usePageTitle();
  const navigate = useNavigate();
  const [number, setNumber] = useState("");
  const clean = number.replaceAll(/\s/g, "").toUpperCase();
  return (
    <PublicFrame>
      <form
        className="track-card track-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (clean.length >= 4) void navigate({ to: "/track/$number", params: { number: clean } });
        }}
      >
        <h1>{text.ask.title}</h1>
        <p className="dim">{text.ask.about}</p>
        <TextInput
          size="lg"
          label={text.ask.number}
          placeholder="PH 0000 0000 0000 00"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...toMemberProps(getRules("otepTracking"), "tracking_number", { required: false })}
          autoFocus
          classNames={{ input: "mono" }}
        />
        <Button type="submit" size="lg" disabled={clean.length < 4} fullWidth>
          {text.ask.submit}
        </Button>
      </form>
    </PublicFrame>
  );
}
