/**
 * An error in one line, for people who run an installation. A host with several addresses fails with one error of several, whose own message
 * is empty; Prisma puts what happened into the last line.
 */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return [...new Set(error.errors.map(errorText))].join(', ')
  const text = error instanceof Error ? error.message : String(error)
  return text.trim().split('\n').at(-1)?.trim() ?? text
}
