import type { Pool } from '../../../prisma/client.ts'
import { Prisma } from '../../../prisma/generated/client.ts'
import { readUntil } from '../../../prisma/readUntil.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { AnonymousTrade, AnonymousTradeConnection } from '../../../schema/graphql/anonymousTrades.ts'
import type { Instant } from '../../../schema/time.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireAdminReader } from '../../security/requireAdminReader.ts'
import type { Sealer } from '../../security/Sealer.ts'
import { anonymousSql, type AnonymousPlace } from './anonymousSql.ts'
import { closedFilter } from '../performance/closedFilter.ts'
import { anonymousPageInput } from './input.ts'

/** What cursors are sealed for. */
const PLACES = 'places of anonymous trades'

type Reader = Pick<Principal, 'role' | 'twoFactor' | 'scopes'>
type Row = AnonymousTrade & { readonly placeTime: Date; readonly key: string }

/** Trades of all users without anything that names one of them, for admins. */
export class AnonymousTradeService {
  readonly #wholePool: Pool
  readonly #sealer: Sealer
  constructor(wholePool: Pool, sealer: Sealer) {
    this.#wholePool = wholePool
    this.#sealer = sealer
  }

  /**
   * One page, after the place of a cursor. Throws FORBIDDEN, BAD_USER_INPUT, also for a cursor that is none, ReadTooLong after `deadline`.
   * Raw SQL: the database cancels it at the deadline.
   */
  async page(caller: Reader, input: unknown, deadline: Instant): Promise<AnonymousTradeConnection> {
    requireAdminReader(caller)
    const { first, after, ...question } = parseInput(anonymousPageInput, input)
    const place = after == null ? null : await this.#placeOf(after)
    const statement = Prisma.sql`${anonymousSql(question, place, true)} LIMIT ${first + 1}`
    const rows = await readUntil<Row>(this.#wholePool, statement, deadline)
    const edges = await Promise.all(
      rows
        .slice(0, first)
        .map(async ({ placeTime, key, ...node }) => ({ cursor: await this.#cursorOf({ exitTime: placeTime, key }), node })),
    )
    return {
      edges,
      pageInfo: {
        hasNextPage: rows.length > first,
        hasPreviousPage: place !== null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
    }
  }

  /** All of them, however many. Throws FORBIDDEN, BAD_USER_INPUT at once. */
  statement(caller: Reader, input: unknown): Prisma.Sql {
    requireAdminReader(caller)
    return anonymousSql(parseInput(closedFilter, input), null, false)
  }

  /** A place names a trade to who knows its id, so it is sealed. */
  async #cursorOf({ exitTime, key }: AnonymousPlace): Promise<string> {
    return Buffer.from(await this.#sealer.seal(Buffer.from(`${exitTime.getTime()} ${key}`), PLACES)).toString('base64url')
  }

  async #placeOf(cursor: string): Promise<AnonymousPlace> {
    const place = await this.#sealer.open(Buffer.from(cursor, 'base64url'), PLACES).catch(() => null)
    if (place === null) throw new UserFacingError('BAD_USER_INPUT', 'after must be the cursor of an answer', { after: 'unknown' })
    const [exitTime = '', key = ''] = Buffer.from(place).toString().split(' ')
    return { exitTime: new Date(Number(exitTime)), key }
  }
}
