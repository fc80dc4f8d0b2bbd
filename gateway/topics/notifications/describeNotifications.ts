import type { Database } from '../../../prisma/client.ts'
import type { IncidentKind } from '../../../prisma/generated/client.ts'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { formatRupees, paise } from '../../../schema/money.ts'
import { denialReason, describeDenial } from '../../../schema/trading/describeDenial.ts'
import { parseDenial } from '../../../schema/trading/parseDenial.ts'
import { shownIndex } from '../../../schema/market/indices.ts'
import { paths, SCREENS } from '../../../schema/paths.ts'
import { ALERT_KINDS, ALERT_TEXTS } from '../../../schema/systemKinds.ts'
import { AUDIT_ACTIONS, isAuditAction } from '../audit/actions.ts'
import type { AuditReader } from '../audit/AuditReader.ts'
import { DENIAL_REMEDIES } from './denialRemedies.ts'
import { describeEach, EVENTS, keys, nameOf, type Describe, type Event, type Row } from './describeEach.ts'
import { describeFills, describeFirstOrders, describeRefusals, tradedContract } from './describeLiveOrders.ts'
import type { Description } from './Description.ts'
import { describeTrade } from './describeTrade.ts'
import type { NotificationRow } from './readNotifications.ts'

/**
 * Puts notifications into words, in their order; reads each table once. Drops those whose fact is gone, and those of a newer release, whose
 * tables this one may work with during an upgrade: they are shown after it.
 */
export async function describeNotifications<Told extends NotificationRow>(
  db: Database,
  audit: AuditReader,
  notifications: readonly Told[],
): Promise<(Told & Description)[]> {
  const rows = notifications.flatMap((row) => factOf(row) ?? [])
  const described = await Promise.all(
    DESCRIBERS.map(async ({ events, describe }) => {
      const theirs = rows.filter(({ event }) => events.some((one) => one === event))
      return theirs.length === 0 ? new Map<string, Description>() : describe(db, theirs, audit)
    }),
  )
  const byNotification = new Map(described.flatMap((some) => [...some]))
  return notifications.flatMap((row) => {
    const description = byNotification.get(nameOf(row))
    return description ? { ...row, ...description } : []
  })
}

/** Null for an event that this release does not know. */
function factOf(row: NotificationRow): Row | null {
  const event = EVENTS.find((one) => row.id.startsWith(`${one}:`))
  return event ? { ...row, event, key: row.id.slice(event.length + 1) } : null
}

const describeTrades: Describe = async (db, rows) => {
  const include = { strategy: { select: { name: true } }, legs: { orderBy: [{ entryTime: 'asc' as const }, { id: 'asc' as const }] } }
  const trades = await db.trade.findMany({ where: { id: { in: keys(rows) } }, include })
  return describeEach(
    rows,
    trades,
    ({ id }) => id,
    (trade, { event }) => describeTrade(trade, event),
  )
}

const describeLostDays: Describe = async (db, rows) => {
  const days = await db.dailyLossStop.findMany({ where: { OR: rows.map(({ userId, at }) => ({ userId, at })) } })
  const nameOfDay = (userId: string, at: Date) => `${userId} ${at.getTime()}`
  const lost = new Map(days.map((day) => [nameOfDay(day.userId, day.at), day]))
  return new Map(
    rows.flatMap((row): (readonly [string, Description])[] => {
      const day = lost.get(nameOfDay(row.userId, row.at))
      if (!day) return []
      const mode = day.mode === 'PAPER' ? 'Paper' : 'Live'
      const loss = formatRupees(paise(Number(day.lossPaise)))
      const text = `Your ${mode.toLowerCase()} loss for the day has reached ${loss}. Your open ${mode.toLowerCase()} trades are being closed, as you chose, and no new ones open for the rest of the market day.`
      return [[nameOf(row), { title: `${mode} trades closed by the daily loss limit`, text, link: SCREENS.history }]]
    }),
  )
}

