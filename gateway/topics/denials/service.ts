import type { Database } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Denial, DenialConnection } from '../../../schema/graphql/denials.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { INTERVAL_MINUTES, isInterval } from '../../../schema/market/candles.ts'
import { addDays, istInstant, MINUTE, type IsoDate } from '../../../schema/time.ts'
import { describeDenial } from '../../../schema/trading/describeDenial.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { denialRowsSql } from './denialRowsSql.ts'
import { denialFilterInput, denialsInput } from './input.ts'

const withSignal = { signal: { include: { strategy: { select: { name: true } } } } } as const satisfies Prisma.DenialInclude
type DenialRow = Prisma.DenialGetPayload<{ include: typeof withSignal }>

/** The signals that a user's subscriptions did not take. */
export class DenialService {
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Of one strategy or of all, of candles from one date in India to another, both included, latest first, after the denial that `after` names. Throws BAD_USER_INPUT, also for one that is not the
   * user's.
   */
  async page(userId: string, input: unknown): Promise<DenialConnection> {
    const { first, strategyId, after, from, to } = parseInput(denialsInput, input)
    const limit = first ?? LIMITS.history.default
    const last =
      after == null ? null : await this.#db.denial.findFirst({ where: { id: after, userId }, select: { id: true, createdAt: true } })
    if (after != null && !last)
      throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of one of your denials', { after: 'unknown' })
    const rows = await this.#db.denial.findMany({
      where: {
        userId,
        ...(strategyId == null ? {} : { subscription: { strategyId } }),
        ...(from || to ? { signal: { candleTime: between(from, to) } } : {}),
        ...(last ? { OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }] } : {}),
      },
      include: withSignal,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
    })
    return connection(rows.map(toDenial), { first: limit, after })
  }

  /** All of the user's that match, as the rows of a data file (denialRowsSql.ts). Throws BAD_USER_INPUT at once. */
  statement(userId: string, input: unknown): Prisma.Sql {
    return denialRowsSql(userId, parseInput(denialFilterInput, input))
  }

  /** One denial of the user. Rejects when there is none. */
  async one(userId: string, id: string): Promise<Denial> {
    return toDenial(await this.#db.denial.findUniqueOrThrow({ where: { id, userId }, include: withSignal }))
  }
}

const between = (from: IsoDate | null | undefined, to: IsoDate | null | undefined) => ({
  ...(from ? { gte: new Date(istInstant(from, 0)) } : {}),
  ...(to ? { lt: new Date(istInstant(addDays(to, 1), 0)) } : {}),
})

/** Throws when the row is not a valid denial: the table is damaged. */
function toDenial(row: DenialRow): Denial {
  const { signal } = row
  if (!isInterval(signal.interval)) throw new Error(`Signal ${signal.id} has the interval ${signal.interval}`)
  const denial = parseDenial(row)
  return {
    id: row.id,
    time: new Date(signal.candleTime.getTime() + INTERVAL_MINUTES[signal.interval] * MINUTE),
    strategy: signal.strategy.name,
    strategyId: signal.strategyId,
    index: shownIndex(signal.symbol),
    side: signal.side,
    reason: denial.reason,
    text: describeDenial(denial),
  }
}
