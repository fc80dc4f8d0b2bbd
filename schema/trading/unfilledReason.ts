/** Why an order ended without being filled whole, as its stored note has it, for the inside of a sentence: without a stop at its end. */
export function unfilledReason(note: string | null): string {
  const reason = note?.trim().replace(/\.+$/, '') ?? ''
  return reason === '' ? 'no reason was given' : reason
}
