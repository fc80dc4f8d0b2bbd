import { randomUUID } from 'node:crypto'
import { HOUR } from '../../schema/time.ts'
import { RISK_TEXT_VERSION } from '../../schema/trading/riskText.ts'
import type { Database } from '../client.ts'

/**
 * Does all for a user that live trading waits for, but the installation's own word and the confirmation: broker connected for an hour,
 * with funds of ten lakh. For tests only.
 */
export async function openLiveGates(db: Database, userId: string): Promise<void> {
  const now = new Date()
  await db.user.update({ where: { id: userId }, data: { emailVerifiedAt: now, twoFactorAt: now, limitsChosenAt: now } })
  const connected = { state: 'CONNECTED', validUntil: new Date(now.getTime() + HOUR), fundsPaise: 10_00_000_00n, fundsAt: now } as const
  await db.brokerAccount.upsert({ where: { userId }, create: { userId, clientCode: randomUUID(), ...connected }, update: connected })
  await db.riskAcceptance.createMany({ data: { userId, version: RISK_TEXT_VERSION }, skipDuplicates: true })
}
