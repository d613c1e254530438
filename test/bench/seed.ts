import { pathToFileURL } from "node:url";
import pg from "pg";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { Data } from "./calls.ts";
import { makeKeys } from "./servers.ts";

/** The workspace that is measured. A second one, of a tenth of its size, is in the way. */
export const workspace = "scale";

/** Ids of a seeded workspace; the deep ones come after nine tenths of their list. */
export interface Seeded extends Data {
  contactCount: number;
  conversations: string[];
  deepContacts: string[];
  deepEvents: string[];
  webhook: string;
  /** One of the webhook. */
  delivery: string;
}

/** Returns the number of rows of a workspace, in proportion to its contacts. */
const sizesOf = (contacts: number, messages = contacts * 2) => ({
  contacts,
  conversations: Math.ceil(messages * 0.3),
  messages,
  tickets: Math.ceil(contacts * 0.3),
  articles: Math.min(500, contacts),
  events: contacts + messages,
  deliveries: Math.floor((contacts + messages) / 10),
});

const idOf = (prefix: string, n: number) =>
  `${prefix}_${String(n).padStart(26, "0")}`;

/** So many ids are taken in turns. */
const sample = 400;

/** Makes keys in a seeded database, and says which ids it has. */
export async function readSeeded(
  url: string,
  keyCount: number,
): Promise<Seeded> {
  const store = await openPostgres(url);
  try {
    // What a server has created since has greater ids.
    const count = async (table: "contacts" | "messages", prefix: string) => {
      const { rows } = await store.database
        .selectFrom(table)
        .select((select) => select.fn.countAll<string>().as("rows"))
        .where("workspace_id", "=", `ws_${workspace}`)
        .where("id", "<", idOf(prefix, 1e9))
        .executeTakeFirstOrThrow();
      return Number(rows);
    };
    const sizes = sizesOf(
      await count("contacts", "ct"),
      await count("messages", "ms"),
    );
    if (sizes.contacts === 0)
      throw new Error("The database is not seeded; see npm run bench -- seed.");
    const spread = (prefix: string, size: number) =>
      Array.from({ length: Math.min(sample, size) }, (_, n) =>
        idOf(prefix, 1 + Math.floor((n * size) / sample)),
      );
    const from = (prefix: string, first: number) =>
      Array.from({ length: Math.min(sample, sizes.contacts) }, (_, n) =>
        idOf(prefix, Math.max(1, Math.floor(first) - n)),
      );
    return {
      keys: await makeKeys(store, keyCount, () => workspace),
      contactCount: sizes.contacts,
      contacts: spread("ct", sizes.contacts),
      conversations: spread("cv", sizes.conversations),
      deepContacts: from("ct", sizes.contacts / 10),
      deepEvents: from("evt", sizes.events * 0.9),
      webhook: idOf("wh", 1),
      delivery: idOf("whd", 1),
    };
  } finally {
    await store.close();
  }
}

/**
 * A list of texts in SQL, of which the first is the likeliest and the last the least, as names and
 * domains are.
 */
function common(texts: string): string {
  const all = texts.split(",").map((text) => pg.escapeLiteral(text.trim()));
  return `(array[${all.join()}])[1 + floor(power(random(), 1.7) * ${all.length})::integer]`;
}

const given =
  common(`María, José, Juan, Ana, Luis, Sofía, Carlos, Lucía, Martín, Valentina, Jorge, Camila, Diego, Julieta,
  Matías, Agustín, Bárbara, Nicolás, Rocío, Sebastián, Inés, Joaquín, Micaela, Tomás, Verónica, Andrés, Belén, Íñigo, Ximena,
  Úrsula, María José, Juan Pablo, Zoé, Quimey, Iñaki, Ainhoa, Nahuel, Güemes, Ezequiel`);
const surname =
  common(`García, González, Rodríguez, Fernández, López, Martínez, Pérez, Gómez, Sánchez, Díaz, Álvarez, Romero,
  Torres, Ruiz, Ramírez, Flores, Benítez, Acosta, Medina, Herrera, Suárez, Aguirre, Giménez, Gutiérrez, Rojas, Castro, Ortiz,
  Núñez, Luna, Juárez, Cabrera, Ríos, Ferreyra, Godoy, Morales, Domínguez, Moreno, Peralta, Vega, Carrizo, Quiroga, Castillo,
  Muñoz, Ojeda, Ponce, Vera, Vázquez, Villalba, Cardozo, Navarro, Ibáñez, Leiva, Agüero, Peña, Ñancupil, Zúñiga, Xifra, Düring`);
const company =
  common(`,, Librería del Sur, Almacén Núñez, Ferretería Ávila, Óptica Luz, Panadería La Unión,
  Estudio Peña & Cía, Transportes Ñandú, Vivero Los Álamos`);
