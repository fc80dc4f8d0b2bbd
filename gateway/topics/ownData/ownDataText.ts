import type { Database } from '../../../prisma/client.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { toUser } from '../auth/toUser.ts'

/** Rows of a list in memory at once. */
const PAGE = 200
/** A backtest's report is as long as many rows. */
const BACKTEST_PAGE = 2

/** A page of one list of a user's rows, by id: those after the given id. */
type ReadPage = (db: Database, mine: { readonly userId: string; readonly id?: { readonly gt: string } }) => Promise<readonly Row[]>
interface Row {
  readonly id: string
}

const inOrder = { orderBy: { id: 'asc' }, take: PAGE } as const
const byId = { orderBy: { id: 'asc' } } as const
const legs = { ...byId, include: { levelChanges: byId } } as const
const LISTS: readonly (readonly [name: string, size: number, read: ReadPage])[] = [
  ['sessions', PAGE, (db, where) => db.session.findMany({ where, ...inOrder })],
  [
    'subscriptions',
    PAGE,
    (db, where) => db.subscription.findMany({ where, ...inOrder, include: { strategy: { select: { name: true } } } }),
  ],
  ['orders', PAGE, (db, where) => db.order.findMany({ where, ...inOrder, include: { fills: true } })],
  ['orderCalls', PAGE, (db, where) => db.orderCall.findMany({ where, ...inOrder, omit: { userId: true } })],
  ['trades', PAGE, (db, where) => db.trade.findMany({ where, ...inOrder, include: { legs } })],
  ['denials', PAGE, (db, where) => db.denial.findMany({ where, ...inOrder })],
  ['firstOrders', PAGE, (db, where) => db.firstOrder.findMany({ where, ...inOrder, omit: { userId: true } })],
  ['brokerCommands', PAGE, (db, where) => db.brokerCommand.findMany({ where, ...inOrder, omit: { sealedInput: true } })],
  ['backtests', BACKTEST_PAGE, (db, where) => db.backtestRun.findMany({ where, ...inOrder, take: BACKTEST_PAGE })],
]

const acceptances = { orderBy: { version: 'asc' }, omit: { userId: true } } as const

/** Of what is kept there: that it is, and since when. */
const accountAtBroker = { omit: { userId: true }, include: { secrets: { select: { field: true, updatedAt: true } } } } as const

const ofAgent = { omit: { userId: true } } as const

/**
 * All data kept about a user as the text of one JSON object, in pieces: amounts in paise, times in UTC; no secret, nor the hash of one.
 * Only a page of rows is in memory at once, and nothing is read before it is consumed.
 */
export async function* ownDataText(db: Database, audit: AuditReader, userId: string): AsyncGenerator<string> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    include: {
      brokerAccount: accountAtBroker,
      riskAcceptances: acceptances,
      agentSettings: ofAgent,
      agentTrades: ofAgent,
      agentProposals: ofAgent,
      agentConfirmations: ofAgent,
      agentWatches: { ...ofAgent, orderBy: { since: 'asc' } },
      agentRequests: { ...ofAgent, orderBy: { createdAt: 'asc' } },
    },
  })
  const { paperFundsPaise, paperRealisedPaise, maxDailyLossPaise, squareOffAtDailyLoss, maxOpenTrades, removedStop, limitsChosenAt } = user
  const limits = { maxDailyLossPaise, squareOffAtDailyLoss, maxOpenTrades, removedStop, limitsChosenAt }
  yield `{"account":${text({ ...toUser(user), paperFundsPaise, paperRealisedPaise, ...limits })}`
  for (const [name, size, read] of LISTS) {
    yield* listText(name, size, (last: Row | null) => read(db, last === null ? { userId } : { userId, id: { gt: last.id } }))
  }
  const liveRegistrations = await db.liveRegistration.findMany({ where: { userId }, orderBy: { since: 'asc' }, omit: { userId: true } })
  yield `,"liveRegistrations":${text(liveRegistrations)}`
  yield `,"brokerAccount":${text(user.brokerAccount)},"riskAcceptances":${text(user.riskAcceptances)}`
  const { agentSettings: settings, agentWatches: watched, agentTrades: trades, agentProposals: proposals } = user
  yield `,"agent":${text({ settings, watched, asked: user.agentRequests, trades, proposals, confirmations: user.agentConfirmations })}`
  yield* listText('auditLog', PAGE, (last: { readonly sequence: number } | null) =>
    audit.read({
      where: { accountId: userId, sequence: { gt: last?.sequence ?? 0 } },
      orderBy: { sequence: 'asc' },
      take: PAGE,
    }),
  )
  const notificationSettings = await db.notificationSettings.findUnique({
    where: { userId },
    omit: { sealedTelegramToken: true, sealedWebhookSecret: true },
  })
  yield `,"notificationSettings":${text(notificationSettings)}}`
}

async function* listText<R>(name: string, size: number, readAfter: (last: R | null) => Promise<readonly R[]>): AsyncGenerator<string> {
  yield `,"${name}":[`
  let last: R | null = null
  for (;;) {
    const rows: readonly R[] = await readAfter(last)
    if (rows.length > 0) yield `${last === null ? '' : ','}${rows.map(text).join()}`
    last = rows.at(-1) ?? null
    if (rows.length < size) break
  }
  yield ']'
}

/** Paise are whole numbers far below 2^53. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? Number(member) : member))
}
