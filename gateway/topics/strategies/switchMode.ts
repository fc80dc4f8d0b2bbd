import type { Transaction } from '../../../prisma/client.ts'
import { LIVE_WORD } from '../../../schema/trading/liveGates.ts'
import type { Device } from '../../kit/Device.ts'
import type { Principal } from '../../kit/Principal.ts'
import { requireRecentPassword } from '../../security/requireRecentPassword.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { LiveGatekeeper } from '../liveTrading/LiveGatekeeper.ts'

/** Who switches which subscription, from where. */
export interface ModeSwitch {
  readonly caller: Principal
  readonly device: Device
  readonly id: string
}

/**
 * Switches a subscription of the caller's to live, or confirms one that is live again, with its version, lots, instruments and
 * window as they are within the transaction: do it last. `typed`: the user's confirmation, which is stored when it is LIVE_WORD; its first
 * order asks for his word once more. Throws FORBIDDEN with every gate that is unmet, then REAUTHENTICATION_REQUIRED.
 * Raw SQL: columns are set from the version's.
 */
export async function switchToLive(
  tx: Transaction,
  gatekeeper: LiveGatekeeper,
  { caller, device, id }: ModeSwitch,
  typed: string | null,
): Promise<void> {
  const confirmed = typed === LIVE_WORD
  const [live] = await tx.$queryRaw<Readonly<Record<string, string | number>>[]>`
    UPDATE "Subscription" own SET mode = 'LIVE',
      "confirmedAt" = CASE WHEN ${confirmed} THEN now() END,
      "confirmedVersion" = CASE WHEN ${confirmed} THEN own.version END,
      "confirmedLots" = CASE WHEN ${confirmed} THEN coalesce(own.lots, terms.lots) END, "firstOrderPending" = true
    FROM "StrategyVersion" terms JOIN "Strategy" strategy ON strategy.id = terms."strategyId"
    WHERE terms."strategyId" = own."strategyId" AND terms.version = own.version AND own.id = ${id}::uuid AND own."userId" = ${caller.userId}::uuid
    RETURNING own.version, coalesce(own.lots, terms.lots) AS lots, array_to_string(own."confirmedInstruments", ', ') AS instruments,
      own."confirmedStart" || '–' || own."confirmedEnd" AS window, strategy.name AS strategy`
  await gatekeeper.require(tx, id)
  requireRecentPassword(caller)
  await record(tx, 'LIVE_TRADING_ON', { caller, device }, { ...live })
}

/** Switches a live subscription of the caller's back to paper; its confirmation is gone. */
export async function switchToPaper(tx: Transaction, { caller, device, id }: ModeSwitch): Promise<void> {
  const { strategy } = await tx.subscription.update({
    where: { id, userId: caller.userId },
    data: { mode: 'PAPER', confirmedAt: null, confirmedVersion: null, confirmedLots: null, firstOrderPending: false },
    select: { strategy: { select: { name: true } } },
  })
  await record(tx, 'LIVE_TRADING_OFF', { caller, device }, { strategy: strategy.name })
}

/** Writes down that paused live subscriptions of the caller's open trades again: do it last in the transaction. */
export async function recordResumed(tx: Transaction, ids: readonly string[], by: Omit<ModeSwitch, 'id'>): Promise<void> {
  const resumed = await tx.subscription.findMany({
    where: { id: { in: [...ids] }, userId: by.caller.userId },
    select: { strategy: { select: { name: true } } },
  })
  for (const { strategy } of resumed) await record(tx, 'LIVE_TRADING_RESUMED', by, { strategy: strategy.name })
}

function record(
  tx: Transaction,
  action: 'LIVE_TRADING_ON' | 'LIVE_TRADING_RESUMED' | 'LIVE_TRADING_OFF',
  { caller: { userId, sessionId }, device }: Omit<ModeSwitch, 'id'>,
  details: Readonly<Record<string, string | number>>,
): Promise<void> {
  return recordAudit(tx, { accountId: userId, action, device, sessionId, details })
}