const domain = common("gmail.com, hotmail.com, yahoo.com.ar, outlook.com, own");
const subject =
  common(`Consulta por la factura, No llega el pedido, Cambio de domicilio, Problema con el pago, Devolución,
  ¿Cómo cambio mi plan?, Alta de sucursal, Reclamo por demora, Presupuesto`);
const text =
  common(`Hola ¿me podrían enviar otra vez la factura de este mes? No la encuentro en mi correo.,
  El pedido figura como entregado pero acá no llegó nada. ¿Lo pueden revisar?,
  Gracias por escribir. Lo estamos mirando y te contamos apenas haya novedades.,
  Listo. Quedó resuelto. Cualquier otra cosa escribinos por acá y seguimos.`);

const id = (prefix: string, n = "n") =>
  `'${prefix}_' || lpad((${n})::text, 26, '0')`;
const timestamp = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Table → the statement that fills it, in the order of their references; each row is later than the
 * one before.
 */
function fillings(
  workspaceId: string,
  sizes: ReturnType<typeof sizesOf>,
): Record<string, string> {
  const { contacts } = sizes;
  const ws = pg.escapeLiteral(workspaceId);
  const series = (size: number) => `generate_series(1::bigint, ${size}) n`; // n is multiplied by millions
  const at = (size: number, days = 730) =>
    `now() - interval '${days} days' + n * (interval '${days} days' / ${Math.max(1, size)})`;
  /** One of the contacts that are there by then. */
  const earlier = (size: number) =>
    id("ct", `1 + floor(random() * (n - 1) * ${contacts} / ${size})::bigint`);
  return {
    contacts: `with people as materialized (
        select n, ${given} as given, ${surname} as first, ${surname} as second, ${company} as company, ${domain} as domain
        from ${series(contacts)}
      ) insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
        custom_fields, created_at, updated_at, last_seen_at)
      select ${ws}, ${id("ct")}, given || ' ' || first || ' ' || second,
        replace(unaccent(lower(given || '.' || first)), ' ', '') || n || '@' || case
          when n <= ${contacts * 0.05} then 'sistemaviejo.example'
          when domain = 'own' then regexp_replace(unaccent(lower(company)), '\\W', '', 'g') || n % 1000 || '.com.ar'
          else domain end,
        '+54 11 5555-' || 1000 + n % 9000, company, 'Argentina', '', case when n % 3 = 0 then '{mayorista}'::text[] else '{}' end,
        'lead', n % 100 = 0, 'api', '{"plan":"oro"}', ${at(contacts)}, ${at(contacts)}, ${at(contacts)} from people order by n`,
    conversations: `insert into conversations (workspace_id, id, contact_id, subject, status, source, last_message_at, created_at,
        updated_at)
      select ${ws}, ${id("cv")}, ${earlier(sizes.conversations)}, ${subject},
        case when n < ${sizes.conversations / 2} or random() < 0.9 then 'closed' else 'open' end, 'api',
        ${at(sizes.conversations)}, ${at(sizes.conversations)}, ${at(sizes.conversations)} from ${series(sizes.conversations)}`,
    messages: `insert into messages (workspace_id, id, conversation_id, author_type, body, created_at)
      select ${ws}, ${id("ms")}, ${id("cv", `1 + (n - 1) * ${sizes.conversations} / ${sizes.messages}`)},
        case when n % 2 = 0 then 'contact' else 'team' end, ${text}, ${at(sizes.messages)} from ${series(sizes.messages)}`,
    tickets: `insert into tickets (workspace_id, id, number, contact_id, subject, description, status, priority, tags,
        custom_fields, created_at, updated_at)
      select ${ws}, ${id("tk")}, n, ${earlier(sizes.tickets)}, ${subject}, ${text},
        case when n < ${sizes.tickets * 0.9} then 'closed' else 'open' end, 'normal', '{}', '{}', ${at(sizes.tickets)},
        ${at(sizes.tickets)} from ${series(sizes.tickets)}`,
    ticket_numbers: `insert into ticket_numbers values (${ws}, ${sizes.tickets})`,
    articles: `insert into articles (workspace_id, id, title, slug, excerpt, body, category, locale, is_published,
        published_at, created_at, updated_at)
      select ${ws}, ${id("ar")}, ${subject}, 'articulo-' || n, '', ${text}, 'Facturación', 'es', true, ${at(sizes.articles)},
        ${at(sizes.articles)}, ${at(sizes.articles)} from ${series(sizes.articles)}`,
    events: `insert into events (workspace_id, id, type, data, created_at)
      select ${ws}, ${id("evt")}, type, data, ${at(sizes.events, 25)} from (
        select row_number() over (order by created_at) as n, * from (
          select created_at, 'message.created' as type, json_build_object('id', id, 'object', 'message', 'conversation_id',
            conversation_id, 'author', json_build_object('type', 'team', 'contact_id', null, 'name', 'Equipo'), 'body', body,
            'created_at', ${timestamp("created_at")}) as data from messages where workspace_id = ${ws}
          union all
          select created_at, 'contact.created', json_build_object('id', id, 'object', 'contact', 'name', name, 'email', email,
            'phone', phone, 'company', company, 'country', country, 'city', city, 'tags', tags, 'lifecycle', lifecycle,
            'vip', vip, 'source', source, 'custom_fields', custom_fields, 'conversations_count', 0, 'tickets_count', 0,
            'created_at', ${timestamp("created_at")}, 'last_seen_at', ${timestamp("last_seen_at")})
          from contacts where workspace_id = ${ws}) changes) numbered order by n`,
    webhooks: `insert into webhooks (workspace_id, id, url, events, description, status, disabled_reason, secret, created_at,
        updated_at)
      values (${ws}, '${idOf("wh", 1)}', 'https://crm.example.com/', '{*}', '', 'disabled', 'gone', '', now(), now())`,
    webhook_deliveries: `insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, attempts,
        created_at)
      select ${ws}, ${id("whd")}, '${idOf("wh", 1)}', ${id("evt", "n * 10")},
        case when n % 1000 = 0 then 'failed' else 'succeeded' end, true, 1, ${at(sizes.deliveries, 25)}
      from ${series(sizes.deliveries)}`,
    webhook_attempts: `insert into webhook_attempts (workspace_id, delivery_id, number, at, response_status, duration_ms,
        response_excerpt)
      select ${ws}, ${id("whd")}, 1, ${at(sizes.deliveries, 25)}, case when n % 1000 = 0 then 500 else 204 end, 40 + n % 100, ''
      from ${series(sizes.deliveries)}`,
  };
}

