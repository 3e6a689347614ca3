import type { messages as english } from "./en.ts";

export const messages: typeof english = {
  title: "Notificaciones",
  about: "Lo que recibe sobre este envío y los siguientes.",
  sms: "Mensajes de texto",
  email: "Correo electrónico",
  push: "En este navegador",
  push_about: "Sobre este envío, también con esta página cerrada.",
  push_denied: "Este navegador no permite mensajes de esta página. Puede cambiarlo en sus ajustes.",
  language: "Idioma de las notificaciones",
  saved: "Guardado.",
  failed: "No se ha guardado",
  choose: {
    title: "¿Dejar de recibir notificaciones en esta dirección?",
    submit: "Dejar de recibirlas",
    stopped: (address: string) => `Ya no se envían notificaciones a ${address}.`,
    again: "Volver a recibirlas",
    received: (address: string) => `Se vuelven a enviar notificaciones a ${address}.`,
    failed: "No ha funcionado. Abra de nuevo el enlace del mensaje.",
  },
};
