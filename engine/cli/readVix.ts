import { describeVixMistake, parseVixCsv, type VixClose } from '../../schema/market/parseVixCsv.ts'
import type { VixCloses } from '../backtest/history/vixLevel.ts'
import { CommandFailure } from './failures.ts'
import { readPieces } from './readPieces.ts'

/** Reads a .csv or .csv.gz file of daily India VIX, at least one day. Throws a CommandFailure naming file, lines and reasons. */
export async function readVixDays(file: string): Promise<readonly VixClose[]> {
  let text = ''
  await readPieces(file, (piece) => void (text += piece))
  const days = parseVixCsv(text)
  if (!days.ok) throw new CommandFailure(days.error.map((mistake) => `${file}: ${describeVixMistake(mistake)}`).join('\n'))
  return days.value
}

/** The same as fractions by date, as backtests take them. */
export async function readVix(file: string): Promise<VixCloses> {
  return new Map((await readVixDays(file)).map(({ date, close }) => [date, close / 100]))
}
