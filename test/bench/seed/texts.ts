/** What conversations and tickets are about. */
export const subjects: [string, ...string[]] = [
  ...([
    "Consulta por la factura",
    "No llega el pedido",
    "Cambio de domicilio",
    "Problema con el pago",
  ] as const),
  ...["¿Cómo cambio mi plan?", "Devolución", "Alta de sucursal", "Reclamo por demora", "Presupuesto"],
];

/** What people write. */
export const texts: [string, ...string[]] = [
  "Hola, ¿me podrían enviar otra vez la factura de este mes? No la encuentro en mi correo.",
  "El pedido figura como entregado, pero acá no llegó nada. ¿Lo pueden revisar, por favor?",
  "Gracias por escribir. Lo estamos mirando y te contamos apenas haya novedades.",
  "Quisiera cambiar la dirección de entrega antes del viernes, si todavía se puede.",
  "Listo, quedó resuelto. Cualquier otra cosa, escribinos por acá y seguimos.",
];
