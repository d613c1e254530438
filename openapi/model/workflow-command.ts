/** The line at which GitHub Actions shows a message. */
interface Annotation {
  title: string;
  file?: string | undefined;
  line?: number | undefined;
  col?: number | undefined;
}

/** Writes a workflow command of GitHub Actions. It shows a message beside a line of a file. */
export function workflowCommand(
  level: "error" | "warning" | "notice",
  annotation: Annotation,
  message: string,
): string {
  const fields = Object.entries(annotation)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${fields.join(",")}::${text(message)}`;
}

const text = (value: string) =>
  value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (value: string) =>
  text(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
