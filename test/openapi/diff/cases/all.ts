import { responses } from "./responses.ts";
import type { Case } from "./case.ts";
import { responseChoices, requestChoices } from "./choices.ts";
import { elsewhere, wrapped, wrappedResponses } from "./elsewhere.ts";
import {
  equivalentContracts,
  equivalentOperations,
  equivalentRequests,
  equivalentSchemas,
} from "./equivalents.ts";
import { looserResponses, looserOperations, looserRequests, sunsets } from "./loosenings.ts";
import {
  contracts32,
  operations32,
  overlookedResponses,
  overlookedContracts,
  overlookedOperations,
  overlookedRequests,
} from "./overlooked.ts";
import { messages, operations } from "./operations.ts";
import { parameters, pathParameters } from "./parameters.ts";
import { refactors, refactorsAndMore } from "./refactors.ts";
import { requestKeywords } from "./request-keywords.ts";
import { requests } from "./requests.ts";
import { security } from "./security.ts";
import { responses30, operations30, refactors30, requests30, upgrades } from "./version-30.ts";
import { callbacks, webhookNames, webhooks } from "./webhooks.ts";

/** Every pair on which the diff is measured, in 3.1, in 3.0 and across. */
export const cases: Case[] = [
  requests,
  requestKeywords,
  requestChoices,
  responses,
  responseChoices,
  parameters,
  pathParameters,
  operations,
  messages,
  security,
  webhooks,
  webhookNames,
  callbacks,
  elsewhere,
  wrapped,
  wrappedResponses,
  refactors,
  refactorsAndMore,
  requests30,
  responses30,
  refactors30,
  operations30,
  upgrades,
  equivalentContracts,
  equivalentOperations,
  equivalentRequests,
  equivalentSchemas,
  looserResponses,
  looserOperations,
  looserRequests,
  sunsets,
  overlookedResponses,
  overlookedContracts,
  overlookedOperations,
  overlookedRequests,
  operations32,
  contracts32,
].flat();
