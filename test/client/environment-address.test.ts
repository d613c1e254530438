import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";

test.each(["contacts_live_x", () => "contacts_live_x"])(
  "a key of the program is not sent to BASE_URL, which may be of another program: %o",
  (apiKey) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("CONTACTS_API_KEY", undefined);
    vi.stubEnv("CONTACTS_BASE_URL", undefined);
    vi.stubEnv("BASE_URL", "http://another.test");
    expect(() => createClient({ apiKey })).toThrow(
      "baseUrl is missing. Pass it, or set CONTACTS_BASE_URL in the environment.",
    );
  },
);