const describeDenials: Describe = async (db, rows) => {
  const signal = { include: { strategy: { select: { id: true, name: true, agent: true } } } }
  const denials = await db.denial.findMany({ where: { id: { in: keys(rows) } }, include: { signal } })
  return describeEach(
    rows,
    denials,
    ({ id }) => id,
    ({ signal: { strategy, symbol }, ...stored }) => {
      const denial = parseDenial(stored)
      const { of, todo, link } = DENIAL_REMEDIES[denial.reason]
      const isOfStrategy = of === 'STRATEGY'
      return {
        title: 'Signal skipped',
        text: `${strategy.name} on ${shownIndex(symbol)}. ${describeDenial(denial)} ${todo}`,
        // The agent is no subscription: its settings are on its page.
        link: strategy.agent !== null && isOfStrategy ? SCREENS.researchAgent : link(strategy.id),
        group: {
          key: isOfStrategy ? `${denial.reason} ${strategy.id}` : denial.reason,
          many: `signals ${isOfStrategy ? `of ${strategy.name} ` : ''}skipped: ${denialReason(denial)}`,
          todo,
        },
      }
    },
  )
}

const describeProposals: Describe = async (db, rows) => {
  const proposals = await db.agentProposal.findMany({ where: { id: { in: keys(rows) } } })
  return describeEach(
    rows,
    proposals,
    ({ id }) => id,
    ({ contract, lots, premiumPaise, mode, kind, createdAt, expiresAt }) => {
      const { tradingSymbol } = tradedContract.parse(contract)
      const what = `${lots} ${lots === 1 ? 'lot' : 'lots'} of ${spokenOption(tradingSymbol)} at about ${formatRupees(paise(Number(premiumPaise)))}`
      const how = mode === 'LIVE' ? 'live' : kind === 'EXPLORATORY' ? 'on paper, UNPROVEN' : 'on paper'
      const seconds = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1_000)
      return {
        title: 'Your agent asks for your approval',
        text: `It would buy ${what}, ${how}. Approve or decline it on the agent’s page within ${seconds} seconds; without your approval nothing is bought.`,
        link: SCREENS.researchAgent,
      }
    },
  )
}

const describeBacktests: Describe = async (db, rows) => {
  const runs = await db.backtestRun.findMany({
    where: { id: { in: keys(rows) } },
    select: { id: true, status: true, problem: true, strategyId: true, strategy: { select: { name: true } } },
  })
  return describeEach(
    rows,
    runs,
    ({ id }) => id,
    ({ status, problem, strategyId, strategy }) => {
      const what = strategy ? `The backtest of ${strategy.name}` : 'The backtest of a draft'
      const done = status === 'DONE'
      return {
        title: done ? 'Backtest finished' : 'Backtest failed',
        text: done ? `${what} is done. Its results are hypothetical.` : `${what} failed${problem === null ? '.' : `: ${problem}`}`,
        link: strategyId === null ? SCREENS.strategies : paths.strategy(strategyId),
      }
    },
  )
}

const describeSecurity: Describe = async (_db, rows, audit) => {
  const entries = await audit.read({ where: { OR: rows.map(({ userId, key }) => ({ accountId: userId, sequence: Number(key) })) } })
  const found = new Map(entries.map((entry) => [`${entry.accountId} security:${entry.sequence}`, entry]))
  return new Map(
    rows.flatMap((row): (readonly [string, Description])[] => {
      const entry = found.get(nameOf(row))
      if (!entry) return []
      const { action, address } = entry
      const title = action === 'SIGNED_IN' ? 'Sign-in on a new device' : isAuditAction(action) ? AUDIT_ACTIONS[action] : action
      const from = address === null ? '' : `From ${address}. `
      return [[nameOf(row), { title, text: `${from}If this was not you, change your password at once.`, link: paths.profile('activity') }]]
    }),
  )
}

const describeBrokerSessions: Describe = async (db, rows) => {
  const where = { OR: rows.map(({ userId, key }) => ({ accountId: userId, sequence: Number(key) })) }
  const entries = await db.auditEntry.findMany({ where, select: { accountId: true, sequence: true, action: true } })
  const link = paths.profile('broker')
  return new Map(
    entries.map(({ accountId, sequence, action }): [string, Description] => [
      `${accountId} broker:${sequence}`,
      action === 'BROKER_SESSION_ENDED'
        ? { title: 'Broker session ended', text: 'Connect your broker again to trade live.', link }
        : {
            title: 'Broker sign-in rejected',
            text: 'Sakha could not sign in at your broker. Connect it again to trade live.',
            link,
          },
    ]),
  )
}

