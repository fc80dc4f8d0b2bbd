/** A program of BacktestDesk that never comes further than half way. */
import { answerParent } from '../../../workers/answerParent.ts'

answerParent(async (_task, onProgress) => {
  for (;;) onProgress(0.5)
})
