/** Labels of the pages: English → Spanish. */
export const words: Record<string, string> = {
  "Skip to the content": "Ir al contenido",
  "All pages": "Todas las páginas",
  Menu: "Menú",
  Version: "Versión",
  "What's new": "Novedades",
  "Search operations, fields, error codes":
    "Buscar operaciones, campos, códigos de error",
  Docs: "Documentación",
  Breadcrumb: "Ruta de navegación",
  "Request and response": "Petición y respuesta",
  "Copy as Markdown": "Copiar como Markdown",
  "On this page": "En esta página",
  "Light or dark": "Claro u oscuro",
  "All on one page, by Redoc": "Todo en una página, con Redoc",
  Changelog: "Cambios",
  Introduction: "Introducción",
  Overview: "Resumen",
  Guide: "Guía",
  Contacts: "Contactos",
  Conversations: "Conversaciones",
  Articles: "Artículos",
  Events: "Eventos",
  Me: "Tu clave",
  "Webhook events": "Eventos de webhooks",
  // Labels in scripts.
  Copy: "Copiar",
  Copied: "Copiado",
  "Could not be copied": "No se pudo copiar",
  "The search could not be loaded.": "No se pudo cargar la búsqueda.",
  Search: "Buscar",
  found: "resultado(s)",
  chapter: "capítulo",
  section: "sección",
  operation: "operación",
  field: "campo",
  // Tables of the contract, and units.
  Code: "Código",
  Status: "Estado",
  Language: "Lenguaje",
  Package: "Paquete",
  Message: "Mensaje",
  days: "días",
  day: "día",
  hours: "horas",
  hour: "hora",
  minutes: "minutos",
  minute: "minuto",
  seconds: "segundos",
  second: "segundo",
  and: "y",
  then: "luego",
};

/** Texts of the start page: English → Spanish. */
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
  "Ask the owner of the workspace for an API key.":
    "Pide una clave de API al dueño del espacio de trabajo.",
  "Send the key in the `Authorization` header of every request.":
    "Envía la clave en la cabecera `Authorization` de cada petición.",
  "The server knows your workspace from the key. You never send a workspace identifier.":
    "El servidor reconoce tu espacio de trabajo por la clave. Nunca envías un identificador del espacio de trabajo.",
};

/**
 * Returns a function that translates a label to a language. A label without a translation stays
 * English.
 */
export const sayIn =
  (lang = "en") =>
  (text: string): string =>
    lang === "es" ? (words[text] ?? text) : text;

/** Word of an operation id → Spanish words for the search. */
const spokenWords: Record<string, string> = {
  list: "listar lista ver buscar",
  create: "crear nuevo agregar",
  get: "leer obtener ver",
  update: "modificar actualizar cambiar",
  delete: "borrar eliminar",
  batch: "lote importar muchos",
  rotate: "rotar renovar",
  secret: "secreto",
  test: "probar prueba",
  redeliver: "reenviar repetir",
  contact: "contacto cliente",
  conversation: "conversación",
  message: "mensaje",
  ticket: "ticket caso",
  article: "artículo",
  event: "evento",
  delivery: "entrega",
  me: "clave",
  session: "sesión visitante",
};

/**
 * Returns the Spanish words of an operation id: borrar, eliminar, contacto … for `deleteContact`.
 */
export const spoken = (id: string): string =>
  id
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/ies$/, "y").replace(/s$/, ""))
    .map((word) => spokenWords[word] ?? "")
    .join(" ");
