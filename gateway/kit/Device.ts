/** Where a request came from, as sessions and the audit log remember it. */
export interface Device {
  readonly address: string
  /** As the client named itself; anything it likes. */
  readonly userAgent: string
  /** What it was given to keep, or what it says it was given (security/KnownDevices.ts); empty: nothing. */
  readonly marks: string
  /** Gives it something to keep, in place of the marks before, with the answer. */
  keep(marks: string): void
}
