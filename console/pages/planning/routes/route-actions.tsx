/** Actions that are possible on a route now, as listed in the route itself. */
import { Button, Menu, Modal, Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { IconDots, IconSend } from "#icons";
import { useMe } from "../../../api/session.ts";
import { useCommands } from "../../../parts/commands.ts";
import { notifyFailure, notifySuccess, notifyWarning } from "../../../parts/toast.ts";
import { askAboutUnsent, WaitsForPhone } from "../../../parts/unsent/ask.ts";
import { UnsentCommandsDialog } from "../../../parts/unsent/unsent.tsx";
import { driversQuery } from "../../fleet/drivers/queries.ts";
import { CloseRoute } from "./close-route.tsx";
import { cancelRoute, type RouteDetail, reassignRoute, releaseRoute, unreleaseRoute } from "./queries.ts";
import { text } from "./text.ts";

export function RouteActions({ route }: { route: RouteDetail }) {
  const may_write = useMe().permissions.includes("routes:write");
  const client = useQueryClient();
  const [action, setAction] = useState<"reassign" | "cancel" | "close" | null>(null);
  const act = useMutation({
    mutationFn: ({ run }: { run: () => Promise<unknown>; past: string }) => run(),
    onSuccess: (_answer, { past }) => {
      notifySuccess(past);
      setAction(null);
    },
    onError: (error) =>
      error instanceof WaitsForPhone ? notifyWarning(error.message) : notifyFailure(error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["routes"] });
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
  });
  const release = () => act.mutate({ run: () => releaseRoute(route), past: text.actions.released });
  const unrelease = () =>
    act.mutate({
      run: () => askAboutUnsent(route.id, (allow) => unreleaseRoute(route, allow)),
      past: text.actions.unreleased,
    });
  const commands = [
    { operation: "clientRouteRelease", may: route.can_release, run: release },
    { operation: "clientRouteClose", may: route.can_close, run: () => setAction("close") },
    { operation: "clientRouteReassign", may: route.can_reassign, run: () => setAction("reassign") },
    { operation: "clientRouteUnrelease", may: route.can_unrelease, run: unrelease },
    { operation: "clientRouteCancel", may: route.can_cancel, run: () => setAction("cancel") },
  ] as const;
  useCommands(
    text.actions.of({ number: route.number }),
    commands.filter(({ may }) => may && may_write),
  );
  if (!may_write) return null;
  const none = !(route.can_reassign || route.can_unrelease || route.can_close || route.can_cancel);
  return (
    <>
      {route.can_release ? (
        <Button leftSection={<IconSend size={16} />} loading={act.isPending} onClick={release}>
          {text.actions.release}
        </Button>
      ) : null}
      {route.can_close ? <Button onClick={() => setAction("close")}>{text.actions.close}</Button> : null}
      {none ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" px={9} aria-label={text.actions.more}>
              <IconDots size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={!route.can_reassign} onClick={() => setAction("reassign")}>
              {text.actions.reassign}
            </Menu.Item>
            <Menu.Item disabled={!route.can_unrelease} onClick={unrelease}>
              {text.actions.unrelease}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--ph-bad)" disabled={!route.can_cancel} onClick={() => setAction("cancel")}>
              {text.actions.cancel}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <UnsentCommandsDialog />
      {action === "close" ? <CloseRoute route={route} close={() => setAction(null)} /> : null}
      <Modal opened={action === "reassign"} onClose={() => setAction(null)} title={text.actions.reassign}>
        <Reassign
          route={route}
          busy={act.isPending}
          give={(driver_id, name) =>
            act.mutate({
              run: () => askAboutUnsent(route.id, (allow) => reassignRoute(route, driver_id, allow)),
              past: text.actions.reassigned({ name }),
            })
          }
        />
      </Modal>
      <Modal opened={action === "cancel"} onClose={() => setAction(null)} title={text.actions.cancel_title}>
        <div className="stack">
          <p>{text.actions.cancel_about({ orders: route.orders })}</p>
          <div className="row" style={{ justifyContent: "flex-end" }}>
            <Button variant="default" onClick={() => setAction(null)}>
              {text.actions.back}
            </Button>
            <Button
              color="red.8"
              loading={act.isPending}
              onClick={() =>
                act.mutate({
                  run: () => askAboutUnsent(route.id, (allow) => cancelRoute(route, allow)),
                  past: text.actions.cancelled,
                })
              }
            >
              {text.actions.cancel_submit}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}

function Reassign({
  route,
  busy,
  give,
}: {
  route: RouteDetail;
  busy: boolean;
  give: (driver_id: number, name: string) => void;
}) {
  const drivers =
    useQuery(driversQuery).data?.drivers.filter(
      // A route can be reassigned only within the business, or within its contractor.
      ({ status, id, contractor_id }) =>
        status === "active" && id !== route.driver_id && contractor_id === route.contractor_id,
    ) ?? [];
  const [chosen_driver, setChosenDriver] = useState<string | null>(null);
  const driver = drivers.find(({ id }) => String(id) === chosen_driver);
  return (
    <div className="stack">
      <Select
        label={text.driver}
        placeholder={drivers.length === 0 ? text.actions.no_other_driver : text.actions.choose}
        searchable
        data-autofocus
        data={drivers.map(({ id, name, duty }) => ({
          value: String(id),
          label: duty === "on" ? text.actions.on_duty({ name }) : name,
        }))}
        value={chosen_driver}
        onChange={setChosenDriver}
      />
      <Button
        disabled={!driver}
        loading={busy}
        onClick={() => driver && give(driver.id, driver.name)}
        style={{ alignSelf: "flex-end" }}
      >
        {text.actions.give}
      </Button>
    </div>
  );
}
