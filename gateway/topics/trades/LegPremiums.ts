import type { Database } from '../../../prisma/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Candle } from '../../../schema/graphql/market.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { bucketStart, INTERVAL_MINUTES } from '../../../schema/market/candles.ts'
import { paise } from '../../../schema/money.ts'
import { MINUTE, type Instant } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { barsOf } from '../market/barsOf.ts'
import { legPremiumsInput } from './input.ts'

/** How much of a premium is shown before its leg was opened, and after it was closed. */
const BESIDE = 60 * MINUTE

/** What the options of legs cost while they were held. */
export class LegPremiums {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * The premiums of a leg's option around its time, oldest first, as far as they were recorded: the engine records what it watches. Throws
   * NOT_FOUND when the leg is not the user's.
   */
  async of(userId: string, input: unknown): Promise<Candle[]> {
    const { legId, interval } = parseInput(legPremiumsInput, input)
    const leg = await this.#db.leg.findFirst({
      where: { id: legId, trade: { userId } },
      select: { option: true, entryTime: true, exitTime: true, trade: { select: { market: true } } },
    })
    if (!leg) throw new UserFacingError('NOT_FOUND', 'You have no such trade.')
    const { option: symbol, entryTime, exitTime } = leg
    // No bar is cut.
    const whole = (at: Instant) => new Date(bucketStart(at, INTERVAL_MINUTES[interval]))
    const rows = await this.#db.candle.findMany({
      where: {
        ...{ market: leg.trade.market, symbol },
        time: {
          gte: whole(entryTime.getTime() - BESIDE),
          ...(exitTime === null ? {} : { lt: whole(exitTime.getTime() + BESIDE) }),
        },
      },
      orderBy: { time: 'desc' },
      take: LIMITS.legPremiums.max,
    })
    const price = (stored: bigint) => paise(Number(stored))
    const minutes = rows.reverse().map(({ time, open, high, low, close, volume }) => ({
      ...{ time: time.getTime(), open: price(open), high: price(high), low: price(low), close: price(close) },
      volume: Number(volume),
    }))
    return barsOf(minutes, interval)
  }
}
