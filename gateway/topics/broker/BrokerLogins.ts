import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readOpenAtBroker } from '../../../prisma/brokerAccounts/readOpenAtBroker.ts'
import type { Database } from '../../../prisma/client.ts'
import type { BrokerLoginOutcome } from '../../../schema/brokerLogin.ts'
import { UserFacingError, type ErrorCode } from '../../../schema/errors.ts'
import type { BrokerLoginStart } from '../../../schema/graphql/broker.ts'
import { MINUTE, SECOND } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import type { Principal } from '../../kit/Principal.ts'
import { parseInput } from '../../kit/parseInput.ts'
import { digest } from '../../security/digest.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { BrokerCommands } from './BrokerCommands.ts'
import { leavingInput } from './input.ts'

/** Where the way through the broker's login page begins, and where the broker sends the browser back to. */
export const LOGIN_PATH = '/auth/smartapi/login/:userId'
export const CALLBACK_PATH = '/auth/smartapi/callback'

const TICKET_MS = MINUTE
/** For signing in at the broker. */
export const STATE_MS = 5 * MINUTE
/** Longer than any token that the broker has ever given. */
const MAX_TOKEN = 4_096

const beginning = z.object({ userId: z.uuid(), ticket: z.string().max(100) })
const returning = z.object({ state: z.string().max(100) })
const token = z
  .string()
  .transform((text) => text.replace(/^Bearer /i, ''))
  .pipe(
    z
      .string()
      .max(MAX_TOKEN)
      .regex(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  )
const tokens = z.object({ auth_token: token, feed_token: token, refresh_token: token.optional() })

/** The codes of failures that the broker's answer is not to blame for. */
const NOBODYS: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'INTERNAL_SERVER_ERROR'])

/** Who comes back from the broker. */
interface Returned {
  readonly userId: string
  readonly sessionId: string
  readonly leavesOpen: boolean
}

/** The way on to the broker. */
export interface BrokerDoor {
  /** The broker's login page. */
  readonly address: string
  /** To be kept by the browser until it comes back. */
  readonly cookie: string
}

/**
 * The way of a browser through the broker's login page. A ticket begins it and a state ends it; each works once, in the browser and the
 * session that asked: otherwise somebody could have another's account at the broker connected to an account here. Only hashes are stored.
 * Raw SQL: one statement uses a secret up and looks at its session.
 */
export class BrokerLogins {
  readonly #db: Database
  readonly #commands: BrokerCommands
  constructor(db: Database, commands: BrokerCommands) {
    this.#db = db
    this.#commands = commands
  }

  /**
   * Throws REAUTHENTICATION_REQUIRED, as for every other way to connect an account; BAD_USER_INPUT, FORBIDDEN to a browser without cookies,
   * UNAVAILABLE and CONFLICT when there is no login page.
   */
  async begin(caller: Principal, input: unknown, device: Device): Promise<BrokerLoginStart> {
    requireRecentPassword(caller)
    const { userId, sessionId } = caller
    const { leaving } = parseInput(leavingInput, input)
    if (device.marks === '')
      throw new UserFacingError('FORBIDDEN', 'Your browser keeps no cookies of this site. Allow them, sign in again and try once more.')
    await this.#loginPage()
    const ticket = secret()
    const expiresAt = new Date(Date.now() + TICKET_MS)
    await this.#db.brokerLogin.create({ data: { userId, sessionId, ticketHash: ticketHash(ticket, device), expiresAt, ...leaving } })
    return { path: `${LOGIN_PATH.replace(':userId', userId)}?${new URLSearchParams({ ticket })}` }
  }

