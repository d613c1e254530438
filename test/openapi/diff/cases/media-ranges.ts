import { operation, table } from "./case.ts";

const inRequest = (content: string) =>
  `requestBody: { content: { ${content} } }`;
const inResponse = (content: string) =>
  `responses: { '200': { description: Done., content: { ${content} } } }`;
const text = "{ schema: { type: string } }";
const number = "{ schema: { type: number } }";

/** Ranges of media types: the most specific one counts. */
export const mediaRanges = table(
  "ranges of media types",
  operation,
  `
a type of a request is read by another schema than its range | ${inRequest(`'*/*': ${text}`)} !!
  ${inRequest(`'*/*': ${text}, application/json: ${number}`)}
a type of a response has another schema than its range | ${inResponse(`'*/*': ${text}`)} !!
  ${inResponse(`'*/*': ${text}, application/json: ${number}`)}
a second type of a range has another schema | ${inResponse(`'text/*': ${text}`)} !!
  ${inResponse(`text/csv: ${text}, text/html: ${number}`)}
the narrower of two ranges covers a type | ${inRequest(`'*/*': ${number}, 'application/*': ${text}`)} >>
  ${inRequest(`'*/*': ${number}, 'application/*': ${text}, application/json: { schema: { type: string, maxLength: 5 } }`)}
a type of a response has the schema of its range | ${inResponse(`'*/*': ${text}`)} <<
  ${inResponse(`'*/*': ${text}, application/json: ${text}`)}
`,
);
