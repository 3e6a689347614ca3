/** The screen of a locker, in a bundle of its own, which the device serves itself: it is there without a network. */
import "../plain/plain.css";
import "../theme/base.css";
import "./kiosk.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { offerLanguages } from "../language/language.ts";
import { applyScheme } from "../plain/scheme.ts";
import { writeVariables } from "../plain/variables.ts";
import { Kiosk } from "./kiosk.tsx";
import { KIOSK_LANGUAGES } from "./languages.ts";

const root = document.getElementById("root");
if (root === null) throw new Error("kiosk.html has no #root.");
writeVariables();
applyScheme();
await offerLanguages(KIOSK_LANGUAGES);

createRoot(root).render(
  <StrictMode>
    <Kiosk />
  </StrictMode>,
);
