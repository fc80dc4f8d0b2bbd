import type { Database, Transaction } from '../../../prisma/client.ts'
import { isoDateOf } from '../../../prisma/isoDateOf.ts'
import { lockMarketChanges, marketVersion, readBefore } from '../../../prisma/marketChanges.ts'
import { judgeMarketTables, readMarketTables, replaceMarketTables } from '../../../prisma/marketTables.ts'
import { judgeVixDays, storeVixDays, vixDays, type VixDay } from '../../../prisma/vixCloses.ts'
import { UserFacingError } from '../../../schema/errors.ts'
import type { ManagedMarket, MarketChange, MarketMistake, MarketPreview, VixTable } from '../../../schema/graphql/adminMarket.ts'
import { LIMITS } from '../../../schema/limits.ts'
import { marketTimeAt } from '../../../schema/market/MarketClock.ts'
import { MarketRules } from '../../../schema/market/MarketRules.ts'
import { parseVixCsv } from '../../../schema/market/parseVixCsv.ts'
import { istDate, MINUTE } from '../../../schema/time.ts'
import type { Device } from '../../kit/Device.ts'
import { parseInput } from '../../kit/parseInput.ts'
import type { Principal } from '../../kit/Principal.ts'
import { MARKET_VERDICTS } from '../../security/lossVerdicts.ts'
import { requireAdmin } from '../../security/requireAdmin.ts'
import { requireRecentPassword, requireRecentPasswordToLoosen } from '../../security/requireRecentPassword.ts'
import { recordAudit } from '../audit/recordAudit.ts'
import type { EngineStates } from '../market/EngineStates.ts'
import { affectedContracts } from './affectedContracts.ts'
import { marketHistoryInput, previewInput, saveInput, type MarketProposal } from './input.ts'

const VIX_SHOWN = 30

/** What a proposal comes to: tables, or days of India VIX; or why it can be neither. */
type Wanted =
  | { readonly kind: 'tables'; readonly tables: unknown }
  | { readonly kind: 'vix'; readonly days: readonly VixDay[] }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly MarketMistake[] }

/** The market tables as admins manage them. Every method throws FORBIDDEN to anybody else (requireAdmin). */
export class AdminMarketService {
  readonly #db: Database
  readonly #engine: Pick<EngineStates, 'read'>
  constructor(db: Database, engine: Pick<EngineStates, 'read'>) {
    this.#db = db
    this.#engine = engine
  }

  /** Rejects with DamagedMarketTables when they cannot be used. */
  async managed(caller: Principal): Promise<ManagedMarket> {
    requireAdmin(caller)
    return this.#atOnce(async (tx) => ({ version: await marketVersion(tx), tables: await readMarketTables(tx), vix: await vixTable(tx) }))
  }

