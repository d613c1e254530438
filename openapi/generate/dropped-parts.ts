import {
  operationsIn,
  type Contract,
  type Located,
} from "../model/contract.ts";
import {
  eachNode,
  isNode,
  nodeIn,
  nodesIn,
  textIn,
  type Node,
} from "../model/node.ts";
import { followed } from "../model/pointer.ts";
import {
  hasCookieStyle,
  isQueryString,
  mutualSchemes,
  schemesWith,
} from "./newer-parts.ts";

/** A part of OpenAPI that 3.0 does not know, and its places in a contract. */
export interface DroppedPart {
  part: string;
  places: string[];
}

/** Lists the parts that `withoutNewerParts` removes. */
export function droppedParts(contract: Contract): DroppedPart[] {
  const root = contract as Contract & Node;
  const parts = [
    ...partsOfRoot(root),
    ...partsOfSchemes(root),
    ...partsOfNodes(root),
    ...partsOfTags(root),
    ...partsOfOperations(root),
  ];
  return parts.filter(({ places }) => places.length > 0);
}

function partsOfRoot(root: Contract & Node): DroppedPart[] {
  const self = textIn(root, "$self");
  const { identifier } = root.info.license ?? {};
  return [
    { part: "webhooks", places: Object.keys(root.webhooks) },
    {
      part: "the `identifier` of the license",
      places: identifier === undefined ? [] : [identifier],
    },
    { part: "`$self`", places: self === undefined ? [] : [self] },
  ];
}

const partsOfSchemes = (root: Node): DroppedPart[] => [
  { part: "mutual TLS", places: mutualSchemes(root) },
  {
    part: "the flow `deviceAuthorization`",
    places: schemesWith(root, (scheme) =>
      Object.hasOwn(nodeIn(scheme, "flows"), "deviceAuthorization"),
    ),
  },
  {
    part: "`oauth2MetadataUrl`",
    places: schemesWith(root, (scheme) => "oauth2MetadataUrl" in scheme),
  },
  {
    part: "`deprecated` of security schemes",
    places: schemesWith(root, ({ deprecated }) => deprecated === true),
  },
];

/** Lists the parts that may be in any schema, link or list of servers. */
function partsOfNodes(root: Node): DroppedPart[] {
  const mappings = new Set<string>();
  const servers = new Set<string>();
  const nodeTypes = new Set<string>();
  eachNode(root, (each) => {
    const node: Node = { ...each };
    const mapping = textIn(nodeIn(node, "discriminator"), "defaultMapping");
    if (mapping !== undefined) mappings.add(mapping.replace(/^.*\//, ""));
    for (const name of namesOfServers(node)) servers.add(name);
    const type = textIn(nodeIn(node, "xml"), "nodeType");
    if (type !== undefined && /^(text|cdata|none)$/.test(type))
      nodeTypes.add(type);
  });
  return [
    { part: "`defaultMapping` of discriminators", places: [...mappings] },
    { part: "the names of servers", places: [...servers] },
    { part: "the `nodeType` of XML", places: [...nodeTypes] },
  ];
}

/** Returns the names of the servers of a node, or of the server of a link. */
const namesOfServers = ({ server, servers }: Node): string[] =>
  [server, servers]
    .flat()
    .filter(isNode)
    .filter((each) => "url" in each)
    .flatMap((each) => textIn(each, "name") ?? []);

const partsOfTags = ({ tags }: Contract): DroppedPart[] =>
  (["kind", "parent", "summary"] as const).map((key) => ({
    part: `the \`${key}\` of tags`,
    places: tags.filter((tag) => key in tag).map(({ name }) => name),
  }));

/** Lists the parts of operations, each with the operations that have it. */
function partsOfOperations(root: Contract & Node): DroppedPart[] {
  const operations = [
    ...operationsIn(root.paths),
    ...operationsIn(root.webhooks),
  ];
  const operationsWith = (has: (located: Located) => boolean) =>
    operations
      .filter(has)
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const withParameter = (has: (parameter: Node) => boolean) =>
    operationsWith(({ operation }) =>
      (operation.parameters ?? []).some((each) =>
        has(followed(root, { ...each })),
      ),
    );
  const withMedia = (has: (media: Node) => boolean) =>
    operationsWith(({ operation: { requestBody = {}, responses } }) =>
      [requestBody, ...Object.values(responses)].some((body) =>
        nodesIn(nodeIn(followed(root, { ...body }), "content")).some(has),
      ),
    );
  return [
    { part: "`style: cookie`", places: withParameter(hasCookieStyle) },
    { part: "the `encoding` inside of parts", places: withMedia(hasInner) },
    {
      part: "`in: querystring`",
      places: withParameter((each) => isQueryString(root, each)),
    },
    ...["itemSchema", "prefixEncoding", "itemEncoding"].map((key) => ({
      part: `\`${key}\``,
      places: withMedia((media) => key in media),
    })),
  ];
}

/** Returns true for a media type of parts that have parts with an encoding. */
const hasInner = (media: Node): boolean =>
  nodesIn(nodeIn(media, "encoding")).some((part) => "encoding" in part);
