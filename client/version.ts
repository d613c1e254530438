/** Version of this client. The package that consumers install has it too. */
export const clientVersion = "1.0.0";
