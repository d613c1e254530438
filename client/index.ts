export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { Contacts, ListContactsQuery } from "./contacts.ts";
export {
  ApiError,
  ConnectionError,
  UnexpectedAnswerError,
  isApiError,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
} from "./errors.ts";
export type { Contact, ContactCreate, ContactDetail, ContactPage, paths } from "../generated/types.ts";
