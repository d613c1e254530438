import { CallError, type CallInfo } from "./call-error.ts";

/** The answer is not what the contract says: no JSON, cut off, or of another shape. A proxy may have sent it. */
export class UnexpectedAnswerError extends CallError {
  override readonly name = "UnexpectedAnswerError";
  override readonly code = "unexpected_answer";
  /** Even a 200 may not be an answer of the API. */
  declare readonly status: number;

  /** `what` describes the body that came, which may hold anything and is therefore not kept. */
  constructor(what: string, answer: CallInfo & { status: number }) {
    super(answer, `was answered with ${answer.status} and ${what}, which is not an answer of the contract.`);
  }
}
