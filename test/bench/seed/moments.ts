/** The fields of a row, moments as the contract writes them. */
export function moments<Row extends object>(row: Row) {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(texts) as { [Name in keyof Row]: Row[Name] extends Date ? string : Row[Name] };
}
