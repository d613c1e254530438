/** Labels without the spaces around them, each once (D-24). */
export function distinctTags(tags: string[] = []): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}
