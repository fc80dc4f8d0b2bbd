/** What a client sent, for a message. What is no plain value is named by its kind: its own `toString` may be anything a client likes. */
export function given(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  return typeof input === 'object' && input !== null ? 'an object' : String(input)
}
