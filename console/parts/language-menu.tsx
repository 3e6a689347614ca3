/** The languages of the page, as items of a menu. */
import { Menu } from "@mantine/core";
import { getLanguage, listLanguages, nameLanguage, setLocale } from "../language/language.ts";
import { text } from "../language/text.ts";

/** `save` keeps the choice elsewhere too, before everything is rendered in that language. */
export function LanguageItems({ save }: { save?: (language: string) => Promise<unknown> }) {
  return (
    <>
      <Menu.Label>{text.language}</Menu.Label>
      <Menu.RadioGroup
        value={getLanguage()}
        onChange={async (language) => {
          await save?.(language);
          await setLocale(language);
        }}
      >
        {listLanguages().map((language) => (
          <Menu.RadioItem key={language} value={language} lang={language}>
            {nameLanguage(language)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
