import { z } from 'zod'
import { AgentAudit, type ChainAudit } from '../store/AgentAudit.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions, wholeIn } from './options.ts'
import { AGENT_USAGE } from './usage.ts'

const MOST = 100_000

/** `agent verify`: checks the stored analyses against their hashes, and recomputes the newest, or one. Fails on the first mismatch. */
export async function agentVerify(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    market: { type: 'string' },
    recompute: { type: 'string', default: '100' },
    number: { type: 'string' },
    id: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return AGENT_USAGE
  const { market, id } = options
  const count = wholeIn('--recompute', options.recompute, 0, MOST)
  const number = options.number === undefined ? null : wholeIn('--number', options.number, 1, Number.MAX_SAFE_INTEGER)
  if (id !== undefined && !z.uuid().safeParse(id).success) throw new UsageError(`--id must be the id of an analysis, not "${id}"`)
  const audit = new AgentAudit(databaseUrl(process.env))
  try {
    if (id !== undefined) return await verifiedById(audit, id)
    const markets = await audit.markets()
    const asked = market === undefined ? markets : markets.filter((each) => each === market)
    if (asked.length === 0) return `There are no analyses${market === undefined ? '' : ` of market ${market}`}.\n`
    if (number !== null && asked.length > 1) throw new UsageError(`--number is of one market: name it with --market (${asked.join(', ')})`)
    let answer = ''
    for (const each of asked) {
      const walk = await walked(audit, each)
      answer += number === null ? await newestOf(audit, walk, count) : await oneOf(audit, walk, number)
    }
    return answer
  } finally {
    await audit.close()
  }
}

async function verifiedById(audit: AgentAudit, id: string): Promise<string> {
  const found = await audit.find(id)
  if (!found) throw new CommandFailure(`There is no analysis ${id}, or it is not kept any more.`)
  return oneOf(audit, await walked(audit, found.market), found.number)
}

async function walked(audit: AgentAudit, market: string): Promise<ChainAudit> {
  const walk = await audit.walk(market)
  const { analyses, broken } = walk
  if (broken) throw new CommandFailure(`${market}: analysis ${broken.number} does not hold: ${broken.why}. The ${analyses} before it do.`)
  return walk
}

async function newestOf(audit: AgentAudit, walk: ChainAudit, count: number): Promise<string> {
  const { recomputed, otherwise } = await audit.recompute(walk.market, count)
  if (otherwise.length > 0)
    throw new CommandFailure(
      `${holds(walk)}, but of the ${recomputed} newest, computed anew from the candles, ${otherwise.length} come out otherwise: ${otherwise.slice(0, 10).join(', ')}.`,
    )
  return `${holds(walk)}; the ${recomputed} newest, computed anew from the candles, are the same bit for bit.\n`
}

async function oneOf(audit: AgentAudit, walk: ChainAudit, number: number): Promise<string> {
  const isSame = await audit.isSame(walk.market, number)
  if (isSame === null) throw new CommandFailure(`${holds(walk)}, but there is no analysis ${number}, or it is not kept any more.`)
  if (!isSame) throw new CommandFailure(`${holds(walk)}, but analysis ${number}, computed anew from the candles, comes out otherwise.`)
  return `${holds(walk)}; analysis ${number}, computed anew from the candles, is the same bit for bit.\n`
}

function holds({ market, analyses, removed }: ChainAudit): string {
  return `${market}: the chain of ${analyses} analyses holds${removed === 0 ? '' : ` (${removed} older ones are not kept any more)`}`
}
