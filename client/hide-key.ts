/** Removes an API key from what is shown to people and logs. */
export const hideKey =
  (apiKey: string) =>
  (text: string): string =>
    // What is shorter is no key but a placeholder, which may be a part of any word.
    apiKey.length < 16 ? text : text.replaceAll(apiKey, "[apiKey]");
