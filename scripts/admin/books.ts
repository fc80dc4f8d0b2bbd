import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { checkBooks, LAW_COUNT } from '../../engine/store/checkBooks.ts'

/**
 * `npm run admin -- check books`: whether the books are whole, every law over all rows. Returns what to print; throws CommandFailure with
 * the laws that are broken and by how many rows, and UsageError.
 */
export async function checkCommand(databaseUrl: string, args: readonly string[]): Promise<string> {
  if (args.length !== 1 || args[0] !== 'books') throw new UsageError('"check books" is expected.')
  const broken = await checkBooks(databaseUrl)
  if (broken.length === 0) return `The books are whole: ${LAW_COUNT} laws hold for every order, fill and trade.`
  const faults = broken.map(({ law, rows, named }) => `  ${law}: not ${rows}, among them ${named.join(', ')}`)
  throw new CommandFailure(`The books are damaged.\n${faults.join('\n')}`)
}
