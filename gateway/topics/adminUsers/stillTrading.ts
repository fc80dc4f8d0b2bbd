import type { Transaction } from '../../../prisma/client.ts'
import { RUNNING } from '../../../prisma/runningTrades.ts'

/**
 * Why an account cannot be made an analyst's yet, with numbers: its owner could neither pause nor adjust what goes on trading. Null: nothing
 * does. Takes the account to be locked.
 */
export async function stillTrading(tx: Transaction, userId: string): Promise<string | null> {
  // One after the other: a transaction has one connection.
  const running = await tx.trade.count({ where: { userId, ...RUNNING } })
  const orders = await tx.order.count({ where: { userId, isOpen: true } })
  const active = await tx.subscription.count({ where: { userId, endedAt: null, isActive: true } })
  const agents = await tx.agentSettings.count({ where: { userId, enabled: true } })
  if (running + orders + active + agents === 0) return null
  const found = [
    `${running} open ${running === 1 ? 'trade' : 'trades'}`,
    `${orders} open ${orders === 1 ? 'order' : 'orders'}`,
    `${active} active ${active === 1 ? 'strategy' : 'strategies'}`,
    `the agent ${agents === 0 ? 'off' : 'on'}`,
  ].join(', ')
  return `This account still trades: ${found}. An analyst account is read-only. Have its owner close the trades, pause the strategies and switch the agent off first.`
}
