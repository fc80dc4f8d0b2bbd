import { z } from 'zod'
import { err, ok, type Result } from '../errors.ts'
import { parseTimeOfDay, weekday, type IsoDate } from '../time.ts'
import { INDEX_SYMBOLS } from './indices.ts'
import { CHARGE_KINDS, CUTOFF_DAYS, SEGMENTS, WEEKDAYS, type ChargeRate, type LotRule, type MarketTables } from './MarketTables.ts'
import { ROW_KEYS } from './rowKeys.ts'

/** Something in market tables that cannot be used. */
export interface TableMistake {
  /** Table, row counted from 0, column: `lotRules[2].lot`. */
  readonly path: string
  /** The whole row as JSON, so that it is found in whatever order rows are kept; null when it is no single row's mistake. */
  readonly row: string | null
  /** What was expected, and what is there. */
  readonly reason: string
}

/** One line for people. */
export function describeMistake({ path, row, reason }: TableMistake): string {
  return row === null ? `${path}: ${reason}` : `${path}: ${reason}, in the row ${row}`
}

/**
 * Reads market tables from plain data as it comes from a file, a form or the database. All mistakes are listed; what the rows of a
 * table say together (nothing twice, nothing missing) is judged once each of its rows is in shape.
 */
export function parseMarketTables(input: unknown): Result<MarketTables, readonly TableMistake[]> {
  const parsed = marketTables.safeParse(input)
  if (parsed.success) return ok(parsed.data)
  return err(parsed.error.issues.map(({ path, message }) => ({ path: pathText(path), row: rowAt(input, path), reason: message })))
}

const expected = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `expected ${what}, found ${input === undefined ? 'nothing' : JSON.stringify(input)}`,
})

const date = z.iso.date(expected('a date, YYYY-MM-DD'))
const timeOfDay = z
  .string(expected('a time of day, HH:MM'))
  .refine((text) => parseTimeOfDay(text) !== null, expected('a time of day, HH:MM'))
const note = z
  .string(expected('a text'))
  .trim()
  .min(1, expected('a text of at least 1 character'))
  .max(100, expected('a text of at most 100 characters'))
const units = z
  .int(expected('a whole number of units'))
  .min(1, expected('at least 1 unit'))
  .max(1_000_000, expected('at most 1000000 units'))
const index = z.enum(INDEX_SYMBOLS, expected(`one of ${INDEX_SYMBOLS.join(', ')}`))
const weekdayName = z.enum(WEEKDAYS, expected(`one of ${WEEKDAYS.join(', ')}`))
const year = z.int(expected('a year')).min(2000, expected('a year from 2000')).max(2100, expected('a year to 2100'))

