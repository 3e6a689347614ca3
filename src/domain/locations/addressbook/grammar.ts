/**
 * How addresses are written in a country: what the words of a street are, and how a unit (flat, suite, floor) is marked.
 *
 * Source: Universal Postal Union, addressing systems of its members; CLDR for the language of a country (`Intl.Locale`). Pure.
 */

/** Languages beside the most likely one of CLDR in which streets of a country are signed. */
const MORE_LANGUAGES: Record<string, string[]> = {
  AD: ["es", "fr"],
  BE: ["fr", "de"],
  CA: ["fr"],
  CH: ["fr", "it"],
  IT: ["de"],
  LU: ["fr", "de"],
  US: ["es"],
};

/** Words of streets by language; in keys all words of a row are replaced by its first element. */
const STREET_WORDS: Record<string, [key: string, words: string][]> = {
  en: [
    ["st", "street str"],
    ["av", "avenue ave"],
    ["rd", "road"],
    ["blvd", "boulevard"],
    ["sq", "square"],
    ["dr", "drive"],
    ["ln", "lane"],
    ["ct", "court"],
    ["pl", "place"],
    ["hwy", "highway"],
    ["terrace", "ter terr"],
    ["parkway", "pkwy pky"],
    ["crescent", "cres"],
    ["", "number no"],
  ],
  de: [
    ["st", "strasse str"],
    ["pl", "platz"],
    ["", "nummer nr"],
  ],
  pt: [
    ["r", "rua"],
    ["av", "avenida"],
    ["qd", "quadra"],
    ["cj", "conjunto"],
    ["bl", "bloco"],
    ["pc", "praca"],
    ["travessa", "tv trav"],
    ["alameda", "al"],
    ["estrada", "est estr"],
    ["rodovia", "rod"],
    ["", "numero no"],
  ],
  es: [
    ["c", "calle carrer cl cll"],
    ["av", "avenida avda avd ave"],
    ["pza", "plaza plz"],
    ["carrera", "cra cr kr kra"],
    ["diagonal", "dg diag"],
    ["transversal", "tv tr trans transv"],
    ["paseo", "pso"],
    ["calzada", "calz"],
    ["bl", "bloque"],
    ["", "numero no nro num"],
  ],
  fr: [
    ["rue", "r"],
    ["av", "avenue ave"],
    ["blvd", "boulevard bd bvd"],
    ["pl", "place"],
    ["chemin", "ch che chem"],
    ["route", "rte"],
    ["allee", "all"],
    ["impasse", "imp"],
    ["", "numero no"],
  ],
  it: [
    ["via", "v"],
    ["piazza", "pza pzza"],
    ["corso", "cso"],
    ["viale", "vle"],
    ["", "numero no n"],
  ],
  nl: [["straat", "str"]],
  pl: [
    ["", "ulica ul"],
    ["aleja", "al aleje"],
    ["plac", "pl"],
    ["osiedle", "os"],
  ],
  tr: [
    ["cadde", "cad cd caddesi"],
    ["sokak", "sk sok sokagi"],
    ["mahalle", "mah mh mahallesi"],
    ["bulvar", "blv bulvari"],
    ["", "no numara"],
  ],
  ru: [
    ["улица", "ул"],
    ["проспект", "пр просп"],
    ["переулок", "пер"],
    ["площадь", "пл"],
    ["", "дом д"],
  ],
  uk: [
    ["вулиця", "вул"],
    ["проспект", "пр просп"],
    ["провулок", "пров"],
    ["", "будинок буд"],
  ],
};

/** Where `#` marks a unit behind the house number, as in `10 Main St #4`. Elsewhere it marks the house number: `Calle 10 # 5-51`. */
const HASH_IS_UNIT = new Set(["US", "CA", "AU", "NZ", "GB", "IE", "SG", "MY", "HK"]);
/** Spanish street types, whose house number follows a `#` in those countries too: `Calle Loíza #1234` in Puerto Rico. */
const SPANISH_STREET = /^\s*(?:calle|c\/|carretera|carr\.?|avenida|ave?\.|camino|paseo|urb\.?)\s/iu;

/** Countries that write the unit before the house number: `5/12 High St`. */
const UNIT_BEFORE_SLASH = new Set(["AU", "NZ"]);

const words = new Map<string, Map<string, string>>();

/** The key of each word of a street in a country; in an unknown country the words of all languages, the first meaning wins. */
export function findStreetWords(country: string): ReadonlyMap<string, string> {
  let country_words = words.get(country);
  if (country_words === undefined) {
    country_words = new Map();
    for (const language of listLanguages(country)) {
      for (const [key, spellings] of STREET_WORDS[language] ?? [])
        for (const word of spellings.split(" ")) if (!country_words.has(word)) country_words.set(word, key);
    }
    words.set(country, country_words);
  }
  return country_words;
}

function listLanguages(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return Object.keys(STREET_WORDS);
  const likely = new Intl.Locale(`und-${country}`).maximize().language ?? "en";
  return [likely, ...(MORE_LANGUAGES[country] ?? []), "en"];
}

/** Does `#` behind this street mark a unit? In an unknown country it does behind a street that begins with its number. */
export function isHashUnit(street: string, country: string): boolean {
  if (country === "") return /^\s*\p{N}/u.test(street);
  return HASH_IS_UNIT.has(country) && !SPANISH_STREET.test(street);
}

export function hasUnitBeforeSlash(country: string): boolean {
  return UNIT_BEFORE_SLASH.has(country);
}
