/** A program of BacktestDesk that stays at half way for ever. */
import { answerParent } from '../../workers/answerParent.ts'

answerParent(async (_task, onProgress) => {
  for (;;) onProgress(0.5)
})