/**
 * Workspaces of one contact each: so PostgreSQL takes any workspace for a small one, when it plans
 * for all values.
 */
const smallWorkspaces = `with small as (
    insert into workspaces (id, name, created_at) select 'ws_small_' || n, 'small ' || n, now() from generate_series(1, 2000) n
    returning id
  ) insert into contacts (workspace_id, id, name, email, phone, company, country, city, tags, lifecycle, vip, source,
    custom_fields, created_at, updated_at, last_seen_at)
  select id, replace(id, 'ws_', 'ct_'), 'Ana', 'ana@example.com', '', '', '', '', '{}', 'lead', false, 'api', '{}', now(), now(), now()
  from small`;

const withoutAutovacuum = `do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = off)', name);
    end loop;
  end $$`;

/**
 * Fills a PostgreSQL database, whose tables it makes when they are missing: all of it or nothing.
 * Each message and each contact has an event. Without `analyze` PostgreSQL has no statistics of
 * these rows.
 * @throws Error when the database has workspaces already
 */
export async function seed(
  url: string,
  contacts: number,
  { messages = contacts * 2, analyze = true, onTable = (_: string) => {} } = {},
): Promise<void> {
  await (await openPostgres(url)).close();
  const client = new pg.Client(url);
  try {
    await client.connect();
    const { rowCount } = await client.query("select from workspaces limit 1");
    if (rowCount)
      throw new Error("The database has data already. Name an empty database.");
    await client.query("begin; select setseed(0.5)");
    if (!analyze) await client.query(withoutAutovacuum);
    await client.query(smallWorkspaces);
    const neighbour = sizesOf(
      Math.ceil(contacts / 10),
      Math.ceil(messages / 10),
    );
    for (const [name, sizes] of Object.entries({
      [workspace]: sizesOf(contacts, messages),
      neighbour,
    })) {
      const insert =
        "insert into workspaces (id, name, created_at) values ($1, $2, now())";
      await client.query(insert, [`ws_${name}`, name]);
      for (const [table, statement] of Object.entries(
        fillings(`ws_${name}`, sizes),
      )) {
        onTable(`${name}: ${table}`);
        await client.query(statement);
      }
    }
    await client.query("commit");
    if (analyze) await client.query("vacuum (analyze)");
  } finally {
    await client.end();
  }
}

const help = `npm run bench -- seed --database URL [--contacts N] [--quick]   fills an empty PostgreSQL database

  --contacts N  contacts of the workspace ${workspace} (default 1000000), with twice as many messages and three times as many events

A second workspace has a tenth of that, and 2000 others have one contact each.`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const options = readOptions(help, {
    database: { type: "string" },
    contacts: { type: "string", default: "1000000" },
    quick: { type: "boolean" },
  });
  const contacts = options.quick ? 100 : Number(options.contacts);
  await runProgram(async () => {
    if (options.database === undefined)
      throw new Error("Give an empty PostgreSQL database: --database URL.");
    if (!Number.isInteger(contacts) || contacts < 1)
      throw new Error(
        `--contacts must be a whole number from 1, not ${options.contacts}.`,
      );
    await seed(options.database, contacts, { onTable: console.error });
  });
}
