import type { CreateTicketRequest, TicketStatus } from "../../generated/types.ts";
import type { Moment } from "./moment.ts";

/** A ticket of the demo, and the statuses that the team moves it to. */
export interface DemoTicket extends Omit<CreateTicketRequest, "contact_id" | "conversation_id"> {
  /** Email of the contact. */
  contact: string;
  /** Subject of the conversation that it comes from. */
  conversation?: string;
  at: Moment;
  priority: NonNullable<CreateTicketRequest["priority"]>;
  moves?: [at: Moment, status: TicketStatus][];
}

/** The work that came of the demo's conversations. */
export const tickets: DemoTicket[] = [
  {
    contact: "ximena@papeleriacastaneda.example",
    conversation: "Mi RFC sale mal en las facturas",
    at: "1 18:45",
    subject: "Cancelar y reemitir tres facturas con RFC equivocado",
    description:
      "Facturas 118, 119 y 121. Salieron con el RFC de la cuenta de prueba. Avisar a la clienta al terminar.",
    priority: "high",
    tags: ["facturación"],
    custom_fields: { facturas: 3 },
    moves: [
      ["2 15:00", "pending"],
      ["3 16:20", "solved"],
      ["10 12:00", "closed"],
    ],
  },
  {
    contact: "inaki@panaderiaolatz.example",
    conversation: "La caja de Deusto no cuadra",
    at: "2 09:40",
    subject: "Avisar de turnos que se quedan abiertos",
    description: "La tienda de Deusto dejó un turno abierto tres días. Proponen un aviso al abrir la caja.",
    priority: "low",
    tags: ["sugerencia", "caja"],
    moves: [["5 10:30", "pending"]],
  },
  {
    contact: "jsquintero@distriquintero.example",
    at: "4 15:25",
    subject: "Límite de crédito por cliente",
    description: "Pide bloquear la venta cuando el cliente supera su cupo. Hoy solo sale una advertencia.",
    priority: "normal",
    tags: ["sugerencia"],
    moves: [
      ["7 14:10", "pending"],
      ["12 15:00", "solved"],
    ],
  },
  {
    contact: "tomas@ferreteriaaguero.example",
    conversation: "No encuentro la planilla para importar",
    at: "2 14:40",
    subject: "Aceptar precios con signo $ en la importación",
    description: "La importación rechaza el precio cuando trae $. Otros clientes tropezaron con lo mismo.",
    priority: "normal",
    tags: ["catálogo"],
    moves: [
      ["6 13:00", "solved"],
      ["13 12:30", "closed"],
    ],
  },
  {
    contact: "milagros@boticasantarosa.example",
    conversation: "Vencimiento de lotes",
    at: "6 15:15",
    subject: "El aviso de vencimiento llega en otro idioma",
    description: "El correo que avisa del lote por vencer llega en inglés aunque la cuenta está en español.",
    priority: "low",
    tags: ["correo"],
    moves: [["9 13:40", "solved"]],
  },
  {
    contact: "rodrigo@motopartespenaloza.example",
    conversation: "Sincronizar con la tienda en línea",
    at: "7 15:20",
    subject: "El inventario tarda cinco minutos en sincronizar",
    description:
      "Con 12,840 productos la sincronización tarda hasta cinco minutos. Debería tardar menos de uno.",
    priority: "high",
    tags: ["integraciones"],
    custom_fields: { productos: 12840 },
    moves: [["9 16:00", "pending"]],
  },
  {
    contact: "lupita@carnesdelnorte.example",
    conversation: "La báscula no manda el peso",
    at: "7 16:25",
    subject: "Enviar concentrador USB con corriente",
    description: "Sucursal Centro. La báscula y el lector no funcionan juntos en el concentrador actual.",
    priority: "urgent",
    tags: ["equipos", "envío"],
    moves: [
      ["8 16:00", "pending"],
      ["11 17:30", "solved"],
      ["18 12:00", "closed"],
    ],
  },
  {
    contact: "lucia.ferreyra@papeleradelta.example",
    conversation: "Migración desde el sistema anterior",
    at: "5 13:40",
    subject: "Migrar seis sucursales",
    description:
      "18.000 artículos, 214 códigos repetidos. Pase el sábado a la noche, con alguien de guardia el lunes.",
    priority: "urgent",
    tags: ["migración"],
    custom_fields: { sucursales: 6, articulos: 18000 },
    moves: [
      ["6 12:45", "pending"],
      ["11 15:00", "solved"],
    ],
  },
  {
    contact: "catalina@cafevaldivia.example",
    at: "9 12:35",
    subject: "La boleta sale cortada en la impresora nueva",
    description: "Local de Providencia, impresora de 58 mm. Se corta la última columna.",
    priority: "normal",
    tags: ["equipos"],
    moves: [["12 14:20", "solved"]],
  },
  {
    contact: "jfospina@cafedelparque.example",
    conversation: "Cobrar con código QR",
    at: "10 15:30",
    subject: "El código de comercio con cero inicial se rechaza",
    description: "El banco entrega el código con un cero al comienzo y el formulario no lo acepta.",
    priority: "normal",
    tags: ["pagos"],
    moves: [["13 14:00", "pending"]],
  },
  {
    contact: "yolanda@textilcordova.example",
    conversation: "Facturas de exportación",
    at: "10 14:50",
    subject: "Habilitar comprobante de exportación",
    description: "Exportan a Chile en dólares. Habilitar la serie E001 y avisar.",
    priority: "high",
    tags: ["facturación", "exportación"],
    moves: [
      ["11 13:10", "solved"],
      ["18 13:10", "closed"],
    ],
  },
  {
    contact: "paola@modaelpoblado.example",
    at: "12 16:05",
    subject: "Etiquetas con talla y color",
    description: "La etiqueta impresa muestra la referencia pero no la talla ni el color.",
    priority: "normal",
    tags: ["catálogo"],
  },
  {
    contact: "barbara.nunez@libreriadelsur.example",
    conversation: "Stock negativo en Caballito",
    at: "14 17:15",
    subject: "Atlas escolar en -3 sin remito pendiente",
    description:
      "Sucursal Caballito. Revisar el historial de movimientos: parece una devolución cargada dos veces.",
    priority: "high",
    tags: ["stock"],
    custom_fields: { sucursal: "Caballito", codigo: "ATL-0042" },
    moves: [["15 13:30", "pending"]],
  },
  {
    contact: "barbara.nunez@libreriadelsur.example",
    at: "16 13:05",
    subject: "Última factura con el importe del plan mensual",
    description: "Ya pagó el plan anual y la factura vino con el importe anterior. Hacer nota de crédito.",
    priority: "urgent",
    tags: ["facturación"],
    custom_fields: { factura: "A-0001-00004711" },
    moves: [["17 12:20", "solved"]],
  },
  {
    contact: "cristobal@ferreteriamanriquez.example",
    conversation: "Migrar cuatro locales",
    at: "17 16:30",
    subject: "Unir los catálogos de cuatro locales",
    description:
      "Cada local usa códigos distintos. Preparar la propuesta de unión para que el cliente la apruebe.",
    priority: "normal",
    tags: ["migración"],
    custom_fields: { locales: 4 },
  },
  {
    contact: "joaquin@quesosmanchegos.example",
    conversation: "Etiquetas con peso y precio",
    at: "18 10:45",
    subject: "Las etiquetas de peso variable leen el precio multiplicado por diez",
    description: "Prefijo 21, balanza con tres decimales. Parece que se espera el precio con dos.",
    priority: "high",
    tags: ["equipos"],
  },
  {
    contact: "luisangel@colmadodelrosario.example",
    conversation: "Fiado a los clientes",
    at: "19 15:40",
    subject: "Activar cuenta corriente",
    description: "Cuenta en prueba. Activar el módulo durante la prueba y explicarle los límites.",
    priority: "normal",
    tags: ["activación"],
  },
  {
    contact: "begona@opticaordonez.example",
    at: "20 10:15",
    subject: "Exportar el libro de facturas por trimestre",
    description: "La gestoría lo necesita en un solo archivo por trimestre; hoy sale por mes.",
    priority: "low",
    tags: ["sugerencia"],
  },
];
