import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { RetryLater } from '../../schema/errors.ts'
import type { Transaction } from '../client.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { sealForEngine } from './sealedSecret.ts'

/** What a sign-in at the broker takes. Any length that a person may have typed; the broker refuses what is wrong. */
const signIn = z.object({ clientCode: z.string(), pin: z.string(), totpSecret: z.string() })

/** What the engine is asked to do at the broker, and with which secrets. They are sealed on their way. */
export const BROKER_COMMANDS = {
  /** Take over a session that the broker's login page gave. */
  CONNECT_WITH_TOKENS: z.object({ jwt: z.string(), feedToken: z.string(), refreshToken: z.string().nullable() }),
  /** Sign in with PIN and one-time code; the secrets are kept only when `keep` says so. */
  CONNECT_WITH_PIN: signIn.extend({ keep: z.boolean() }),
  /** The installation's account: keep what signs it in; it is not tried. */
  CONFIGURE: signIn,
  /** New tokens by the refresh token, or else by a sign-in with what is kept. */
  REFRESH: z.null(),
  /** New tokens by a sign-in with what is kept. */
  SIGN_IN: z.null(),
  /** Sign out and remove all that is kept. */
  DISCONNECT: z.null(),
  /** Last prices of instruments, by their tokens. */
  QUOTE: z.object({ tokens: z.array(z.string()) }),
} as const satisfies Record<string, z.ZodType>

export type BrokerCommandKind = keyof typeof BROKER_COMMANDS
export type BrokerInput<Kind extends BrokerCommandKind> = z.output<(typeof BROKER_COMMANDS)[Kind]>

/** The result of QUOTE, as `LastPrice` of the API: prices in rupees. */
export const quoteResult = z.array(z.object({ token: z.string(), symbol: z.string(), ltp: z.number(), at: z.iso.datetime() }))

const ENGINE_START_SECONDS = 60

/** The field that a command's input is sealed under. */
export const COMMAND_FIELD = 'input'

/**
 * Has the engine do something at the broker for a user, or for the installation (null), once the transaction is committed. Returns the
 * command's id: `broker.answered` is published when its row holds the outcome. Throws UNAVAILABLE before the engine's first start.
 */
export async function commandBroker<Kind extends BrokerCommandKind>(
  tx: Transaction,
  userId: string | null,
  kind: Kind,
  input: BrokerInput<Kind>,
): Promise<string> {
  const key = await tx.brokerKey.findFirst({ where: { retiredAt: null }, orderBy: { number: 'desc' } })
  if (!key)
    throw new RetryLater('UNAVAILABLE', 'The trading engine has not been started yet. Please try again in a minute.', ENGINE_START_SECONDS)
  const id = uuid()
  const secret = Buffer.from(JSON.stringify(BROKER_COMMANDS[kind].parse(input)))
  const sealedInput = await sealForEngine(secret, { owner: id, field: COMMAND_FIELD, version: 1 }, key)
  await tx.brokerCommand.create({ data: { id, userId, kind, sealedInput } })
  await enqueue(tx, 'broker.run', { commandId: id })
  return id
}
