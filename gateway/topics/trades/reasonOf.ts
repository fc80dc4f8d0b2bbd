import type { TradeReason } from '../../../schema/graphql/trades.ts'
import { operandValues } from '../../../schema/trading/operandValues.ts'
import { indexPoints } from './indexPoints.ts'
import type { EntrySignal } from './readTrades.ts'

/** The rule behind a signal (null: unknown) and the values it compared. Throws when the stored values are invalid: the table is damaged. */
export function reasonOf({ operandValues: stored }: EntrySignal, rule: string | null): TradeReason {
  const values = stored === null ? [] : operandValues.parse(stored)
  return { rule, values: values.map(({ operand, value }) => ({ operand, value: typeof value === 'number' ? indexPoints(value) : value })) }
}
