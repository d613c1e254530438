import { execFileSync } from "node:child_process";
import { packagesOf } from "./licences.ts";

interface Component {
  "bom-ref": string;
  name: string;
  version: string;
  externalReferences?: { type: string; url: string }[];
}

/** What is read of npm's CycloneDX document. */
interface Sbom {
  metadata: { component: { name: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The software bill of materials of what is built, in CycloneDX: of npm's list of all that is installed only the packages
 * that these files come from. With `--omit=dev` npm also leaves out what the server and the tools share, such as ajv.
 * @param root the folder of the repository
 * @param files paths from the root of the repository
 * @param version that of the contract; our package.json has none, as the repository itself is never published
 */
export function sbomOf(root: string, files: string[], version: string): object {
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--loglevel=error"];
  const listed = execFileSync("npm", ["sbom", ...options], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const all = JSON.parse(listed.replaceAll("contacts-api@0.0.0", `contacts-api@${version}`)) as Sbom;
  const names = new Set(packagesOf(files).map(({ name, version }) => `${name}@${version}`));
  const components = all.components
    .filter(({ name, version }) => names.has(`${name}@${version}`))
    .map(withAddresses);
  const refs = new Set(components.map((component) => component["bom-ref"]));
  const [server, ...others] = all.dependencies;
  const dependencies = [server, ...others.filter(({ ref }) => refs.has(ref))].flatMap((row) =>
    row ? [{ ...row, dependsOn: row.dependsOn.filter((ref) => refs.has(ref)) }] : [],
  );
  // npm calls it by the name of the folder.
  const component = { ...all.metadata.component, name: "contacts-api", version };
  return { ...all, metadata: { ...all.metadata, component }, components, dependencies };
}

/** A package may name its repository as git does, `git@host:path`, which is no URL; CycloneDX allows nothing else. */
function withAddresses(component: Component): Component {
  const externalReferences = (component.externalReferences ?? []).map(({ type, url }) => ({
    type,
    url: url.replace(/^git@([^:/]+):/, "ssh://git@$1/"),
  }));
  return { ...component, externalReferences };
}
