import { AgentAudit } from '../store/AgentAudit.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions } from './options.ts'
import { AGENT_USAGE } from './usage.ts'

const MOST = 100_000

/** `agent verify`: holds the stored analyses against their hashes, and computes the newest anew. Fails with the first that does not hold. */
export async function agentVerify(args: readonly string[]): Promise<string> {
  const options = parseOptions(args, {
    market: { type: 'string' },
    recompute: { type: 'string', default: '100' },
    help: { type: 'boolean', short: 'h' },
  })
  if (options.help) return AGENT_USAGE
  const count = Number(options.recompute)
  if (!Number.isInteger(count) || count < 0 || count > MOST)
    throw new UsageError(`--recompute must be a whole number up to ${MOST}, not "${options.recompute}"`)
  const audit = new AgentAudit(databaseUrl(process.env))
  try {
    const markets = await audit.markets()
    const asked = options.market === undefined ? markets : markets.filter((market) => market === options.market)
    if (asked.length === 0) return `There are no analyses${options.market === undefined ? '' : ` of market ${options.market}`}.\n`
    let answer = ''
    for (const market of asked) answer += await verified(audit, market, count)
    return answer
  } finally {
    await audit.close()
  }
}

async function verified(audit: AgentAudit, market: string, count: number): Promise<string> {
  const { analyses, broken } = await audit.walk(market)
  if (broken) throw new CommandFailure(`${market}: analysis ${broken.number} does not hold: ${broken.why}. The ${analyses} before it do.`)
  const { recomputed, otherwise } = await audit.recompute(market, count)
  if (otherwise.length > 0)
    throw new CommandFailure(
      `${market}: the chain of ${analyses} analyses holds, but of the ${recomputed} newest, computed anew from the candles, ${otherwise.length} come out otherwise: ${otherwise.slice(0, 10).join(', ')}.`,
    )
  return `${market}: the chain of ${analyses} analyses holds; the ${recomputed} newest, computed anew from the candles, are the same bit for bit.\n`
}
