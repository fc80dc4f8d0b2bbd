import { err, ok, type Result } from '../schema/errors.ts'
import { MarketRules } from '../schema/market/MarketRules.ts'
import type { MarketTables } from '../schema/market/MarketTables.ts'
import { describeMistake, parseMarketTables, type TableMistake } from '../schema/market/parseMarketTables.ts'
import { tableChanges } from '../schema/market/tableChanges.ts'
import { MINUTE, type IsoDate } from '../schema/time.ts'
import { publish } from './bus/publish.ts'
import type { Database, Transaction } from './client.ts'
import { isoDateOf } from './isoDateOf.ts'
import { lockMarketChanges, noteMarketChange } from './marketChanges.ts'

/** The market tables in the database have been edited into something that cannot be used; the message names every row and column. */
export class DamagedMarketTables extends Error {
  readonly mistakes: readonly TableMistake[]
  constructor(mistakes: readonly TableMistake[]) {
    super(`The market tables in the database cannot be used. ${mistakes.map(describeMistake).join('. ')}.`)
    this.name = 'DamagedMarketTables'
    this.mistakes = mistakes
  }
}

/** The rules in force. Rejects with DamagedMarketTables, or when the database does not answer. */
export async function loadMarketRules(db: Database): Promise<MarketRules> {
  // One moment's view of all tables: a change under way is seen whole or not at all.
  return new MarketRules(await db.$transaction(readMarketTables, { isolationLevel: 'RepeatableRead', timeout: MINUTE }))
}

/** All tables, oldest rows first. Rejects with DamagedMarketTables. */
export async function readMarketTables(tx: Transaction): Promise<MarketTables> {
  const parsed = parseMarketTables(await readRows(tx))
  if (!parsed.ok) throw new DamagedMarketTables(parsed.error)
  return parsed.value
}

/** A change of the tables that may be made. */
export interface JudgedTables {
  /** As they are stored now, whether or not they can be used. */
  readonly stored: Readonly<Record<string, unknown>>
  /** The same; null when they cannot be used. */
  readonly before: MarketTables | null
  readonly after: MarketTables
  /** In words, a line for each row; empty: it changes nothing. */
  readonly changes: readonly string[]
}

/** Holds tables against all rules: their own (parseMarketTables), and that no day on which somebody traded becomes a day without a session. */
export async function judgeMarketTables(tx: Transaction, input: unknown): Promise<Result<JudgedTables, readonly TableMistake[]>> {
  const parsed = parseMarketTables(input)
  if (!parsed.ok) return parsed
  const stored = await readRows(tx)
  const current = parseMarketTables(stored)
  const after = parsed.value
  if (!current.ok) return ok({ stored, before: null, after, changes: ['All tables: those before could not be used'] })
  const before = current.value
  const mistakes = await closedTradedDays(tx, before, after)
  return mistakes.length > 0 ? err(mistakes) : ok({ stored, before, after, changes: tableChanges(before, after) })
}

/**
 * Replaces all tables, publishes that and notes it under whom it is `by`: an account's id, or `command line`. Tables that break a rule are
 * refused as a whole; those that change nothing are neither published nor noted. Call it under `lockMarketChanges`.
 */
export async function replaceMarketTables(
  tx: Transaction,
  by: string,
  input: unknown,
): Promise<Result<MarketTables, readonly TableMistake[]>> {
  const judged = await judgeMarketTables(tx, input)
  if (!judged.ok) return judged
  const { stored, after, changes } = judged.value
  if (changes.length === 0) return ok(after)
  await writeRows(tx, after)
  await noteMarketChange(tx, by, changes, { tables: stored })
  await publish(tx, { type: 'market.rulesChanged' })
  return ok(after)
}

/**
 * The same with the result of `change`, in a transaction of its own. `change` reads the current tables by its argument, when it needs them;
 * concurrent changes are serialised.
 */
export async function changeMarketTables(
  db: Database,
  by: string,
  change: (current: () => Promise<MarketTables>) => unknown,
): Promise<Result<MarketTables, readonly TableMistake[]>> {
  const work = async (tx: Transaction) => {
    await lockMarketChanges(tx)
    return replaceMarketTables(tx, by, await change(() => readMarketTables(tx)))
  }
  return db.$transaction(work, { timeout: MINUTE })
}

/** Fills the tables when they are all empty. What is there stays: an admin's changes outlive restarts and upgrades. */
export async function seedMarketTables(db: Database, tables: MarketTables): Promise<void> {
  const fill = async (tx: Transaction) => {
    await lockMarketChanges(tx)
    const rows = await readRows(tx)
    if (Object.values(rows).every((table) => table.length === 0)) await writeRows(tx, tables)
  }
  // Some thousand rows, at a first start: on a machine that does much else they take longer than the five seconds that are usual.
  await db.$transaction(fill, { timeout: MINUTE })
}

/**
 * Days with trades that had a session and would have none; a row of the holidays where one is to blame.
 * Raw SQL: trades are counted by day in India.
 */