  /** Uses a ticket up. `returnTo`: where the sandbox sends the browser back to, if not to its first registered address. Null when it is unknown, used, expired, another user's or another browser's, or its session has ended. */
  async open(request: unknown, device: Device, returnTo: string | null): Promise<BrokerDoor | null> {
    const { data } = beginning.safeParse(request)
    if (!data || device.marks === '') return null
    const { address, isSandbox } = await this.#loginPage()
    const [state, cookie] = [secret(), secret()]
    const used = await this.#db.$executeRaw`
      UPDATE "BrokerLogin" login
      SET "usedAt" = now(), "stateHash" = ${digest(state)}, "cookieHash" = ${digest(cookie)},
        "expiresAt" = now() + ${STATE_MS / SECOND} * interval '1 second'
      FROM "Session" session
      WHERE login."ticketHash" = ${ticketHash(data.ticket, device)} AND login."userId" = ${data.userId}::uuid
        AND login."usedAt" IS NULL AND login."expiresAt" > now()
        AND session.id = login."sessionId" AND session."endedAt" IS NULL AND session."expiresAt" > now()`
    if (used === 0) return null
    address.searchParams.set('state', state)
    // A real broker sends nobody to this machine.
    if (returnTo !== null && isSandbox) address.searchParams.set('redirect_url', returnTo)
    return { address: address.href, cookie }
  }

  /** Uses a state up and has the tokens that came with it taken over; resolves when that is done, at the latest after fifteen seconds. */
  async finish(query: unknown, cookie: string, device: Device): Promise<BrokerLoginOutcome> {
    const { data } = returning.safeParse(query)
    const login = data && (await this.#useState(data.state, cookie))
    if (!login) return 'expired'
    const given = tokens.safeParse(query)
    if (!given.success) return 'refused'
    const { userId, sessionId, leavesOpen } = login
    const { auth_token: jwt, feed_token: feedToken, refresh_token: refreshToken = null } = given.data
    try {
      await this.#commands.run(
        { userId, kind: 'CONNECT_WITH_TOKENS', input: { jwt, feedToken, refreshToken, ...(leavesOpen ? { leavesOpen } : {}) } },
        (tx) =>
          recordAudit(tx, { accountId: userId, action: 'BROKER_CONNECT_REQUESTED', device, sessionId, details: { by: 'login page' } }),
      )
      return 'connected'
    } catch (error) {
      if (!(error instanceof UserFacingError)) throw error
      if (NOBODYS.has(error.code)) return 'failed'
      // A conflict without anything open is another user's account.
      const mayBeOpen = error.code === 'CONFLICT' && !leavesOpen
      return mayBeOpen && (await readOpenAtBroker(this.#db, userId)).length > 0 ? 'open' : 'refused'
    }
  }

  /** Removes those that have expired. */
  async prune(): Promise<void> {
    await this.#db.brokerLogin.deleteMany({ where: { expiresAt: { lte: new Date() } } })
  }

  async #useState(state: string, cookie: string): Promise<Returned | undefined> {
    const [login] = await this.#db.$queryRaw<Returned[]>`
      DELETE FROM "BrokerLogin" login USING "Session" session
      WHERE login."stateHash" = ${digest(state)} AND login."cookieHash" = ${digest(cookie)} AND login."expiresAt" > now()
        AND session.id = login."sessionId" AND session."endedAt" IS NULL AND session."expiresAt" > now()
      RETURNING login."userId", login."sessionId", login."leavesOpen"`
    return login
  }

  async #loginPage(): Promise<{ readonly address: URL; readonly isSandbox: boolean }> {
    const setup = await this.#db.brokerSetup.findFirst({ select: { broker: true, loginUrl: true } })
    if (!setup)
      throw new UserFacingError(
        'CONFLICT',
        'The trading engine is starting and has not named its broker yet. Please try again in a minute.',
      )
    if (setup.loginUrl === null)
      throw new UserFacingError('CONFLICT', 'This broker has no login page here. Connect with PIN and TOTP secret.')
    return { address: new URL(setup.loginUrl), isSandbox: setup.broker === 'sandbox' }
  }
}

const secret = () => randomBytes(32).toString('base64url')
const ticketHash = (ticket: string, { marks }: Device) => digest(`${ticket} ${marks}`)
