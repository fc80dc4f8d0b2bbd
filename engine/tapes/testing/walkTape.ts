import { SHIPPED_MARKET_RULES } from '../../../schema/market/MarketRules.ts'
import { premium } from '../../../schema/market/options/premium.ts'
import { VolatilityTerm } from '../../../schema/market/options/VolatilityTerm.ts'
import { paise, toRupees } from '../../../schema/money.ts'
import { SeededRandom } from '../../../schema/SeededRandom.ts'
import { istInstant, parseTimeOfDay } from '../../../schema/time.ts'
import type { OptionType } from '../../../schema/market/OptionType.ts'
import { joined, minutesFrom } from '../../backtest/testing/history.ts'
import { TAPE_DATE, TAPE_EXPIRY, TAPE_VOLATILITY, tapeOf, type Tape } from './tape.ts'

/**
 * At none of these times a strategy enters or its window ends. `slow`: whenever a stop is reached, premiums have stood still for a quarter
 * of an hour, so that a backtest has it slip by nothing. `fast`: no two of them are in minutes that follow each other, as what is opened
 * again is in a backtest a minute later.
 */
const STEPS = {
  slow: ['09:29', '09:46', '10:02', '10:18', '10:34', '10:51', '11:07', '11:23'],
  fast: Array.from({ length: 135 }, (_, i) => 9 * 60 + 16 + i)
    .filter((minute) => minute % 2 === 0 && minute % 10 !== 0)
    .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`),
}
/** Calls and puts, by eleven kinds of strikes. */
const CLASSES = 22
export type Pace = keyof typeof STEPS

export interface WalkParts {
  readonly pace: Pace
  /** What the index moves by at a step, as a fraction: the standard deviation. */
  readonly move: number
  /** Strikes either side of 24,000 that have prices. */
  readonly strikes: number
  /**
   * Whether all options step at once. Live, quotes come one after the other, and a limit of the whole sees half of a step; so where there
   * is one, a step moves only calls or puts of one in eleven strikes, after all have stood still for a quarter of an hour.
   */
  readonly together: boolean
  /** Whether four days come before it, which warm indicators up: in them the index swings by a tenth of a per cent. */
  readonly isWarm?: boolean
}

/** A tape on which index and volatility walk at random, and options follow the model's prices. */
export function walkTape(seed: number, { pace, move, strikes, together, isWarm = false }: WalkParts): Tape {
  const random = new SeededRandom(`tape ${seed}`)
  const term = new VolatilityTerm(SHIPPED_MARKET_RULES)
  const expiresAt = SHIPPED_MARKET_RULES.sessionHours(TAPE_EXPIRY).close
  let [spot, volatility] = [24_000 + random.integer(-40, 40), TAPE_VOLATILITY]
  const index: [string, number][] = []
  const options: Record<string, [string, number][]> = {}
  for (const [step, time] of ['09:15', ...STEPS[pace]].entries()) {
    if (index.length > 0) {
      spot *= 1 + move * random.normal()
      volatility *= Math.exp(0.05 * random.normal())
    }
    const at = istInstant(TAPE_DATE, parseTimeOfDay(time)!)
    const atmVolatility = volatility * term.at(at, expiresAt)
    index.push([time, spot])
    for (let strike = 24_000 - strikes * 50; strike <= 24_000 + strikes * 50; strike += 50)
      for (const type of ['CE', 'PE'] as const) {
        if (!together && time > '09:30' && (time < '09:46' || step % CLASSES !== classOf(strike, type))) continue
        const option = { type, spot: paise(Math.round(spot * 100)), strike: paise(strike * 100), at, expiresAt, atmVolatility }
        const steps = (options[`${strike}${type}`] ??= [])
        steps.push([time, toRupees(premium(option))])
      }
  }
  return tapeOf({ index, options, until: '11:40', ...(isWarm && { past: PAST }) })
}

function classOf(strike: number, type: OptionType): number {
  return 2 * ((strike / 50) % (CLASSES / 2)) + (type === 'CE' ? 0 : 1)
}

const PAST = joined(
  ...['2026-07-07', '2026-07-08', '2026-07-09', '2026-07-10'].map((date) =>
    minutesFrom(
      date,
      '09:15',
      Array.from({ length: 375 }, (_, i) => Math.round(24_000 + 24 * Math.sin(i / 20))),
    ),
  ),
)
