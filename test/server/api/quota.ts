import type { Store } from "../../../server/store/store.ts";
import { runCommand } from "../../support/world.ts";

/** The usage of a workspace. */
export interface Usage {
  contacts: number;
  bytes: number;
}

/** Reads the usage of a workspace by the command for operators. */
export async function usageOf(store: Store, workspace: string): Promise<Usage> {
  const command = ["operator", "usage", "--workspace", workspace];
  const { ledger } = await runCommand(store, command);
  return ledger;
}

/**
 * Returns the error of a request beyond a quota.
 * @param limit what the workspace may do at most, for example `tener 3 contactos`
 */
export const quotaError = (limit: string) => ({
  code: "validation_error",
  details: [
    {
      path: [],
      message: `el espacio de trabajo puede ${limit} como máximo`,
      reason: "limit_reached",
    },
  ],
});

/** A webhook for events that these tests do not make. */
export const quietWebhook = {
  url: "https://8.8.8.8/hook",
  events: ["article.published"],
};
