// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import type { EncodeBody } from "../client/encoded.ts";
import type { WriteQuery } from "../client/query-styles.ts";

/** Every body is an object in `application/json`. */
export const encodeBody: EncodeBody | undefined = undefined;

/** Every query is written in one way. */
export const writeQuery: WriteQuery | undefined = undefined;
