import type { Response } from "express";
import { ownerBy } from "../auth/caller.ts";

/** The messenger token or the session that a request was sent with, if it was sent with one. */
export const visitorOf = ({ locals: { caller } }: Response) => ({
  token: ownerBy("messengerPublicToken", caller),
  session: ownerBy("messengerVisitor", caller),
});
