import type { World } from "./world.ts";

/** What is asked of every generated client. What each means is in `expectations.ts`. */
export const questions = [
  "list",
  "create",
  "get",
  "conflict",
  "events",
  "unknown",
  "added",
  "webhooks",
  "names",
  "numbers",
] as const;
export type Question = (typeof questions)[number];

/** The columns of the table. `check` is the one step of a tool that generates nothing, such as a linter. */
export const steps = ["install", "check", "generate", "compile", ...questions] as const;
export type Step = (typeof steps)[number];

/** What a tool is given to work with. */
export interface Trial {
  /** An empty folder. */
  folder: string;
  /** The published contract, as JSON. */
  contract: string;
  /** What people write: openapi/openapi.yaml. */
  source: string;
  /** Its edition in OpenAPI 3.0. */
  contract30: string;
  world: World;
}

/** A step of a tool. It fails by throwing; what it throws names the first cause. */
export type Work = (trial: Trial) => Promise<unknown>;

/**
 * One row of the table. `run` gives what the program
 * printed: a line `QUESTION ok JSON` or `QUESTION failed CAUSE` for each question.
 */
export interface Tool {
  name: string;
  /** Programs that the machine must have; without them the tool is not tried. */
  needs: string[];
  install: () => Promise<unknown>;
  check?: Work;
  generate?: Work;
  compile?: Work;
  run?: (trial: Trial) => Promise<string>;
  /** Steps that fail by the tool's own fault → contract of `faults.yaml` that shows it without ours. */
  faults?: Partial<Record<Step, string>>;
  /** The questions that can be asked of it, where it makes schemas and no requests. Otherwise all. */
  asks?: Question[];
}

/** How one step of one tool ended. */
export type Outcome =
  | { status: "ok" }
  | { status: "failed"; cause: string }
  | { status: "fault"; cause: string; name: string }
  | { status: "not tried"; cause: string };

export interface Cell {
  tool: string;
  step: Step;
  outcome: Outcome;
}