const describeLive: Describe = async (_db, rows, audit) => {
  const entries = await audit.read({ where: { OR: rows.map(({ userId, key }) => ({ accountId: userId, sequence: Number(key) })) } })
  return new Map(
    entries.map(({ accountId, sequence, action, details: { strategy, index, lots } }): [string, Description] => [
      `${accountId} live:${sequence}`,
      action === 'AGENT_LIVE_CONFIRMED'
        ? {
            title: 'Your agent may trade live',
            text: `You have confirmed ${String(index)} with at most ${String(lots)} ${lots === 1 ? 'lot' : 'lots'}: unless it is set to paper, it sends live orders from now on. If this was not you, halt it and change your password.`,
            link: SCREENS.researchAgent,
          }
        : {
            title: action === 'LIVE_TRADING_ON' ? 'A strategy trades live' : 'A live strategy was resumed',
            text: `${typeof strategy === 'string' ? strategy : 'A strategy'} sends live orders from now on. If this was not you, switch it back to paper and change your password.`,
            link: SCREENS.strategies,
          },
    ]),
  )
}

const describeStops: Describe = async (db, rows) => {
  const stops = await db.killSwitch.findMany({ where: { id: { in: keys(rows) } } })
  const strategies = await db.strategy.findMany({
    where: { id: { in: stops.flatMap(({ scope, scopeId }) => (scope === 'STRATEGY' && scopeId !== null ? scopeId : [])) } },
    select: { id: true, name: true },
  })
  const names = new Map(strategies.map(({ id, name }) => [id, name]))
  return describeEach(
    rows,
    stops,
    ({ id }) => id,
    ({ scope, scopeId, squareOff, reason, by }, { event }) => {
      const whose =
        scope === 'USER' ? 'your trading' : scope === 'GLOBAL' ? 'all trading' : `trading by ${names.get(scopeId ?? '') ?? 'a strategy'}`
      if (event === 'lifted')
        return { title: 'Emergency stop lifted', text: `Entries are allowed again: ${whose}.`, link: SCREENS.dashboard }
      const closing = squareOff ? ' and open trades are being closed' : ''
      return {
        title: 'Emergency stop',
        text: `${scope === 'USER' && by !== scopeId ? `An admin stopped ${whose}` : `Stopped: ${whose}`}. No trade is opened${closing}. Reason: ${reason}.`,
        link: SCREENS.dashboard,
      }
    },
  )
}

const describeStrategies: Describe = async (db, rows) => {
  const strategies = await db.strategy.findMany({
    where: { id: { in: rows.map(({ key }) => key.split(':')[0] ?? '') } },
    select: { id: true, name: true },
  })
  const names = new Map(strategies.map(({ id, name }) => [id, name]))
  return new Map(
    rows.flatMap((row): (readonly [string, Description])[] => {
      const [id = '', version] = row.key.split(':')
      const name = names.get(id)
      if (name === undefined) return []
      const link = paths.strategy(id)
      const text =
        version === undefined
          ? `${name} is no longer available; its trades stay in your history.`
          : `${name} has a new version, ${version}. You stay on your version until you move to the new one.`
      return [[nameOf(row), { title: version === undefined ? 'Strategy archived' : 'New version of a strategy', text, link }]]
    }),
  )
}

const describeIncidents: Describe = async (db, rows) => {
  const incidents = await db.engineIncident.findMany({ where: { id: { in: keys(rows) } } })
  return describeEach(
    rows,
    incidents,
    ({ id }) => id,
    ({ kind }, { event }) => ({
      ...INCIDENTS[kind][event === 'lost' ? 'lost' : 'back'],
      link: ALERT_KINDS.some((alert) => alert === kind) ? SCREENS.adminSystem : SCREENS.dashboard,
    }),
  )
}

type Words = Readonly<Record<'title' | 'text', string>>

const CALENDAR_GOES_ON = { title: 'Resolved: the market calendar', text: 'The next year’s holidays are entered.' }

