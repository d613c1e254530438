import {
  operationsOf,
  type Contract,
  type Located,
} from "../model/contract.ts";
import { errorsIn, type ErrorExample } from "../model/errors.ts";
import { html, slug, type Html } from "../html.ts";
import { heading, inline } from "./markdown.ts";

/** An error that an operation may respond with. */
export interface OperationError extends ErrorExample {
  /** Whether every operation may respond so: it is not about what this one does. */
  isGeneral: boolean;
}

/** About the body alone: every operation that has one may respond so. */
const ofEveryBody = [
  "invalid_json",
  "malformed_request",
  "payload_too_large",
  "unsupported_media_type",
];

/** The errors of an operation, those first that the fewest operations have. */
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
        countOf(error) === all.length || ofEveryBody.includes(error.code);
      return { ...error, isGeneral };
    });
}

/** Each code of an operation once: the first example of it tells. */
function codesOf(contract: Contract, { operation }: Located): ErrorExample[] {
  const errors = errorsIn(contract, operation.responses);
  return errors.filter(
    ({ code }, index) =>
      errors.findIndex((each) => each.code === code) === index,
  );
}

/** The errors of an operation: its own, and in a fold those that every operation has. */
export function errorsTable(errors: OperationError[]): Html {
  if (errors.length === 0) return html``;
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
    <p class="quiet">All have <a href="errors.html">the same body</a>.</p>`;
}

const list = (errors: OperationError[]): Html =>
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
            <p class="quiet" lang="es">${message}</p>
          </div>
        </li>`,
    )}
  </ul>`;
