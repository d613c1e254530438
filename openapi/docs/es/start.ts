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
};
