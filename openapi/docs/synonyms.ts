/** The page or section, by the end of its address → what people type who look for it, besides its own words. */
export const synonyms: Record<string, string> = {
  quickstart: "authentication authorization bearer token api key getting started first request login",
  "other-languages-and-tools":
    "sdk library client python go java csharp postman bruno insomnia generator llm markdown",
  pagination: "cursor paging page next_cursor has_more limit offset per_page",
  errors: "error code status fault failure problem",
  "error-codes": "error code status 4xx 5xx",
  limits: "quota size payload too large 413",
  "rate-limit": "throttle throttling quota 429 too many requests",
  scopes: "scope permission permissions access role authorization 403",
  retries: "retry again backoff timeout repeat idempotency",
  idempotency: "idempotent idempotency-key retry repeat duplicate deduplicate twice",
  signatures: "verify signature webhook signature hmac secret standard webhooks whsec",
  "delivery-schedule": "webhook attempts backoff timeout delivery",
  versions: "version v1 breaking change compatibility deprecation sunset",
  "webhook-events": "webhook hook callback push receive receiver",
  webhooks: "webhook hook callback push subscription endpoint",
};
