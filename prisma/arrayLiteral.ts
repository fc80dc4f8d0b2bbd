/**
 * A PostgreSQL array in its text form, to be cast where it stands: `${arrayLiteral(ids)}::uuid[]`. For the arrays of hot statements:
 * Prisma takes a JavaScript array apart value by value on its way to the server, a text it passes on as it is.
 */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quoted(value) : (value ?? 'NULL'))).join(',')}}`
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
}
