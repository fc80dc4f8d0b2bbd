import { readOpenAtBroker } from '../../prisma/brokerAccounts/readOpenAtBroker.ts'
import { sealForEngine } from '../../prisma/brokerAccounts/sealedSecret.ts'
import type { Transaction } from '../../prisma/client.ts'
import { BROKER_CONSENT_VERSION } from '../../schema/brokerConsent.ts'
import type { ReadinessFacts } from '../../schema/brokerReadiness.ts'
import { clientCodeEnding } from '../../schema/clientCodeEnding.ts'
import { UserFacingError } from '../../schema/errors.ts'
import { refusalToLeave, type Successor } from '../../schema/openAtBroker.ts'
import type { AccountChange } from '../broker/accounts/outcome.ts'
import { holdTrades } from '../cluster/heldPartitions.ts'
import { sealingKey } from './brokerKeys.ts'
import { hasRestingStops, leaveAccount } from './leaveAccount.ts'

/** The secrets of an account. */
export type SecretField = 'feedToken' | 'jwt' | 'pin' | 'refreshToken' | 'totpSecret'
const TOKENS: readonly SecretField[] = ['feedToken', 'jwt', 'refreshToken']
const KEPT: readonly SecretField[] = ['pin', 'totpSecret']

/** Secrets to write, to remove (null), or to leave as they are. */
type Secrets = Partial<Record<SecretField, string | null>>

interface AccountRow {
  readonly id: string
  readonly clientCode: string
  readonly connectedAt: Date | null
}

/**
 * Writes a change of a user's account at the broker, or the installation's (null). Rejects for a client code that another user has. Throws
 * CONFLICT while something is open at an account that its owner would disconnect or replace, and does not leave.
 * Raw SQL: it locks the account that it changes.
 */
export async function applyAccountChange(tx: Transaction, userId: string | null, change: AccountChange, now: Date): Promise<void> {
  const [account] = await tx.$queryRaw<AccountRow[]>`
    SELECT id::text, "clientCode", "connectedAt" FROM "BrokerAccount" WHERE "userId" IS NOT DISTINCT FROM ${userId}::uuid FOR UPDATE`
  switch (change.kind) {
    case 'removed':
      if (account) await tx.brokerAccount.delete({ where: { id: account.id } })
      return
    case 'disconnected':
      if (!account || userId === null) return
      if (!(await isOpenAt(tx, userId, account, change.leavesOpen, 'none'))) {
        await tx.brokerAccount.delete({ where: { id: account.id } })
        return
      }
      // Its owner has asked for it: the end of its session is no news.
      await tx.brokerAccount.update({
        where: { id: account.id },
        data: {
          state: 'EXPIRED',
          announcedState: 'EXPIRED',
          validUntil: null,
          problem: null,
          fundsPaise: null,
          fundsAt: null,
          ...NOT_KEPT,
        },
      })
      await tx.brokerReadiness.deleteMany({ where: { accountId: account.id } })
      await tx.brokerSecret.deleteMany({ where: { accountId: account.id } })
      return
    case 'expired':
      if (account) await tx.brokerAccount.update({ where: { id: account.id }, data: { state: 'EXPIRED', validUntil: null } })
      return
    case 'refused':
      if (!account) return
      await tx.brokerAccount.update({
        where: { id: account.id },
        data: { state: 'REFUSED', validUntil: null, problem: change.problem, ...(change.forgets ? NOT_KEPT : {}) },
      })
      if (change.forgets) await writeSecrets(tx, account.id, { pin: null, totpSecret: null })
      return
    case 'checked':
      if (account) await writeReadiness(tx, account.id, change.facts, now)
      return
    case 'configured': {
      const kept = { secretsKeptSince: now, consentVersion: BROKER_CONSENT_VERSION }
      const blank = { state: 'CONFIGURED' as const, connectedAt: null, refreshedAt: null, validUntil: null, problem: null }
      const id = await writeAccount(tx, userId, account, { clientCode: change.clientCode, ...blank, ...kept })
      return writeSecrets(tx, id, { ...withoutAll(TOKENS), ...change.secrets })
    }
    case 'signedIn': {
      const { clientCode, tokens, validUntil, keep } = change
      const isSame = account?.clientCode === clientCode
      if (account && !isSame && userId !== null) {
        await isOpenAt(tx, userId, account, change.leavesOpen, 'another account')
        await leaveAccount(tx, userId, change.marketAt)
      }
      const forgets = keep === 'nothing' || (keep === 'asBefore' && !isSame)
      const kept = forgets ? NOT_KEPT : keep === 'asBefore' ? {} : { secretsKeptSince: now, consentVersion: BROKER_CONSENT_VERSION }
      const times = { connectedAt: (isSame ? account.connectedAt : null) ?? now, refreshedAt: now, validUntil: new Date(validUntil) }
      const unchecked = isSame ? {} : { fundsPaise: null, fundsAt: null }
      const id = await writeAccount(tx, userId, account, { clientCode, state: 'CONNECTED', ...times, problem: null, ...kept, ...unchecked })
      if (!isSame) await tx.brokerReadiness.deleteMany({ where: { accountId: id } })
      return writeSecrets(tx, id, {
        ...(tokens ? { feedToken: tokens.feed, jwt: tokens.jwt, refreshToken: tokens.refresh } : withoutAll(TOKENS)),
        ...(forgets ? withoutAll(KEPT) : typeof keep === 'object' ? keep : {}),
      })
    }
  }
}

