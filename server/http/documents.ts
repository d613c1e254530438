import { type Request, type RequestHandler, Router } from "express";
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ApiError } from "../contract/api-error.ts";
import type { Limiter } from "../limits/limiter.ts";
import { root } from "../contract/load.ts";
import { routeName } from "./access-log.ts";
import { rateLimit } from "./rate-limit.ts";
import { securityTxt } from "./security-txt.ts";

const contracts = [
  "openapi.yaml",
  "openapi.json",
  "openapi-3.0.json",
  "openapi-codegen.json",
];

/**
 * The contract and its reference pages, without a key: `/openapi.yaml` and the files beside it,
 * `/docs/`, and what programs look for at fixed addresses: `/llms.txt`, `/robots.txt`,
 * `/.well-known/api-catalog` (RFC 9727), and `/.well-known/security.txt` when there is a contact. A
 * browser that asks for `/` is led to the docs. The files are read once, at the first request after
 * they were built, so that no client holds one open. Requests count against the client's address.
 */
export function documents(limiter: Limiter, securityContact?: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(limiter);
  for (const name of contracts)
    router.get(
      [`/${name}`, `/docs/${name}`],
      routeName(`/${name}`),
      limit,
      onceBuilt(`generated/${name}`, () => send(extname(name), contract(name))),
    );
  router.get(
    "/robots.txt",
    routeName("/robots.txt"),
    limit,
    withAddress(".txt", robots),
  );
  router.get(
    "/.well-known/api-catalog",
    routeName("/.well-known/api-catalog"),
    limit,
    send(".linkset", Buffer.from(JSON.stringify(catalog))),
  );
  if (securityContact !== undefined)
    router.get(
      "/.well-known/security.txt",
      routeName("/.well-known/security.txt"),
      limit,
      securityTxt(securityContact),
    );
  router.get("/llms.txt", routeName("/llms.txt"), limit, (_request, response) =>
    response.redirect("docs/llms.txt"),
  );
  router.get("/", forBrowsers, routeName("/"), limit, (_request, response) =>
    response.redirect("docs/"),
  );
  router.get("/docs", routeName("/docs"), limit, (_request, response) =>
    response.redirect("docs/"),
  );
  router.use(
    "/docs",
    routeName("/docs/"),
    limit,
    onceBuilt("generated/docs/SHA256SUMS", docs),
  ); // the last one that is built
  return router;
}

/**
 * A router of its own, so that a request of the API is compared with one path, not with each page.
 * A page is sent as Markdown to whoever prefers that.
 */
function docs(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const files = pages();
  for (const [name, content] of files) {
    const paths = [`/${name}`, ...(name === "index.html" ? ["/"] : [])];
    const markdown = files.get(name.replace(/\.html$/, ".md"));
    if (name.endsWith(".html") && markdown)
      router.get(paths, preferring("markdown"), send(".md", markdown));
    if (name === "postman.json") {
      router.get(`/${name}`, collection(content.toString()));
      continue;
    }
    const isAddressed = ["sitemap.xml", "changelog.atom"].includes(name);
    router.get(
      paths,
      isAddressed
        ? withAddress(extname(name), content.toString())
        : send(
            extname(name),
            content,
            isReleased.test(name) ? immutable : pageHeaders(content),
          ),
    );
  }
  const newest = newestPackage([...files.keys()]);
  if (newest !== undefined) routePackage(router, newest);
  // The links of a page are right beside the others only.
  router.get(/^\/.*\//, forBrowsers, ({ path }, response) => {
    const [, ...folders] = path.split("/");
    response.redirect(
      "../".repeat(folders.length - 1) + (folders.at(-1) || "404"),
    );
  });
  const missing = files.get("404.html");
  if (missing)
    router.get(
      /^\//,
      forBrowsers,
      send(".html", missing, pageHeaders(missing), 404),
    );
  router.get(/^\//, (_request, _response, next) =>
    next(new ApiError("path_not_found", {})),
  );
  return router;
}

/**
 * A package or another file of a release: its address has the version, and always serves the same
 * bytes.
 */
const isReleased = /^([\w-]+-\d+\.\d+\.\d+\.tgz|\d+\.\d+\.\d+\/.*)$/;

const newestPackage = (names: string[]): string | undefined =>
  names
    .filter((name) => isReleased.test(name) && name.endsWith(".tgz"))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);

/**
 * Leads browsers from the address without a version to the newest released package. A lockfile with
 * this address would break at the next release, so a program is refused, and its user reads which
 * address to install.
 */
function routePackage(router: Router, newest: string): void {
  const path = `/${newest.replace(/-\d.*\.tgz$/, "")}.tgz`;
  router.get(path, forBrowsers, (_request, response) =>
    response.redirect(newest),
  );
  router.get(path, (request, response) => {
    response.status(404).type("text").set(publicHeaders);
    response.send(
      `${path.slice(1)} is another package after each release. Install ${addressOf(request)}/docs/${newest}\n`,
    );
  });
}

const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };

