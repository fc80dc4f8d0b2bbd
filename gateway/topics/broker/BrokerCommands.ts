import { commandBroker } from '../../../prisma/brokerAccounts/commandBroker.ts'
import type { BrokerCommandKind, BrokerInput } from '../../../schema/brokerCommands.ts'
import type { Database, Transaction } from '../../../prisma/client.ts'
import type { Prisma } from '../../../prisma/generated/client.ts'
import { ERROR_STATUS, RetryLater, UserFacingError, type ErrorCode } from '../../../schema/errors.ts'
import { SECOND } from '../../../schema/time.ts'
import type { EventWaits } from '../../kit/EventWaits.ts'
import { countAttempt, forgiveAttempts, uncountAttempt } from '../../security/failedAttempts.ts'

/** How long the broker may take: as long as a person looks at a page that waits. */
const ANSWER_MS = 15 * SECOND
/** The same for what may sign in: a one-time code that was used already is followed by the next one, half a minute later. */
const SIGN_IN_ANSWER_MS = 40 * SECOND
/** Until a caller may look again for what has become of it. */
const LOOK_AGAIN_SECONDS = 15
/** Those that a wrong PIN can come with: the broker locks an account after a few of them. */
const SIGNS_IN: ReadonlySet<BrokerCommandKind> = new Set(['CONNECT_WITH_PIN', 'REFRESH', 'SIGN_IN'])
/** The codes of refusals that were the caller's mistake: a wrong PIN, another user's account. A broker that does not answer is nobody's. */
const MISTAKES: ReadonlySet<ErrorCode> = new Set(['BAD_USER_INPUT', 'CONFLICT'])

/** What to ask the engine for; null as its user: for the installation. */
export interface BrokerWish<Kind extends BrokerCommandKind> {
  readonly userId: string | null
  readonly kind: Kind
  readonly input: BrokerInput<Kind>
}

/** Has the engine do things at the broker, and waits for what comes of them. */
export class BrokerCommands {
  readonly #db: Database
  readonly #waits: EventWaits
  constructor(db: Database, waits: EventWaits) {
    this.#db = db
    this.#waits = waits
  }

  /**
   * Resolves with the result, within fifteen seconds, or forty for a sign-in. `within` runs in the transaction that commits the command.
   * Throws the engine's refusal; UNAVAILABLE when it has not answered: it may do so later; RATE_LIMITED after three sign-ins that were
   * refused by the caller's mistake.
   */
  async run<Kind extends BrokerCommandKind>(
    { userId, kind, input }: BrokerWish<Kind>,
    within: (tx: Transaction) => Promise<void> = nothing,
  ): Promise<Prisma.JsonValue> {
    const commit = () =>
      this.#db.$transaction(async (tx) => {
        const id = await commandBroker(tx, userId, kind, input)
        await within(tx)
        return id
      })
    if (!SIGNS_IN.has(kind)) return this.#answerTo(await commit(), ANSWER_MS)
    const who = userId ?? 'installation'
    await countAttempt(this.#db, 'brokerSignIn', who)
    try {
      const result = await this.#answerTo(await commit(), SIGN_IN_ANSWER_MS)
      await forgiveAttempts(this.#db, 'brokerSignIn', who)
      return result
    } catch (error) {
      if (!(error instanceof UserFacingError && MISTAKES.has(error.code))) await uncountAttempt(this.#db, 'brokerSignIn', who)
      throw error
    }
  }

  async #answerTo(id: string, timeoutMs: number): Promise<Prisma.JsonValue> {
    await this.#waits.until({
      hears: (event) => event.type === 'broker.answered' && event.commandId === id,
      look: async () => (await this.#db.brokerCommand.count({ where: { id, endedAt: null } })) === 0,
      timeoutMs,
    })
    const command = await this.#db.brokerCommand.findUnique({
      where: { id },
      select: { endedAt: true, errorCode: true, error: true, result: true },
    })
    if (!command?.endedAt) {
      const message = 'The broker has not answered yet. The answer may still come: check again in a moment before you retry.'
      throw new RetryLater('UNAVAILABLE', message, LOOK_AGAIN_SECONDS)
    }
    if (command.errorCode === null) return command.result
    throw refusalOf(command.errorCode, command.error ?? 'The broker refused this.')
  }
}

/** The engine's refusal, as the caller gets it. */
function refusalOf(code: string, message: string): UserFacingError {
  if (!isErrorCode(code)) throw new Error(`no error code: ${code}`)
  return code === 'UNAVAILABLE' || code === 'RATE_LIMITED'
    ? new RetryLater(code, message, LOOK_AGAIN_SECONDS)
    : new UserFacingError(code, message)
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_STATUS, code)

async function nothing(): Promise<void> {}
