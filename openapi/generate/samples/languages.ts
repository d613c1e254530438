import { curlSample } from "./curl.ts";
import { goSample } from "./go.ts";
import { pythonSample } from "./python.ts";
import type { SampleCall } from "./sample-call.ts";
import { clientSample } from "./typescript.ts";

/** A language of the samples. */
interface Language {
  name: string;
  sample: (call: SampleCall) => string;
  /**
   * Writes how a sample reads a variable of the environment: the address of the server, or the
   * secret of the caller.
   */
  read: (variable: string) => string;
}

export const languages: Language[] = [
  { name: "curl", sample: curlSample, read: (variable) => `$${variable}` },
  {
    name: "TypeScript",
    sample: clientSample,
    read: (variable) => `process.env.${variable} ?? ""`,
  },
  {
    name: "Python",
    sample: pythonSample,
    read: (variable) => `os.environ["${variable}"]`,
  },
  {
    name: "Go",
    sample: goSample,
    read: (variable) => `os.Getenv("${variable}")`,
  },
];
