declare module "pg/lib/utils.js" {
  const utils: {
    /** A value of JavaScript as the text or the bytes that PostgreSQL takes for it. */
    prepareValue(value: unknown): Buffer | string | null;
  };
  export default utils;
}