async function closedTradedDays(tx: Transaction, before: MarketTables, after: MarketTables): Promise<readonly TableMistake[]> {
  const [rules, next] = [new MarketRules(before), new MarketRules(after)]
  const touched = [...after.holidays, ...before.specialSessions].map(({ date }) => date)
  const closed = [...new Set(touched)].filter((date) => rules.sessionOf(date) !== null && next.sessionOf(date) === null)
  if (closed.length === 0) return []
  const traded = await tx.$queryRaw<readonly { date: IsoDate; trades: number }[]>`
    SELECT day::text AS date, count(*)::int AS trades FROM "Trade"
      JOIN unnest(${closed}::date[]) AS day ON day IN (("entryTime" AT TIME ZONE 'Asia/Kolkata')::date, ("exitTime" AT TIME ZONE 'Asia/Kolkata')::date)
    GROUP BY day ORDER BY day`
  return traded.map(({ date, trades }) => {
    const at = after.holidays.findIndex((holiday) => holiday.date === date)
    return {
      path: at < 0 ? 'specialSessions' : `holidays[${at}].date`,
      row: at < 0 ? null : JSON.stringify(after.holidays[at]),
      reason: `expected a day on which nobody traded: on ${date} ${trades} ${trades === 1 ? 'trade was' : 'trades were'} opened or closed`,
    }
  })
}

async function readRows(tx: Transaction) {
  const byDate = { orderBy: { date: 'asc' } } as const
  const byIndex = { orderBy: [{ index: 'asc' as const }, { from: 'asc' as const }] }
  return {
    coveredYears: (await tx.coveredYear.findMany({ orderBy: { year: 'asc' } })).map(({ year }) => year),
    holidays: (await tx.holiday.findMany(byDate)).map((row) => ({ ...row, date: isoDateOf(row.date) })),
    specialSessions: (await tx.specialSession.findMany(byDate)).map((row) => ({ ...row, date: isoDateOf(row.date) })),
    sessionHours: (await tx.sessionHours.findMany({ orderBy: [{ segment: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
    closingAuctions: (await tx.closingAuction.findMany({ orderBy: { from: 'asc' } })).map(withIsoFrom),
    tradingCutoffs: (await tx.tradingCutoff.findMany({ orderBy: [{ day: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
    expiryRules: (await tx.expiryRule.findMany(byIndex)).map(withIsoFrom),
    lotRules: (await tx.lotRule.findMany(byIndex)).map((row) => ({ ...withIsoFrom(row), keptOldLot: row.keptOldLot.map(isoDateOf) })),
    freezeRules: (await tx.freezeRule.findMany(byIndex)).map(withIsoFrom),
    priceProtections: (await tx.priceProtection.findMany({ orderBy: [{ exchange: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
    chargeRates: (await tx.chargeRate.findMany({ orderBy: [{ kind: 'asc' }, { exchange: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
  }
}

async function writeRows(tx: Transaction, tables: MarketTables): Promise<void> {
  await tx.coveredYear.deleteMany()
  await tx.holiday.deleteMany()
  await tx.specialSession.deleteMany()
  await tx.sessionHours.deleteMany()
  await tx.closingAuction.deleteMany()
  await tx.tradingCutoff.deleteMany()
  await tx.expiryRule.deleteMany()
  await tx.lotRule.deleteMany()
  await tx.freezeRule.deleteMany()
  await tx.priceProtection.deleteMany()
  await tx.chargeRate.deleteMany()
  await tx.coveredYear.createMany({ data: tables.coveredYears.map((year) => ({ year })) })
  await tx.holiday.createMany({ data: tables.holidays.map((row) => ({ ...row, date: toDate(row.date) })) })
  await tx.specialSession.createMany({ data: tables.specialSessions.map((row) => ({ ...row, date: toDate(row.date) })) })
  await tx.sessionHours.createMany({ data: tables.sessionHours.map(withDateFrom) })
  await tx.closingAuction.createMany({ data: tables.closingAuctions.map(withDateFrom) })
  await tx.tradingCutoff.createMany({ data: tables.tradingCutoffs.map(withDateFrom) })
  await tx.expiryRule.createMany({ data: tables.expiryRules.map(withDateFrom) })
  await tx.lotRule.createMany({ data: tables.lotRules.map((row) => ({ ...withDateFrom(row), keptOldLot: row.keptOldLot.map(toDate) })) })
  await tx.freezeRule.createMany({ data: tables.freezeRules.map(withDateFrom) })
  await tx.priceProtection.createMany({ data: tables.priceProtections.map(withDateFrom) })
  await tx.chargeRate.createMany({ data: tables.chargeRates.map(withDateFrom) })
}

function toDate(date: IsoDate): Date {
  return new Date(`${date}T00:00:00Z`)
}

function withIsoFrom<Row extends { readonly from: Date }>(row: Row) {
  return { ...row, from: isoDateOf(row.from) }
}

function withDateFrom<Row extends { readonly from: IsoDate }>(row: Row) {
  return { ...row, from: toDate(row.from) }
}
