import { err, ok, type Result } from '../../../schema/errors.ts'
import { fromRupees, OPTION_TICK, toRupees, type Paise } from '../../../schema/money.ts'
import { judgeLevels } from '../../../schema/trading/judgeLevels.ts'
import type { LegPartsFragment } from '../../gql/generated/graphql.ts'
import { formatTyped } from '../../lib/formatMoney.ts'

/** The form's values: premiums in rupees; empty where the leg has no such level. */
export interface TypedLevels {
  stop: string
  target: string
}

/** A leg's levels as they are typed. */
export function typedLevels({ sl, target }: Pick<LegPartsFragment, 'sl' | 'target'>): TypedLevels {
  return { stop: sl === null ? '' : formatTyped(sl), target: target === null ? '' : formatTyped(target) }
}

/** A premium that is being typed, in rupees; null: empty, or no number. */
export function typedPremium(text: string): number | null {
  const digits = text.replace(/[,\s₹]/g, '')
  const value = Number(digits)
  return digits === '' || !Number.isFinite(value) ? null : value
}

/** What is known of the leg besides. */
interface Now {
  readonly trails: boolean
  /** In rupees; null: no price is known yet. */
  readonly last: number | null
}

/** Parses the form and returns the levels that differ from those in force, in rupees. Refuses what the server would refuse too. */
export function readLevels(
  typed: TypedLevels,
  { side, sl, target }: Pick<LegPartsFragment, 'side' | 'sl' | 'target'>,
  { trails, last }: Now,
): Result<{ stop: number | null; target: number | null }, Partial<Record<keyof TypedLevels, string>>> {
  const inForce = { stop: sl, target }
  const changed = { stop: null as Paise | null, target: null as Paise | null }
  for (const level of ['stop', 'target'] as const) {
    const price = typedPremium(typed[level])
    if (price === null) {
      if (typed[level].trim() !== '') return err({ [level]: `The ${level} must be a premium in rupees.` })
      if (inForce[level] !== null) return err({ [level]: `This leg keeps a ${level}: it can be moved, not removed.` })
    } else if (price !== inForce[level]) changed[level] = fromRupees(price)
  }
  const leg = { side, stop: inPaise(sl), target: inPaise(target), trails, tick: OPTION_TICK, last: inPaise(last) }
  const refusal = judgeLevels(leg, changed)
  if (refusal) return err({ [refusal.level]: refusal.text })
  return ok({ stop: inRupees(changed.stop), target: inRupees(changed.target) })
}

const inPaise = (rupees: number | null): Paise | null => (rupees === null ? null : fromRupees(rupees))
const inRupees = (amount: Paise | null): number | null => (amount === null ? null : toRupees(amount))
