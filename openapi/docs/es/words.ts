/** What the pages say around their texts, in English → in Spanish. */
export const words: Record<string, string> = {
  "Skip to the content": "Ir al contenido",
  "All pages": "Todas las páginas",
  Menu: "Menú",
  Version: "Versión",
  "What's new": "Novedades",
  "Search operations, fields, error codes": "Buscar operaciones, campos, códigos de error",
  Docs: "Documentación",
  Breadcrumb: "Dónde estás",
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
  // What scripts say.
  Copy: "Copiar",
  Copied: "Copiado",
  "Could not be copied": "No se pudo copiar",
  "The search could not be loaded.": "No se pudo cargar la búsqueda.",
  Search: "Buscar",
  found: "resultados",
  chapter: "capítulo",
  section: "sección",
  operation: "operación",
  field: "campo",
  // Tables of the contract, and units.
  Code: "Código",
  Status: "Estado",
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

/** What a page in this language says in place of an English text. */
export const sayIn =
  (lang = "en") =>
  (text: string): string =>
    lang === "es" ? (words[text] ?? text) : text;

/** A word of an operation's id → what somebody types who looks for it in Spanish. */
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

/** The words of an operation's id in Spanish: `deleteContact` → borrar, eliminar, contacto … */
export const spoken = (id: string): string =>
  id
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/ies$/, "y").replace(/s$/, ""))
    .map((word) => spokenWords[word] ?? "")
    .join(" ");
