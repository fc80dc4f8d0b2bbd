import { createDecipheriv } from 'node:crypto'
import sodium from 'libsodium-wrappers'
import { pino } from 'pino'
import { COMMAND_FIELD } from '../../../../prisma/brokerAccounts/commandBroker.ts'
import { placeBytes, splitSealed } from '../../../../prisma/brokerAccounts/sealedSecret.ts'
import { publish } from '../../../../prisma/bus/publish.ts'
import type { Transaction } from '../../../../prisma/client.ts'
import type { Prisma } from '../../../../prisma/generated/client.ts'
import { JobWorkers } from '../../../../prisma/jobs/JobWorkers.ts'
import type { ReadinessFacts } from '../../../../schema/brokerReadiness.ts'
import { BROKER_COMMANDS, type BrokerCommandKind, type BrokerInput } from '../../../../schema/brokerCommands.ts'
import { UserFacingError } from '../../../../schema/errors.ts'
import { HOUR } from '../../../../schema/time.ts'
import type { TestGateway } from '../../../testing/startTestGateway.ts'

export const LOGIN_URL = 'https://broker.test/publisher-login?api_key=key'
/** What the broker of the test takes for wrong. */
export const WRONG_PIN = '0000'
/** The client code at which it does not answer the engine. */
export const BROKEN_CODE = 'BROKEN'

/** A command as only the engine can read it. */
export type OpenedCommand = {
  [Kind in BrokerCommandKind]: { readonly userId: string | null; readonly kind: Kind; readonly input: BrokerInput<Kind> }
}[BrokerCommandKind]

/** What it finds out about every account: all is well, but that no address is registered. */
export const READY: ReadinessFacts = {
  ...{ marketAt: Date.UTC(2026, 10, 20, 3, 5), tokenProblem: null, fundsPaise: 5_000_000 },
  address: { registered: null, outgoing: '127.0.0.1', refusal: null },
  clock: { aheadMs: 40, withinMs: 520 },
  market: { feed: 'IDLE', contracts: 4_812, hasSession: true, isCovered: true },
}

