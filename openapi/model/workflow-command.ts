/** The place at which GitHub Actions shows a message. */
interface Place {
  title: string;
  file?: string | undefined;
  line?: number | undefined;
  col?: number | undefined;
}

/** A workflow command of GitHub Actions, which shows a message beside the line that it is about. */
export function workflowCommand(
  level: "error" | "warning" | "notice",
  place: Place,
  message: string,
): string {
  const fields = Object.entries(place)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${fields.join(",")}::${text(message)}`;
}

const text = (value: string) =>
  value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (value: string) =>
  text(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
