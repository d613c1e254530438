import type { ArticleContent } from "../../generated/types.ts";
import type { Moment } from "./moment.ts";

/** An article of the demo. Without `published` it stays a draft. */
export interface DemoArticle extends ArticleContent {
  at: Moment;
  published?: Moment;
}

const page = (slug: string) => `https://ayuda.example.com/${slug}`;

/** The help center of the demo. */
export const articles: DemoArticle[] = [
  {
    at: "0 14:10",
    published: "0 16:00",
    title: "Cómo leer tu factura",
    excerpt: "Qué significa cada línea y cuándo se cobra.",
    category: "Facturación",
    locale: "es",
    url: page("como-leer-tu-factura"),
    body: `## Importe

El importe es el de tu plan al cierre del mes. Si cambiaste de plan a mitad de mes, verás dos líneas: una por cada
tramo.

## Impuestos

Los impuestos dependen del país de tu negocio. Si los datos fiscales no son correctos, cámbialos en **Ajustes →
Empresa** antes del día 25.
`,
  },
  {
    at: "1 13:20",
    published: "2 12:00",
    title: "Cambiar de plan",
    excerpt: "Subir o bajar de plan sin perder datos.",
    category: "Facturación",
    locale: "es",
    url: page("cambiar-de-plan"),
    body: `1. Entra en **Ajustes → Plan**.
2. Elige el plan nuevo y confirma.

El cambio a un plan mayor vale desde ese momento y se cobra solo la diferencia. El cambio a uno menor vale desde el
mes siguiente. Tus productos, ventas y contactos se conservan siempre.
`,
  },
  {
    at: "3 12:40",
    published: "4 11:30",
    title: "Importar productos desde una planilla",
    excerpt: "El formato de las columnas y los errores más comunes.",
    category: "Catálogo",
    locale: "es",
    url: page("importar-productos-desde-una-planilla"),
    body: `Descarga la plantilla en **Catálogo → Importar** y no cambies los títulos de las columnas.

| columna | qué va |
| --- | --- |
| código | único para cada producto |
| precio | con punto o coma, sin signo de moneda |
| stock | número entero |

Si una fila tiene un error, las demás se importan igual y recibes un archivo con las que faltan.
`,
  },
  {
    at: "5 13:30",
    published: "6 12:15",
    title: "La caja no cierra: qué revisar",
    excerpt: "Las cuatro causas más frecuentes de una diferencia.",
    category: "Caja",
    locale: "es",
    url: page("la-caja-no-cierra-que-revisar"),
    body: `Antes de ajustar la diferencia, revisa en este orden:

1. Ventas cobradas con un medio de pago equivocado.
2. Retiros de efectivo sin registrar.
3. Devoluciones hechas fuera del sistema.
4. Turnos que quedaron abiertos del día anterior.
`,
  },
  {
    at: "8 12:20",
    published: "9 13:00",
    title: "Conectar una báscula o un lector de códigos",
    excerpt: "Equipos compatibles y cómo probarlos.",
    category: "Equipos",
    locale: "es",
    url: page("conectar-una-bascula-o-un-lector-de-codigos"),
    body: `Conecta el equipo por USB **antes** de abrir la caja. En **Ajustes → Equipos** pulsa *Probar*: debe aparecer el
peso o el código leído.

Si no aparece nada, desconecta otros equipos del mismo concentrador y vuelve a probar.
`,
  },
  {
    at: "12 12:50",
    published: "13 12:00",
    title: "Trabajar sin conexión",
    excerpt: "Qué puedes vender sin internet y qué pasa al volver.",
    category: "Caja",
    locale: "es",
    url: null,
    body: `La caja sigue cobrando en efectivo hasta **72 horas** sin internet. Las facturas electrónicas quedan en espera y
se envían solas cuando vuelve la conexión, en el orden en que se hicieron.
`,
  },
  {
    at: "17 13:10",
    title: "Varias sucursales con un solo catálogo",
    excerpt: "Precios comunes, stock separado.",
    category: "Catálogo",
    locale: "es",
    url: null,
    body: `*Borrador: faltan las capturas de pantalla.*

El catálogo se comparte entre sucursales; el stock se lleva en cada una. Para mover mercadería usa **Stock →
Traslados**.
`,
  },
  {
    at: "19 12:25",
    title: "Facturar en otra moneda",
    excerpt: "",
    category: "Facturación",
    locale: "es",
    url: null,
    body: `*Borrador.* Pendiente de revisar con el equipo contable: tipo de cambio del día y redondeo.
`,
  },
];
