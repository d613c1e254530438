/**
 * Returns true for the headers that say how a message is transferred. The program that sends a
 * message writes them, whatever a contract says.
 */
export const isTransferHeader = (name: string): boolean =>
  /^(connection|content-encoding|content-length|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i.test(
    name,
  );
