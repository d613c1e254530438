import type { SampleCall } from "./call.ts";
import { clientSample } from "./client.ts";
import { curlSample } from "./curl.ts";
import { goSample } from "./go.ts";
import { pythonSample } from "./python.ts";

/** A language of the samples. */
export interface Language {
  name: string;
  sample: (call: SampleCall) => string;
  /** How a sample reads what the caller shows from a variable of the environment. */
  read: (variable: string) => string;
}

/** In every sample `$BASE_URL` stands for the address of the server. */
export const languages: Language[] = [
  { name: "curl", sample: curlSample, read: (variable) => `$${variable}` },
  { name: "TypeScript", sample: clientSample, read: (variable) => `process.env.${variable} ?? ""` },
  { name: "Python", sample: pythonSample, read: (variable) => `os.environ["${variable}"]` },
  { name: "Go", sample: goSample, read: (variable) => `os.Getenv("${variable}")` },
];
