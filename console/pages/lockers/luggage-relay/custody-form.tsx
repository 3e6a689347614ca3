/** Every bag is scanned, with its photo: collected and measured, received at the hub, sent, deposited, or taken over. */
import { Alert, Button, NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { IconTrash } from "#icons";
import type {
  LuggageRelayCollectInput,
  LuggageRelayDepositOutput,
  LuggageRelayHubOutInput,
} from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import { CameraButton } from "../../../field/camera-scanner.tsx";
import { PhotoField } from "../../../field/photo-field.tsx";
import type { Attachment } from "../../../field/photos.ts";
import { beep } from "../../../parts/beep.ts";
import { getRules, toMemberProps } from "../../../parts/form-rules.ts";
import { findLabel } from "../../../parts/labels.ts";
import { ButtonLink } from "../../../parts/links.tsx";
import { useMemberText } from "../../../parts/member-text.ts";
import { Sheet } from "../../../parts/page.tsx";
import { uploadImage } from "../../../parts/photo.tsx";
import { ScanInput } from "../../../parts/scan-input.tsx";
import { notifySuccess } from "../../../parts/toast.ts";
import { type LuggageRelayOutput, RELAYS_KEY } from "./queries.ts";
import type { Doing } from "./relay.tsx";
import { RELAY_STATUS } from "./relay-status.ts";
import { text } from "./text.ts";

export type Step = "collect" | "hub_in" | "hub_out" | "deposit" | "take_over";

const SIDES = ["width", "height", "depth"] as const;
type Side = (typeof SIDES)[number];

interface ScannedBag {
  tag: string;
  photos: readonly Attachment[];
  measures: Partial<Record<Side, number>>;
  weight_kg: number | undefined;
}

interface CustodyOutcome {
  relay: LuggageRelayOutput["relay"];
  doors?: LuggageRelayDepositOutput["doors"];
  command_id?: number | null;
}

const COLLECT_RULES = getRules("luggageRelayCollect");
const HUB_RULES = getRules("luggageRelayHubIn");

export function CustodyForm({
  answer: { relay, hubs },
  step,
  close,
  setDoing,
  onDone,
}: {
  answer: LuggageRelayOutput;
  step: Step;
  close: () => void;
  setDoing: (doing: Doing) => void;
  onDone: (done: CustodyOutcome) => void;
}) {
  const queries = useQueryClient();
  const [scanned_bags, setScannedBags] = useState<readonly ScannedBag[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const [hub, setHub] = useState<number | undefined>(
    hubs.find(({ warehouse_id }) => warehouse_id === relay.warehouse_id)?.warehouse_id ??
      hubs[0]?.warehouse_id,
  );
  const hub_bin = useMemberText(HUB_RULES, "hub_bin");
  const tags = relay.bags.map(({ tag }) => tag);
  const missing = tags.filter((tag) => !scanned_bags.some((bag) => bag.tag === tag));
  const change = (tag: string, part: Partial<ScannedBag>) =>
    setScannedBags((bags) => bags.map((bag) => (bag.tag === tag ? { ...bag, ...part } : bag)));
  const scan = (tag: string) => {
    const is_again = scanned_bags.some((bag) => bag.tag === tag);
    const is_strange = step !== "collect" && !tags.includes(tag);
    beep(!is_again && !is_strange);
    setNotice(is_again ? text.scan.again({ tag }) : is_strange ? text.scan.strange({ tag }) : null);
    if (!is_again && !is_strange)
      setScannedBags((bags) => [...bags, { tag, photos: [], measures: {}, weight_kg: undefined }]);
  };
  const send = useMutation({
    mutationFn: async (): Promise<CustodyOutcome> => {
      const bags: LuggageRelayHubOutInput["bags"] = [];
      for (const { tag, photos } of scanned_bags) {
        const [photo] = photos;
        if (photo === undefined) throw new Error(text.scan.needs_photo);
        const file = new File([photo.blob], photo.name, { type: photo.blob.type });
        bags.push({ tag, photo_file_id: await uploadImage(file) });
      }
      const input = { relay_id: relay.id, bags };
      const options = { if_match: relay.version };
      switch (step) {
        case "collect":
          return client.luggageRelayCollect({ ...input, bags: addMeasures(bags, scanned_bags) }, options);
        case "hub_in":
          return client.luggageRelayHubIn(
            { ...input, warehouse_id: hub ?? 0, hub_bin: hub_bin.text },
            options,
          );
        case "hub_out":
          return client.luggageRelayHubOut(input, options);
        case "deposit":
          return client.luggageRelayDeposit(input, options);
        case "take_over":
          return client.luggageRelayResolve(input, options);
      }
    },
    onSuccess: (done) => {
      notifySuccess(text.now({ status: findLabel(RELAY_STATUS, done.relay.status).label }));
      onDone(done);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: RELAYS_KEY }),
  });
  const is_complete =
    scanned_bags.length > 0 &&
    (step === "collect" || missing.length === 0) &&
    scanned_bags.every(
      ({ photos, measures }) =>
        photos.length > 0 && (step !== "collect" || SIDES.every((side) => measures[side] !== undefined)),
    ) &&
    (step !== "hub_in" || (hub !== undefined && hub_bin.text !== ""));
  const title = step === "take_over" ? text.resolve.take_over : text.do[step];
  return (
    <Sheet title={title}>
      <form
        className="stack"
        style={{ gap: 14 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (is_complete) send.mutate();
        }}
      >
        <div className="relay-scan-tools">
          <ScanInput label={text.scan.label} placeholder={text.scan.label} onScan={scan} onEscape={close} />
          <CameraButton onScan={scan} />
        </div>
        <p role="status" className={notice === null ? "dim" : "strong"}>
          {notice ??
            (step === "collect"
              ? scanned_bags.length === 0
                ? text.scan.first
                : ""
              : missing.length > 0
                ? text.scan.missing({ n: missing.length, tags: missing.join(", ") })
                : "")}
        </p>
        {scanned_bags.map((bag) => (
          <BagFields
            key={bag.tag}
            bag={bag}
            is_new={step === "collect"}
            change={(part) => change(bag.tag, part)}
          >
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} />}
              onClick={() => setScannedBags((bags) => bags.filter(({ tag }) => tag !== bag.tag))}
            >
              {text.scan.remove({ tag: bag.tag })}
            </Button>
          </BagFields>
        ))}
        {step === "hub_in" ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Select
              size="md"
              label={text.hub}
              allowDeselect={false}
              data={hubs.map(({ warehouse_id, name }) => ({ value: String(warehouse_id), label: name }))}
              value={hub === undefined ? null : String(hub)}
              onChange={(value) => setHub(Number(value))}
              {...toMemberProps(HUB_RULES, "warehouse_id")}
            />
            <TextInput size="md" label={text.hub_bin} {...hub_bin.props} />
          </SimpleGrid>
        ) : null}
        {send.error ? <Refusal error={send.error} setDoing={setDoing} close={close} /> : null}
        <div className="relay-actions">
          <Button type="submit" size="lg" loading={send.isPending} disabled={!is_complete}>
            {title}
          </Button>
          <Button size="lg" variant="default" onClick={close}>
            {text.scan.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

const addMeasures = (
  bags: LuggageRelayHubOutInput["bags"],
  scanned_bags: readonly ScannedBag[],
): LuggageRelayCollectInput["bags"] =>
  bags.map((bag) => {
    const { measures = {}, weight_kg } = scanned_bags.find(({ tag }) => tag === bag.tag) ?? {};
    const { width = 0, height = 0, depth = 0 } = measures as Partial<Record<Side, number>>;
    return {
      ...bag,
      width_mm: width,
      height_mm: height,
      depth_mm: depth,
      ...(weight_kg === undefined ? {} : { weight_g: Math.round(weight_kg * 1000) }),
    };
  });

function BagFields({
  bag,
  is_new,
  change,
  children,
}: {
  bag: ScannedBag;
  is_new: boolean;
  change: (part: Partial<ScannedBag>) => void;
  children: ReactNode;
}) {
  const { tag, photos, measures, weight_kg } = bag;
  return (
    <section className="relay-scanned stack" aria-label={tag}>
      <span className="row apart">
        <span className="mono strong">{tag}</span>
        {children}
      </span>
      {is_new ? (
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          {SIDES.map((side) => (
            <NumberInput
              key={side}
              size="md"
              hideControls
              label={text.scan[side]}
              value={measures[side] ?? ""}
              onChange={(value) =>
                change({ measures: { ...measures, [side]: typeof value === "number" ? value : undefined } })
              }
              {...toMemberProps(COLLECT_RULES, `bags.0.${side}_mm`)}
            />
          ))}
          <NumberInput
            size="md"
            hideControls
            label={text.scan.weight}
            value={weight_kg ?? ""}
            onChange={(value) => change({ weight_kg: typeof value === "number" ? value : undefined })}
            {...toMemberProps(COLLECT_RULES, "bags.0.weight_g", { factor: 1000, unit: "kg" })}
          />
        </SimpleGrid>
      ) : null}
      <PhotoField
        label={text.scan.photo({ tag })}
        remove_label={text.scan.remove_photo({ tag })}
        photos={photos}
        onChange={(next) => change({ photos: next })}
        max={1}
      />
    </section>
  );
}

/** What the service did not do, and what helps. */
function Refusal({
  error,
  setDoing,
  close,
}: {
  error: Error;
  setDoing: (doing: Doing) => void;
  close: () => void;
}) {
  const code = error instanceof ApiError ? error.error_code : undefined;
  return (
    <Alert color="red" variant="outline" title={text.refused.title}>
      <p>{error.message}</p>
      {code === "NOT_ON_DUTY" ? (
        <ButtonLink mt="sm" size="md" to="/my-shifts">
          {text.refused.shift}
        </ButtonLink>
      ) : code === "NO_FITTING_COMPARTMENT" || code === "LOCKER_NOT_IN_SERVICE" ? (
        <Button mt="sm" size="md" onClick={() => setDoing("choose_return")}>
          {text.refused.choose}
        </Button>
      ) : code === "WRONG_HOLDER" || code === "WRONG_BAGS" ? (
        <Button mt="sm" size="md" variant="default" onClick={() => setDoing("report_exception")}>
          {text.refused.report}
        </Button>
      ) : (
        <Button mt="sm" size="md" variant="default" onClick={close}>
          {text.refused.reload}
        </Button>
      )}
    </Alert>
  );
}