export interface TestEngine {
  /** All it was asked, oldest first. */
  readonly commands: readonly OpenedCommand[]
  /** It does nothing while this runs. */
  whilePaused<T>(run: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/**
 * Stands in for the engine of a gateway's database: makes its key pair, opens commands with it, and does to the tables what the engine
 * does, at a broker that knows every client code, and every instrument but `unknown`. For tests only.
 */
export async function startTestEngine({ db, databaseUrl }: TestGateway): Promise<TestEngine> {
  await sodium.ready
  const { publicKey, privateKey } = sodium.crypto_box_keypair()
  await db.brokerKey.create({ data: { number: 1, publicKey: new Uint8Array(publicKey) } })
  await db.brokerSetup.create({ data: { broker: 'sandbox', loginUrl: LOGIN_URL } })
  const commands: OpenedCommand[] = []
  let paused = Promise.resolve()

  async function run({ commandId }: { readonly commandId: string }): Promise<void> {
    await paused
    const { userId, kind, sealedInput } = await db.brokerCommand.findUniqueOrThrow({ where: { id: commandId } })
    const { wrappedKey, nonce, content, tag } = splitSealed(sealedInput)
    const key = sodium.crypto_box_seal_open(wrappedKey, publicKey, privateKey)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
      .setAAD(placeBytes({ owner: commandId, field: COMMAND_FIELD, version: 1 }))
      .setAuthTag(tag)
    const input: unknown = JSON.parse(Buffer.concat([decipher.update(content), decipher.final()]).toString())
    const command = { userId, kind, input: BROKER_COMMANDS[kind as BrokerCommandKind].parse(input) } as OpenedCommand
    commands.push(command)
    await db.$transaction(async (tx) => {
      const answer = await answerTo(tx, command).catch(refused)
      await tx.brokerCommand.update({ where: { id: commandId }, data: { ...answer, endedAt: new Date(), sealedInput: new Uint8Array() } })
      await publish(tx, { type: 'broker.answered', commandId }, { type: 'broker.changed', userId })
    })
  }

  const workers = new JobWorkers(databaseUrl, [{ tasks: { 'broker.run': run }, concurrency: 4 }], pino({ level: 'silent' }))
  return {
    commands,
    async whilePaused(run) {
      let goOn = () => {}
      paused = new Promise((resolve) => (goOn = resolve))
      try {
        return await run()
      } finally {
        goOn()
      }
    },
    close: () => workers.close(),
  }
}

type Answer = Pick<Prisma.BrokerCommandUpdateInput, 'result' | 'error' | 'errorCode'>

function refused(error: unknown): Answer {
  if (!(error instanceof UserFacingError)) throw error
  return { errorCode: error.code, error: error.message }
}

async function answerTo(tx: Transaction, { userId, kind, input }: OpenedCommand): Promise<Answer> {
  switch (kind) {
    case 'CONNECT_WITH_TOKENS':
      return replaced(tx, userId, clientCodeIn(input.jwt), null)
    case 'CONNECT_WITH_PIN':
      if (input.pin === WRONG_PIN) throw new UserFacingError('BAD_USER_INPUT', 'The broker refused client code or PIN.')
      return replaced(tx, userId, input.clientCode, input.keep ? ['pin', 'totpSecret'] : [])
    case 'CONFIGURE':
      await saveAccount(tx, userId, { clientCode: input.clientCode, state: 'CONFIGURED' }, ['pin', 'totpSecret'])
      return {}
    case 'REFRESH':
    case 'SIGN_IN': {
      const account = await tx.brokerAccount.findFirstOrThrow({ where: { userId } })
      return connected(tx, userId, account.clientCode, null)
    }
    case 'DISCONNECT':
      await tx.brokerAccount.deleteMany({ where: { userId } })
      return {}
    case 'CHECK': {
      const { id } = await tx.brokerAccount.findFirstOrThrow({ where: { userId } })
      const found = { checkedAt: new Date(), marketAt: new Date(READY.marketAt), facts: READY }
      await tx.brokerReadiness.upsert({ where: { accountId: id }, create: { accountId: id, ...found }, update: found })
      return {}
    }
    case 'QUOTE':
      return {
        result: input.tokens
          .filter((token) => token !== 'unknown')
          .map((token) => ({ token, symbol: `SYMBOL${token}`, ltp: 24_512.35, at: '2026-11-20T05:00:00.000Z' })),
      }
  }
}

/** Connects, and says what came in whose place. */
async function replaced(tx: Transaction, userId: string | null, clientCode: string, keeps: string[] | null): Promise<Answer> {
  const before = (await tx.brokerAccount.findFirst({ where: { userId } }))?.clientCode ?? clientCode
  await connected(tx, userId, clientCode, keeps)
  return { result: { ending: clientCode.slice(-2), replaced: before === clientCode ? null : before.slice(-2) } }
}

async function connected(tx: Transaction, userId: string | null, clientCode: string, keeps: string[] | null): Promise<Answer> {
  if (clientCode === BROKEN_CODE) throw new UserFacingError('UNAVAILABLE', 'The broker does not answer.')
  if ((await tx.brokerAccount.count({ where: { clientCode, NOT: { userId } } })) > 0)
    throw new UserFacingError('CONFLICT', 'This account at the broker is connected to another account here.')
  const now = new Date()
  const account = { clientCode, state: 'CONNECTED', refreshedAt: now, validUntil: new Date(now.getTime() + HOUR) } as const
  await saveAccount(tx, userId, account, keeps)
  return {}
}

/** `keeps`: what is kept from now on; null: what was. */
async function saveAccount(
  tx: Transaction,
  userId: string | null,
  account: Pick<Prisma.BrokerAccountUncheckedCreateInput, 'clientCode' | 'state' | 'refreshedAt' | 'validUntil'>,
  keeps: string[] | null,
): Promise<void> {
  const since = keeps === null ? {} : { secretsKeptSince: keeps.length > 0 ? new Date() : null }
  const before = await tx.brokerAccount.findFirst({ where: { userId } })
  const { id } = before
    ? await tx.brokerAccount.update({ where: { id: before.id }, data: { ...account, ...since } })
    : await tx.brokerAccount.create({ data: { ...account, ...since, userId, connectedAt: account.refreshedAt ?? null } })
  if (keeps === null) return
  await tx.brokerSecret.deleteMany({ where: { accountId: id } })
  const sealed = new Uint8Array([1])
  await tx.brokerSecret.createMany({ data: keeps.map((field) => ({ accountId: id, field, version: 1, sealed, ending: 'xy' })) })
}

/** The test's broker names the client in the payload of a token: `header.CLIENTCODE.signature`. */
function clientCodeIn(jwt: string): string {
  return jwt.split('.')[1] ?? ''
}
