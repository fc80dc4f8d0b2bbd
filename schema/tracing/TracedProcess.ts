/** A process that may send traces. */
export interface TracedProcess {
  readonly service: 'sakha-engine' | 'sakha-gateway'
  /** Address of the collector; null: traces are off. */
  readonly endpoint: string | null
  readonly log: { warn(details: object, message: string): void }
}
