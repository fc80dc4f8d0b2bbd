import { err, ok, type Result } from '../schema/errors.ts'
import { MarketRules } from '../schema/market/MarketRules.ts'
import type { MarketTables } from '../schema/market/MarketTables.ts'
import { describeMistake, parseMarketTables, type TableMistake } from '../schema/market/parseMarketTables.ts'
import { MINUTE, type IsoDate } from '../schema/time.ts'
import { publish } from './bus/publish.ts'
import type { Database, Transaction } from './client.ts'

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
  return new MarketRules(await db.$transaction(readMarketTables, { isolationLevel: 'RepeatableRead' }))
}

/** All tables, oldest rows first. Rejects with DamagedMarketTables. */
export async function readMarketTables(tx: Transaction): Promise<MarketTables> {
  const parsed = parseMarketTables(await readRows(tx))
  if (!parsed.ok) throw new DamagedMarketTables(parsed.error)
  return parsed.value
}

/**
 * Replaces all tables by the result of `change`, and publishes that, in one transaction. Invalid tables are refused as a whole. `change`
 * reads the current tables by its argument, when it needs them; concurrent changes are serialised.
 */
export async function changeMarketTables(
  db: Database,
  change: (current: () => Promise<MarketTables>) => unknown,
): Promise<Result<MarketTables, readonly TableMistake[]>> {
  return db.$transaction(async (tx) => {
    await lock(tx)
    const parsed = parseMarketTables(await change(() => readMarketTables(tx)))
    if (!parsed.ok) return err(parsed.error)
    await writeRows(tx, parsed.value)
    await publish(tx, { type: 'market.rulesChanged' })
    return ok(parsed.value)
  })
}

/** Fills the tables when they are all empty. What is there stays: an admin's changes outlive restarts and upgrades. */
export async function seedMarketTables(db: Database, tables: MarketTables): Promise<void> {
  const fill = async (tx: Transaction) => {
    await lock(tx)
    const rows = await readRows(tx)
    if (Object.values(rows).every((table) => table.length === 0)) await writeRows(tx, tables)
  }
  // Some thousand rows, at a first start: on a machine that does much else they take longer than the five seconds that are usual.
  await db.$transaction(fill, { timeout: MINUTE })
}

async function lock(tx: Transaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE "SessionHours" IN EXCLUSIVE MODE`
}

async function readRows(tx: Transaction) {
  const byDate = { orderBy: { date: 'asc' } } as const
  const byIndex = { orderBy: [{ index: 'asc' as const }, { from: 'asc' as const }] }
  return {
    coveredYears: (await tx.coveredYear.findMany({ orderBy: { year: 'asc' } })).map(({ year }) => year),
    holidays: (await tx.holiday.findMany(byDate)).map((row) => ({ ...row, date: toIso(row.date) })),
    specialSessions: (await tx.specialSession.findMany(byDate)).map((row) => ({ ...row, date: toIso(row.date) })),
    sessionHours: (await tx.sessionHours.findMany({ orderBy: [{ segment: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
    closingAuctions: (await tx.closingAuction.findMany({ orderBy: { from: 'asc' } })).map(withIsoFrom),
    tradingCutoffs: (await tx.tradingCutoff.findMany({ orderBy: [{ day: 'asc' }, { from: 'asc' }] })).map(withIsoFrom),
    expiryRules: (await tx.expiryRule.findMany(byIndex)).map(withIsoFrom),
    lotRules: (await tx.lotRule.findMany(byIndex)).map((row) => ({ ...withIsoFrom(row), keptOldLot: row.keptOldLot.map(toIso) })),
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

function toIso(date: Date): IsoDate {
  return date.toISOString().slice(0, 10)
}

function toDate(date: IsoDate): Date {
  return new Date(`${date}T00:00:00Z`)
}

function withIsoFrom<Row extends { readonly from: Date }>(row: Row) {
  return { ...row, from: toIso(row.from) }
}

function withDateFrom<Row extends { readonly from: IsoDate }>(row: Row) {
  return { ...row, from: toDate(row.from) }
}
