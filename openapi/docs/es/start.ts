import { safe, type Html } from "../../html.ts";
import { inline } from "../markdown.ts";
import { inSpanishNamed, type Page } from "../page.ts";
import { hasTranslation } from "./pages.ts";
import { words } from "./words.ts";

/** What the start page says, in English → in Spanish. */
export const texts: Record<string, string> = {
  "The people who write to a support team, and what they write about.":
    "Los contactos, las conversaciones y los tickets de un espacio de trabajo de atención al cliente.",
  "A REST API for a customer-support workspace. It manages the people who write to a team, its **contacts**, with their conversations and tickets, the articles of the help center, and an event feed that webhooks can deliver.":
    "Una API REST para un espacio de trabajo de atención al cliente. Administra a las personas que escriben a un equipo, sus **contactos**, con sus conversaciones y tickets, los artículos del centro de ayuda, y una lista de eventos que los webhooks pueden entregar.",
  "The examples and the error messages are in Spanish, because the first teams that use this API write Spanish. A request with `Accept-Language: en` gets its error messages in English.":
    "Los ejemplos y los mensajes de error están en español. Una petición con `Accept-Language: en` recibe los mensajes en inglés.",
  Quickstart: "Inicio rápido",
  "From the key to an event that you received, in four calls.":
    "De la clave a un evento recibido, en cuatro llamadas.",
  Client: "Cliente",
  "The typed client for TypeScript and JavaScript: errors, retries, pages, webhooks, tests.":
    "El cliente tipado para TypeScript y JavaScript: errores, reintentos, páginas, webhooks, pruebas.",
  "Receive each event at your own URL, signed and repeated until you accept it.":
    "Recibe cada evento en tu propia URL, firmado y repetido hasta que lo aceptes.",
  "Let visitors of your website write to the team from the browser.":
    "Permite que los visitantes de tu sitio web escriban al equipo desde el navegador.",
  "Ask the owner of the workspace for an API key.": "Pide una clave de API al dueño del espacio de trabajo.",
  "Send the key in the `Authorization` header of every request.":
    "Envía la clave en la cabecera `Authorization` de cada petición.",
  "The server knows your workspace from the key. You never send a workspace identifier.":
    "El servidor reconoce tu espacio de trabajo por la clave. Nunca envías un identificador del espacio de trabajo.",
  "First call": "Primera llamada",
  "List contacts": "Listar contactos",
  "Create a contact": "Crear un contacto",
  "Create a webhook": "Crear un webhook",
  "A key with all scopes": "Una clave con todos los permisos",
  "What you can do": "Qué puedes hacer",
  "The people who write to the team.": "Las personas que escriben al equipo.",
  "The messages of contacts, and the responses of the team.":
    "Los mensajes de los contactos, y las respuestas del equipo.",
  "The tasks that the team has for contacts.": "Las tareas que el equipo tiene para los contactos.",
  "The help center's published pages.": "Las páginas publicadas del centro de ayuda.",
  "The changes in the workspace, from the oldest to the newest.":
    "Los cambios en el espacio de trabajo, del más antiguo al más nuevo.",
  "The URLs at which you receive events.": "Las URL en las que recibes eventos.",
  "The API key that sends the request.": "La clave de API que envía la petición.",
  "The messenger on your website, by which visitors of the site write to the team and read what it responds.":
    "El messenger de tu sitio web, por el que los visitantes escriben al equipo y leen lo que responde.",
  "The requests that the server sends to the `url` of a webhook.":
    "Las peticiones que el servidor envía a la `url` de un webhook.",
  Downloads: "Descargas",
  "the contract, OpenAPI 3.1": "el contrato, OpenAPI 3.1",
  "the same as JSON": "lo mismo en JSON",
  "for tools that read OpenAPI 3.0 only": "para herramientas que solo leen OpenAPI 3.0",
  "the typed client, a package for npm": "el cliente tipado, un paquete para npm",
  "the types of the contract": "los tipos del contrato",
  "what has changed": "qué ha cambiado",
  "the checksums of these files": "las sumas de verificación de estos archivos",
};

/** The start page in Spanish, from the English one: what is not translated stays. */
export const startInSpanish = (page: Page): Page => ({
  ...page,
  ...{ name: inSpanishNamed(page.name), lang: "es", label: "Introducción" },
  description: texts[page.description] ?? page.description,
  ...(page.head && { head: translated(page.head) }),
  main: translated(page.main),
});

function translated({ markup }: Html): Html {
  let text = markup.replaceAll(/ href="([\w-]+)\.html"/g, (link, to: string) =>
    hasTranslation(to) ? ` href="${inSpanishNamed(to)}.html"` : link,
  );
  for (const [english, spanish] of Object.entries({ ...words, ...texts }))
    for (const before of [">", ": "])
      text = text.replaceAll(
        `${before}${inline(english).markup}<`,
        () => `${before}${inline(spanish).markup}<`,
      );
  return safe(text);
}
