/** A program of BacktestDesk that allocates ever more memory off the heap. */
import { answerParent } from '../../workers/answerParent.ts'

const MB_OF_NUMBERS = 1_024 * 128
const columns: Float64Array[] = []

answerParent(async () => {
  for (;;) columns.push(new Float64Array(MB_OF_NUMBERS).fill(1))
})