/**
 * Whether something of a user is open at his account, or rests there; nothing is opened any more until the transaction ends. Throws CONFLICT when
 * its owner does not leave it.
 */
async function isOpenAt(
  tx: Transaction,
  userId: string,
  { clientCode }: AccountRow,
  leavesOpen: boolean,
  successor: Successor,
): Promise<boolean> {
  await holdTrades(tx, userId)
  const open = await readOpenAtBroker(tx, userId)
  if (open.length > 0 && !leavesOpen) throw new UserFacingError('CONFLICT', refusalToLeave(clientCodeEnding(clientCode), open, successor))
  return open.length > 0 || hasRestingStops(tx, userId)
}

const NOT_KEPT = { secretsKeptSince: null, consentVersion: null }

type AccountData = Omit<Parameters<Transaction['brokerAccount']['create']>[0]['data'], 'user' | 'secrets' | 'readiness' | 'userId' | 'id'>

async function writeAccount(tx: Transaction, userId: string | null, account: AccountRow | undefined, data: AccountData): Promise<string> {
  if (!account) return (await tx.brokerAccount.create({ data: { ...data, userId } })).id
  await tx.brokerAccount.update({ where: { id: account.id }, data })
  return account.id
}

async function writeReadiness(tx: Transaction, accountId: string, facts: ReadinessFacts, now: Date): Promise<void> {
  const found = { checkedAt: now, marketAt: new Date(facts.marketAt), facts }
  await tx.brokerReadiness.upsert({ where: { accountId }, create: { accountId, ...found }, update: found })
  if (facts.fundsPaise === null) return
  await tx.brokerAccount.update({ where: { id: accountId }, data: { fundsPaise: facts.fundsPaise, fundsAt: now } })
}

/** In the order of the fields, as the rotation of the key takes them, so that the two cannot deadlock. */
async function writeSecrets(tx: Transaction, accountId: string, secrets: Secrets): Promise<void> {
  const key = await sealingKey(tx)
  const { _max } = await tx.brokerSecret.aggregate({ where: { accountId }, _max: { version: true } })
  const version = (_max.version ?? 0) + 1
  for (const [field, text] of Object.entries(secrets).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (text === null) await tx.brokerSecret.deleteMany({ where: { accountId, field } })
    else {
      const sealed = await sealForEngine(Buffer.from(text), { owner: accountId, field, version }, key)
      const value = { version, sealed, ending: text.slice(-2) }
      await tx.brokerSecret.upsert({
        where: { accountId_field: { accountId, field } },
        create: { accountId, field, ...value },
        update: value,
      })
    }
  }
}

function withoutAll(fields: readonly SecretField[]): Secrets {
  return Object.fromEntries(fields.map((field) => [field, null]))
}
