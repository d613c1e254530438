import type { Response } from "express";

/** The workspace of whoever sent the request; undefined while it is not known. */
export function workspaceOf({ locals: { key, token, session } }: Response): string | undefined {
  return (key ?? token ?? session)?.workspaceId;
}
