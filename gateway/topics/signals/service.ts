import type { Database } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { Signal, SignalConnection } from '../../../schema/graphql/signals.ts'
import { INTERVAL_MINUTES, type Interval } from '../../../schema/market/candles.ts'
import { MINUTE } from '../../../schema/time.ts'
import { connection } from '../../kit/connection.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { decidingValues } from '../trades/reasonOf.ts'
import { signalFilterInput, signalsInput } from './input.ts'
import { signalRowsSql, type SignalReader } from './signalRowsSql.ts'

type SignalRow = Pick<Signal, 'id' | 'strategyId' | 'strategy' | 'version' | 'symbol' | 'side' | 'price'> & {
  readonly interval: Interval
  readonly candleTime: Date
  readonly values: unknown
}

/**
 * Signals, whoever traded them: of strategies that a user may subscribe to or has subscribed to, in the present market.
 * Raw SQL: pages by two columns, of a composed selection (signalRowsSql.ts).
 */
export class SignalService {
  readonly #db: Database
  readonly #engine: EngineStates
  constructor(db: Database, engine: EngineStates) {
    this.#db = db
    this.#engine = engine
  }

  /** One page of those that match, latest candle first. Throws BAD_USER_INPUT, also for a cursor that is none of the user's signals. */
  async page(userId: string, input: unknown): Promise<SignalConnection> {
    const { filter, first, after } = parseInput(signalsInput, input)
    const reader = await this.#reader(userId)
    const place = after == null ? null : await this.#placeOf(reader, after)
    const later = place ? Prisma.sql`(signal."candleTime", signal.id) < (${place.candleTime}, ${place.id}::uuid)` : Prisma.sql`TRUE`
    const rows = await this.#db.$queryRaw<SignalRow[]>`
      ${signalRowsSql(reader, filter, later)} ORDER BY signal."candleTime" DESC, signal.id DESC LIMIT ${first + 1}`
    return connection(rows.map(toSignal), { first, after })
  }

  /** Makes the statement of all that match, oldest candle first. Throws BAD_USER_INPUT at once. */
  statement(userId: string, input: unknown): () => Promise<Prisma.Sql> {
    const filter = parseInput(signalFilterInput, input)
    return async () => Prisma.sql`${signalRowsSql(await this.#reader(userId), filter)} ORDER BY signal."candleTime", signal.id`
  }

  async #placeOf(reader: SignalReader, id: string): Promise<Pick<SignalRow, 'id' | 'candleTime'>> {
    const [place] = await this.#db.$queryRaw<SignalRow[]>(signalRowsSql(reader, {}, Prisma.sql`signal.id = ${id}::uuid`))
    if (!place) throw new UserFacingError('BAD_USER_INPUT', 'after must be the id of a signal that you may read', { after: 'unknown' })
    return place
  }

  /** Before any engine ran there is no market, and no signal either. */
  async #reader(userId: string): Promise<SignalReader> {
    return { userId, market: (await this.#engine.read())?.market ?? '' }
  }
}

/** Throws when the row is not a valid signal: the table is damaged. */
function toSignal({ candleTime, values, ...signal }: SignalRow): Signal {
  const time = new Date(candleTime.getTime() + INTERVAL_MINUTES[signal.interval] * MINUTE)
  return { ...signal, time, values: decidingValues(values) }
}
