/** The account: language, colours, installing the app, signing out. */
import { Button, Drawer, Modal, NativeSelect, useMantineColorScheme } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { IconDeviceMobilePlus, IconLogout } from "#icons";
import { client } from "../api/client.ts";
import { isStaff, meQuery, useMe } from "../api/session.ts";
import { getLanguage, listLanguages, nameLanguage, setLocale } from "../language/language.ts";
import { useQueueState } from "../offline/use-queue.ts";
import { ButtonLink } from "../parts/links.tsx";
import { useInstall } from "./app.ts";
import { useFieldSignOut } from "./sign-out.ts";
import { text } from "./text.ts";

export function AccountSheet({ opened, close }: { opened: boolean; close: () => void }) {
  const me = useMe();
  const queries = useQueryClient();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { items } = useQueueState();
  const [asks, question] = useDisclosure(false);
  const install = useInstall();
  const signOut = useFieldSignOut();
  const waiting = items.filter(({ state }) => state === "waiting").length;
  const refused = items.filter(({ state }) => state === "refused").length;
  const chooseLanguage = async (language: string) => {
    // Without a connection it is chosen for this device.
    await client
      .userMeUpdate({ locale: language })
      .then(() => queries.invalidateQueries({ queryKey: meQuery.queryKey }))
      .catch(() => {});
    await setLocale(language);
  };
  return (
    <>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="auto"
        title={text.account}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <div className="stack" style={{ gap: 16, paddingBottom: 16 }}>
          <p>
            <span className="strong">{me.user.name}</span>
            <br />
            <span className="dim">{me.user.email}</span>
          </p>
          <NativeSelect
            size="md"
            label={text.language}
            value={getLanguage()}
            onChange={(event) => void chooseLanguage(event.currentTarget.value)}
            data={listLanguages().map((value) => ({ value, label: nameLanguage(value) }))}
          />
          <NativeSelect
            size="md"
            label={text.colours.label}
            value={colorScheme}
            onChange={(event) => setColorScheme(event.currentTarget.value as typeof colorScheme)}
            data={(["auto", "light", "dark"] as const).map((value) => ({
              value,
              label: text.colours[value],
            }))}
          />
          {install === undefined ? null : (
            <div className="field-install">
              <IconDeviceMobilePlus size={24} stroke={1.6} aria-hidden />
              <span className="grow">
                <span className="strong">{text.install.title}</span>
                <br />
                <span className="dim">{install === null ? text.install.by_hand : text.install.about}</span>
              </span>
              {install === null ? null : (
                <Button size="md" variant="default" onClick={install}>
                  {text.install.install}
                </Button>
              )}
            </div>
          )}
          {isStaff(me) ? (
            <ButtonLink size="md" variant="default" to="/">
              {text.console}
            </ButtonLink>
          ) : null}
          <Button
            size="md"
            variant="default"
            leftSection={<IconLogout size={18} />}
            onClick={() => {
              close();
              if (waiting + refused > 0) question.open();
              else signOut();
            }}
          >
            {text.sign_out}
          </Button>
        </div>
      </Drawer>
      <Modal
        opened={asks}
        onClose={question.close}
        title={text.sign_out_title}
        classNames={{ content: "field-dialog" }}
        closeButtonProps={{ "aria-label": text.close, size: 44 }}
      >
        <div className="stack">
          {waiting > 0 ? <p>{text.sign_out_waiting({ n: waiting })}</p> : null}
          {refused > 0 ? <p>{text.sign_out_refused({ n: refused })}</p> : null}
          <div className="field-actions">
            <Button size="md" variant="default" onClick={question.close}>
              {text.queue.keep}
            </Button>
            <Button size="md" color="red" onClick={signOut}>
              {text.sign_out}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
