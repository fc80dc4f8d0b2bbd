import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { toast } from '../../ui/toast.ts'
import { tradeName } from './tradeView.ts'

/** Requests under way at a time. */
const AT_ONCE = 4

/** Asks for the exit of each of these trades, and says by one toast what came of it. Returns the ids of those that are closing. */
export async function closeTrades(
  trades: readonly TradePartsFragment[],
  close: (id: string) => Promise<unknown>,
): Promise<readonly string[]> {
  const closing: string[] = []
  const failed: { readonly name: string; readonly reason: string }[] = []
  const waiting = trades.values()
  async function closeOneByOne() {
    // All take from the same trades.
    for (const trade of waiting)
      try {
        await close(trade.id)
        closing.push(trade.id)
      } catch (error) {
        failed.push({ name: tradeName(trade), reason: describeError(error).message })
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, closeOneByOne))

  const reasons = [...new Set(failed.map(({ reason }) => reason))].join(' ')
  if (failed.length === 0) toast.success(`${counted(closing.length)} ${closing.length === 1 ? 'is' : 'are'} closing`)
  else if (closing.length === 0) toast.error(`Failed to close ${counted(failed.length)}: ${reasons}`)
  else
    toast.error(`${closing.length} closing, ${failed.length} failed: ${reasons}`, {
      description: failed.map(({ name }) => name).join('; '),
    })
  return closing
}

/** `1 trade`, `3 LIVE trades`. */
export const counted = (count: number, which = ''): string => `${formatCount(count)} ${which}${count === 1 ? 'trade' : 'trades'}`
