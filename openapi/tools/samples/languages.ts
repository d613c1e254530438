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
  /** Whether the sample is for programs with an API key only. */
  needsKey?: boolean;
}

/** In every sample `$BASE_URL` stands for the address of the server. */
const languages: Language[] = [
  { name: "curl", sample: curlSample, read: (variable) => `$${variable}` },
  {
    name: "TypeScript",
    sample: clientSample,
    read: (variable) => `process.env.${variable} ?? ""`,
    needsKey: true,
  },
  { name: "Python", sample: pythonSample, read: (variable) => `os.environ["${variable}"]` },
  { name: "Go", sample: goSample, read: (variable) => `os.Getenv("${variable}")` },
];

/** The languages of the samples of a call. */
export const languagesOf = ({ credential }: SampleCall): Language[] =>
  languages.filter(({ needsKey = false }) => !needsKey || credential === "API_KEY");