const pageHeaders = (page: Buffer) => ({
  "Content-Security-Policy": `${policyOf(page)}; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  Link: '</openapi.yaml>; rel="service-desc"; type="application/yaml"', // RFC 8631
});

/** Links to the contract and its docs, as a set of links (RFC 9264). */
const catalog = {
  linkset: [
    {
      anchor: "/",
      "service-desc": contracts.map((name) => ({ href: `/${name}` })),
      "service-doc": [{ href: "/docs/", type: "text/html" }],
    },
  ],
};

const robots =
  "User-agent: *\nDisallow: /v1/\nSitemap: http://docs.invalid/sitemap.xml\n";

/**
 * Search engines want absolute addresses, which only a request shows: the docs are built with a
 * stand-in.
 */
function withAddress(extension: string, content: string): RequestHandler {
  return (request, response) => {
    response.type(mediaTypes[extension] ?? extension).set(publicHeaders);
    response.send(
      content.replaceAll("http://docs.invalid/", `${addressOf(request)}/docs/`),
    );
  };
}

/**
 * The Postman collection, whose first variable is the address of the server: the one that was asked
 * for it.
 */
function collection(text: string): RequestHandler {
  const { variable, ...rest } = JSON.parse(text) as {
    variable: { key: string; value: string }[];
  };
  return (request, response) => {
    const [address, ...others] = variable;
    const value = addressOf(request);
    response.type("json").set(publicHeaders);
    response.send(
      JSON.stringify({ ...rest, variable: [{ ...address, value }, ...others] }),
    );
  };
}

const addressOf = ({ protocol, host }: Request) =>
  `${protocol}://${/^[\w.:[\]-]+$/.test(host ?? "") ? host : "localhost"}`;

/**
 * Makes a handler as soon as a file is there. Until then it says that the file is being built, and
 * a browser asks again.
 */
function onceBuilt(file: string, make: () => RequestHandler): RequestHandler {
  let built: RequestHandler | undefined;
  return (request, response, next) => {
    if (!built && existsSync(new URL(file, root))) built = make();
    if (built) return built(request, response, next);
    response.status(503).set({ "Retry-After": "3", Refresh: "3" }).type("text");
    response.send(
      "npm start is building this; it is here in some seconds. Without npm start, run: npm run docs\n",
    );
  };
}

/** Leaves the route to clients that prefer another form. `Accept: any type` gets the other form. */
const preferring =
  (form: "html" | "markdown"): RequestHandler =>
  (request, response, next) => {
    response.vary("Accept");
    const other = form === "html" ? "json" : "html";
    next(request.accepts([other, form]) === form ? undefined : "route");
  };

/** Other requests continue to the API. */
const forBrowsers = preferring("html");

/** The contract as it is published, with this server in place of the published server. */
function contract(name: string): Buffer {
  const text = read(`generated/${name}`).toString();
  if (name.endsWith(".yaml"))
    return Buffer.from(
      text.replace(/^servers:\n(?: .*\n)+/m, "servers:\n  - url: /\n"),
    );
  return Buffer.from(
    `${JSON.stringify({ ...(JSON.parse(text) as object), servers: [{ url: "/" }] }, null, 2)}\n`,
  );
}

const read = (name: string) => readFileSync(new URL(name, root));

/** The pages of the docs by name, and the files of each release by version and name. */
function pages(): Map<string, Buffer> {
  const folder = fileURLToPath(new URL("generated/docs/", root));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => [relative(folder, file), readFileSync(file)]),
  );
}

/** The policy in a page's own `<meta>`, which holds the hashes of the page's scripts. */
function policyOf(page: Buffer): string {
  const top = page.toString("utf8", 0, 2048);
  return (
    /"Content-Security-Policy"\s+content="([^"]*)"/.exec(top)?.[1] ??
    "default-src 'none'"
  );
}

/**
 * Anybody may read the documents, so the page of any website may: an editor loads the contract by
 * its address.
 */
const publicHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "no-cache", // a cache may keep it, and revalidates it before each use
  "X-Content-Type-Options": "nosniff",
};

/**
 * The end of a file's name → its media type, where the usual table is wrong or does not say the
 * encoding.
 */
const mediaTypes: Record<string, string> = {
  ".yaml": "application/yaml; charset=utf-8",
  ".ts": "text/plain; charset=utf-8", // the usual table says that it is a video
  ".md": "text/markdown; charset=utf-8",
  ".atom": "application/atom+xml; charset=utf-8",
  ".linkset":
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  "": "text/plain; charset=utf-8",
};

/** The encodings that we write, the best one first. */
const encodings = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content),
};
type Encoding = keyof typeof encodings;

/**
 * Sends a document whole, or 304 to a client that has it already (RFC 9110, section 13.1.2). It is
 * compressed once, when the first client asks for that encoding; a document that has another
 * encoding already is sent as it is.
 */
function send(
  extension: string,
  content: Buffer,
  headers = {},
  status = 200,
): RequestHandler {
  const tag = hash("sha256", content);
  const isCompressed = [".tgz", ".gz", ".whl", ".jar"].includes(extension);
  const offered = isCompressed ? [] : (Object.keys(encodings) as Encoding[]);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const contentIn = (encoding: Encoding) => {
    const compressing =
      compressed.get(encoding) ?? encodings[encoding](content);
    compressed.set(encoding, compressing);
    return compressing;
  };
  return async (request, response) => {
    const accepted = request.acceptsEncodings([...offered, "identity"]);
    const encoding = offered.find((each) => each === accepted);
    if (offered.length > 0) response.vary("Accept-Encoding");
    response
      .status(status)
      .type(mediaTypes[extension] ?? extension)
      .set({
        ...publicHeaders,
        ...headers,
        ETag: `"${tag}${encoding === undefined ? "" : `-${encoding}`}"`,
        ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
      });
    response.send(encoding === undefined ? content : await contentIn(encoding));
  };
}
