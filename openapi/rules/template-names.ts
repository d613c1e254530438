/** Returns the names in the template of a path or a URL: `id` for `/ships/{id}`. */
export const namesInTemplate = (template: string): string[] =>
  [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "");
