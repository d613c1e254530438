import type { SampleCall } from "./call.ts";
import { clientSample } from "./client.ts";
import { curlSample } from "./curl.ts";
import { goSample } from "./go.ts";
import { pythonSample } from "./python.ts";

/** A language of the samples. */
export interface Language {
  name: string;
  sample: (call: SampleCall) => string;
  /** How a sample reads the key from the environment. */
  key: string;
}

/** In every sample `$BASE_URL` stands for the address of the server. */
export const languages: Language[] = [
  { name: "curl", sample: curlSample, key: "$API_KEY" },
  {
    name: "TypeScript",
    sample: clientSample,
    key: 'process.env.API_KEY ?? ""',
  },
  { name: "Python", sample: pythonSample, key: 'os.environ["API_KEY"]' },
  { name: "Go", sample: goSample, key: 'os.Getenv("API_KEY")' },
];