/** When something is lost, and when it is back. `deploy/alerts.yaml` says the same. */
export const INCIDENTS: Readonly<Record<IncidentKind, Readonly<Record<'lost' | 'back', Words>>>> = {
  BOOKS: {
    lost: {
      title: 'The books do not agree',
      text: 'The nightly check has found orders, fills or trades that contradict each other. The operators have been notified.',
    },
    back: { title: 'The books agree again', text: 'The nightly check found no problems.' },
  },
  ENGINE: {
    lost: { title: 'The engine is not responding', text: 'Until it is back, no trades are opened, and stops and targets are not watched.' },
    back: { title: 'The engine is back', text: 'Stops and targets are watched again.' },
  },
  FEED: {
    lost: {
      title: 'Prices are not arriving',
      text: 'The market is open but the feed is down: no trades are opened, and stops and targets wait for prices.',
    },
    back: { title: 'Prices are arriving again', text: 'The feed is back.' },
  },
  FEED_LATE: {
    lost: { title: 'Alert: prices are late', text: ALERT_TEXTS.FEED_LATE },
    back: { title: 'Resolved: prices are late', text: 'Indices tick again, or the session is over.' },
  },
  FEED_PARTIAL: {
    lost: { title: 'Alert: some prices are missing', text: ALERT_TEXTS.FEED_PARTIAL },
    back: { title: 'Resolved: some prices are missing', text: 'All prices are arriving again, or the session is over.' },
  },
  LEASE_LOST: {
    lost: { title: 'Alert: users without an engine', text: ALERT_TEXTS.LEASE_LOST },
    back: { title: 'Resolved: users without an engine', text: 'Every user has an engine node again.' },
  },
  OUTBOX_LATE: {
    lost: { title: 'Alert: events are late', text: ALERT_TEXTS.OUTBOX_LATE },
    back: { title: 'Resolved: events are late', text: 'Events arrive on time again.' },
  },
  LIVE_ACCOUNT: {
    lost: { title: 'Alert: a live account needs attention', text: ALERT_TEXTS.LIVE_ACCOUNT },
    back: { title: 'Resolved: a live account needs attention', text: 'No live account has an open incident.' },
  },
  BACKUP_LATE: {
    lost: { title: 'Alert: backups have stopped', text: ALERT_TEXTS.BACKUP_LATE },
    back: { title: 'Resolved: backups have stopped', text: 'A backup was made.' },
  },
  CALENDAR_60: { lost: { title: 'Alert: the market calendar ends in two months', text: ALERT_TEXTS.CALENDAR_60 }, back: CALENDAR_GOES_ON },
  CALENDAR_30: { lost: { title: 'Alert: the market calendar ends in a month', text: ALERT_TEXTS.CALENDAR_30 }, back: CALENDAR_GOES_ON },
  CALENDAR_7: { lost: { title: 'Alert: the market calendar ends in a week', text: ALERT_TEXTS.CALENDAR_7 }, back: CALENDAR_GOES_ON },
  JOB_FAILED: {
    lost: { title: 'Alert: a job failed permanently', text: ALERT_TEXTS.JOB_FAILED },
    back: { title: 'Resolved: a job failed permanently', text: 'No failed jobs are left: each was retried or cancelled.' },
  },
}

const DESCRIBERS: readonly { readonly events: readonly Event[]; readonly describe: Describe }[] = [
  { events: ['opened', 'closed', 'failing', 'handed', 'letgo'], describe: describeTrades },
  { events: ['lossday'], describe: describeLostDays },
  { events: ['denied'], describe: describeDenials },
  { events: ['proposal'], describe: describeProposals },
  { events: ['firstorder'], describe: describeFirstOrders },
  { events: ['backtest'], describe: describeBacktests },
  { events: ['security'], describe: describeSecurity },
  { events: ['broker'], describe: describeBrokerSessions },
  { events: ['live'], describe: describeLive },
  { events: ['fill'], describe: describeFills },
  { events: ['refused'], describe: describeRefusals },
  { events: ['stopped', 'lifted'], describe: describeStops },
  { events: ['version', 'archived'], describe: describeStrategies },
  { events: ['lost', 'back'], describe: describeIncidents },
]
