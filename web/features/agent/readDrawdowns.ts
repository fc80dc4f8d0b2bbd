import { err, ok, type Result } from '../../../schema/errors.ts'
import { AGENT_DRAWDOWN_BOUNDS } from '../../../schema/trading/agent.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import type { FieldMistakes } from '../../ui/forms/useCheckedForm.ts'

/** Both stops as typed, in rupees; empty: none. */
interface TypedDrawdowns {
  readonly softDrawdown: string
  readonly hardDrawdown: string
}

interface ReadDrawdowns {
  readonly softDrawdown: number | null
  readonly hardDrawdown: number | null
}

const { min, max } = AGENT_DRAWDOWN_BOUNDS

/** The stops for the server, or what is wrong with which. */
export function readDrawdowns({ softDrawdown, hardDrawdown }: TypedDrawdowns): Result<ReadDrawdowns, FieldMistakes> {
  const read = { softDrawdown: amountOf(softDrawdown), hardDrawdown: amountOf(hardDrawdown) }
  const wrong = Object.entries(read).filter(
    ([, amount]) => amount !== null && !(Number.isInteger(amount) && amount >= min && amount <= max),
  )
  if (wrong.length === 0) return ok(read)
  return err(Object.fromEntries(wrong.map(([name]) => [name, `Whole rupees from ${formatCount(min)} to ${formatCount(max)}, or empty`])))
}

const amountOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))
