import type { DecidingValue, TradeReason } from '../../../schema/graphql/trades.ts'
import { operandValues } from '../../../schema/trading/operandValues.ts'
import { indexPoints } from './indexPoints.ts'
import type { EntrySignal } from './readTrades.ts'

/** The rule behind a signal (null: unknown) and the values it compared. Throws when the stored values are invalid: the table is damaged. */
export function reasonOf({ operandValues: stored }: EntrySignal, rule: string | null): TradeReason {
  return { rule, values: decidingValues(stored) }
}

/** What a signal's rule compared, as users read it; null is not known. Throws as `reasonOf`. */
export function decidingValues(stored: unknown): DecidingValue[] {
  const values = stored === null ? [] : operandValues.parse(stored)
  return values.map(({ operand, value }) => ({ operand, value: typeof value === 'number' ? indexPoints(value) : value }))
}
