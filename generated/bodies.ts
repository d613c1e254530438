// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.

import type { EncodeBody } from "../client/encode-body.ts";

/** Every body is `application/json`. */
export const encodeBody: EncodeBody | undefined = undefined;
