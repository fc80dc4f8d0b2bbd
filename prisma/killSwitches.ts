import { v7 as uuid } from 'uuid'
import { stoppedTogether } from './agent/stoppedTogether.ts'
import { publish } from './bus/publish.ts'
import type { Transaction } from './client.ts'

/** Whom a kill switch stops; `scopeId` is the user or the strategy. */
export type KillTarget =
  { readonly scope: 'GLOBAL'; readonly scopeId: null } | { readonly scope: 'USER' | 'STRATEGY'; readonly scopeId: string }

export type KillOrder = KillTarget & {
  /** Whether open trades are closed too. */
  readonly squareOff: boolean
  readonly reason: string
  /** Who pulls it: an account's id, or `command line`; never a name nor an address. */
  readonly by: string
}

/**
 * Stops entries until it is lifted, and publishes that to every engine node. Idempotent; a requested square-off stays. The AI trading
 * agent's strategies are stopped and lifted together, a switch for each.
 */
export async function pullKill(tx: Transaction, { squareOff, reason, by, ...target }: KillOrder): Promise<void> {
  const { scope } = target
  for (const scopeId of await scopeIdsOf(tx, target))
    await tx.$executeRaw`
      INSERT INTO "KillSwitch" (id, scope, "scopeId", "squareOff", reason, by)
      VALUES (${uuid()}::uuid, ${scope}::"KillScope", ${scopeId}::uuid, ${squareOff}, ${reason}, ${by})
      ON CONFLICT (scope, "scopeId") WHERE "liftedAt" IS NULL
      DO UPDATE SET "squareOff" = "KillSwitch"."squareOff" OR excluded."squareOff"`
  await publish(tx, { type: 'kill.changed' })
}

/** Lets entries through again. False when no such switch was in force. */
export async function liftKill(tx: Transaction, target: KillTarget): Promise<boolean> {
  const targets = (await scopeIdsOf(tx, target)).map((scopeId) => ({ scope: target.scope, scopeId }))
  const lifted = await tx.killSwitch.updateMany({ where: { liftedAt: null, OR: targets }, data: { liftedAt: new Date() } })
  if (lifted.count > 0) await publish(tx, { type: 'kill.changed' })
  return lifted.count > 0
}

async function scopeIdsOf(tx: Transaction, { scope, scopeId }: KillTarget): Promise<readonly (string | null)[]> {
  return scope === 'STRATEGY' ? stoppedTogether(tx, scopeId) : [scopeId]
}
