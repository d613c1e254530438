/** How much a row counts for the quotas (D-35): its texts in UTF-8, and 200 bytes for its other values and entries of indexes. */
export const size = (...lengths: string[]): string =>
  `bytes integer not null generated always as (${["200", ...lengths].join(" + ")}) stored`;

/** The lengths of columns: of texts, or of what PostgreSQL writes as text, e.g. `data::text`. */
export const lengthsOf = (...columns: string[]): string[] =>
  columns.map((column) => `octet_length(${column})`);

export const sizes = `
  create function text_bytes(value text[]) returns integer language plpgsql immutable strict parallel safe as $$
    begin
      return octet_length(array_to_string(value, ' '));
    end
  $$;
`;
