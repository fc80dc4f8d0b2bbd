/** A stop that is to be the exit of its leg. */
export interface TakenStop {
  readonly clientOrderId: string
  /** Units that the exit has: no more than the stop. */
  readonly quantity: number
  /** How often it was changed. */
  readonly changes: number
}
