/** A program of BacktestDesk that stands still at half way. */
import { setInterval } from 'node:timers/promises'
import { answerParent } from '../../workers/answerParent.ts'

answerParent(async (_task, onProgress) => {
  for await (const _ of setInterval(100)) onProgress(0.5)
})
