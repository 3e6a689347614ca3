/** The statement of a month as a file, for the customer's books. */
import { Alert, Button, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { IconDownload } from "#icons";
import { client } from "../../../api/client.ts";
import { getLocale } from "../../../language/language.ts";
import { download } from "../../../parts/download.ts";
import { Sheet } from "../../../parts/page.tsx";
import { useTimes } from "../../../parts/times.ts";
import { text } from "./text.ts";

const MONTHS = 24;

/** This month and those before it, newest first, as `YYYY-MM`. */
function listMonths(today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 15)).toISOString().slice(0, 7),
  );
}

export function Statements() {
  const months = listMonths(useTimes().today());
  const [month, setMonth] = useState(months[1] ?? "");
  const name = new Intl.DateTimeFormat(getLocale(), { timeZone: "UTC", month: "long", year: "numeric" });
  const load = useMutation({
    mutationFn: () => client.customerWalletStatementFile({ month }, { accept: "application/pdf" }),
    onSuccess: (blob) => download(blob, `${text.statement.file}-${month}.pdf`),
  });
  return (
    <Sheet title={text.statement.title}>
      <div className="stack">
        <Select
          label={text.statement.month}
          allowDeselect={false}
          data={months.map((value) => ({ value, label: name.format(new Date(`${value}-15T12:00:00Z`)) }))}
          value={month}
          onChange={(value) => setMonth(value ?? month)}
        />
        {load.error === null ? null : (
          <Alert color="red" variant="outline" role="alert" title={text.statement.refused}>
            {load.error.message}
          </Alert>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={load.isPending}
          onClick={() => load.mutate()}
        >
          {text.statement.download}
        </Button>
      </div>
    </Sheet>
  );
}
