/** A result of SARIF: a problem with its position. */
export interface SarifResult {
  rule: string;
  level: "error" | "warning" | "note";
  message: string;
  file: string;
  line: number;
  column: number;
}

/** Writes problems as a log of SARIF 2.1.0, which code scanning reads. */
export function sarifLog(tool: string, results: SarifResult[]): string {
  const rules = [...new Set(results.map(({ rule }) => rule))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: tool, rules: rules.map((id) => ({ id })) } },
        results: results.map(
          ({ rule, level, message, file, line, column }) => ({
            ruleId: rule,
            level,
            message: { text: message },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: encodeURI(file) },
                  region: { startLine: line, startColumn: column },
                },
              },
            ],
          }),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
