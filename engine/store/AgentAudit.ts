import { openDatabase, openPool, type Database, type Pool } from '../../prisma/client.ts'
import { statementsOn, type Statements } from '../../prisma/inTransaction.ts'
import { FIRST_HASH } from './agentChain.ts'
import { whyBroken, whyNotKept, type StoredLink } from './chainLinks.ts'
import { Recomputation } from './Recomputation.ts'

/** Analyses that are read at a time. */
const PAGE = 500

/** A link of a market's chain that does not hold. */
export interface BrokenLink {
  readonly number: number
  readonly why: string
}

export interface ChainAudit {
  readonly market: string
  /** That hold. */
  readonly analyses: number
  /** That are not kept any more. */
  readonly removed: number
  /** Null: every link holds. */
  readonly broken: BrokenLink | null
}

interface Walked {
  readonly holding: number
  readonly broken: BrokenLink | null
}

/**
 * Holds the stored analyses against their hashes and against the candles. Reads only.
 * Raw SQL: the record is read as the text that was hashed.
 */
export class AgentAudit {
  readonly #pool: Pool
  readonly #db: Database
  readonly #statements: Statements

  constructor(databaseUrl: string) {
    this.#pool = openPool(databaseUrl, 'agent audit', 2)
    this.#db = openDatabase(this.#pool)
    this.#statements = statementsOn(this.#pool)
  }

  async close(): Promise<void> {
    await this.#db.$disconnect()
    await this.#pool.end()
  }

  /** The markets that have analyses. */
  async markets(): Promise<string[]> {
    return (await this.#db.agentAnalysis.groupBy({ by: ['market'], orderBy: { market: 'asc' } })).map(({ market }) => market)
  }

  /** The market and the number of an analysis; null: there is none, or it is not kept any more. */
  async find(id: string): Promise<{ readonly market: string; readonly number: number } | null> {
    const row = await this.#db.agentAnalysis.findUnique({ where: { id }, select: { market: true, number: true } })
    return row && { market: row.market, number: Number(row.number) }
  }

  /** Walks a market's chain from its first link, or from where it was cut, up to the first that does not hold. */
  async walk(market: string): Promise<ChainAudit> {
    const cut = await this.#db.agentCheckpoint.findFirst({ where: { market }, orderBy: { number: 'desc' } })
    const [end, hash] = [Number(cut?.number ?? 0), cut?.hash ?? FIRST_HASH]
    const removed = end - (await this.#db.agentCheckpoint.count({ where: { market, kept: true } }))
    const kept = await this.#walkKept(market, end)
    const { holding, broken } = kept.broken ? kept : await this.#walkChain(market, end, hash)
    return { market, analyses: kept.broken ? holding : kept.holding + holding, removed, broken }
  }

  /** Recomputes the newest analyses of a market, at most so many, from the stored candles: the numbers of the analyses that differ. */
  async recompute(market: string, count: number): Promise<{ readonly recomputed: number; readonly otherwise: readonly number[] }> {
    const recomputation = new Recomputation(this.#statements, market)
    const otherwise: number[] = []
    let [recomputed, before] = [0, Number.MAX_SAFE_INTEGER]
    while (recomputed < count) {
      const rows = await this.#statements.$queryRaw<{ number: string; text: string }[]>`
        SELECT number, record::text AS text FROM "AgentAnalysis" WHERE market = ${market} AND "AgentAnalysis".number < ${before}
        ORDER BY "AgentAnalysis".number DESC LIMIT ${Math.min(PAGE, count - recomputed)}`
      for (const { number, text } of rows) if (!(await recomputation.isSame(text))) otherwise.push(Number(number))
      recomputed += rows.length
      if (rows.length < PAGE) break
      before = Number(rows.at(-1)!.number)
    }
    return { recomputed, otherwise }
  }

  /** Whether one analysis of a market, recomputed, equals the stored one; null: there is none of this number. */
  async isSame(market: string, number: number): Promise<boolean | null> {
    const [row] = await this.#statements.$queryRaw<{ text: string }[]>`
      SELECT record::text AS text FROM "AgentAnalysis" WHERE market = ${market} AND number = ${number}`
    return row ? new Recomputation(this.#statements, market).isSame(row.text) : null
  }

  /** Those up to where the chain was cut that stayed: each as it was, none taken away or put in between. */
  async #walkKept(market: string, end: number): Promise<Walked> {
    const kept = await this.#db.agentCheckpoint.findMany({ where: { market, kept: true }, orderBy: { number: 'asc' } })
    let [holding, after, isMore] = [0, 0, true]
    while (isMore) {
      const links = await this.#links(market, after, end)
      for (const link of links) {
        after = Number(link.number)
        const due = kept[holding]
        if (due && due.number < after) return { holding, broken: missing(due.number) }
        const why = whyNotKept(link, due && Number(due.number) === after ? due.hash : null)
        if (why !== null) return { holding, broken: { number: after, why } }
        holding++
      }
      isMore = links.length === PAGE
    }
    const due = kept[holding]
    return { holding, broken: due ? missing(due.number) : null }
  }

  /** The links after one of the chain. */
  async #walkChain(market: string, after: number, before: Uint8Array): Promise<Walked> {
    let [number, hash] = [after, before]
    for (;;) {
      const links = await this.#links(market, number, Number.MAX_SAFE_INTEGER)
      for (const link of links) {
        const why = whyBroken(link, number + 1, hash)
        if (why !== null) return { holding: number - after, broken: { number: Number(link.number), why } }
        number++
        hash = link.hash
      }
      if (links.length < PAGE) return { holding: number - after, broken: null }
    }
  }

  /** The next links after one, up to another. */
  async #links(market: string, after: number, end: number): Promise<StoredLink[]> {
    return this.#statements.$queryRaw<StoredLink[]>`
      SELECT number, symbol, lookback, version, "candleAt", verdict::text, reason, record::text AS text, "prevHash", hash
      FROM "AgentAnalysis" WHERE market = ${market} AND "AgentAnalysis".number > ${after} AND "AgentAnalysis".number <= ${end}
      ORDER BY "AgentAnalysis".number LIMIT ${PAGE}`
  }
}

function missing(number: bigint): BrokenLink {
  return { number: Number(number), why: 'it was kept, and is missing' }
}
