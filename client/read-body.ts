/** The largest body that is read, in bytes. A page of 100 contacts with the largest bodies of the contract has 26 MB. */
export const maxBodyBytes = 32 * 1024 * 1024;

/** The body of a response as text, or undefined when it is larger than `maxBodyBytes`, and the rest is not read. */
export async function readBody({ body }: Response): Promise<string | undefined> {
  if (!body) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > maxBodyBytes) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
