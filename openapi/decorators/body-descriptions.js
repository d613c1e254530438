/** Gives a request body the description of its schema, for the docs only: Redoc shows none of a body's own schema. */
export default function bodyDescriptions() {
  return {
    RequestBody: {
      leave: (/** @type {any} */ body, /** @type {any} */ context) => {
        const [media] = Object.values(body.content);
        body.description ??= context.resolve(media.schema).node.description;
      },
    },
  };
}
