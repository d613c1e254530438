import {
  operationsOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { errorsIn, type ErrorExample } from "../model/errors.ts";
import { html, slug, type Html } from "../html.ts";
import { heading, inline } from "./markdown.ts";

/** An error in the responses of an operation. */
export interface OperationError extends ErrorExample {
  /** True for an error of every operation, or of every operation with a body. */
  isGeneral: boolean;
}

/** The codes that every operation with a body has. */
const codesOfBodies = [
  "invalid_json",
  "malformed_request",
  "payload_too_large",
  "unsupported_media_type",
];

/** Returns the errors of an operation, the rarest first. */
export function errorsOfOperation(
  contract: Contract,
  located: Located,
): OperationError[] {
  const all = operationsOf(contract).map((each) => codesOf(contract, each));
  const countOf = ({ code }: ErrorExample) =>
    all.filter((errors) => errors.some((error) => error.code === code)).length;
  return codesOf(contract, located)
    .toSorted((one, other) => countOf(one) - countOf(other))
    .map((error) => {
      const isGeneral =
        countOf(error) === all.length || codesOfBodies.includes(error.code);
      return { ...error, isGeneral };
    });
}

/** Returns the first example of each code of an operation. */
function codesOf(contract: Contract, { operation }: Located): ErrorExample[] {
  const errors = errorsIn(contract, operation.responses);
  return errors.filter(
    ({ code }, index) =>
      errors.findIndex((each) => each.code === code) === index,
  );
}

/**
 * Writes the errors of an operation. Those of every operation are folded.
 * @param hasOneBody true when all errors of the API have the same body, with Spanish messages
 */
export function errorsTable(
  errors: OperationError[],
  hasOneBody: boolean,
): Html {
  if (errors.length === 0) return html``;
  const list = (some: OperationError[]) => listOf(some, hasOneBody);
  const operationErrors = errors.filter(({ isGeneral }) => !isGeneral);
  const general = errors.filter(({ isGeneral }) => isGeneral);
  return html`${heading("errors", "Errors")}
  ${operationErrors.length > 0 && list(operationErrors)}
  ${
    general.length > 0 &&
    html`<details class="general">
      <summary>${general.length} errors of every operation</summary>
      ${list(general)}
    </details>`
  }
  ${
    hasOneBody &&
    html`<p class="quiet">All have <a href="errors.html">the same body</a>.</p>`
  }`;
}

const listOf = (errors: OperationError[], isSpanish: boolean): Html =>
  html`<ul class="fields" role="list">
    ${errors.map(
      ({ status, code, meaning, message }) =>
        html`<li>
          <p class="name">
            <span class="status s${String(status)[0]}">${status}</span>
            <a href="errors.html#${slug(code)}"><code>${code}</code></a>
          </p>
          <div class="about">
            <p>${inline(meaning)}</p>
            ${
              isSpanish
                ? html`<p class="quiet" lang="es">${message}</p>`
                : html`<p class="quiet">${message}</p>`
            }
          </div>
        </li>`,
    )}
  </ul>`;
