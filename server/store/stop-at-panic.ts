import type { PGlite } from "@electric-sql/pglite";

/**
 * PostgreSQL ends itself when it cannot go on (PANIC), e.g. as a full disk takes no more of its journal. PGlite cannot
 * end itself: it would go on with a broken state. So it gets no message any more. Each then fails with PostgreSQL's code
 * for this, 57P02, until the process is restarted; the journal brings the database back to its last commit.
 */
export function stopAtPanic(lite: PGlite): void {
  const execute = lite.execProtocolStream.bind(lite);
  let cause: unknown;
  const stopped = () => {
    const message = "The embedded database has stopped. Make room on its disk, and restart the server.";
    return Object.assign(new Error(message, { cause }), { code: "57P02" });
  };
  lite.execProtocolStream = async (message, options) => {
    if (cause !== undefined) throw stopped();
    try {
      const responses = await execute(message, options);
      cause = responses.find((response) => "severity" in response && response.severity === "PANIC");
      return responses;
    } catch (error) {
      cause = error;
      throw stopped();
    }
  };
}
