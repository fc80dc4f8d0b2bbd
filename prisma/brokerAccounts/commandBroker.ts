import { v7 as uuid } from 'uuid'
import { BROKER_COMMANDS, type BrokerCommandKind, type BrokerInput } from '../../schema/brokerCommands.ts'
import { RetryLater } from '../../schema/errors.ts'
import type { Transaction } from '../client.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { sealForEngine } from './sealedSecret.ts'

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
