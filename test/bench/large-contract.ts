/*
 * Makes contracts of the size and the shape of a large public one: some 600 operations whose
 * requests are forms with deep inline schemas, and some 1,000 schemas of objects that refer to each
 * other in circles, 4 MB of JSON. The same seed makes the same contract.
 */

type Json = Record<string, unknown>;

const nouns =
  "account,balance,charge,coupon,customer,dispute,event,file,invoice,item,ledger,mandate,order,payment,payout,plan,price,product,quote,refund,report,review,session,source,subscription,tax,terminal,token,topup,transfer".split(
    ",",
  );
const adjectives =
  "active,billing,capital,card,climate,credit,crypto,debit,digital,external,financial,forwarding,gift,identity,issuing,legal,linked,local,mobile,physical,portal,radar,setup,shipping,sigma,test,treasury,usage,verified,virtual".split(
    ",",
  );
const words =
  "the,amount,of,this,object,when,it,is,charged,to,a,customer,in,smallest,unit,for,example,cents,that,was,created,by,an,account,before,its,period,ends,and,can,be,used,only,once".split(
    ",",
  );

/** Random numbers below 1 from a seed (mulberry32). */
function randomsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Shape {
  seed?: number;
  /**
   * The number of resources; each has an object, and some of its parts have schemas of their own.
   */
  resources?: number;
}

/** Makes a contract; 200 resources are 600 operations, 4 MB. */
export function largeContract({ seed = 1, resources = 200 }: Shape = {}): Json {
  const random = randomsOf(seed);
  const hubs = Math.min(40, resources);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const text = (count: number) =>
    `${Array.from({ length: count }, () => pick(words)).join(" ")}.`;
  const nameOf = (index: number): string => {
    const round = Math.floor(index / nouns.length);
    const adjective = adjectives[round % adjectives.length];
    const noun = nouns[index % nouns.length];
    // Beyond all pairs of words, the index makes the name unique.
    const suffix = index < nouns.length * adjectives.length ? "" : index;
    return `${adjective}_${noun}${suffix}`;
  };
  const names = Array.from({ length: resources }, (_, index) => nameOf(index));
  const endings = ["", "_details", "_options", "_settings", "_summary"];
  const schemaNames = names.flatMap((name) =>
    endings.map((ending) => name + ending),
  );
  /** Few objects, such as accounts and customers, are what most others refer to. */
  const hub = () => pick(names.slice(0, hubs));
  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  const field = (depth: number): Json => {
    const description = text(8 + below(20));
    const kind = below(10);
    if (kind < 3) return { description, type: "string", maxLength: 5000 };
    if (kind < 4) return { description, type: "integer" };
    if (kind < 5) return { description, type: "boolean" };
    if (kind < 6)
      return {
        description,
        type: "string",
        enum: Array.from(
          { length: 3 + below(8) },
          (_, i) => `${pick(nouns)}_${i}`,
        ),
      };
    if (kind < 7 && depth > 0)
      return { description, type: "array", items: field(depth - 1) };
    if (depth > 0)
      return {
        description,
        type: "object",
        title: `${pick(nouns)}_param`,
        properties: fields(2 + below(5), depth - 1),
      };
    return { description, type: "string", format: "unix-time" };
  };
  const fields = (count: number, depth: number): Json =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `${pick(adjectives)}_${pick(nouns)}_${i}`,
        field(depth),
      ]),
    );
  const shownField = (parts: string[]): Json => {
    const description = text(8 + below(24));
    const kind = below(10);
    if (kind < 2)
      return {
        description,
        nullable: true,
        anyOf: [{ type: "string", maxLength: 5000 }, refTo(hub())],
        "x-expansionResources": { oneOf: [refTo(hub())] },
      };
    if (kind < 4)
      return { description, nullable: true, anyOf: [refTo(pick(parts))] };
    if (kind < 5)
      return { description, type: "array", items: refTo(pick(parts)) };
    return field(0);
  };
  /** The schemas of the parts of an object; a part has none itself, and refers to hubs. */
  const ownParts = (name: string): string[] =>
    names.includes(name)
      ? endings.slice(1).map((ending) => name + ending)
      : [names[below(hubs)] as string];
  const schemas = Object.fromEntries(
    schemaNames.map((name) => [
      name,
      {
        title: name,
        description: text(30),
        type: "object",
        required: ["id", "object"],
        properties: {
          id: {
            description: "Unique identifier for the object.",
            type: "string",
            maxLength: 5000,
          },
          object: {
            description: "The type of the object.",
            type: "string",
            enum: [name],
          },
          ...Object.fromEntries(
            Array.from({ length: 5 + below(9) }, (_, i) => [
              `${pick(adjectives)}_${pick(nouns)}_${i}`,
              shownField(ownParts(name)),
            ]),
          ),
        },
        "x-expandableFields": [pick(nouns), pick(nouns)],
      },
    ]),
  );
  const error = {
    description: "Error response.",
    content: { "application/json": { schema: refTo("error") } },
  };
  const response = (schema: Json) => ({
    "200": {
      description: "Successful response.",
      content: { "application/json": { schema } },
    },
    default: error,
  });
  const form = (count: number) => ({
    content: {
      "application/x-www-form-urlencoded": {
        encoding: {},
        schema: {
          type: "object",
          additionalProperties: false,
          properties: fields(count, 3),
        },
      },
    },
    required: false,
  });
  const listOf = (name: string): Json => ({
    type: "object",
    required: ["data", "has_more", "object", "url"],
    properties: {
      data: { type: "array", items: refTo(name) },
      has_more: {
        description: "True if this list has another page.",
        type: "boolean",
      },
      object: {
        description: "The type of the object.",
        type: "string",
        enum: ["list"],
      },
      url: {
        description: "The URL where this list can be accessed.",
        type: "string",
        maxLength: 5000,
      },
    },
  });
  const query = (name: string) => ({
    name,
    in: "query",
    required: false,
    description: text(12),
    schema: { type: "string", maxLength: 5000 },
    style: "form",
  });
  const id = {
    name: "id",
    in: "path",
    required: true,
    description: "The identifier.",
    schema: { type: "string", maxLength: 5000 },
    style: "simple",
  };
  const title = (name: string) =>
    name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    );
  const paths = Object.fromEntries(
    names.flatMap((name) => [
      [
        `/v1/${name}s`,
        {
          get: {
            operationId: `Get${title(name)}s`,
            description: `<p>${text(20)}</p>`,
            parameters: [
              "limit",
              "starting_after",
              "ending_before",
              pick(nouns),
            ].map(query),
            responses: response(listOf(name)),
          },
          post: {
            operationId: `Post${title(name)}s`,
            description: `<p>${text(20)}</p>`,
            requestBody: form(6 + below(6)),
            responses: response(refTo(name)),
          },
        },
      ],
      [
        `/v1/${name}s/{id}`,
        {
          get: {
            operationId: `Get${title(name)}sId`,
            description: `<p>${text(20)}</p>`,
            parameters: [id, query("expand")],
            responses: response(refTo(name)),
          },
        },
      ],
    ]),
  );
  return {
    openapi: "3.0.0",
    info: {
      title: "Large API",
      version: "2026-01-01",
      description: "A large API.",
      contact: { email: "api@example.com", name: "The team" },
    },
    servers: [{ url: "https://api.example.com/" }],
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: {
        ...schemas,
        error: {
          type: "object",
          required: ["error"],
          properties: {
            error: {
              type: "object",
              properties: {
                code: { type: "string", maxLength: 5000 },
                message: { type: "string", maxLength: 40000 },
              },
            },
          },
        },
      },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
  };
}