/** A row with these columns and no others. */
function row<Shape extends z.ZodRawShape>(columns: Shape) {
  const names = Object.keys(columns).join(', ')
  return z.strictObject(columns, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown column ${issue.keys.join(', ')}: there are ${names}`
        : `expected a row with the columns ${names}, found ${JSON.stringify(issue.input)}`,
  })
}

/** Rows whose keys are all different. */
function table<Row extends z.ZodType>(rowSchema: Row, keyOf: (row: z.output<Row>) => string) {
  return z.array(rowSchema, expected('a list of rows')).superRefine((rows, context) => {
    const seen = new Set<string>()
    for (const [i, entry] of rows.entries()) {
      const key = keyOf(entry)
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [i], message: `${key} is there twice` })
      seen.add(key)
    }
  })
}

/** Refuses a table in which one of the values of a column has no row. */
function oneOfEach<Column extends string, Value extends string>(column: Column, values: readonly Value[]) {
  return (rows: readonly Readonly<Record<Column, Value>>[], context: z.RefinementCtx): void => {
    for (const value of values)
      if (!rows.some((entry) => entry[column] === value)) context.addIssue({ code: 'custom', message: `there is no row of ${value}` })
  }
}

const everyIndex = oneOfEach('index', INDEX_SYMBOLS)

const opensFirst = z.superRefine<{ open: string; close: string }>(({ open, close }, context) => {
  if (close <= open)
    context.addIssue({ code: 'custom', path: ['close'], message: `expected a time after the open ${open}, found ${close}` })
})

const optionalTime = timeOfDay.nullish().transform((time) => time ?? null)

const pauseLiesWithin = z.superRefine<{ open: string; close: string; pauseFrom: string | null; pauseTo: string | null }>(
  ({ open, close, pauseFrom, pauseTo }, context) => {
    if (pauseFrom === null && pauseTo === null) return
    if (pauseFrom !== null && pauseTo !== null && open < pauseFrom && pauseFrom < pauseTo && pauseTo < close) return
    const found = `${pauseFrom ?? 'nothing'} to ${pauseTo ?? 'nothing'}`
    context.addIssue({ code: 'custom', path: ['pauseFrom'], message: `expected a break within ${open} to ${close}, found ${found}` })
  },
)

const specialSession = row({ date, open: timeOfDay, close: timeOfDay, pauseFrom: optionalTime, pauseTo: optionalTime, note })

const minutesBeforeClose = z
  .int(expected('a whole number of minutes'))
  .min(1, expected('at least 1 minute'))
  .max(300, expected('at most 300 minutes'))

const tradingCutoff = row({
  day: z.enum(CUTOFF_DAYS, expected(`one of ${CUTOFF_DAYS.join(', ')}`)),
  from: date,
  entryMinutes: minutesBeforeClose,
  squareOffMinutes: minutesBeforeClose,
}).superRefine(({ entryMinutes, squareOffMinutes }, context) => {
  if (squareOffMinutes <= entryMinutes) return
  const message = `expected at most the ${entryMinutes} minutes in which nothing is entered, found ${squareOffMinutes}`
  context.addIssue({ code: 'custom', path: ['squareOffMinutes'], message })
})

const segment = z.enum(SEGMENTS, expected(`one of ${SEGMENTS.join(', ')}`))

const holiday = row({ date, note }).superRefine((entry, context) => {
  if (isWeekend(entry.date))
    context.addIssue({ code: 'custom', path: ['date'], message: `expected a weekday: ${entry.date} is on a weekend, closed in any case` })
})

const chargeRate = row({
  kind: z.enum(CHARGE_KINDS, expected(`one of ${CHARGE_KINDS.join(', ')}`)),
  exchange: z.enum(['NFO', 'BFO', 'BOTH'], expected('NFO, BFO or BOTH')),
  from: date,
  value: z.number(expected('a number')).min(0, expected('zero or more')),
}).superRefine(({ kind, value }, context) => {
  if (kind === 'BROKERAGE' ? Number.isSafeInteger(value) : value <= 100) return
  const wanted = kind === 'BROKERAGE' ? 'whole paise' : 'at most 100 per cent'
  context.addIssue({ code: 'custom', path: ['value'], message: `expected ${wanted}, found ${value}` })
})

const wholePaise = z.int(expected('whole paise')).min(1, expected('at least 1 paisa')).max(10_000_000, expected('at most 10000000 paise'))
const priceProtection = row({
  exchange: z.enum(['NFO', 'BFO'], expected('NFO or BFO')),
  from: date,
  nearPaise: wholePaise,
  amountPaise: wholePaise,
  percent: z.number(expected('a number')).gt(0, expected('more than zero')).max(100, expected('at most 100 per cent')),
})

const lotRule = row({ index, from: date, lot: units, keptOldLot: z.array(date, expected('a list of dates')) })

const marketTables: z.ZodType<MarketTables> = z.strictObject(
  {
    coveredYears: table(year, ROW_KEYS.coveredYears),
    holidays: table(holiday, ROW_KEYS.holidays),
    specialSessions: table(specialSession.check(opensFirst, pauseLiesWithin), ROW_KEYS.specialSessions),
    sessionHours: table(
      row({ segment, from: date, open: timeOfDay, close: timeOfDay }).check(opensFirst),
      ROW_KEYS.sessionHours,
    ).superRefine(oneOfEach('segment', SEGMENTS)),
    closingAuctions: table(row({ from: date, open: timeOfDay, close: timeOfDay }).check(opensFirst), ROW_KEYS.closingAuctions),
    tradingCutoffs: table(tradingCutoff, ROW_KEYS.tradingCutoffs).superRefine(oneOfEach('day', CUTOFF_DAYS)),
    expiryRules: table(row({ index, from: date, weekly: weekdayName.nullable(), monthly: weekdayName }), ROW_KEYS.expiryRules).superRefine(
      everyIndex,
    ),
    lotRules: table(lotRule, ROW_KEYS.lotRules).superRefine(everyIndex).superRefine(oldLotsExist),
    freezeRules: table(row({ index, from: date, units }), ROW_KEYS.freezeRules).superRefine(everyIndex),
    priceProtections: table(priceProtection, ROW_KEYS.priceProtections),
    chargeRates: table(chargeRate, ROW_KEYS.chargeRates).superRefine(everyCharge),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `unknown table ${issue.keys.join(', ')}` : 'expected an object with the market tables',
  },
)

/** A contract keeps the lot of the rule before its own: there must be one, and the contract must be under its own. */
function oldLotsExist(rules: readonly LotRule[], context: z.RefinementCtx): void {
  for (const [i, { index: symbol, from, keptOldLot }] of rules.entries()) {
    const others = rules.filter((rule) => rule.index === symbol).map((rule) => rule.from)
    const before = others.some((other) => other < from)
    const next = others.filter((other) => other > from).sort()[0]
    for (const [at, expiry] of keptOldLot.entries())
      if (!before || expiry < from || (next !== undefined && expiry >= next))
        context.addIssue({
          code: 'custom',
          path: [i, 'keptOldLot', at],
          message: before
            ? `expected an expiry from ${from}${next === undefined ? '' : ` and before ${next}`}, found ${expiry}`
            : `expected none, as ${symbol} has no lot before ${from}, found ${expiry}`,
        })
  }
}

/** Either rows of BOTH, or rows of each exchange: so every order finds exactly one rate. Rows that overlap are named, one by one. */
function everyCharge(rates: readonly ChargeRate[], context: z.RefinementCtx): void {
  for (const kind of CHARGE_KINDS) {
    const rows = [...rates.entries()].filter(([, rate]) => rate.kind === kind)
    const exchanges = [...new Set(rows.map(([, { exchange }]) => exchange))].sort().join(' and ')
    if (exchanges === 'BOTH' || exchanges === 'BFO and NFO') continue
    const message = `${kind}: expected rows of BOTH, or rows of NFO and of BFO, found ${exchanges || 'none'}`
    const isOverlap = rows.some(([, { exchange }]) => exchange === 'BOTH')
    if (!isOverlap) context.addIssue({ code: 'custom', message })
    else for (const [i, { exchange }] of rows) if (exchange !== 'BOTH') context.addIssue({ code: 'custom', path: [i], message })
  }
}

function isWeekend(day: IsoDate): boolean {
  return weekday(day) === 0 || weekday(day) === 6
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key, depth) => (typeof key === 'number' ? `[${key}]` : `${depth === 0 ? '' : '.'}${String(key)}`)).join('') || 'file'
}

function rowAt(input: unknown, [name, position]: readonly PropertyKey[]): string | null {
  if (typeof input !== 'object' || input === null || typeof name !== 'string' || typeof position !== 'number') return null
  const rows: unknown = Reflect.get(input, name)
  return Array.isArray(rows) ? JSON.stringify(rows[position]) : null
}
