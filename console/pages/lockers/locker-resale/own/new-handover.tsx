/** A seller creates a handover: the item with its size and photos, how long the buyer has, and where it is to be. */
import { Button, NumberInput, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResaleHandoverCreateOutput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { PhotoField } from "../../../../field/photo-field.tsx";
import type { Attachment } from "../../../../field/photos.ts";
import { OtherErrors, UnsavedChanges, useSaveForm } from "../../../../parts/form.tsx";
import { getRules } from "../../../../parts/form-rules.ts";
import { BackLink } from "../../../../parts/links.tsx";
import { Page, Sheet } from "../../../../parts/page.tsx";
import { useOpenRecord } from "../../../../parts/record-link.tsx";
import { UnloadedPage } from "../../../../parts/unloaded-page.tsx";
import { claimLinkKey, refusedReservationKey, termsQuery } from "../queries.ts";
import { uploadAll } from "./actions.tsx";
import { BuyerContactFields, type BuyerContactValues, EMPTY_CONTACT, pickFilled } from "./buyer-contact.tsx";
import { LockerChoice, type Size } from "./locker-choice.tsx";
import { Money } from "./money.tsx";
import { text } from "./text.ts";
import "./own.css";

const RULES = getRules("resaleHandoverCreate");
const SIZES: readonly Size[] = ["XS", "S", "M", "L", "XL"];
const INSPECTION_MIN = [0, 10, 15, 30, 60, 120];
const PHOTOS_MAX = 10;

interface Values extends BuyerContactValues {
  title: string;
  description: string;
  measured: boolean;
  size: Size;
  width_mm: number | "";
  height_mm: number | "";
  depth_mm: number | "";
  buyer_name: string;
  inspection_min: string;
  collect_days: string;
}

function Above() {
  return <BackLink to="/resale">{text.title}</BackLink>;
}

export function NewHandover() {
  const terms = useQuery(termsQuery);
  if (terms.data === undefined) return <UnloadedPage query={terms} above={<Above />} />;
  return (
    <Page title={text.create} above={<Above />} subtitle={text.about}>
      <Form collect_days={terms.data.collect_days} />
    </Page>
  );
}

type Created = Pick<ResaleHandoverCreateOutput, "handover_id" | "claim_url"> & { refused: Error | null };

function Form({ collect_days }: { collect_days: number }) {
  const queries = useQueryClient();
  const open = useOpenRecord("resale_handover");
  const [photos, setPhotos] = useState<readonly Attachment[]>([]);
  const [locker_id, setLocker] = useState<number | null>(null);
  const initial: Values = {
    title: "",
    description: "",
    measured: false,
    size: "M",
    width_mm: "",
    height_mm: "",
    depth_mm: "",
    buyer_name: "",
    buyer_contact: EMPTY_CONTACT,
    inspection_min: "15",
    collect_days: String(collect_days),
  };
  const form = useSaveForm({
    initial,
    rules: RULES,
    keys: [["resale"]],
    // The page that opens says it.
    success_message: () => null,
    run: async (values: Values): Promise<Created> => {
      const photo_file_ids = await uploadAll(photos);
      const { handover_id, claim_url } = await client.resaleHandoverCreate({
        title: values.title.trim(),
        ...(values.description.trim() === "" ? {} : { description: values.description.trim() }),
        ...(values.measured
          ? {
              width_mm: Math.round(Number(values.width_mm) * 10),
              height_mm: Math.round(Number(values.height_mm) * 10),
              depth_mm: Math.round(Number(values.depth_mm) * 10),
            }
          : { size: values.size }),
        ...(values.buyer_name.trim() === "" ? {} : { buyer_name: values.buyer_name.trim() }),
        buyer_contact: pickFilled(values.buyer_contact),
        ...(photo_file_ids.length === 0 ? {} : { photo_file_ids }),
        inspection_min: Number(values.inspection_min),
        collect_days: Number(values.collect_days),
      });
      const refused = locker_id === null ? null : await tryToReserve(handover_id, locker_id);
      return { handover_id, claim_url, refused };
    },
    done: ({ handover_id, claim_url, refused }) => {
      queries.setQueryData(claimLinkKey(handover_id), claim_url);
      if (refused !== null) queries.setQueryData(refusedReservationKey(handover_id), refused);
      const search = refused === null || locker_id === null ? {} : { locker: locker_id };
      open(handover_id, { is_saved: true, search });
    },
  });
  const { measured, size } = form.values;
  const centimetres = { factor: 10, unit: null, required: true };
  return (
    <form className="sell-form" {...form.props}>
      <UnsavedChanges form={form} />
      <Money />
      <Sheet title={text.form.item}>
        <div className="stack">
          <TextInput label={text.form.title} data-autofocus {...form.field("title")} />
          <Textarea label={text.form.description} autosize minRows={2} {...form.field("description")} />
          <SegmentedControl
            aria-label={text.form.size}
            value={measured ? "measures" : "size"}
            onChange={(value) => form.set({ measured: value === "measures" })}
            data={[
              { value: "size", label: text.form.by_size },
              { value: "measures", label: text.form.by_measures },
            ]}
          />
          {measured ? (
            <>
              <div className="sell-measures">
                <NumberInput label={text.form.width} hideControls {...form.field("width_mm", centimetres)} />
                <NumberInput
                  label={text.form.height}
                  hideControls
                  {...form.field("height_mm", centimetres)}
                />
                <NumberInput label={text.form.depth} hideControls {...form.field("depth_mm", centimetres)} />
              </div>
              <p className="dim small">{text.form.measures_about}</p>
            </>
          ) : (
            <SegmentedControl
              aria-label={text.form.size}
              value={size}
              onChange={(value) => form.set({ size: value as Size })}
              data={[...SIZES]}
            />
          )}
          <div className="stack tight">
            <span className="strong small">{text.form.photos}</span>
            <span className="dim small">{text.form.photos_about({ n: PHOTOS_MAX })}</span>
            <PhotoField
              label={text.photos.add}
              remove_label={text.deposit.remove_photo}
              photos={photos}
              onChange={setPhotos}
              max={PHOTOS_MAX}
            />
          </div>
        </div>
      </Sheet>
      <Sheet title={text.form.buyer}>
        <div className="stack">
          <p className="dim small">{text.form.buyer_about}</p>
          <TextInput label={text.form.buyer_name} autoComplete="off" {...form.field("buyer_name")} />
          <BuyerContactFields field={form.field} />
          <Select
            label={text.form.inspection}
            description={text.form.inspection_about}
            allowDeselect={false}
            data={INSPECTION_MIN.map((n) => ({
              value: String(n),
              label: n === 0 ? text.form.no_inspection : text.form.minutes({ n }),
            }))}
            {...form.field("inspection_min")}
          />
          <Select
            label={text.form.collect}
            description={text.form.collect_about}
            allowDeselect={false}
            data={Array.from({ length: collect_days }, (_, index) => ({
              value: String(index + 1),
              label: text.form.days({ n: index + 1 }),
            }))}
            {...form.field("collect_days")}
          />
        </div>
      </Sheet>
      <Sheet title={text.form.locker}>
        <div className="stack">
          <p className="dim small">{text.form.locker_about}</p>
          <LockerChoice size={measured ? null : size} value={locker_id} onChange={setLocker} />
        </div>
      </Sheet>
      <OtherErrors errors={form.others} title={text.form.refused} />
      <Button type="submit" size="md" loading={form.is_saving}>
        {text.form.submit}
      </Button>
    </form>
  );
}

/** The handover exists without a compartment as well: why there is none is told, and its page offers others. */
async function tryToReserve(handover_id: number, locker_id: number): Promise<Error | null> {
  try {
    await client.resaleHandoverReserve({ handover_id, locker_id });
    return null;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
