import type { Database } from '../../../prisma/client.ts'
import { seedMarketTables } from '../../../prisma/marketTables.ts'
import { SHIPPED_MARKET_TABLES } from '../../../schema/market/shippedTables.ts'
import { MINUTE } from '../../../schema/time.ts'
import { graphql, signIn } from '../measuring/asUser.ts'
import type { BenchRow } from '../measuring/BenchRow.ts'
import { subscribeUsers, withBenchDatabase } from '../measuring/benchDatabase.ts'
import { load } from '../measuring/load.ts'
import { percentile } from '../measuring/percentile.ts'
import { seedHistory } from '../measuring/seedResults.ts'
import { withGateway } from '../measuring/withGateway.ts'

/** Fifty of them trade on each day, twenty times. */
const USERS = 50_000
const TRADES = 1_000_000
const ROUNDS = 5
/** Half of what an operation has. */
const MOST_MS = 5_000

/** How long an analyst waits for figures over all users: every trade is read, whatever is grouped by. */
export async function figuresOfAll(): Promise<BenchRow[]> {
  return withBenchDatabase(async (db, url) => {
    await seedMarketTables(db, SHIPPED_MARKET_TABLES)
    const strategyId = await subscribeUsers(db, USERS)
    await seedHistory(db, strategyId, TRADES)
    await bookLongAgo(db)
    const { id: userId } = await db.user.findFirstOrThrow()
    await db.user.update({ where: { id: userId }, data: { role: 'analyst' } })
    return withGateway(url, async (gateway) => {
      const port = Number(new URL(gateway.url).port)
      const token = await signIn(db, userId, gateway.home)
      const timesOf = async (filter: string) => {
        const query = `{ performanceOfAll(mode: PAPER, by: [STRATEGY, HOUR] ${filter}) { trades net } }`
        const { latencies, body } = await load({ port, request: (n) => graphql(query, token, n), connections: 1, requests: ROUNDS })
        if (!body.includes('"trades":')) throw new Error(`answered with ${body.slice(0, 500)}`)
        return latencies
      }
      const [all, month] = [await timesOf(''), await timesOf('filter: { from: "2025-06-01", to: "2025-06-30" }')]
      const median = percentile(all, 0.5)
      return [
        {
          what: `figures over all users: ${TRADES.toLocaleString('en')} trades of ${USERS.toLocaleString('en')} users by strategy and hour`,
          ours: `p50 ${Math.round(median)} ms, at most ${Math.round(Math.max(...all))} ms`,
          peer: `of one of 33 months ${Math.round(percentile(month, 0.5))} ms`,
          ratio: '',
          wanted: `p50 ≤ ${MOST_MS / 1_000} s`,
          reached: median <= MOST_MS,
        },
      ]
    })
  })
}

/** Figures over all users leave out what was booked today, and these trades were booked by their insertion. */
async function bookLongAgo(db: Database): Promise<void> {
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      await tx.$executeRaw`SET LOCAL statement_timeout = 0`
      await tx.$executeRaw`UPDATE "Trade" SET "closedAt" = "exitTime"`
    },
    { timeout: 10 * MINUTE },
  )
  await db.$executeRaw`ANALYZE "Trade"`
}
