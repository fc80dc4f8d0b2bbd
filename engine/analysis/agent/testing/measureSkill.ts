import type { IndexSymbol } from '../../../../schema/market/indices.ts'
import type { PlantedPattern } from '../../../sandbox/sources/plantPattern.ts'
import { SyntheticSource } from '../../../sandbox/sources/SyntheticSource.ts'
import { WARM_UP_SESSIONS } from '../agentModel.ts'
import { sessionsOf, walkMarket, type Walk } from './walkMarket.ts'

const INDEX: IndexSymbol = 'NIFTY'
const BEFORE = '2024-06-03'
const LOOKBACK = 50
/** Minutes after the end of a pattern in which it counts as found. */
const FOUND_WITHIN = 5

/** What the agent made of a market whose truth is known. */
export interface Skill {
  readonly walk: Walk
  /** Days of the second half with a pattern, and those with a lead to the right and the wrong side just after it; a day may have both. */
  readonly planted: number
  readonly found: number
  readonly wrong: number
  /** Scanned sessions until the gate opened first; null: it did not. */
  readonly opensAfter: number | null
  /** Sessions from the pattern's end, or the walk's, to each closing of the gate: not above zero while the pattern was there. */
  readonly closings: readonly number[]
  /** Mean net result of the shadow trades while the gate was open. */
  readonly net: number
}

/** Walks over a drawn market. `withoutPattern`: sessions after it that do not have the pattern any more. */
export function measureSkill(
  seed: number,
  asked: {
    readonly pattern: PlantedPattern | null
    readonly sessions: number
    readonly withoutPattern?: number
    readonly everyMinutes?: number
  },
): Skill {
  const { pattern, sessions: count, withoutPattern = 0, everyMinutes = 5 } = asked
  const plain = new SyntheticSource(seed)
  const source = new SyntheticSource(seed, undefined, pattern)
  const dates = sessionsOf(plain, INDEX, BEFORE, count + withoutPattern)
  const lastPlanted = dates[count - 1]!.date
  const sessions = [...sessionsOf(source, INDEX, dates[count]?.date ?? BEFORE, count), ...dates.slice(count)]
  const secondHalf = dates[Math.floor(count / 2)]!.date
  const patternOn = (date: string) => (date <= lastPlanted ? source.patternOf(INDEX, date) : null)
  const [right, wrong] = [new Set<string>(), new Set<string>()]
  const walk = walkMarket(sessions, { index: INDEX, lookback: LOOKBACK, everyMinutes }, ({ date, minute, lead }) => {
    const planted = lead && date >= secondHalf && patternOn(date)
    if (!planted || minute < planted.driftFrom - 1 || minute >= planted.driftFrom + FOUND_WITHIN) return
    const side = (lead === 'CE') === (planted.direction === 1) ? right : wrong
    side.add(date)
  })
  const [openedOn] = walk.openings
  const placeOf = (date: string) => sessions.findIndex((session) => session.date === date)
  return {
    walk,
    planted: sessions.filter(({ date }) => date >= secondHalf && patternOn(date)).length,
    found: right.size,
    wrong: wrong.size,
    opensAfter: openedOn === undefined ? null : placeOf(openedOn) - WARM_UP_SESSIONS,
    closings: walk.closings.map((date) => placeOf(date) - (count - 1)),
    net: walk.gated.reduce((sum, { net }) => sum + net, 0) / walk.gated.length,
  }
}
