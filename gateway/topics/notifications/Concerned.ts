import type { Database } from '../../../prisma/client.ts'
import type { SakhaEvent } from '../../../schema/events/SakhaEvent.ts'

/** Users who may have something new in their notifications. */
export type Concerned = 'everyone' | readonly string[]

/** Whom an event may give a notification to. */
export async function concernedBy(db: Database, event: SakhaEvent): Promise<Concerned> {
  switch (event.type) {
    case 'trade.opened':
    case 'trade.closed':
    case 'signal.denied':
    case 'day.lost':
    case 'account.changed':
      return [event.userId]
    case 'backtest.ended': {
      const run = await db.backtestRun.findUnique({ where: { id: event.runId }, select: { userId: true } })
      return run ? [run.userId] : []
    }
    case 'kill.changed':
    case 'engine.incident':
    case 'strategy.archived':
    case 'strategy.versioned':
      return 'everyone'
    case 'trade.changed':
    case 'candle.closed':
    case 'prices.moved':
    case 'market.changed':
    case 'market.rulesChanged':
    case 'exits.requested':
    case 'backtest.queued':
    case 'backtest.cancelled':
    case 'backtest.progressed':
    case 'subscription.changed':
    case 'strategy.changed':
    case 'session.ended':
      return []
  }
}