  /** What a change would do. Throws BAD_USER_INPUT when it is none, NOT_FOUND for a version to undo that there is not. */
  async preview(caller: Principal, input: unknown): Promise<MarketPreview> {
    requireAdmin(caller)
    const proposal = parseInput(previewInput, input)
    const { version, mistakes, changes, rules } = await this.#atOnce((tx) => judge(tx, proposal))
    return { version, mistakes: [...mistakes], changes: [...changes], affected: rules ? await this.#affected(rules) : [] }
  }

  /**
   * Makes a change that was previewed on `version`, audited under the admin. Throws CONFLICT with what others have changed since,
   * BAD_USER_INPUT with every mistake, NOT_FOUND as `preview` does, REAUTHENTICATION_REQUIRED: then nothing is changed.
   */
  async save(caller: Principal, input: unknown, device: Device): Promise<ManagedMarket> {
    requireAdmin(caller)
    const { version, ...proposal } = parseInput(saveInput, input)
    const { userId, sessionId } = caller
    const work = async (tx: Transaction) => {
      await lockMarketChanges(tx)
      await refuseStale(tx, version)
      const wanted = await wantedBy(tx, proposal)
      if (wanted.kind === 'mistakes') throw refusedFor(wanted.mistakes)
      if (wanted.kind === 'vix') {
        const { vix } = MARKET_VERDICTS
        requireRecentPasswordToLoosen(caller, { vix }, { vix: [] }, { vix: (await judgeVixDays(tx, wanted.days)).changes })
        await storeVixDays(tx, userId, wanted.days)
      } else {
        const judged = await judgeMarketTables(tx, wanted.tables)
        if (!judged.ok) throw refusedFor(judged.error)
        const { before, after } = judged.value
        const { vix: _vix, ...tables } = MARKET_VERDICTS
        if (before) requireRecentPasswordToLoosen(caller, tables, before, after)
        // Whatever takes the place of tables that cannot be used lets trading go on.
        else requireRecentPassword(caller)
        const replaced = await replaceMarketTables(tx, userId, wanted.tables)
        if (!replaced.ok) throw refusedFor(replaced.error)
      }
      const saved = await marketVersion(tx)
      if (saved !== version)
        await recordAudit(tx, { accountId: userId, action: 'MARKET_TABLES_CHANGED', device, sessionId, details: { version: saved } })
    }
    await this.#db.$transaction(work, { timeout: MINUTE })
    return this.managed(caller)
  }

  /** Changes, newest first. Throws BAD_USER_INPUT. */
  async history(caller: Principal, input: unknown): Promise<MarketChange[]> {
    requireAdmin(caller)
    const { first, before } = parseInput(marketHistoryInput, input)
    return changesWhere(this.#db, { lt: before ?? undefined }, first ?? LIMITS.marketHistory.default)
  }

  async #affected({ before, after }: RulesPair) {
    const state = await this.#engine.read()
    if (!state) return []
    const today = istDate(marketTimeAt(state.clock, Date.now()))
    return affectedContracts(this.#db, { market: state.market, today }, before, after)
  }

  #atOnce<T>(read: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#db.$transaction(read, { isolationLevel: 'RepeatableRead', timeout: MINUTE })
  }
}

interface RulesPair {
  readonly before: MarketRules
  readonly after: MarketRules
}

interface Judged {
  readonly version: number
  readonly mistakes: readonly MarketMistake[]
  readonly changes: readonly string[]
  /** Null: no rule changes, or those in force cannot be used. */
  readonly rules: RulesPair | null
}

async function judge(tx: Transaction, proposal: MarketProposal): Promise<Judged> {
  const version = await marketVersion(tx)
  const refused = (mistakes: readonly MarketMistake[]): Judged => ({ version, mistakes, changes: [], rules: null })
  const wanted = await wantedBy(tx, proposal)
  if (wanted.kind === 'mistakes') return refused(wanted.mistakes)
  if (wanted.kind === 'vix') return { version, mistakes: [], changes: (await judgeVixDays(tx, wanted.days)).changes, rules: null }
  const judged = await judgeMarketTables(tx, wanted.tables)
  if (!judged.ok) return refused(judged.error)
  const { before, after, changes } = judged.value
  return { version, mistakes: [], changes, rules: before && { before: new MarketRules(before), after: new MarketRules(after) } }
}

async function wantedBy(tx: Transaction, { tables, vix, undo }: MarketProposal): Promise<Wanted> {
  if (tables != null) return { kind: 'tables', tables }
  if (vix != null) {
    const days = parseVixCsv(vix)
    if (days.ok) return { kind: 'vix', days: vixDays(days.value) }
    return { kind: 'mistakes', mistakes: days.error.map(({ line, reason }) => ({ path: `line ${line}`, row: null, reason })) }
  }
  const before = await readBefore(tx, undo!)
  if (!before) throw new UserFacingError('NOT_FOUND', `There is no change ${undo}.`)
  return 'vix' in before ? { kind: 'vix', days: before.vix } : { kind: 'tables', tables: before.tables }
}

async function refuseStale(tx: Transaction, version: number): Promise<void> {
  const current = await marketVersion(tx)
  if (current === version) return
  const since = await changesWhere(tx, { gt: version }, LIMITS.marketHistory.max)
  const told = since.map(({ by, changes }) => `${by}: ${changes.join('; ')}`).join('. ')
  throw new UserFacingError(
    'CONFLICT',
    `Nothing was saved: you previewed version ${version}, but ${current} is now in force. Changes since: ${told}. Preview it again.`,
  )
}

function refusedFor(mistakes: readonly MarketMistake[]): UserFacingError {
  const [first] = mistakes
  const more = mistakes.length > 1 ? `, and ${mistakes.length - 1} more` : ''
  const byPath = mistakes.map(({ path, row, reason }) => [path, row === null ? reason : `${reason}, in the row ${row}`] as const)
  return new UserFacingError('BAD_USER_INPUT', `Nothing was saved: ${first?.path}: ${first?.reason}${more}.`, Object.fromEntries(byPath))
}

async function changesWhere(
  db: Database | Transaction,
  version: { readonly gt?: number | undefined; readonly lt?: number | undefined },
  take: number,
): Promise<MarketChange[]> {
  const rows = await db.marketChange.findMany({
    where: { version: { gt: version.gt ?? 0, ...(version.lt === undefined ? {} : { lt: version.lt }) } },
    orderBy: { version: 'desc' },
    take,
    select: { version: true, at: true, by: true, changes: true },
  })
  const ids = [...new Set(rows.map(({ by }) => by))].filter((by) => by !== COMMAND_LINE)
  const names = new Map(
    (await db.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })).map((user) => [user.id, user.name]),
  )
  return rows.map((row) => ({ ...row, by: row.by === COMMAND_LINE ? row.by : (names.get(row.by) ?? 'a deleted account') }))
}

const COMMAND_LINE = 'command line'

async function vixTable(tx: Transaction): Promise<VixTable> {
  const latest = await tx.vixClose.findMany({ orderBy: { date: 'desc' }, take: VIX_SHOWN })
  const { _min: first, _count: days } = await tx.vixClose.aggregate({ _min: { date: true }, _count: true })
  return { days, from: first.date && isoDateOf(first.date), latest: latest.map(({ date, close }) => ({ date: isoDateOf(date), close })) }
}
