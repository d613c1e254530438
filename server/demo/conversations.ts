import type { AuthorType } from "../../generated/types.ts";
import type { Moment } from "./moment.ts";

/** A conversation of the demo. */
export interface DemoConversation {
  /** Email of the contact. */
  contact: string;
  at: Moment;
  subject: string;
  /** `messenger` when the contact wrote on the website. */
  source?: string;
  /** Minutes since the message before, who wrote, and what. */
  messages: [minutes: number, author: AuthorType, body: string][];
  /** Minutes after the last message until the team closes it; not closed without. */
  closed?: number;
}

/** What the demo's contacts and its team wrote to each other. Known by their subject. */
export const conversations: DemoConversation[] = [
  {
    contact: "barbara.nunez@libreriadelsur.example",
    at: "0 12:40",
    subject: "Pasar al plan anual",
    source: "messenger",
    messages: [
      [0, "contact", "Hola, buen día. ¿Cuánto me queda si paso las cuatro sucursales al plan anual?"],
      [
        22,
        "team",
        "¡Hola, Bárbara! Pagando el año completo te ahorrás dos meses por sucursal. ¿Querés que te mande el detalle?",
      ],
      [9, "contact", "Dale, mandame. Y si puede ser con factura A, mejor."],
      [31, "team", "Listo, te lo envié a tu correo con factura A. Vale hasta fin de mes."],
      [180, "contact", "Genial, ya lo aprobé. ¡Gracias!"],
    ],
    closed: 15,
  },
  {
    contact: "tomas@ferreteriaaguero.example",
    at: "1 13:05",
    subject: "No encuentro la planilla para importar",
    source: "messenger",
    messages: [
      [
        0,
        "contact",
        "Buenas, quiero subir mis productos pero no veo dónde está la planilla. Son como 3.000 ítems.",
      ],
      [
        14,
        "team",
        "Hola, Tomás. Está en Catálogo → Importar, arriba a la derecha. Con 3.000 productos tarda unos dos minutos.",
      ],
      [47, "contact", "Ahí la encontré. Me rechazó 12 filas por el precio."],
      [
        8,
        "team",
        "Seguramente tienen el signo $ en el precio. Sacáselo y volvé a subir solo esas 12, las demás ya están.",
      ],
      [25, "contact", "Era eso. Quedó perfecto."],
    ],
    closed: 40,
  },
  {
    contact: "ximena@papeleriacastaneda.example",
    at: "1 15:30",
    subject: "Mi RFC sale mal en las facturas",
    messages: [
      [0, "contact", "Buenas tardes. En mis facturas aparece un RFC que no es el mío, ¿cómo lo corrijo?"],
      [
        35,
        "team",
        "Buenas tardes, Ximena. Lo revisamos: quedó el RFC de la cuenta de prueba. Ya lo corregimos; ¿nos confirma que ahora sale bien?",
      ],
      [120, "contact", "Sí, ya sale bien. ¿Y las tres que ya mandé?"],
      [
        26,
        "team",
        "Esas hay que cancelarlas y volver a emitirlas. Abrimos un ticket para hacerlo nosotros y le avisamos por aquí.",
      ],
    ],
  },
  {
    contact: "inaki@panaderiaolatz.example",
    at: "2 08:50",
    subject: "La caja de Deusto no cuadra",
    messages: [
      [
        0,
        "contact",
        "Egun on. Llevamos tres días con una diferencia de 40 € en la tienda de Deusto y no damos con ella.",
      ],
      [
        18,
        "team",
        "Buenos días, Iñaki. Hay un turno del lunes que se quedó abierto. ¿Podéis cerrarlo desde Caja → Turnos?",
      ],
      [40, "contact", "Cerrado, y ahora cuadra. Mil gracias."],
      [6, "team", "¡Estupendo! Os dejamos un artículo con lo que conviene revisar cuando pase."],
    ],
    closed: 30,
  },
  {
    contact: "catalina@cafevaldivia.example",
    at: "2 13:15",
    subject: "Propina en la boleta",
    source: "messenger",
    messages: [
      [0, "contact", "Hola! Se puede mostrar la propina sugerida del 10% en la boleta?"],
      [12, "team", "¡Hola, Catalina! Sí: Ajustes → Boleta → Propina sugerida. Se puede activar por local."],
      [5, "contact", "Ah, bacán. Y que no sume en el total?"],
      [16, "team", "Por defecto no suma, solo la muestra. El cliente la elige al pagar con tarjeta."],
      [4, "contact", "Perfecto, muchas gracias 🙌"],
    ],
    closed: 20,
  },
  {
    contact: "jsquintero@distriquintero.example",
    at: "3 14:20",
    subject: "Lista de precios por cliente",
    messages: [
      [
        0,
        "contact",
        "Buenos días. Manejo cuatro listas de precios según el volumen. ¿El sistema lo permite o toca hacerlo a mano?",
      ],
      [
        28,
        "team",
        "Buenos días, Juan Sebastián. Sí lo permite: cree las listas en Catálogo → Precios y asigne una a cada cliente.",
      ],
      [95, "contact", "Listo, ya quedaron creadas. ¿Se pueden cargar por archivo?"],
      [33, "team", "Claro que sí, con la misma planilla de productos: agregue una columna por cada lista."],
    ],
    closed: 1300,
  },
  {
    contact: "gonzalo@almacenpiriz.example",
    at: "5 12:50",
    subject: "Se termina la prueba",
    messages: [
      [
        0,
        "team",
        "Hola, Gonzalo. Tu prueba termina mañana. ¿Pudiste ver todo lo que necesitabas o te damos una semana más?",
      ],
      [
        130,
        "contact",
        "Bo, justo iba a escribir. Una semana más me viene bárbaro, todavía no cargué los proveedores.",
      ],
      [20, "team", "Listo, quedó extendida. Cualquier cosa con los proveedores, escribinos por acá."],
      [1400, "contact", "Ya está, los cargué. Activen el plan nomás."],
      [17, "team", "¡Bienvenido! Tu plan inicial está activo desde hoy."],
    ],
    closed: 60,
  },
  {
    contact: "milagros@boticasantarosa.example",
    at: "5 14:35",
    subject: "Vencimiento de lotes",
    source: "messenger",
    messages: [
      [
        0,
        "contact",
        "Buenas tardes, ¿el sistema avisa cuando un lote está por vencer? En la botica es obligatorio.",
      ],
      [
        24,
        "team",
        "Buenas tardes, Milagros. Sí, con el módulo de lotes. Avisa 30, 60 o 90 días antes, usted elige.",
      ],
      [50, "contact", "¿Ese módulo viene en el plan plata?"],
      [10, "team", "Viene incluido. Se activa en Ajustes → Stock → Lotes y vencimientos."],
    ],
    closed: 200,
  },
  {
    contact: "rodrigo@motopartespenaloza.example",
    at: "6 16:05",
    subject: "Sincronizar con la tienda en línea",
    messages: [
      [
        0,
        "contact",
        "Qué tal, tengo 12,840 productos en mi tienda en línea. ¿Cómo le hago para que el inventario se actualice solo?",
      ],
      [
        45,
        "team",
        "Hola, Rodrigo. Con la integración por API: cada venta descuenta el inventario en ambos lados. ¿Tienes a alguien que programe?",
      ],
      [70, "contact", "Sí, mi primo. ¿Qué permisos necesita la llave?"],
      [
        15,
        "team",
        "Para leer le basta contacts:read y events:read. Nunca la pongan en la página, solo en el servidor.",
      ],
      [1260, "contact", "Ya quedó conectada. Nada más que a veces tarda como cinco minutos, ¿es normal?"],
      [38, "team", "No debería tardar más de uno. Lo estamos revisando y te avisamos por aquí."],
    ],
  },
  {
    contact: "lucia.ferreyra@papeleradelta.example",
    at: "4 12:55",
    subject: "Migración desde el sistema anterior",
    messages: [
      [
        0,
        "team",
        "Hola, Lucía. Soy Marina, te acompaño en la migración de Papelera Delta. ¿Me pasás un respaldo del sistema viejo?",
      ],
      [
        65,
        "contact",
        "Hola, Marina. Te lo subo hoy. Son seis sucursales y unos 18.000 artículos, ojo que hay códigos repetidos.",
      ],
      [210, "contact", "Ya está subido."],
      [
        1150,
        "team",
        "Recibido. Encontramos 214 códigos repetidos; te mandé la lista para que decidas cuáles se unen.",
      ],
      [300, "contact", "Los de Rosario Centro uniolos todos. Los de Funes dejalos, son productos distintos."],
      [2700, "team", "Hecho. El sábado a la noche hacemos el pase y el lunes abrís con todo adentro."],
      [4500, "contact", "Arrancamos hoy y anduvo todo. ¡Impecable el trabajo, mil gracias!"],
    ],
    closed: 90,
  },
  {
    contact: "oscar@sodalaesquina.example",
    at: "4 16:10",
    subject: "Imprimir comandas en la cocina",
    source: "messenger",
    messages: [
      [
        0,
        "contact",
        "Buenas, ¿se puede imprimir la comanda en la cocina y el tiquete en la caja? Tengo dos impresoras.",
      ],
      [
        29,
        "team",
        "¡Buenas, don Óscar! Sí, en Ajustes → Equipos elija para cada impresora qué imprime. Pura vida.",
      ],
      [18, "contact", "Ya lo probé y funciona. Gracias."],
    ],
    closed: 25,
  },
  {
    contact: "hernan@vinotecaibanez.example",
    at: "6 13:30",
    subject: "Vender por caja y por botella",
    messages: [
      [
        0,
        "contact",
        "Hola. El mismo vino lo vendo por botella y por caja de seis. ¿Tengo que cargarlo dos veces?",
      ],
      [
        21,
        "team",
        "Hola, Hernán. No hace falta: cargalo por botella y agregale la presentación «caja x 6». El stock baja de a seis.",
      ],
      [12, "contact", "Buenísimo. ¿Y el precio de la caja lo pongo yo?"],
      [7, "team", "Sí, puede tener su propio precio o un descuento sobre el de la botella."],
    ],
    closed: 55,
  },
  {
    contact: "paola@modaelpoblado.example",
    at: "7 14:05",
    subject: "Tallas y colores",
    messages: [
      [
        0,
        "contact",
        "Hola, ¿cómo están? Necesito cargar la colección nueva: 80 referencias con cinco tallas y cuatro colores cada una.",
      ],
      [
        26,
        "team",
        "¡Hola, Paola! Con variantes queda fácil: carga la referencia una vez y el sistema crea las 20 combinaciones.",
      ],
      [140, "contact", "Súper. ¿Me regalas un ejemplo de la planilla con variantes?"],
      [19, "team", "Con gusto, te la acabo de enviar con dos referencias de muestra."],
      [1500, "contact", "Quedó toda la colección. Ustedes son unos duros 💪"],
    ],
    closed: 30,
  },
  {
    contact: "wilmer@electroandina.example",
    at: "8 13:25",
    subject: "Números de serie",
    messages: [
      [
        0,
        "contact",
        "Buenos días, necesito registrar el número de serie de cada celular que vendo, por la garantía.",
      ],
      [
        42,
        "team",
        "Buenos días, Wilmer. Active «Pedir número de serie» en la categoría Celulares y la caja lo pedirá en cada venta.",
      ],
      [30, "contact", "¿Después puedo buscar por ese número?"],
      [9, "team", "Sí, en el buscador de ventas: escriba el número y aparece la factura."],
    ],
    closed: 480,
  },
  {
    contact: "lupita@carnesdelnorte.example",
    at: "7 15:40",
    subject: "La báscula no manda el peso",
    source: "messenger",
    messages: [
      [0, "contact", "Oigan, desde ayer la báscula no manda el peso a la caja y tengo fila 😩"],
      [4, "team", "¡Hola, Lupita! Vamos de inmediato. ¿Nos dice qué aparece en Ajustes → Equipos → Probar?"],
      [3, "contact", "Dice «sin respuesta»."],
      [5, "team", "Desconecte el lector de códigos del mismo concentrador USB y vuelva a probar, por favor."],
      [6, "contact", "¡Ya jaló! ¿Pero entonces no puedo usar las dos cosas?"],
      [
        11,
        "team",
        "Sí podrá, con un concentrador con corriente propia. Le levantamos un ticket para enviarle uno.",
      ],
    ],
  },
  {
    contact: "alvaro@bicisturia.example",
    at: "8 09:35",
    subject: "Presupuestos del taller",
    messages: [
      [0, "contact", "Buenas, ¿puedo pasar un presupuesto del taller a factura sin volver a teclearlo?"],
      [16, "team", "Buenas, Álvaro. Sí, abre el presupuesto y pulsa «Facturar»; copia las líneas tal cual."],
      [7, "contact", "¿Y si el cliente quita una línea?"],
      [5, "team", "La quitas antes de confirmar. El presupuesto original se conserva."],
    ],
    closed: 70,
  },
  {
    contact: "jfospina@cafedelparque.example",
    at: "9 14:55",
    subject: "Cobrar con código QR",
    source: "messenger",
    messages: [
      [0, "contact", "Buenas tardes, los clientes me piden pagar con QR. ¿Eso cómo se configura?"],
      [
        23,
        "team",
        "Buenas tardes. En Ajustes → Medios de pago → QR. Necesita el código de comercio de su banco, ¿ya lo tiene?",
      ],
      [11, "contact", "Todavía no, lo pido mañana y les cuento."],
      [1410, "contact", "Ya lo tengo, pero el sistema me dice que el código no es válido."],
      [33, "team", "Ese banco agrega un cero al comienzo. Pruebe sin el cero y nos cuenta."],
    ],
  },
  {
    contact: "yolanda@textilcordova.example",
    at: "10 13:40",
    subject: "Facturas de exportación",
    messages: [
      [
        0,
        "contact",
        "Buenos días, vamos a exportar a Chile y necesito emitir la factura en dólares. ¿Se puede?",
      ],
      [
        50,
        "team",
        "Buenos días, Yolanda. Sí, con el comprobante de exportación. Lo habilitamos nosotros; tarda un día hábil.",
      ],
      [1380, "team", "Ya está habilitado. Lo encontrará al elegir el tipo de comprobante."],
      [95, "contact", "Lo emití sin problema. Muy agradecida."],
    ],
    closed: 15,
  },
  {
    contact: "matias@cerveceriaaltamar.example",
    at: "11 16:15",
    subject: "Webhook cuando se crea un contacto",
    messages: [
      [
        0,
        "contact",
        "Hola, estoy armando una integración. ¿Cómo me entero cuando entra un contacto nuevo sin andar consultando a cada rato?",
      ],
      [
        37,
        "team",
        "¡Hola, Matías! Puedes leer el feed de eventos con events:read y guardar el cursor; así no se pierde nada.",
      ],
      [85, "contact", "Ya, buena. ¿Cuánto tiempo guardan los eventos?"],
      [
        13,
        "team",
        "Treinta días. Si tu cursor es más viejo, la respuesta es un 422 y te das cuenta al tiro.",
      ],
    ],
  },
  {
    contact: "begona@opticaordonez.example",
    at: "11 10:20",
    subject: "Acceso para la gestoría",
    messages: [
      [0, "contact", "Hola, ¿puedo dar acceso a nuestra gestoría sin que vea los datos de los pacientes?"],
      [
        25,
        "team",
        "Hola, Begoña. Sí: crea un usuario con el perfil «Contabilidad». Ve facturas y libros, pero no fichas de clientes.",
      ],
      [60, "contact", "Justo lo que necesitábamos. ¡Gracias!"],
    ],
    closed: 20,
  },
  {
    contact: "sofia@jugueterialunar.example",
    at: "13 13:35",
    subject: "Vales de regalo",
    source: "messenger",
    messages: [
      [
        0,
        "contact",
        "¡Hola! Los padres me piden vales de regalo para los cumpleaños. ¿Los puedo vender con el sistema?",
      ],
      [
        19,
        "team",
        "¡Hola, Sofía! Sí, en Catálogo → Vales. Los podés imprimir con código y se usan como medio de pago.",
      ],
      [1425, "contact", "Ya vendí los primeros cinco. Una consulta: ¿vencen?"],
      [27, "team", "Vos elegís: sin vencimiento o con fecha. Se cambia en el mismo lugar."],
    ],
    closed: 240,
  },
  {
    contact: "barbara.nunez@libreriadelsur.example",
    at: "14 12:25",
    subject: "Stock negativo en Caballito",
    messages: [
      [0, "contact", "Hola de nuevo. En la sucursal de Caballito me quedan productos con stock -3, -5…"],
      [
        15,
        "team",
        "Hola, Bárbara. Pasa cuando se vende algo que todavía no se recibió en el sistema. ¿Hay remitos sin cargar?",
      ],
      [80, "contact", "Sí, dos de la semana pasada. Ahora los cargo."],
      [165, "contact", "Cargados. Quedó uno solo en negativo, el atlas escolar, y no hay remito."],
      [22, "team", "Ese lo revisamos nosotros, abrimos un ticket con el historial de movimientos."],
    ],
  },
  {
    contact: "nahuel@casaderepuestosroldan.example",
    at: "14 15:10",
    subject: "Buscar por código de fabricante",
    messages: [
      [
        0,
        "contact",
        "Buenas. Los repuestos tienen código nuestro y código del fabricante. ¿Puedo buscar por los dos?",
      ],
      [
        31,
        "team",
        "Hola, Nahuel. Sí, cargá el del fabricante como «código alternativo» y el buscador mira los dos.",
      ],
      [9, "contact", "De diez."],
    ],
    closed: 45,
  },
  {
    contact: "cristobal@ferreteriamanriquez.example",
    at: "15 15:20",
    subject: "Migrar cuatro locales",
    messages: [
      [
        0,
        "team",
        "Hola, Cristóbal. Para partir con la migración necesitamos los catálogos de los cuatro locales. ¿Los tienes en planilla?",
      ],
      [1190, "contact", "Hola, sí, pero cada local usa códigos distintos para lo mismo. ¿Es mucho problema?"],
      [40, "team", "Para nada. Mándalos igual y te proponemos cómo unirlos; tú apruebas antes de importar."],
      [1500, "contact", "Ya, les acabo de mandar los cuatro."],
    ],
  },
  {
    contact: "angela@libreriamacondo.example",
    at: "16 14:40",
    subject: "Libros en consignación",
    source: "messenger",
    messages: [
      [
        0,
        "contact",
        "Buenas, trabajo mucho en consignación con editoriales. ¿Cómo lo manejo para no pagar lo que no vendí?",
      ],
      [
        48,
        "team",
        "Buenas, Ángela. Reciba los libros como «consignación»: el sistema le arma la liquidación de lo vendido por editorial.",
      ],
      [65, "contact", "Qué maravilla. ¿Eso está en el plan plata?"],
      [12, "team", "Está incluido, no tiene costo adicional."],
    ],
    closed: 300,
  },
  {
    contact: "joaquin@quesosmanchegos.example",
    at: "17 09:55",
    subject: "Etiquetas con peso y precio",
    messages: [
      [0, "contact", "Buenos días, ¿podéis leer las etiquetas de la balanza, las que empiezan por 21?"],
      [
        20,
        "team",
        "Buenos días, Joaquín. Sí, en Ajustes → Códigos activa «Peso variable» y elige el prefijo 21.",
      ],
      [1445, "contact", "Lee el código, pero me pone el precio diez veces más alto."],
    ],
  },
  {
    contact: "valentina@indumentariaojeda.example",
    at: "18 13:15",
    subject: "Cambios sin ticket",
    source: "messenger",
    messages: [
      [0, "contact", "Hola, ¿cómo hago un cambio de talle si la clienta no trae el ticket?"],
      [
        17,
        "team",
        "Hola, Valentina. Buscá la venta por el nombre o por el producto y elegí «Cambio». El ticket no hace falta.",
      ],
      [6, "contact", "Ahh buenísimo, gracias"],
    ],
    closed: 35,
  },
  {
    contact: "luisangel@colmadodelrosario.example",
    at: "19 14:20",
    subject: "Fiado a los clientes",
    source: "messenger",
    messages: [
      [0, "contact", "Saludos. Aquí en el colmado se fía mucho. ¿Puedo llevar la cuenta de cada cliente?"],
      [
        41,
        "team",
        "¡Saludos, Luis Ángel! Sí, con «Cuenta corriente». Le pone un límite a cada cliente y ve quién debe y desde cuándo.",
      ],
      [14, "contact", "Eso es lo que yo quiero. ¿Me lo activan?"],
    ],
  },
  {
    contact: "jimena@yogapuebla.example",
    at: "20 16:30",
    subject: "",
    source: "messenger",
    messages: [
      [0, "contact", "Hola, vendo clases y no productos. ¿Me sirve el sistema?"],
      [28, "team", "¡Hola, Jimena! Sí, puedes cargar servicios sin inventario y vender paquetes de clases."],
    ],
  },
];
